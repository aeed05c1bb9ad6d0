"""What a sample of positions shows: where the rules break the contract, or say what is seldom meant."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum

from pydecl.checking.sampling import Sample, followers
from pydecl.checking.symmetries import check_symmetries
from pydecl.checking.text import Places
from pydecl.engines.prolog.game import DoubtfulEnd, SessionGame
from pydecl.errors import ContractError, LimitError, Place, PydeclError
from pydecl.loading.consulting import what_is_missing
from pydecl.model.game import CANONICAL, Player
from pydecl.model.program import Program
from pydecl.model.term import Atom, Compound, Term, term_text
from pydecl.rules.catalogue import positions as codes
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.checks.interface import ENDS, MOVERS, MOVES, VALUE
from pydecl.rules.conventions import TEXTBOOK
from pydecl.rules.finding import Code, Finding
from pydecl.sandbox.replies import items, string

SECONDS = 0.5
"""How long a predicate may take to answer for one position before it is the culprit."""


def culprit(game: SessionGame, position: Term, predicates: Sequence[Indicator]) -> Indicator | None:
    """The first of some predicates of the interface that goes wrong when it alone is asked.

    A predicate that does not answer is the culprit only if it had SECONDS for it.
    """
    for indicator in predicates:
        if not _is_asked(game, indicator):
            continue
        rest = ", _" * (indicator[1] - 1)
        goal = f"pydecl_game:{indicator[0]}({term_text(game.encode(position))}{rest})"
        asked = goal if indicator in MOVERS else f"forall({goal}, true)"
        in_time = has_time(game)
        try:
            game.session.query(asked, solutions=1, seconds=SECONDS)
        except ContractError:
            return indicator
        except LimitError:
            return indicator if in_time else None
    return None


def has_time(game: SessionGame) -> bool:
    """Whether enough is left of the command's time to say of a predicate that it does not answer."""
    return game.session.most(SECONDS) == SECONDS


class Which(Enum):
    """Which of the answers to a question is wrong."""

    FIRST = "first"
    SECOND = "second"
    """The first one that differs from the first of all."""


def clause_giving(game: SessionGame, position: Term, predicate: Indicator, which: Which) -> Place | None:
    """The place of the clause of a file that gives an answer.

    It is None if no clause is known to: see `prolog/support/giving.pl`.
    """
    indicator = Compound("/", (Atom(predicate[0]), predicate[1]))
    request = Compound("giving", (indicator, game.encode(position), Atom(which.value)))
    try:
        places = items(game.session.ask(request, seconds=SECONDS))
    except (ContractError, LimitError):  # the finding is told without the clause
        return None
    return Place.read(next(map(string, places), ""))


def _is_asked(game: SessionGame, indicator: Indicator) -> bool:
    """Whether a file defines a predicate; of the move predicates, the one that tells the successors."""
    if indicator in MOVES:
        return indicator == next((move for move in MOVES if f"{move[0]}/{move[1]}" in game.defined), None)
    return f"{indicator[0]}/{indicator[1]}" in game.defined


def unknown(message: str) -> Indicator | None:
    """The predicate, or the function, that an exception says is not defined.

    >>> unknown("the game's rules raised an exception: unknown procedure foo/2")
    ('foo', 2)
    >>> unknown("is/2: Arithmetic: `k/0' is not a function")
    ('k', 0)
    """
    found = re.search(r"(?:[Uu]nknown procedure|Arithmetic: (?:evaluable)?):? *`?(.+?)/(\d+)", message)
    return (found[1].strip("'"), int(found[2])) if found else None


CHANCE: Indicator = ("chance", 3)

SYMMETRIES: Indicator = ("canonical", 2)

