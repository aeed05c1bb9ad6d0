"""Solve a game of chance: what every position is worth under best play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydecl.api.names import Engine, EngineName
from pydecl.api.opening import AnyGame, opened
from pydecl.errors import LimitError, PositionError
from pydecl.loading.rules_files import Reading
from pydecl.model.position import Position
from pydecl.model.result import Status
from pydecl.sandbox.session import MEMORY
from pydecl.solving import chance, solver
from pydecl.solving.keeping import check_target, save


@dataclass(frozen=True, repr=False)
class ValuedGame:
    """Every position of a game of chance, in the game's notation, with its value for MAX.

    A value is from -1, lost, to 1, won; drawn ends and endless play are worth 0. No value is farther than
    `gap` from the true one. Its length is the number of positions; iterating gives them in the order in
    which they were found, and `valued[position]` the value of one. `roots` of them, the first, are those that
    the rules enumerate. `sweeps` are those of the positions that took most of them. `seconds` is wall time.

    >>> valued = values("pig:goal=4,faces=2", engine="python")
    >>> valued, round(valued["0/0+0 max"], 6)
    (<pig:goal=4,faces=2: values of 28 positions on python, within 6.9e-10>, 0.142857)
    """

    game: str
    engine: str
    roots: int
    positions: tuple[str, ...]
    values: tuple[float, ...]
    gap: float
    sweeps: int
    seconds: float

    def __repr__(self) -> str:
        return f"<{self.game}: values of {len(self)} positions on {self.engine}, within {self.gap:.2g}>"

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[str]:
        return iter(self.positions)

    def __getitem__(self, position: str | Position[Any]) -> float:
        """What a position is worth. Raises PositionError where it is none of those that were solved."""
        try:
            return self._by_text[str(position)]
        except KeyError:
            raise PositionError(f"{position} is none of the {len(self)} positions of {self.game}") from None

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {
            "game": self.game,
            "engine": self.engine,
            "roots": self.roots,
            "gap": self.gap,
            "sweeps": self.sweeps,
            "seconds": round(self.seconds, 6),
            "positions": [
                {"position": position, "value": value}
                for position, value in zip(self.positions, self.values, strict=True)
            ],
        }

    @cached_property
    def _by_text(self) -> Mapping[str, float]:
        return dict(zip(self.positions, self.values, strict=True))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_by_text"}


def values(
    game: AnyGame,
    *,
    engine: EngineName | Engine | str = "prolog",
    bound: float = chance.BOUND,
    seconds: float | None = 60.0,
    convention: str | None = None,
    moves_again: bool = False,
    fold: bool = False,
    memory: int = MEMORY,
    jobs: int | None = None,
    to: str | Path | None = None,
) -> ValuedGame:
    """Find what all positions of a game of chance are worth, by value iteration between two bounds.

    The bounds are no farther apart than `bound`, or else the answer's `gap` says so. The other arguments are
    those of `solve`; `to` is a new folder for `open_solved`, too. Raises InputError where there is nothing to
    solve, ContractError where the game breaks its contract, and LimitError where time or memory is not
    enough.

    >>> valued = values("bearoff:home=[2],faces=2")
    >>> len(valued), valued["2/2 max"], valued.gap
    (5, 1.0, 0.0)
    """
    reading = Reading(convention, moves_again, fold)
    jobs = solver.jobs_on(str(engine), jobs)
    if to is not None:
        check_target(Path(to))
    with opened(game, None, None, seconds, memory, reading) as (found, _):
        valued = chance.values_of(found, engine=str(engine), bound=bound, seconds=seconds, jobs=jobs)
        if not valued.complete:
            what = "the memory is used up" if valued.status is Status.MEMORY else "time is up"
            raise LimitError(f"{found.name} was not solved: {what}")
        if to is not None:
            save(found, valued, Path(to), reading, bound)
        with found.session.within(seconds):
            positions = tuple(
                found.format_position(solver.position_of(found, str(engine), position))
                for position in valued.positions
            )
        return ValuedGame(
            *(found.name, str(engine), valued.roots, positions, tuple(valued.values.middles)),
            *(valued.values.gap, valued.sweeps, valued.seconds),
        )
