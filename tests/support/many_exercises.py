"""Exercises on all levels, with their solutions: made once for all tests of a process.

A thorough run makes a thousand.
"""

from __future__ import annotations

from functools import cache

from rings import sample_size

from pydecl.workbench.practice.exercise import Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.solution import Solution, solved

SEEDS = sample_size(15, 170)
"""Of each level."""


@cache
def solutions_of(level: Level) -> list[Solution]:
    """Those of one level."""
    return [solved(exercise(level, seed)) for seed in range(SEEDS)]


def all_solutions() -> list[Solution]:
    """Those of all levels."""
    return [solution for level in Level for solution in solutions_of(level)]