ABOUT: Mapping[str, tuple[Code, Sequence[Indicator]]] = {
    "both_to_move": (codes.BOTH, MOVERS),
    "neither_to_move": (codes.NEITHER, MOVERS),
    "position_not_ground": (codes.NOT_GROUND, MOVES),
    "cyclic": (codes.NOT_GROUND, MOVES),
    "unreadable": (codes.NOT_PLAIN, MOVES),
    "no_list_of_moves": (codes.NO_LIST, MOVES),
    "no_value": (codes.NO_VALUE, (VALUE,)),
    "several_values": (codes.SEVERAL_VALUES, (VALUE,)),
    "value_is_no_number": (codes.NO_NUMBER, (VALUE,)),
    "chance_and_player": (codes.CHANCES, (CHANCE,)),
    "no_probability": (codes.CHANCES, (CHANCE,)),
    "probabilities": (codes.CHANCES, (CHANCE,)),
    "no_canonical": (codes.ASYMMETRIC, (SYMMETRIES,)),
    "canonical_not_ground": (codes.ASYMMETRIC, (SYMMETRIES,)),
    "asymmetric": (codes.ASYMMETRIC, (SYMMETRIES,)),
    "died": (codes.DIED, ()),
    "convention": (codes.UNLIKE, ()),
}
"""The code of each fault of a game, and the predicates that it is told of; other faults are exceptions."""


GIVEN: Mapping[Code, tuple[Indicator, Which]] = {
    codes.NO_LIST: (MOVES[0], Which.FIRST),
    codes.SEVERAL_VALUES: (VALUE, Which.SECOND),
    codes.NO_NUMBER: (VALUE, Which.FIRST),
}
"""What an answer is wrong of, and which one: the clause that gives it is the place of the finding."""

NO_VARIABLE = "write an atom, such as empty, for each variable of the start"

LONG = 40
"""After so many plies of random play, none of which ended, a game is likely to have no end."""


@dataclass
class _Seen:
    """The first place of a finding, and how many positions there are with it."""

    code: Code
    predicates: Sequence[Indicator]
    message: str
    position: Term | None
    line: int
    count: int = 1


