"""Dots and boxes: its moves, and the results of small boards."""

from __future__ import annotations

import pytest

from pydecl.games.dots_and_boxes import DotsAndBoxes, Position
from pydecl.model.game import Player
from pydecl.model.number import Number


def value(game: DotsAndBoxes, position: Position, known: dict[Position, Number]) -> Number:
    """Minimax where each position says who is to move; `known` remembers positions."""
    if position not in known:
        below = [value(game, after, known) for _, after in game.successors(position)]
        best = max if game.player(position) is Player.MAX else min
        known[position] = best(below) if below else game.static_value(position)
    return known[position]


@pytest.mark.parametrize(
    ("width", "height", "lead"), [(1, 1, -1), (2, 1, 0), (1, 2, 0), (3, 1, -1), (2, 2, 2)]
)
def test_the_results_of_small_boards(width: int, height: int, lead: int) -> None:
    # 1 x 1: the fourth line is the second player's. 2 x 2 is won by the first player: Puzzling Stack
    # Exchange, Optimal play for 2 by 2 Dots and Boxes. By how much, and the others: computed.
    game = DotsAndBoxes(width, height)
    assert value(game, game.initial()[0], {}) == lead
