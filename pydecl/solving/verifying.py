"""A stored game verified: each solution from those of the successors, and some by other engines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import fsum
from operator import mul
from typing import Any

from pydecl.engines import registry
from pydecl.engines.searching import run
from pydecl.errors import InputError, PositionError
from pydecl.model.deadline import Deadline
from pydecl.model.game import Outcome, Player
from pydecl.model.keyed import Due, Fault, Known, Unsolved, solution_of
from pydecl.model.program import Program
from pydecl.model.result import ROUNDING, End, Expectation, Limits, Solution
from pydecl.model.solved import Expectations, decided
from pydecl.model.term import Term
from pydecl.programs import solving
from pydecl.solving.card import OutcomeCard, ValueCard, Verified
from pydecl.solving.database import Database
from pydecl.solving.files import LayerFile, Tally
from pydecl.solving.pieces import most_known
from pydecl.solving.solver import BOUND

EXPANDED = 200
"""Of how many positions SWI-Prolog is asked the successors."""

SEARCHED = 20
"""How many positions are searched on another engine, if they can be within SECONDS each."""

SECONDS, SECONDS_IN_ALL = 1.0, 5.0

OTHER = "python"

SWI = "SWI-Prolog"

ABSENT = "a successor is not stored"


@dataclass(frozen=True)
class Wrong:
    """What is stored of a position and does not follow; `due` is what does, or None, and `why` says more."""

    position: str
    stored: End
    due: End | None
    told_by: str
    why: str = ABSENT

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "stored": self.stored.to_json(),
            "due": None if self.due is None else self.due.to_json(),
            "told_by": self.told_by,
        }

    def __str__(self) -> str:
        due = self.why if self.due is None else f"{self.told_by} finds {self.due}"
        return f"{self.position} is stored as {self.stored}, but {due}"


class Verifier(ABC):
    """Who verifies all that a database has stored, until the time is over."""

    def __init__(self, database: Database, seconds: float | None) -> None:
        self.database = database
        self._until = Deadline.after(seconds)

    def verify(self) -> Verified | Wrong:
        database = self.database
        wrong = self._by_successors() or self._expanded()
        if wrong is not None:
            return wrong
        searched = self._searched()
        if isinstance(searched, Wrong):
            return searched
        expanded = min(EXPANDED, len(database))
        verified = Verified(datetime.now(UTC).date().isoformat(), len(database), expanded, searched)
        replace(database.card, verified=verified).write(database.folder)
        return verified

    def _by_successors(self) -> Wrong | None:
        """All of them in machine code; and the starts must be there, and what position/1 tells."""
        database = self.database
        if "position/1" not in database.game.defined:
            for start in database.game.initial():
                database.solution(start)
        with database.game.session.within(self.left()):
            roots = database.runner.roots(database.card.coding).keys
            if roots.keys() - database.files.keys():
                raise self.missing()
            for file in database.files.values():
                file.check()
            return self.by_successors(roots)

    @abstractmethod
    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        """The first that does not follow from those of its successors, as machine code finds.

        `roots` are keys, by their layers, that must be there. Raises PositionError where one is not, and
        InputError where the card does not say what is there.
        """

    def _expanded(self) -> Wrong | None:
        """Some of them once more, by the moves that SWI-Prolog tells; of ends, that they are some."""
        database, game = self.database, self.database.game
        positions = database.some(EXPANDED)
        with game.session.within(self.left()):
            game.expand(positions)
            for position, stored in zip(positions, database.solutions(positions), strict=True):
                assert stored is not None
                ends = database.solutions(game.following(position))
                known = [end for end in ends if end is not None]
                if len(known) < len(ends):
                    return Wrong(game.format_position(position), stored, None, SWI)
                if not self.follows(position, stored, known):
                    return Wrong(game.format_position(position), stored, self.due(position, known), SWI)
        return None

    @abstractmethod
    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        """Whether what is stored of a position follows from how its successors end."""

    @abstractmethod
    def due(self, position: Term, ends: Sequence[End]) -> End:
        """What follows for a position from how its successors end."""

    def _searched(self) -> int | Wrong:
        """How many of some positions another engine could search in time, all with the same result."""
        number, database = 0, self.database
        positions = database.some(SEARCHED)
        until = self._until.or_after(SECONDS_IN_ALL)
        for position, stored in zip(positions, database.solutions(positions), strict=True):
            left = until.most(SECONDS)
            if not left:
                break
            found = self.searched(position, left)
            if found is None:
                continue
            number += 1
            assert stored is not None
            if not stored.agrees(found):
                written = database.game.format_position(position)
                return Wrong(written, stored, found, f"the engine {OTHER}")
        return number

    @abstractmethod
    def searched(self, position: Term, seconds: float) -> End | None:
        """How a position ends, as another engine finds; None if it does not in time."""

    def written(self, key: bytes) -> str:
        (position,) = self.database.runner.positions(self.database.card.coding, key)
        return self.database.game.format_position(position)

    def missing(self) -> PositionError:
        """One of the roots is not there."""
        return PositionError(f"one position of position/1 is none of the positions of {self.database.folder}")

    def left(self) -> float | None:
        """The seconds that are left. Raises LimitError if there are none."""
        return self._until.left("time is up: not all solutions were verified")


class OutcomeVerifier(Verifier):
    """What is won in N plies has a move to what is won in N - 1, and so on: that proves each solution."""

    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        tally = Tally()
        for file in self.database.files.values():
            wrong = self._of_layer(file, roots.get(file.stored.layer, b""), tally)
            if wrong is not None:
                return wrong
        card = self.database.card
        if not isinstance(card, OutcomeCard) or tally.counts != card.counts:
            raise InputError(
                f"{self.database.folder}: the card is damaged: its counts are not those of the files"
            )
        return None

    def _of_layer(self, file: LayerFile, roots: bytes, tally: Tally) -> Wrong | None:
        """The positions of a layer; `roots` are keys that must be among theirs."""
        coding, runner = self.database.card.coding, self.database.runner
        most = most_known(coding) // 4
        for keys, (outcomes, plies) in file.parts(most // 4):
            if roots:
                roots = runner.merged(coding, [roots], keys)
            folds = b""
            part: Sequence[Known] = ()
            for following in self._parts(file, most):
                if part:
                    folds = runner.due(coding, Unsolved(keys, part, folds, last=False)).folds
                part = following
            due = runner.due(coding, Unsolved(keys, part, folds))
            tally.add(coding, keys, due.movers, outcomes, plies)
            if due.missing is not None or (due.outcomes, due.plies) != (outcomes, plies):
                return self._first_wrong(keys, map(solution_of, outcomes, array("I", plies)), due)
        if roots:
            raise self.missing()
        return None

    def _parts(self, file: LayerFile, most: int) -> Iterator[Sequence[Known]]:
        """What is stored of the positions after those of a layer, so many at a time."""
        part: list[Known] = []
        for layer in file.stored.after:
            for keys, (outcomes, plies) in self.database.files[layer].parts(most // 4):
                if part and sum(map(len, part)) + len(outcomes) > most:
                    yield part
                    part = []
                part.append(Known(keys, outcomes, plies))
        if part:
            yield part

    def _first_wrong(self, keys: bytes, stored: Iterable[Solution], due: Due) -> Wrong | None:
        size = self.database.card.coding.size
        due_ones = map(solution_of, due.outcomes, array("I", due.plies))
        for number, (found, wanted) in enumerate(zip(stored, due_ones, strict=True)):
            if number == due.missing or found != wanted:
                written = self.written(keys[number * size :][:size])
                return Wrong(written, found, None if number == due.missing else wanted, "machine code")
        return None

    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        if not ends and isinstance(stored, Solution) and stored.plies in (0, None):
            return True
        return stored == self.due(position, ends)

    def due(self, position: Term, ends: Sequence[End]) -> Solution:
        known = [end for end in ends if isinstance(end, Solution)]
        is_max = self.database.game.player(position) is Player.MAX
        wanted, unwanted = (Outcome.WON, Outcome.LOST) if is_max else (Outcome.LOST, Outcome.WON)
        plies = {outcome: [end.plies or 0 for end in known if end.outcome is outcome] for outcome in Outcome}
        if plies[wanted]:
            return Solution(wanted, min(plies[wanted]) + 1)
        if len(plies[unwanted]) == len(known):
            return Solution(unwanted, max(plies[unwanted], default=-1) + 1)
        return Solution(Outcome.DRAWN, None)

    def searched(self, position: Term, seconds: float) -> Solution | None:
        game, limits = self.database.game, Limits(seconds=seconds)
        answer = run(game, Program.OUTCOME, OTHER, position, limits)
        if not answer.complete:
            return None
        assert isinstance(answer.value, Solution)
        return answer.value


class ValueVerifier(Verifier):
    """That no value lies outside its bounds is proved from these alone, and from the rules.

    Machine code asks of every position that its upper bound be no less than what follows from the upper
    bounds of its successors, all of which are stored: the most of them where MAX is to move, the least where
    MIN is, the mean where chance is. So if MIN always goes for the least, he expects no more than the bound,
    as far as play ends. If it goes round for ever, it is worth 0: then bounds that are met again and again
    must not all be below 0. So of positions with bounds below 0 it is asked that MIN, by moves that do not
    raise the bound, have a way to an end or to a bound that is not below 0, whatever MAX does, if chance
    helps: in the end it does. The lower bounds are proved likewise, with MAX and MIN exchanged. An end's
    bounds hold what it is worth. All that is so but for the rounding of doubles, about 1e-15 for each number
    that is added up.

    The proof asks for no value iteration, and says nothing of how close the bounds are: the card does, and is
    compared with them.
    """

    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        database = self.database
        coding, runner = database.card.coding, database.runner
        (file,) = database.files.values()
        parts = [(part, *bounds) for part, bounds in file.parts(len(database))]
        keys, lowers, uppers = map(b"".join, zip(*parts, strict=True))
        left = roots.get(file.stored.layer, b"")
        if left and runner.merged(coding, [left], keys):
            raise self.missing()
        held = runner.held(coding, keys, [lowers, uppers])
        values = Expectations(array("d", lowers), array("d", uppers))
        if held.fault is not None:
            written = self.written(keys[held.at * coding.size :][: coding.size])
            due = held.due if held.fault is Fault.DIFFERENT else None
            return Wrong(written, values[held.at], due, "machine code", held.fault.value)
        card, gap = database.card, values.gap
        ends = Counter(decided(one, gap) for one in values.middles)
        assert isinstance(card, ValueCard)
        told = card.gap, sum(row.won for row in card.table), sum(row.lost for row in card.table)
        if told != (gap, ends[1], ends[-1]):
            raise InputError(f"{database.folder}: the card is damaged: its values are not those of the files")
        return None

    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        assert isinstance(stored, Expectation)
        if not ends:
            return stored.lower == stored.upper and stored.lower in (-1, 0, 1)
        due = self.due(position, ends)
        return stored.lower <= due.lower + ROUNDING and stored.upper >= due.upper - ROUNDING

    def due(self, position: Term, ends: Sequence[End]) -> Expectation:
        bounds = [(end.lower, end.upper) for end in ends if isinstance(end, Expectation)]
        game = self.database.game
        lowers, uppers = zip(*bounds, strict=True)
        if chances := game.chance(position):
            odds = [float(probability) for probability, _ in chances]
            means = (fsum(map(mul, odds, some)) for some in (lowers, uppers))
            return Expectation(*means)
        best = max if game.player(position) is Player.MAX else min
        return Expectation(best(lowers), best(uppers))

    def searched(self, position: Term, seconds: float) -> Expectation | None:
        game = self.database.game
        rules = registry.full_runner(game, OTHER).verifying
        with game.session.within(seconds):
            found = solving.solve(rules, [rules.from_term(position)], BOUND, seconds)
        return found.values[0] if found.complete else None


def verify(database: Database, seconds: float | None = None) -> Verified | Wrong:
    """Verify all solutions; the card of what is right says so from then on.

    Raises InputError where a file is damaged, LimitError where the time is over.
    """
    who = OutcomeVerifier if isinstance(database.card, OutcomeCard) else ValueVerifier
    return who(database, seconds).verify()
