"""Kalah: its moves, and the results of small boards as published."""

from __future__ import annotations

import pytest

from pydecl.games.kalah import Kalah, Position
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number


def after(text: str, house: int, *, pits: int, seeds: int) -> str:
    game = Kalah(pits, seeds)
    moves = dict(game.successors(game.parse_position(text)))
    return game.format_position(moves[house])


@pytest.mark.parametrize(
    ("text", "house", "result"),
    [
        ("2,2,2+0/2,2,2+0 max", 1, "0,3,3+0/2,2,2+0 min"),
        ("2,2,2+0/2,2,2+0 min", 2, "2,2,2+0/2,0,3+1 min"),  # the last seed in the own store: once more
        ("1,1,1+2/1,1,5+0 min", 3, "2,2,2+2/2,1,0+1 max"),  # round the board, and not into MAX's store
        ("1,0,2+2/1,5,1+0 max", 1, "0,0,2+8/1,0,1+0 min"),  # the last seed captures the house opposite
        ("1,0,2+3/1,0,1+4 max", 1, "0,0,2+4/1,0,1+4 min"),  # and goes into the store if that is empty
        ("1,7,1+0/1,1,1+0 max", 2, "2,0,2+4/2,0,2+0 min"),  # round to where it came from
        ("1,1,1+0/0,5,4+0 max", 1, "0,2,1+0/0,5,4+0 min"),  # not in a house that held seeds
        ("0,0,1+5/2,0,3+1 max", 3, "0,0,0+6/0,0,0+6 max"),  # who has seeds left takes them
        ("1,0,2+2/0,5,0+2 max", 1, "0,0,0+10/0,0,0+2 min"),
    ],
)
def test_kalah_is_sown_captured_and_swept_by_the_rules(text: str, house: int, result: str) -> None:
    assert after(text, house, pits=3, seeds=2) == result


@pytest.mark.parametrize(
    ("text", "value", "outcome"),
    [
        ("0,0+5/0,0+3 max", 2, Outcome.WON),
        ("0,0+4/0,0+4 min", 0, Outcome.DRAWN),
        ("0,0+3/0,0+5 min", -2, Outcome.LOST),
        ("1,0+5/0,1+1 min", 4, None),
    ],
)
def test_kalah_is_won_by_the_larger_store(text: str, value: int, outcome: Outcome | None) -> None:
    game = Kalah(pits=2, seeds=2)
    position = game.parse_position(text)
    assert game.static_value(position) == value
    assert game.outcome(position) is outcome


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
