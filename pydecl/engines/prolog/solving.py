"""All positions of a game solved as a whole in SWI-Prolog: solve/3 of `prolog/support/solving.pl`."""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import Iterable

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import UNLIMITED, stopped_by
from pydecl.errors import LimitError
from pydecl.model.game import Outcome, Player
from pydecl.model.result import Solution, Status
from pydecl.model.solved import Solved
from pydecl.model.term import Compound
from pydecl.sandbox.replies import arguments, decoding, integer, one_of, real


def solve(game: SessionGame, seconds: float | None) -> Solved[str]:
    """Solve the positions of position/1 or else the initial ones, and all that can be reached from them.

    A position is the canonical text of the term that stands for it in SWI-Prolog. Raises ContractError where
    the game breaks its contract.
    """
    started = time.monotonic()
    limit = UNLIMITED if seconds is None else min(seconds, UNLIMITED)
    with tempfile.TemporaryFile() as file:
        try:
            with game.session.within(seconds):
                answer = game.session.ask(Compound("solve", (limit,)), events=file)
        except LimitError as error:
            return Solved.stopped(stopped_by(error), time.monotonic() - started)
        status, roots, *counts, taken = arguments(answer, "solved", 5)
        nodes, leaves = map(integer, counts)
        if not isinstance(roots, int):
            return Solved.stopped(one_of(Status, status), real(taken), nodes)
        file.seek(0)
        with (
            decoding("lines of solved positions"),
            io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="\n") as lines,
        ):
            positions, players, solutions = _read(lines)
    return Solved(Status.COMPLETE, roots, positions, players, solutions, nodes, leaves, real(taken))


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