@dataclass
class _Judge:
    """Collects what is found in a sample, each kind at each predicate once."""

    game: SessionGame
    sample: Sample
    places: Places
    seen: dict[tuple[str, Indicator | None, int], _Seen] = field(default_factory=dict)

    def add(
        self,
        code: Code,
        predicates: Sequence[Indicator],
        message: str,
        position: Term | None,
        line: int = 0,
    ) -> None:
        """Keep a finding about `predicates`, at a line of the file if that is known."""
        key = (code.name, predicates[0] if predicates else None, line)
        if key in self.seen:
            self.seen[key].count += 1
        else:
            self.seen[key] = _Seen(code, predicates, message, position, line)

    def findings(self) -> Iterator[Finding]:
        for seen in self.seen.values():
            more = f" (and {seen.count - 1} more of the sampled positions)" if seen.count > 1 else ""
            message, remedy = seen.message + more, self._remedy(seen)
            yield self.places.finding(seen.code, seen.predicates, message, remedy, seen.line)

    def _remedy(self, seen: _Seen) -> str:
        shown = "" if seen.position is None else term_text(seen.position)
        if self.places.file is None or not 0 < len(shown) <= 200:
            return ""
        command = f"pydecl board {shlex.quote(self.places.file)} --position {shlex.quote(shown)}"
        return f"{seen.code.remedy}; see {command}"

    def all(self) -> None:
        """Judge the whole sample. Raises LimitError if the command's time is over before its end."""
        game, sample = self.game, self.sample
        for position in sample.asked:
            self.position(position)
            if self.is_endless():
                break
        if sample.stopped is not None and not self.is_endless():
            self.stop(sample.stopped, sample.last)
        start = next(iter(game.initial()), None)
        if start in sample.asked and not self.seen and not followers(game, start):
            message = f"the rules have no move at the start, {game.format_position(start)}"
            self.add(codes.OVER, MOVES, message, start)
        self.walks()
        positions = list(sample.asked)
        if CANONICAL in game.defined and not self.seen and positions:
            self.asked(positions[0], (SYMMETRIES,), lambda: check_symmetries(game, positions))

    def is_endless(self) -> bool:
        return any(seen.code is codes.ENDLESS for seen in self.seen.values())

    def position(self, position: Term) -> None:
        game = self.game
        turn: list[Player | None] = []
        if _is_nobodys_end(game, position) and position not in self.sample.starts:
            message = f"{game.format_position(position)} is an end in which neither player is to move"
            self.add(codes.NOBODYS_END, MOVERS, message, position)
        elif not self.asked(position, (*MOVERS, CHANCE), lambda: turn.append(game.turn(position))):
            return
        if not self.asked(position, MOVES, lambda: game.following(position)):
            return
        after = followers(game, position)
        if not after:
            has_value = self.asked(position, (VALUE,), lambda: game.static_value(position))
            if has_value and what_is_missing(game, Program.WON) is None:
                self.asked(position, ENDS, lambda: self.end(position))
            return
        counts = Counter(game.successors(position))
        if twice := next((move for move, count in counts.items() if count > 1), None):
            written, before = game.format_position(twice[1]), game.format_position(position)
            message = f"{written} is given twice as a successor of {before}"
            self.add(codes.DUPLICATES, MOVES, message, position)
        if not game.has_chance:
            self.movers(turn[0], after)

    def asked(self, position: Term, predicates: Sequence[Indicator], question: Callable[[], object]) -> bool:
        """Whether a question about a position has an answer; what it shows to be wrong is kept.

        Raises LimitError if the command's time is over.
        """
        try:
            question()
        except ContractError as error:
            self.fault(error, position, predicates)
            return False
        except LimitError as error:
            if not has_time(self.game):
                raise
            message = f"{error}: asked about {self.game.format_position(position)}"
            self.add(codes.ENDLESS, predicates, message, position)
            return False
        return True

    def fault(self, error: ContractError, position: Term, asked: Sequence[Indicator]) -> None:
        """A contract that was broken while `asked` were asked about a position."""
        if error.fault == "unknown_value":  # a tree's `?`, which is no fault
            return
        code, predicates = ABOUT.get(error.fault, (codes.EXCEPTION, asked))
        message = error.message
        line = 0
        if code is codes.EXCEPTION:
            line = self.places.line_of(error.place)
            found = unknown(message) or (None if line else culprit(self.game, position, asked))
            predicates = (found,) if found else asked
            message = f"{message}, at {self.game.format_position(position)}"
        elif code is codes.UNLIKE:
            predicates = _named(message)
        elif code in GIVEN:
            line = self.places.line_of(clause_giving(self.game, position, *GIVEN[code]))
        self.add(code, predicates, message, position, line)

    def end(self, position: Term) -> None:
        if self.game.terminal_won(position) and self.game.terminal_lost(position):
            message = f"both terminalwon/1 and terminallost/1 hold in {self.game.format_position(position)}"
            self.add(codes.WON_AND_LOST, ENDS, message, position)

    def movers(self, mover: Player | None, after: Sequence[Term]) -> None:
        for successor in after:
            with suppress(ContractError):  # told where that position is looked at
                if successor in self.sample.asked and self.game.turn(successor) is mover is not None:
                    same = ContractError("same_mover", self.game.format_position(successor), mover.value)
                    self.add(codes.SAME_MOVER, MOVES, str(same), successor)
                    return

    def stop(self, error: PydeclError, batch: Sequence[Term]) -> None:
        """Name the position and the predicate at which SWI-Prolog was lost.

        Raises LimitError if the command's time is over, and none is found that takes too long.
        """
        asked = (*MOVERS, *MOVES, VALUE, *ENDS, CHANCE)
        code = codes.ENDLESS if isinstance(error, LimitError) else codes.DIED
        if isinstance(error, ContractError) and error.fault != "died":
            code = ABOUT.get(error.fault, (codes.EXCEPTION, ()))[0]
        for position in batch:
            found = culprit(self.game, position, asked)
            if found is not None:
                shown, name = self.game.format_position(position), f"{found[0]}/{found[1]}"
                endless = f"{name} does not end in {shown}"
                message = endless if code is codes.ENDLESS else f"{error}: {name} in {shown}"
                self.add(code, (found,), message, position)
                return
        if isinstance(error, LimitError) and not has_time(self.game):
            raise error
        self.add(code, MOVES, error.message, batch[0] if batch else None)

    def walks(self) -> None:
        """Name a position of a game that seems to have no end, where searches find no value either."""
        game, sample = self.game, self.sample
        if sample.plies < LONG or not all(followers(game, position) for position in sample.asked):
            return
        for position in sample.farthest:
            try:
                game.static_value(position)
            except ContractError as error:
                if error.fault == "no_value":
                    shown = game.format_position(position)
                    message = f"no end in {sample.plies} plies of random play, and no value there: {shown}"
                    self.add(codes.NO_END, MOVES, message, position)
                    return


