"""Kalah: its moves, and the results of small boards as published."""

from __future__ import annotations

import pytest

from pydecl.games.kalah import Kalah, Position
from pydecl.model.game import Player
from pydecl.model.number import Number


def value(game: Kalah, position: Position, known: dict[Position, Number]) -> Number:
    """Minimax where each position says who is to move; `known` remembers positions."""
    if position not in known:
        below = [value(game, next_one, known) for _, next_one in game.successors(position)]
        best = max if game.player(position) is Player.MAX else min
        known[position] = best(below) if below else game.static_value(position)
    return known[position]


PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW", 4: "W"}
"""Who moves first wins, loses or draws with so many pits a side, and 1, 2, 3, … seeds in each.

G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000, go to six of both.
"""


@pytest.mark.parametrize("pits", PUBLISHED)
def test_the_results_of_small_boards_are_the_published_ones(pits: int) -> None:
    results = ""
    for seeds in range(1, len(PUBLISHED[pits]) + 1):
        game = Kalah(pits, seeds)
        lead = value(game, game.initial()[0], {})
        results += "W" if lead > 0 else "L" if lead < 0 else "D"
    assert results == PUBLISHED[pits]
