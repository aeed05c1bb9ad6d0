"""Two rules files compared: the smallest place where they differ, fewest plies from the start.

The positions are matched as they are written where both files write them alike, else by their shape: the
k-th successor with the k-th where their shapes are equal, or with another one.

Two positions have the same shape to depth 0 if they are the same to a search that goes no further: who is to
move, whether the game is over and, if so, what it is worth. To depth n + 1, if besides their successors have
the same shapes to depth n, one by one, in any order. So where the shapes of two starts differ, the rules
differ, however the moves are matched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, counted, equal, number_text
from pydecl.model.term import Term

DEEPEST = 60
"""The most plies from the start, where play may go round in circles."""

LOOK_AHEAD = 3
"""So many plies further decide which positions belong together, where several have the same shape."""

MOST_TOLD = 8
"""No more successors than these are listed in a message."""

Line = tuple[Term, ...]
"""Positions from a start on, each a successor of the one before."""


@dataclass(frozen=True)
class Facts:
    """What a search sees of one position; `broken` says what keeps it from seeing anything."""

    player: str
    moves: int
    value: str | None = None
    broken: str | None = None

    def __str__(self) -> str:
        if self.broken is not None:
            return self.broken
        if self.moves:
            return f"{self.player} to move, {counted(self.moves, 'successor')}"
        return f"{self.player} to move, the end: {self.value}"


class Side:
    """One of two games that are compared, with what is known of its positions."""

    def __init__(self, game: Game[Any], values: bool, table: dict[object, int], until: Deadline) -> None:
        """`values` says whether ends are compared by static value, or else by who has won.

        `table` numbers the shapes, for both sides alike.
        """
        self.game = game
        self._values = values
        self._table = table
        self._until = until
        self._facts: dict[Term, tuple[Facts, Sequence[Term]]] = {}
        self._shapes: dict[tuple[Term, int], int] = {}
        self._met: dict[Term, None] = {}
        self._due: dict[Term, Player] = {}
        """Whose turn it would be in the successors of the positions that were looked at."""

    def __len__(self) -> int:
        """How many positions have a shape."""
        return len(self._met)

    def shapes(self, depth: int) -> set[int]:
        """The shapes to this depth of all positions that have one."""
        return {self.shape(position, depth) for position in list(self._met)}

    def facts(self, position: Term) -> Facts:
        return self._look(position)[0]

    def successors(self, position: Term) -> Sequence[Term]:
        """In order; none where the rules break their contract."""
        return self._look(position)[1]

    def written(self, position: Term) -> str:
        return self.game.format_position(position)

    def shape(self, position: Term, depth: int) -> int:
        """The number of the shape to this depth, the same for equal shapes."""
        key = position, depth
        if key not in self._shapes:
            self._met[position] = None
            facts, after = self._look(position)
            below = tuple(sorted(self.shape(one, depth - 1) for one in after)) if depth else ()
            self._shapes[key] = self._table.setdefault((facts, below), len(self._table))
        return self._shapes[key]

    def _look(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        if position not in self._facts:
            self._until.left("the time limit is reached")
            self._facts[position] = self._asked(position)
        return self._facts[position]

    def _asked(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        try:
            player = self.game.player_or(position, self._due.get(position))
            after = [successor for _, successor in self.game.successors(position)]
            self._due.update(dict.fromkeys(after, player.opponent))
            return Facts(player.value, len(after), None if after else self._worth(position)), after
        except ContractError as error:
            if error.fault == "died":
                raise
            return Facts("nobody", 0, None, str(error)), ()

    def _worth(self, position: Term) -> str:
        if self._values:
            return f"worth {number_text(_plain(self.game.static_value(position)))}"
        outcome = self.game.outcome(position)
        return "open" if outcome is None else outcome.value


class BadReferenceError(InputError):
    """The rules that others are compared with cannot be used themselves."""


class Reference(Side):
    """The side that is right: BadReferenceError is raised where it breaks its contract."""

    def _look(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        facts, after = super()._look(position)
        if facts.broken is not None:
            raise BadReferenceError(f"the reference {self.game.name} breaks its contract: {facts.broken}")
        return facts, after


def _plain(value: Any) -> Any:
    """1.0 is worth as much as 1."""
    return int(value) if isinstance(value, float) and abs(value) < INFINITY and value == int(value) else value


class Matched(Enum):
    """How the positions of both files were matched."""

    POSITIONS = "as they are written"
    SHAPES = "by playing the same moves"


@dataclass(frozen=True)
class RulesDifference:
    """Where the rules differ: the line of positions in the file that leads there, and both sides' facts."""

    expected: str
    found: str
    line: Sequence[str]
    reference: str
    """The same position in the reference, as it writes it."""

    @property
    def position(self) -> str:
        return self.line[-1]