def _is_nobodys_end(game: SessionGame, position: Term) -> bool:
    try:
        return game.is_nobodys_end(position)
    except PydeclError:  # told where the question is asked
        return False


def judged(game: SessionGame, sample: Sample, places: Places) -> tuple[list[Finding], LimitError | None]:
    """The findings on a sample, each placed at a clause of the predicate that it is about.

    With them the limit that ended the judging, if the command's time was over before its end.
    """
    judge, late = _Judge(game, sample, places), None
    try:
        judge.all()
    except LimitError as error:
        late = error
    return list(judge.findings()), late


def of_the_starts(error: ContractError, places: Places) -> Finding:
    """The finding that it is where the rules cannot even tell how the game starts."""
    code, about = ABOUT.get(error.fault, (codes.EXCEPTION, ()))
    remedy = NO_VARIABLE if code is codes.NOT_GROUND else ""
    predicates = (*_named(str(error)), ("initial", 1), *about)
    return places.finding(code, predicates, error.message, remedy, places.line_of(error.place))


def _named(message: str) -> Sequence[Indicator]:
    """The predicates that a message names, in order.

    >>> _named("move/2 gives the move a in b, which move/3 does not make")
    [('move', 2), ('move', 3)]
    """
    return [(name, int(arity)) for name, arity in re.findall(r"\b([a-z]\w*)/(\d)\b", message)]


def doubtful_end(game: SessionGame, sample: Sample) -> tuple[DoubtfulEnd, Term] | None:
    """An end of the sample that won/1 has trouble with, or None; one that it misjudges comes first."""
    if what_is_missing(game, Program.WON) or game.has_chance:
        return None
    drawn = None
    for position in sample.asked:
        kind = _doubt(game, position)
        if kind is DoubtfulEnd.MISJUDGED:
            return kind, position
        drawn = drawn or (None if kind is None else (kind, position))
    return drawn


def _doubt(game: SessionGame, position: Term) -> DoubtfulEnd | None:
    try:
        if game.following(position) or game.terminal_won(position):
            return None
        if list(game.all_movers(position)) == [Player.MIN]:
            return DoubtfulEnd.MISJUDGED
        return None if game.terminal_lost(position) else DoubtfulEnd.DRAWN
    except PydeclError:
        return None


def drawn_ends(game: SessionGame, sample: Sample, places: Places) -> list[Finding]:
    """The end that won/1 has trouble with, where the file does not itself say how its ends are meant.

    A file with terminalwon/1 and terminallost/1 says which of its ends are drawn; its drawn ends are no slip.
    Nor are those of another convention than the textbook's, which say how a game has ended in their own way.
    """
    if game.convention != TEXTBOOK.name or all(f"{name}/{arity}" in game.defined for name, arity in ENDS):
        return []
    judge = _Judge(game, sample, places)
    if found := doubtful_end(game, sample):
        judge.add(codes.DRAWN, (VALUE,), won_errs(found[0], game.format_position(found[1])), found[1])
    return list(judge.findings())


def won_errs(kind: DoubtfulEnd, end: str) -> str:
    """What is wrong with won/1 on a game that has an end such as `end`.

    >>> won_errs(DoubtfulEnd.DRAWN, "pile(max,0)")
    'won/1 knows no draws, and this game has drawn ends: pile(max,0)'
    """
    if kind is DoubtfulEnd.DRAWN:
        return f"won/1 knows no draws, and this game has drawn ends: {end}"
    return (
        "won/1 is wrong on this game: it counts every end where MIN cannot move as won,"
        f" and here one is drawn or lost: {end}"
    )


def where_won_errs(game: SessionGame) -> tuple[str, str] | None:
    """What is wrong with won/1 on a game, and the end that shows it, in the game's notation."""
    try:
        found = game.doubtful_end()
    except PydeclError:  # a probe beside the question that was asked
        return None
    if found is None:
        return None
    kind, end = found
    written = game.format_position(end)
    return won_errs(kind, written), written
