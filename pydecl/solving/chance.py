"""Games of chance: what all positions are worth under best play.

>>> from pydecl.loading.consulting import consult
>>> with consult("pig:goal=4,faces=2") as game:  # Piglet with two points to win: 4/7 for who begins
...     valued = values_of(game, engine="python")
>>> str(valued.values[0]), valued.values.gap <= BOUND
('0.1428571429 ± 3e-10', True)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.errors import InputError
from pydecl.model.result import Limits
from pydecl.model.valued import Valued
from pydecl.solving.solver import check_solvable

BOUND = 1e-9
"""How far apart the bounds of a value are at the most, by default."""

CLOSEST = 1e-13
"""Doubles carry no more."""


def check_chance(game: SessionGame, bound: float) -> None:
    """Raises InputError where there is nothing to solve, or no sense in a bound."""
    check_solvable(game)
    if not isinstance(bound, int | float) or not CLOSEST <= bound < 2:
        raise InputError(f"the bound must be a number from {CLOSEST} to below 2, not {bound!r}")


def values_of(
    game: SessionGame,
    *,
    engine: str = REFERENCE,
    bound: float = BOUND,
    seconds: float | None = 60.0,
    jobs: int = 1,
) -> Valued[Any]:
    """Find what all positions of a game of chance are worth; which positions, and `jobs`, see `solve`.

    A won end is worth 1, a lost one -1, a drawn one and endless play 0. The bounds of a value are no farther
    apart than `bound`, or else the values say so. Raises what `solve` raises. A limit that is reached is no
    error: nothing is told of the positions.
    """
    Limits(seconds=seconds)  # which checks them
    check_chance(game, bound)
    return valued_by(engine, game, bound, seconds, jobs)


def valued_by(
    engine: str, game: SessionGame, bound: float, seconds: float | None, jobs: int = 1
) -> Valued[Any]:
    """See `values_of`. Without position/1, all positions count as enumerated, not only the initial ones."""
    solver = registry.solver(game, engine)
    solver.share(jobs)
    valued = replace(solver.value(bound, seconds), engine=engine)
    return valued if "position/1" in game.defined else replace(valued, roots=len(valued.positions))
