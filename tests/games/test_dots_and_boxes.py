"""Dots and boxes: its moves, and the results of small boards."""

from __future__ import annotations

import pytest
from plain_searches import minimax, start

from pydecl.games.dots_and_boxes import DotsAndBoxes


@pytest.mark.parametrize(
    ("width", "height", "lead"), [(1, 1, -1), (2, 1, 0), (1, 2, 0), (3, 1, -1), (2, 2, 2)]
)
def test_the_results_of_small_boards(width: int, height: int, lead: int) -> None:
    # 1 x 1: the fourth line is the second player's. 2 x 2 is won by the first player: Puzzling Stack
    # Exchange, Optimal play for 2 by 2 Dots and Boxes. By how much, and the others: computed.
    game = DotsAndBoxes(width, height)
    assert minimax(game, start(game), {})[0] == lead
