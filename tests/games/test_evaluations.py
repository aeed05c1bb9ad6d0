"""The evaluations of the lectures, as options of the games: their numbers, on both engines."""

from __future__ import annotations

from itertools import chain, product
from typing import Any

import pytest
from plain_searches import random_play
from rings import sample_size

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.prolog.game import SessionGame
from pydecl.games.connect4 import Connect4
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Outcome
from pydecl.model.number import Number

pytestmark = pytest.mark.usefixtures("quick_c")


def both(game: SessionGame, position: str) -> tuple[Number, Number]:
    """The static value that the rules give in Prolog, and in Python."""
    assert game.twin is not None
    term = game.parse_position(position)
    return game.static_value(term), game.twin.static_value(game.twin.from_term(term))


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe:evaluation=lecture",
        "connect4:width=4,height=4,evaluation=unit",
        "connect4:width=3,height=3,run=3,evaluation=unit",
        "othello:size=6,corners=25,squares=8",
        "othello:size=4,material=0,corners=7,squares=3",
        "othello:width=6,height=4,corners=7,squares=3",
    ],
)
@pytest.mark.sampled(1, "each pair of rules and evaluation; the tables below have each evaluation")
def test_both_engines_agree_with_each_evaluation(name: str) -> None:
    verdict = crosscheck(name, positions=sample_size(5, 30), seed=2, depth=2)
    assert isinstance(verdict, Agreement), str(verdict)
    assert verdict.independent


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        (TicTacToe(), TicTacToe(evaluation="lecture")),
        (Connect4(width=4, height=4), Connect4(width=4, height=4, evaluation="unit")),
        (Othello(size=4), Othello(size=4, corners=25, squares=8)),
        (Othello(size=4), Othello(size=4, material=0)),
    ],
    ids=lambda game: game.name,
)
def test_an_evaluation_changes_neither_the_moves_nor_who_has_won(plain: Game[Any], other: Game[Any]) -> None:
    for position in chain.from_iterable(random_play(plain, seed) for seed in range(30)):
        assert other.successors(position) == plain.successors(position)
        assert other.outcome(position) is plain.outcome(position)


# Tic-tac-toe: lecture 20, 'Games'


def formula(cells: str) -> int:
    """3*X3 - 3*O3 + 2*X2 - 2*O2 + X1 - O1, counted from coordinates."""
    lines = [[(row, column) for column in range(3)] for row in range(3)]
    lines += [[(row, column) for row in range(3)] for column in range(3)]
    lines += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    held = ["".join(cells[3 * row + column] for row, column in line) for line in lines]
    xs = [sum(line.count("x") == n and "o" not in line for line in held) for n in (1, 2, 3)]
    os = [sum(line.count("o") == n and "x" not in line for line in held) for n in (1, 2, 3)]
    return 3 * xs[2] - 3 * os[2] + 2 * xs[1] - 2 * os[1] + xs[0] - os[0]


def test_every_board_of_tictactoe_has_the_value_of_the_formula() -> None:
    game = TicTacToe(evaluation="lecture")
    boards = ["".join(cells) for cells in product("xo.", repeat=9)][:: sample_size(37, 7)]
    assert [game.static_value(game.initial()[0]._replace(cells=board)) for board in boards] == [
        formula(board) for board in boards
    ]


# Connect four: lecture 20's project


def test_each_unit_value_is_the_signed_one_brought_between_0_and_1() -> None:
    signed, unit = Connect4(width=5, height=4), Connect4(width=5, height=4, evaluation="unit")
    seen = set()
    for position in chain.from_iterable(random_play(signed, seed) for seed in range(40)):
        value, other = unit.static_value(position), signed.static_value(position)
        assert float(value) == pytest.approx((1 + other) / 2)
        outcome = unit.outcome(position)
        seen.add(outcome)
        assert (value == 1) is (outcome is Outcome.WON)
        assert (value == 0) is (outcome is Outcome.LOST)
    assert seen >= {Outcome.WON, Outcome.LOST, None}


# Othello: lecture notes on game tree searching, section 13, Tutorial


@pytest.mark.parametrize(
    ("options", "corner", "square"),
    [
        ("", 0, 0),
        (":corners=25", 25, 0),
        (":squares=8", 0, 8),  # the squares of the tutorial: c3, f3, c6 and f6
        (":width=8,height=6,squares=8,corners=25", 25, 8),
        (":width=6,height=8,squares=8,corners=25", 25, 8),
    ],
)
def test_corners_and_squares_near_them_count_besides_the_discs(
    options: str, corner: int, square: int
) -> None:
    with consult(f"othello{options}") as game:
        assert isinstance(game.twin, Othello)
        width, height = game.twin.columns_and_rows
        for steps, worth in ((0, corner), (1, 0), (2, square), (3, 0)):
            for row, column in product((steps, height - 1 - steps), (steps, width - 1 - steps)):
                for disc, sign in (("b", 1), ("w", -1)):
                    board = [["."] * width for _ in range(height)]
                    board[row][column] = disc
                    value = sign * (1 + worth)
                    assert both(game, "/".join(map("".join, board)) + " b") == (value, value)
