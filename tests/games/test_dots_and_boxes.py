"""Dots and boxes: its moves, and the results of small boards."""

from __future__ import annotations

import pytest

from pydecl.games.dots_and_boxes import DotsAndBoxes, Position
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number


def names(game: DotsAndBoxes, text: str) -> list[str]:
    return [str(move) for move, _ in game.successors(game.parse_position(text))]


def test_lines_are_drawn_row_by_row_from_the_top() -> None:
    assert names(DotsAndBoxes(width=1, height=2), "./../x/x./. 0 max") == [
        *("-(a3,b3)", "-(a2,a3)", "-(b2,b3)", "-(b1,b2)", "-(a1,b1)"),
    ]


@pytest.mark.parametrize(
    ("text", "move", "result"),
    [
        ("../.../.. 0 max", "-(b1,b2)", "../.x./.. 0 min"),
        ("x./x../x. 0 max", "-(b1,b2)", "x./xx./x. 1 max"),  # a box: once more
        ("x./xx./.. 0 min", "-(a1,b1)", "x./xx./x. -1 min"),
        ("xx/x.x/xx 0 min", "-(b1,b2)", "xx/xxx/xx -2 min"),  # two at once
        ("x./xx./xx 1 max", "-(b2,c2)", "xx/xx./xx 1 min"),
    ],
)
def test_who_completes_a_box_moves_again(text: str, move: str, result: str) -> None:
    game = DotsAndBoxes(width=2, height=1)
    found = {str(name): position for name, position in game.successors(game.parse_position(text))}
    assert game.format_position(found[move]) == result


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("xx/xxx/xx 2 max", Outcome.WON),
        ("xx/xxx/xx 0 min", Outcome.DRAWN),
        ("xx/xxx/xx -2 min", Outcome.LOST),
        ("xx/xx./xx 1 min", None),
    ],
)
def test_the_game_is_over_when_all_lines_are_drawn(text: str, outcome: Outcome | None) -> None:
    game = DotsAndBoxes(width=2, height=1)
    position = game.parse_position(text)
    assert game.outcome(position) is outcome
    assert bool(game.successors(position)) == (outcome is None)


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
