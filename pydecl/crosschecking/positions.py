"""Which positions to compare: the same list for every engine."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pydecl.model.game import Game, P

BARREN_WALKS = 200
"""So many walks in a row without a new position, and random search gives up."""


def within_plies(game: Game[P], plies: int) -> list[P]:
    """The initial positions and all that follow within so many plies, each once, breadth first."""
    found = dict.fromkeys(game.initial())
    level = list(found)
    for _ in range(plies):
        new: dict[P, None] = {}
        for position in level:
            for _, successor in game.successors(position):
                if successor not in found:
                    new[successor] = None
        found |= new
        level = list(new)
    return list(found)


def by_random_walks(game: Game[P], count: int, seed: int) -> list[P]:
    """Up to `count` distinct positions, in the order in which uniform random play meets them.

    Fewer where many walks in a row meet nothing new.
    """
    walker = random.Random(seed)
    initial: Sequence[P] = game.initial()
    found: dict[P, None] = {}
    barren = 0
    while initial and len(found) < count and barren < BARREN_WALKS:
        barren += 1
        position = walker.choice(initial)
        while len(found) < count:
            if position not in found:
                found[position] = None
                barren = 0
            successors = game.successors(position)
            if not successors:
                break
            _, position = walker.choice(successors)
    return list(found)
