"""Exercises by level and seed: trees are drawn until one has what its level promises.

>>> one = exercise(Level.SHALLOW, 7)
>>> one == exercise(Level.SHALLOW, 7), one == exercise(Level.SHALLOW, 8)
(True, False)
"""

from __future__ import annotations

from pydecl.workbench.practice.draws import Draws
from pydecl.workbench.practice.exercise import Exercise, Level, check_seed
from pydecl.workbench.practice.growing import grown
from pydecl.workbench.practice.promises import is_clear, keeps
from pydecl.workbench.practice.solution import solved

TRIES = 10_000
"""How many trees are drawn at the most: about ten are needed, and never more than some hundred were."""


def exercise(level: Level, seed: int) -> Exercise:
    """The exercise that a seed makes of a level. Raises InputError for a number that is no seed."""
    check_seed(seed)
    draws = Draws(seed)
    for _ in range(TRIES):
        found = grown(level, seed, draws)
        if found is not None and keeps(solution := solved(found)) and is_clear(solution):
            return found
    raise AssertionError(f"{level.value}, seed {seed}: no tree among {TRIES}")
