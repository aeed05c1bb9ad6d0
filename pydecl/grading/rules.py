"""Two rules files compared: the smallest place where they differ, fewest plies from the start.

The positions are matched as they are written where both files write them alike, else by their shape (see
`pydecl.grading.shape`): the k-th successor with the k-th where their shapes are equal, or another one with an equal
shape.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from pydecl.bridge.game import SessionGame
from pydecl.errors import ContractError
from pydecl.grading.shape import Facts, Reference, Side
from pydecl.model.number import INFINITY
from pydecl.model.term import Term

DEEPEST = 60
"""The most plies from the start, where play may go round in circles."""


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


@dataclass
class _Notes:
    found: dict[str, str] = field(default_factory=dict)

    def add(self, what: str, where: object) -> None:
        """Keep the first place."""
        self.found.setdefault(what, f"{what}, first at {where}")


def compare_rules(
    reference: SessionGame, homework: SessionGame, most: int, deadline: float = INFINITY
) -> RulesReport:
    """Compare what both files say of their positions, breadth first, up to `most` positions.

    Raises BadReferenceError where the reference breaks its contract, LimitError when `deadline`, a time of
    `time.monotonic`, passes, and ContractError where a child dies.
    """
    values = all("staticval/2" in game.defined for game in (reference, homework))
    table: dict[object, int] = {}
    ours = Reference(reference, values, table, deadline)
    theirs = Side(homework, values, table, deadline)
    starts = list(reference.initial()), list(homework.initial())
    if _written_alike(ours, theirs, *starts):
        return _by_positions(ours, theirs, *starts, most)
    return _by_shapes(ours, theirs, *starts, most)


def _written_alike(ours: Side, theirs: Side, *starts: list[Term]) -> bool:
    """Whether both files write positions alike: the starts, and some position that follows."""
    if not set(starts[0]) & set(starts[1]):
        return False
    mine = {after for start in starts[0] for after in ours.successors(start)}
    others = {after for start in starts[1] for after in theirs.successors(start)}
    return not mine or not others or bool(mine & others)


# Matched as they are written


def _by_positions(
    ours: Side, theirs: Side, starts: list[Term], other: list[Term], most: int
) -> RulesReport:
    notes = _Notes()
    lines: dict[Term, tuple[Term, ...]] = {start: (start,) for start in starts}
    level, plies = list(lines), 0
    if difference := _sets("the starts", starts, other, ()):
        return RulesReport(Matched.POSITIONS, 0, 0, False, difference)
    while level and len(lines) <= most:
        differences = [found for position in level if (found := _at(ours, theirs, lines[position], notes))]
        if differences:
            smallest = min(differences, key=lambda found: (len(found.position), found.position))
            return RulesReport(Matched.POSITIONS, len(lines), plies, False, smallest, _said(notes))
        new: dict[Term, tuple[Term, ...]] = {}
        for position in level:
            for after in ours.successors(position):
                if after not in lines and after not in new:
                    new[after] = (*lines[position], after)
        lines |= new
        level = list(new)
        plies += bool(level)
    return RulesReport(Matched.POSITIONS, len(lines), plies, not level, None, _said(notes))


def _at(ours: Side, theirs: Side, line: tuple[Term, ...], notes: _Notes) -> RulesDifference | None:
    position = line[-1]
    mine, other = ours.facts(position), theirs.facts(position)
    if mine.player != other.player or mine.value != other.value or other.broken:
        return _difference(str(mine), str(other), line, position)
    after, following = ours.successors(position), theirs.successors(position)
    if found := _sets("the successors", after, following, line):
        return found
    if Counter(after) != Counter(following):
        notes.add("a successor is given several times", position)
    elif list(after) != list(following):
        notes.add("the successors come in another order", position)
    if after and (estimate := _estimates(ours, theirs, position, position)):
        notes.add(estimate, position)
    return None


def _sets(what: str, mine: Sequence[Term], other: Sequence[Term], line: tuple[Term, ...]) -> RulesDifference | None:
    missing = [str(one) for one in dict.fromkeys(mine) if one not in set(other)]
    more = [str(one) for one in dict.fromkeys(other) if one not in set(mine)]
    if not missing and not more:
        return None
    expected = f"{_first(missing)} among {what}" if missing else f"no others among {what}"
    found = f"{_first(more)} {'instead' if missing else 'besides'}" if more else "it is missing"
    return _difference(expected, found, line, line[-1] if line else "none")


def _first(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{texts[0]} and {len(texts) - 1} more"


def _estimates(ours: Side, theirs: Side, mine: Term, other: Term) -> str | None:
    """Whether the static values of a position where the game goes on differ: they are estimates."""
    values = []
    for side, position in ((ours, mine), (theirs, other)):
        try:
            values.append(side.game.static_value(position))
        except ContractError:
            return None
    return None if values[0] == values[1] else "an estimate, where the game goes on, has another value"


def _difference(expected: str, found: str, line: tuple[Term, ...], reference: object) -> RulesDifference:
    return RulesDifference(expected, found, [str(one) for one in line] or ["the start"], str(reference))


def _said(notes: _Notes) -> Sequence[str]:
    return list(notes.found.values())


# Matched by shape


def _by_shapes(
    ours: Side, theirs: Side, starts: list[Term], other: list[Term], most: int
) -> RulesReport:
    plies, complete, before = 0, False, -1
    for plies in range(DEEPEST):
        mine = sorted(ours.shape(start, plies) for start in starts)
        found = sorted(theirs.shape(start, plies) for start in other)
        if mine != found:
            pair = next(_unmatched(ours, theirs, starts, other, plies), None)
            difference = _descend(ours, theirs, *pair, plies) if pair else _starts(starts, other)
            return RulesReport(Matched.SHAPES, len(ours), plies, False, difference)
        complete = len(ours) == before
        if complete or len(ours) > most:
            break
        before = len(ours)
    notes = _Notes()
    if any(_order_differs(ours, theirs, a, b) for a, b in zip(starts, other, strict=True)):
        notes.add("the successors come in another order, or cannot be told apart", other[0])
    return RulesReport(Matched.SHAPES, len(ours), max(plies - complete, 0), complete, None, _said(notes))


def _starts(starts: list[Term], other: list[Term]) -> RulesDifference:
    return _difference(f"{len(starts)} start(s)", f"{len(other)}", (), "the start")


def _unmatched(
    ours: Side, theirs: Side, mine: Sequence[Term], other: Sequence[Term], depth: int
) -> Iterator[tuple[Term, Term]]:
    """Pairs of positions that no order matches to this depth, those at the same place first."""
    left = Counter(theirs.shape(one, depth) for one in other)
    unmatched = []
    for at, one in enumerate(mine):
        shape = ours.shape(one, depth)
        if left[shape]:
            left[shape] -= 1
        else:
            unmatched.append((at, one))
    rest = []
    for at, one in reversed(list(enumerate(other))):
        shape = theirs.shape(one, depth)
        if left[shape]:
            left[shape] -= 1
            rest.append((at, one))
    places = dict(reversed(rest))
    for at, one in unmatched:
        if at in places:
            yield one, places[at]
    for (_, one), (_, another) in zip(unmatched, reversed(rest), strict=False):
        yield one, another


def _descend(ours: Side, theirs: Side, mine: Term, other: Term, depth: int) -> RulesDifference:
    """Down from two positions whose shapes differ to this depth, to the first whose own facts differ."""
    line = [other]
    while True:
        facts, found = ours.facts(mine), theirs.facts(other)
        pairs = _unmatched(ours, theirs, ours.successors(mine), theirs.successors(other), depth - 1)
        pair = next(pairs, None) if depth and facts == found else None
        if pair is None:
            return _difference(str(facts), _said_of(theirs, other, found), tuple(line), mine)
        mine, other = pair
        line.append(other)
        depth -= 1


def _said_of(side: Side, position: Term, facts: Facts) -> str:
    after = [str(one) for one in side.successors(position)]
    return f"{facts}: {', '.join(after)}" if 0 < len(after) <= 8 else str(facts)


def _order_differs(ours: Side, theirs: Side, mine: Any, other: Any) -> bool:
    """Whether the successors of a start, at the same places, have other shapes, two plies deep."""
    a = [ours.shape(one, 2) for one in ours.successors(mine)]
    b = [theirs.shape(one, 2) for one in theirs.successors(other)]
    return a != b
