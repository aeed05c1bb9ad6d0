"""Which positions to compare: the same list for every engine."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY

BARREN_WALKS = 200
"""So many walks in a row without a new position, and random search gives up."""

LONGEST_WALK = 1_000
"""How many plies a walk has at most: a game may go round in circles."""


def within_plies(game: Game[P], plies: int, deadline: float = INFINITY) -> list[P]:
    """The initial positions and all that follow within so many plies, each once, breadth first.

    Raises LimitError where `deadline`, a time of `time.monotonic`, passes.
    """
    found = dict.fromkeys(game.initial())
    level = list(found)
    for _ in range(plies):
        new: dict[P, None] = {}
        for position in level:
            in_time(deadline)
            for successor in game.following(position):
                if successor not in found:
                    new[successor] = None
        found |= new
        level = list(new)
        if not level:
            break
    return list(found)


def by_random_walks(game: Game[P], count: int, seed: int, deadline: float = INFINITY) -> list[P]:
    """Up to `count` distinct positions, in the order in which uniform random play meets them.

    Fewer where many walks in a row meet nothing new. Raises LimitError where `deadline` passes.
    """
    walker = random.Random(seed)
    initial: Sequence[P] = game.initial()
    found: dict[P, None] = {}
    barren = 0
    while initial and len(found) < count and barren < BARREN_WALKS:
        barren += 1
        position = walker.choice(initial)
        for _ in range(LONGEST_WALK):
            in_time(deadline)
            if len(found) == count:
                break
            if position not in found:
                found[position] = None
                barren = 0
            successors = game.following(position)
            if not successors:
                break
            position = walker.choice(successors)
    return list(found)


def in_time(deadline: float) -> None:
    """Raises LimitError where `deadline`, a time of `time.monotonic`, has passed."""
    if time.monotonic() > deadline:
        raise LimitError("time is up")
