"""A stored game verified: each solution from those of the successors, and some by other engines."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from pydecl.engines.searching import search
from pydecl.errors import InputError, LimitError, PositionError
from pydecl.model.game import Outcome, Player
from pydecl.model.keyed import Due, Known, Unsolved, solution_of
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.result import Solution
from pydecl.solving.card import Verified
from pydecl.solving.database import Database
from pydecl.solving.files import LayerFile
from pydecl.solving.pieces import most_known
from pydecl.solving.tally import Tally

EXPANDED = 200
"""Of how many positions SWI-Prolog is asked the successors."""

SEARCHED = 20
"""How many positions are searched on another engine, if they can be within SECONDS each."""

SECONDS, SECONDS_IN_ALL = 1.0, 5.0

OTHER = "python"


@dataclass(frozen=True)
class Wrong:
    """A stored solution that does not follow; `due` is the one that does, None if a successor is missing."""

    position: str
    stored: Solution
    due: Solution | None
    told_by: str

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "stored": self.stored.to_json(),
            "due": None if self.due is None else self.due.to_json(),
            "told_by": self.told_by,
        }

    def __str__(self) -> str:
        due = "a successor is not stored" if self.due is None else f"{self.told_by} finds {self.due}"
        return f"{self.position} is stored as {self.stored}, but {due}"


def verify(database: Database, seconds: float | None = None) -> Verified | Wrong:
    """Verify all solutions; the card of what is right says so from then on.

    Raises InputError where a file is damaged, LimitError where the time is over.
    """
    until = None if seconds is None else time.monotonic() + seconds
    card = database.card
    wrong = _by_successors(database, until) or _expanded(database, until)
    if wrong is not None:
        return wrong
    searched = _searched(database, until)
    if isinstance(searched, Wrong):
        return searched
    expanded = min(EXPANDED, len(database))
    verified = Verified(datetime.now(UTC).date().isoformat(), len(database), expanded, searched)
    replace(card, verified=verified).write(database.folder)
    return verified


def _by_successors(database: Database, until: float | None) -> Wrong | None:
    """All of them in machine code; and the starts must be there, and what position/1 tells."""
    if "position/1" not in database.game.defined:
        for start in database.game.initial():
            database.solution(start)
    tally = Tally()
    with database.game.session.within(_left(until)):
        roots = database.runner.roots(database.card.coding).keys
        if roots.keys() - database.files.keys():
            raise _missing(database)
        for file in database.files.values():
            file.check()
        for file in database.files.values():
            wrong = _of_layer(database, file, roots.get(file.stored.layer, b""), tally)
            if wrong is not None:
                return wrong
    if tally.counts != database.card.counts:
        raise InputError(f"{database.folder}: the card is damaged: its counts are not those of the files")
    return None


def _of_layer(database: Database, file: LayerFile, roots: bytes, tally: Tally) -> Wrong | None:
    """The positions of a layer; `roots` are keys that must be among theirs."""
    coding, runner = database.card.coding, database.runner
    most = most_known(coding) // 4
    for keys, outcomes, plies in file.parts(most // 4):
        if roots:
            roots = runner.merged(coding, [roots], keys)
        folds = b""
        part: Sequence[Known] = ()
        for following in _parts(database, file, most):
            if part:
                folds = runner.due(coding, Unsolved(keys, part, folds, last=False)).folds
            part = following
        due = runner.due(coding, Unsolved(keys, part, folds))
        tally.add(coding, keys, due.movers, outcomes, plies)
        if due.missing is not None or (due.outcomes, due.plies) != (outcomes, plies):
            return _first_wrong(database, keys, map(solution_of, outcomes, array("I", plies)), due)
    if roots:
        raise _missing(database)
    return None


def _parts(database: Database, file: LayerFile, most: int) -> Iterator[Sequence[Known]]:
    """What is stored of the positions after those of a layer, so many at a time."""
    part: list[Known] = []
    for layer in file.stored.after:
        for rows in database.files[layer].parts(most // 4):
            if part and sum(map(len, part)) + len(rows[1]) > most:
                yield part
                part = []
            part.append(Known(*rows))
    if part:
        yield part


def _first_wrong(database: Database, keys: bytes, stored: Iterable[Solution], due: Due) -> Wrong | None:
    coding = database.card.coding
    due_ones = map(solution_of, due.outcomes, array("I", due.plies))
    for number, (found, wanted) in enumerate(zip(stored, due_ones, strict=True)):
        if number == due.missing or found != wanted:
            (position,) = database.runner.positions(coding, keys[number * coding.size :][: coding.size])
            written = database.game.format_position(position)
            return Wrong(written, found, None if number == due.missing else wanted, "machine code")
    return None


def _missing(database: Database) -> PositionError:
    return PositionError(f"one position of position/1 is none of the positions of {database.folder}")


def _expanded(database: Database, until: float | None) -> Wrong | None:
    """Some of them once more, by the moves that SWI-Prolog tells; of ends, that they are some."""
    game = database.game
    positions = database.some(EXPANDED)
    with game.session.within(_left(until)):
        game.expand(positions)
        for position, stored in zip(positions, database.solutions(positions), strict=True):
            assert stored is not None
            ends = database.solutions([successor for _, successor in game.successors(position)])
            due = stored if not ends and stored.plies in (0, None) else _due(game.player(position), ends)
            if due != stored:
                return Wrong(game.format_position(position), stored, due, "SWI-Prolog")
    return None


def _due(player: Player, ends: Sequence[Solution | None]) -> Solution | None:
    """What follows for a position from those of its successors; None where one is not stored."""
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    wanted, unwanted = (Outcome.WON, Outcome.LOST) if player is Player.MAX else (Outcome.LOST, Outcome.WON)
    plies = {outcome: [end.plies or 0 for end in known if end.outcome is outcome] for outcome in Outcome}
    if plies[wanted]:
        return Solution(wanted, min(plies[wanted]) + 1)
    if len(plies[unwanted]) == len(known):
        return Solution(unwanted, max(plies[unwanted], default=-1) + 1)
    return Solution(Outcome.DRAWN, None)


def _searched(database: Database, until: float | None) -> int | Wrong:
    """How many of some positions another engine could search in time, all with the same result."""
    number = 0
    positions = database.some(SEARCHED)
    until = min(until or INFINITY, time.monotonic() + SECONDS_IN_ALL)
    for position, stored in zip(positions, database.solutions(positions), strict=True):
        left = until - time.monotonic()
        if left <= 0:
            break
        answer = search(
            database.game,
            Program.OUTCOME,
            engine=OTHER,
            position=position,
            depth=None,
            seconds=min(SECONDS, left),
            line=False,
        ).answer
        if not answer.complete:
            continue
        number += 1
        if answer.value != stored:
            assert stored is not None
            assert isinstance(answer.value, Solution)
            written = database.game.format_position(position)
            return Wrong(written, stored, answer.value, f"the engine {OTHER}")
    return number


def _left(until: float | None) -> float | None:
    if until is None:
        return None
    left = until - time.monotonic()
    if left <= 0:
        raise LimitError("time is up: not all solutions were verified")
    return left
