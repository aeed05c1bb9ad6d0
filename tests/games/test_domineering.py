"""Domineering: its moves, and the winners of small boards as published."""

from __future__ import annotations

import pytest

from pydecl.games.domineering import Domineering, Position


def wins(game: Domineering, position: Position, known: dict[Position, bool]) -> bool:
    """Whether the mover wins, by definition; `known` remembers positions."""
    if position not in known:
        known[position] = any(not wins(game, after, known) for _, after in game.successors(position))
    return known[position]


def outcome_class(width: int, height: int) -> str:
    """Who wins the board: V or H, whoever begins, or 1 or 2, the first or the second to move."""
    game = Domineering(width, height)
    (start,) = game.initial()
    known: dict[Position, bool] = {}
    first, second = wins(game, start, known), wins(game, start._replace(mover="h"), known)
    return {(True, True): "1", (True, False): "V", (False, True): "H", (False, False): "2"}[first, second]


PUBLISHED = {1: "2HHHHH", 2: "V11HV1", 3: "V11HHH", 4: "VVV1V", 5: "VHVH"}
"""The winners of boards with so many rows and 1, 2, 3, … columns.

G. C. Drummond-Cole, An update on domineering on rectangular boards, Integers 14, 2014, G3; most are older:
E. R. Berlekamp, Blockbusting and domineering, Journal of Combinatorial Theory A 49, 1988; D. M. Breuker,
J. W. H. M. Uiterwijk and H. J. van den Herik, Solving 8 x 8 Domineering, Theoretical Computer Science
230, 2000.
"""


@pytest.mark.sampled(12, "each case is a search")
@pytest.mark.parametrize(
    ("height", "width"),
    [(rows, columns) for rows, row in PUBLISHED.items() for columns in range(1, len(row) + 1)],
)
def test_the_winners_of_small_boards_are_the_published_ones(height: int, width: int) -> None:
    assert outcome_class(width, height) == PUBLISHED[height][width - 1]
