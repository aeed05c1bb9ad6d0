"""Kalah: its moves, and the results of small boards as published."""

from __future__ import annotations

import pytest
from plain_searches import minimax, start

from pydecl.games.kalah import Kalah

PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW", 4: "W"}
"""Who moves first wins, loses or draws with so many pits a side, and 1, 2, 3, … seeds in each.

G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000, go to six of both.
"""


@pytest.mark.parametrize("pits", PUBLISHED)
def test_the_results_of_small_boards_are_the_published_ones(pits: int) -> None:
    results = ""
    for seeds in range(1, len(PUBLISHED[pits]) + 1):
        game = Kalah(pits, seeds)
        lead, _ = minimax(game, start(game), {})
        results += "W" if lead > 0 else "L" if lead < 0 else "D"
    assert results == PUBLISHED[pits]
