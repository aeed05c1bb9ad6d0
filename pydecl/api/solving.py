"""Solve a game: how every position ends under best play, and after how many plies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydecl.api.names import Engine, EngineName
from pydecl.api.opening import AnyGame, opened
from pydecl.errors import LimitError, PositionError
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Outcome
from pydecl.model.position import Position
from pydecl.model.result import Solution, Status
from pydecl.model.shown import Shown
from pydecl.sandbox.session import MEMORY
from pydecl.solving import solver


@dataclass(frozen=True, repr=False)
class SolvedGame(Shown):
    """Every position of a game, in the game's notation, with how it ends for MAX.

    Its length is the number of positions; iterating gives them in the order in which they were found, and
    `solved[position]` the `Solution` of one. `roots` of them, the first, are those that the rules enumerate.
    `seconds` is wall time.

    >>> solved = solve("tictactoe", engine="python")
    >>> solved.counts()
    {'won': 2936, 'lost': 1474, 'drawn': 1068}
    """

    game: str
    engine: str
    roots: int
    positions: tuple[str, ...]
    solutions: tuple[Solution, ...]
    seconds: float

    def __repr__(self) -> str:
        told = ", ".join(f"{count} {outcome}" for outcome, count in self.counts().items())
        return f"<{self.game}: {len(self)} positions solved on {self.engine}, {told}>"

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[str]:
        return iter(self.positions)

    def __getitem__(self, position: str | Position[Any]) -> Solution:
        """How a position ends. Raises PositionError where it is none of those that were solved."""
        try:
            return self._by_text[str(position)]
        except KeyError:
            raise PositionError(f"{position} is none of the {len(self)} positions of {self.game}") from None

    def counts(self) -> dict[str, int]:
        """How many positions are won, lost and drawn for MAX."""
        found = Counter(solution.outcome for solution in self.solutions)
        return {outcome.value: found[outcome] for outcome in Outcome}

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {
            "game": self.game,
            "engine": self.engine,
            "roots": self.roots,
            "seconds": round(self.seconds, 6),
            "counts": self.counts(),
            "positions": [
                {"position": position, "outcome": solution.outcome.value, "plies": solution.plies}
                for position, solution in zip(self.positions, self.solutions, strict=True)
            ],
        }

    @cached_property
    def _by_text(self) -> Mapping[str, Solution]:
        return dict(zip(self.positions, self.solutions, strict=True))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_by_text"}


def solve(
    game: AnyGame,
    *,
    engine: EngineName | Engine | str = "prolog",
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    memory: int = MEMORY,
) -> SolvedGame:
    """Solve all positions: those that the rules enumerate, or those that can be reached from the start.

    The arguments are those of `search`. Raises InputError where there is nothing to solve, ContractError
    where the game breaks its contract, and LimitError where time or memory is not enough.

    >>> solved = solve("nim:heaps=[1,2]")
    >>> len(solved), str(solved["1/2 max"]), solved.counts()
    (8, 'won in 3', {'won': 5, 'lost': 3, 'drawn': 0})
    """
    reading = Reading(convention, moves_again)
    with opened(game, None, None, seconds, memory, reading) as (found, _):
        solved = solver.solve(found, engine=str(engine), seconds=seconds)
        if not solved.complete:
            what = "the memory is used up" if solved.status is Status.MEMORY else "time is up"
            raise LimitError(f"{found.name} was not solved: {what}")
        with found.session.within(seconds):
            positions = tuple(
                found.format_position(solver.position_of(found, str(engine), position))
                for position in solved.positions
            )
        return SolvedGame(
            found.name, str(engine), solved.roots, positions, tuple(solved.solutions), solved.seconds
        )