@dataclass(frozen=True)
class RulesReport:
    """How far the rules were compared, in positions and plies, how they were matched, and what was found.

    `complete` says whether all positions were compared.
    """

    matched: Matched
    positions: int
    plies: int
    complete: bool
    difference: RulesDifference | None
    notes: Sequence[str] = ()


def compare_rules(
    reference: SessionGame, homework: SessionGame, most: int, until: Deadline = NEVER
) -> RulesReport:
    """Compare what both files say of their positions, breadth first, up to about `most` positions.

    Raises BadReferenceError where the reference breaks its contract, LimitError if that takes too long, and
    ContractError where a child dies.
    """
    values = all("staticval/2" in game.defined for game in (reference, homework))
    table: dict[object, int] = {}
    ours = Reference(reference, values, table, until)
    theirs = Side(homework, values, table, until)
    comparison = _Comparison(ours, theirs, list(reference.initial()), list(homework.initial()))
    return comparison.by_positions(most) if comparison.is_written_alike() else comparison.by_shapes(most)


@dataclass
class _Comparison:
    """The reference, `ours`, and the homework, `theirs`, each with its starts, `starts` and `other`."""

    ours: Side
    theirs: Side
    starts: list[Term]
    other: list[Term]
    notes: dict[str, str] = field(default_factory=dict)

    def is_written_alike(self) -> bool:
        """Whether both files write positions alike: half of the homework's first ones are the reference's."""
        ours = {near for start in self.starts for near in _near(self.ours, start, 3)}
        theirs = {near for start in self.other for near in _near(self.theirs, start, 1)}
        return 2 * len(theirs & ours) >= len(theirs)

    def note(self, what: str, position: Term) -> None:
        self.notes.setdefault(what, f"{what}, first at {self.theirs.written(position)}")

    def report(
        self, matched: Matched, count: int, plies: int, complete: bool, found: RulesDifference | None = None
    ) -> RulesReport:
        return RulesReport(matched, count, plies, complete, found, list(self.notes.values()))

    def difference(
        self, expected: object, found: object, line: Line, reference: Term | None
    ) -> RulesDifference:
        written = [self.theirs.written(one) for one in line] or ["the start"]
        there = "the start" if reference is None else self.ours.written(reference)
        return RulesDifference(str(expected), str(found), written, there)

    # Matched as they are written

    def by_positions(self, most: int) -> RulesReport:
        matched = Matched.POSITIONS
        lines: dict[Term, Line] = {start: (start,) for start in self.starts}
        level, plies = list(lines), 0
        if found := self.sets("the starts", self.starts, self.other, ()):
            return self.report(matched, 0, 0, False, found)
        while level and len(lines) <= most:
            differences = [found for position in level if (found := self.at(lines[position]))]
            if differences:
                smallest = min(differences, key=lambda one: (len(one.position), one.position))
                return self.report(matched, len(lines), plies, False, smallest)
            new: dict[Term, Line] = {}
            for position in level:
                for after in self.ours.successors(position):
                    if after not in lines and after not in new:
                        new[after] = (*lines[position], after)
            lines |= new
            level = list(new)
            plies += bool(level)
        return self.report(matched, len(lines), plies, not level)

    def at(self, line: Line) -> RulesDifference | None:
        """What differs at the position that the line leads to."""
        position = line[-1]
        mine, other = self.ours.facts(position), self.theirs.facts(position)
        if mine.player != other.player or mine.value != other.value or other.broken:
            return self.difference(mine, other, line, position)
        after, following = self.ours.successors(position), self.theirs.successors(position)
        if found := self.sets("the successors", after, following, line):
            return found
        if Counter(after) != Counter(following):
            self.note("a successor is given several times", position)
        elif list(after) != list(following):
            self.note("the successors come in another order", position)
        with suppress(ContractError):
            if after and not equal(*(side.game.static_value(position) for side in (self.ours, self.theirs))):
                self.note("an estimate, where the game goes on, has another value", position)
        return None

    def sets(
        self, what: str, mine: Sequence[Term], other: Sequence[Term], line: Line
    ) -> RulesDifference | None:
        """What is missing in the other of two sets, or is there besides."""
        missing = [self.theirs.written(one) for one in dict.fromkeys(mine) if one not in set(other)]
        more = [self.theirs.written(one) for one in dict.fromkeys(other) if one not in set(mine)]
        if not missing and not more:
            return None
        expected = f"{_first(missing)} among {what}" if missing else f"no others among {what}"
        found = f"{_first(more)} {'instead' if missing else 'besides'}" if more else "it is missing"
        return self.difference(expected, found, line, line[-1] if line else None)

    # Matched by shape

    def by_shapes(self, most: int) -> RulesReport:
        """Ply by ply, until the shapes of the starts differ: then the rules do, however they are matched."""
        ours, theirs, matched = self.ours, self.theirs, Matched.SHAPES
        plies, complete, before = 0, False, (0, 0, 0)
        while plies < DEEPEST and not complete and len(ours) <= most:
            mine = sorted(ours.shape(start, plies) for start in self.starts)
            if mine != sorted(theirs.shape(start, plies) for start in self.other):
                return self.report(matched, len(ours), plies, False, self.first_difference(plies))
            now = len(ours), len(theirs), len(ours.shapes(plies) | theirs.shapes(plies))
            complete = now == before  # nothing is new, and nothing that looked alike has become different
            before = len(ours), len(theirs), now[2]
            plies += not complete
        if any(self.order_differs(*pair) for pair in zip(self.starts, self.other, strict=True)):
            self.note("the successors come in another order", self.other[0])
        return self.report(matched, len(ours), plies - 1, complete)

    def first_difference(self, depth: int) -> RulesDifference:
        """Down from the starts, whose shapes differ to this depth, to the first whose own facts differ."""
        mine: Sequence[Term] = self.starts
        other: Sequence[Term] = self.other
        line: Line = ()
        expected: object = f"{len(mine)} starts"
        found: object = f"{len(other)}"
        reference: Term | None = None
        while depth >= 0 and (pair := self.unmatched(mine, other, depth)):
            reference, position = pair
            line = (*line, position)
            expected, found = self.ours.facts(reference), self.theirs.facts(position)
            if expected != found:
                break
            mine = self.ours.successors(reference)
            other = self.theirs.successors(position)
            depth -= 1
        told = [self.theirs.written(one) for one in self.theirs.successors(line[-1])] if line else []
        said = f"{found}: {', '.join(told)}" if 0 < len(told) <= MOST_TOLD else found
        return self.difference(expected, said, line, reference)

    def unmatched(self, mine: Sequence[Term], other: Sequence[Term], depth: int) -> tuple[Term, Term] | None:
        """Two positions whose shapes differ to this depth, when all are matched that can be."""
        left, rest = list(enumerate(mine)), list(enumerate(other))
        for plies in (depth + LOOK_AHEAD, depth):
            for at, one in list(left):
                shape = self.ours.shape(one, plies)
                found = [pair for pair in rest if self.theirs.shape(pair[1], plies) == shape]
                if found:
                    left.remove((at, one))
                    rest.remove(_nearest(found, at))
        return (left[0][1], _nearest(rest, left[0][0])[1]) if left and rest else None

    def order_differs(self, mine: Term, other: Term) -> bool:
        """Whether the successors of a start, at the same places, have other shapes."""
        a = [self.ours.shape(one, LOOK_AHEAD) for one in self.ours.successors(mine)]
        return a != [self.theirs.shape(one, LOOK_AHEAD) for one in self.theirs.successors(other)]


def _near(side: Side, start: Term, plies: int) -> list[Term]:
    found = [start]
    level = found
    for _ in range(plies):
        level = [after for position in level for after in side.successors(position)]
        found = [*found, *level]
    return found


def _nearest(pairs: Sequence[tuple[int, Term]], place: int) -> tuple[int, Term]:
    return min(pairs, key=lambda pair: abs(pair[0] - place))


def _first(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{texts[0]} and {len(texts) - 1} more"
