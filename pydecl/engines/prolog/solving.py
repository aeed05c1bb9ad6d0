"""All positions of a game solved as a whole in SWI-Prolog: `prolog/support/solving.pl`."""

from __future__ import annotations

import io
import tempfile
import time
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import UNLIMITED, stopped_by
from pydecl.errors import LimitError
from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution, Status
from pydecl.model.solved import Solved
from pydecl.model.term import Compound, Term
from pydecl.model.valued import Expectations, Valued
from pydecl.sandbox.replies import arguments, decoding, integer, one_of, real


def solve(game: SessionGame, seconds: float | None) -> Solved[str]:
    """Solve the positions of position/1 or else the initial ones, and all that can be reached from them.

    A position is the canonical text of the term that stands for it in SWI-Prolog. Raises ContractError where
    the game breaks its contract.
    """
    started = time.monotonic()
    with tempfile.TemporaryFile() as file:
        try:
            answer = _asked(game, "solve", (), seconds, file)
        except LimitError as error:
            return Solved.stopped(stopped_by(error), time.monotonic() - started)
        status, roots, nodes, leaves, taken = _told(answer)
        if roots is None:
            return Solved.stopped(status, taken, nodes)
        with _lines(file) as lines:
            positions, players, solutions = _read(lines)
    return Solved(Status.COMPLETE, roots, positions, players, solutions, nodes, leaves, taken)


def value(game: SessionGame, bound: float, seconds: float | None) -> Valued[str]:
    """The same of a game of chance: what the positions are worth."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as file:
        try:
            answer = _asked(game, "value", (bound,), seconds, file)
        except LimitError as error:
            return Valued.stopped(stopped_by(error), time.monotonic() - started)
        sweeps, told = arguments(answer, "valued", 2)
        status, roots, nodes, leaves, taken = _told(told)
        if roots is None:
            return Valued.stopped(status, taken, nodes)
        with _lines(file) as lines:
            positions, players, values = _read_values(lines)
    counts = integer(sweeps), nodes, leaves
    return Valued(Status.COMPLETE, roots, positions, players, values, *counts, taken)


def _asked(
    game: SessionGame, name: str, told: tuple[Term, ...], seconds: float | None, file: IO[bytes]
) -> Term:
    """What the worker answers; the lines of the positions are in the file."""
    limit = UNLIMITED if seconds is None else min(seconds, UNLIMITED)
    with game.session.within(seconds):
        return game.session.ask(Compound(name, (*told, limit)), events=file)


def _told(answer: Term) -> tuple[Status, int | None, int, int, float]:
    """How it ended, how many roots there are, if it was not stopped, nodes, leaves and seconds."""
    status, roots, nodes, leaves, taken = arguments(answer, "solved", 5)
    counts = integer(nodes), integer(leaves)
    return one_of(Status, status), roots if isinstance(roots, int) else None, *counts, real(taken)


@contextmanager
def _lines(file: IO[bytes]) -> Iterator[Iterable[str]]:
    file.seek(0)
    with (
        decoding("lines of solved positions"),
        io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="\n") as lines,
    ):
        yield lines


def _read(lines: Iterable[str]) -> tuple[list[str], list[Player], list[Solution]]:
    """The positions, who is to move, and the solutions, of which equal ones are one."""
    positions, players, solutions = [], [], []
    movers = {player.value: player for player in Player}
    known: dict[tuple[str, str], Solution] = {}
    for line in lines:
        position, mover, outcome, plies = line.rstrip("\n").split("\t")
        solution = known.get((outcome, plies))
        if solution is None:
            solution = Solution(Outcome(outcome), None if plies == "none" else int(plies))
            known[outcome, plies] = solution
        positions.append(position)
        players.append(movers[mover])
        solutions.append(solution)
    return positions, players, solutions


def _read_values(lines: Iterable[str]) -> tuple[list[str], list[Player | None], Expectations]:
    """The positions, who is to move, and the bounds of the values."""
    positions, players = [], []
    lowers, uppers = array("d"), array("d")
    movers = {player.value: player for player in Player} | {"chance": None}
    for line in lines:
        position, mover, lower, upper = line.rstrip("\n").split("\t")
        positions.append(position)
        players.append(movers[mover])
        lowers.append(float(lower))
        uppers.append(float(upper))
    return positions, players, Expectations(lowers, uppers)
