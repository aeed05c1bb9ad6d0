"""Atari Go: the rules in Python, and both sets of rules on boards that are set up at random."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from plain_searches import agree, both_rules
from rings import sample_size

from pydecl.errors import PositionError
from pydecl.games.atari_go import AtariGo, Position
from pydecl.model.game import Outcome


def names(game: AtariGo, text: str) -> list[str]:
    return [str(move) for move, _ in game.successors(game.parse_position(text))]


def test_atari_go_moves_are_in_reading_order_and_skip_the_column_i() -> None:
    assert names(AtariGo(2), "../.. x") == ["a2", "b2", "a1", "b1"]
    assert names(AtariGo(9), "/".join(["." * 9] * 9) + " x")[-2:] == ["h1", "j1"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (".x./xxo/.x. o", ["c3", "c1"]),  # a stone may not take its own last liberty
        (".xo/xxo/.x. o", []),  # nor that of its group
        (".o./oxo/.o. x", []),  # x has been captured
        (".x./x../... o", ["c3", "b2", "c2", "a1", "b1", "c1"]),  # a3 is suicide
    ],
)
def test_atari_go_forbids_suicide(text: str, moves: list[str]) -> None:
    assert sorted(names(AtariGo(3), text)) == sorted(moves)


@pytest.mark.parametrize(
    ("text", "value", "outcome"),
    [
        ("xox/.x./..o o", 100, Outcome.WON),  # captured on the edge
        ("xo./ox./..o x", -100, Outcome.LOST),  # in the corner
        ("xxx/x.x/xx. o", 100, Outcome.WON),  # o has no move
        ("o../.x./... x", 2, None),
        ("x../..x/.o. o", -1, None),  # the weaker group counts
        ("x../.../... o", 0, None),  # o has no stone
    ],
)
def test_atari_go_is_lost_by_who_is_captured_or_cannot_move(
    text: str, value: int, outcome: Outcome | None
) -> None:
    game = AtariGo(3)
    position = game.parse_position(text)
    assert game.static_value(position) == value
    assert game.outcome(position) is outcome


def test_a_stone_without_a_liberty_may_capture() -> None:
    game = AtariGo(4)
    position = game.parse_position(".xo./xo.o/.xo./.... x")
    (after,) = [after for move, after in game.successors(position) if str(move) == "c3"]
    assert game.outcome(after) is Outcome.WON


@pytest.mark.sampled(2, "each case asks about many boards")
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_both_rules_agree_on_boards_set_up_at_random(size: int) -> None:
    random = Random(size)
    boards: list[Position] = []
    while len(boards) < sample_size(40, 150):
        rows = tuple("".join(random.choice("xo..") for _ in range(size)) for _ in range(size))
        board = Position(random.choice("xo"), rows)
        with suppress(PositionError):
            boards.append(AtariGo(size).from_term(board.term()))
    with both_rules(f"atari_go:size={size}") as rules:
        agree(rules, boards)
