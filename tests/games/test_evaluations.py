"""The evaluations of the lectures, as options of the games: their numbers, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
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


def random_positions(game: Game[Any], plays: int) -> Iterator[Any]:
    random = Random(7)
    for _ in range(plays):
        (position,) = game.initial()
        yield position
        while successors := game.successors(position):
            _, position = random.choice(successors)
            yield position


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
    for position in random_positions(plain, 30):
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
    for position in random_positions(signed, 40):
        value, other = unit.static_value(position), signed.static_value(position)
        assert float(value) == pytest.approx((1 + other) / 2)
        outcome = unit.outcome(position)
        seen.add(outcome)
        assert (value == 1) is (outcome is Outcome.WON)
        assert (value == 0) is (outcome is Outcome.LOST)
    assert seen >= {Outcome.WON, Outcome.LOST, None}


# Othello: lecture notes on game tree searching, section 13, Tutorial


def test_corners_and_squares_count_besides_the_discs() -> None:
    names = ["a1", "h1", "a8", "h8", "c3", "f3", "c6", "f6", "b2", "d4"]
    numbers = dict(zip(names, (0, 7, 56, 63, 18, 21, 42, 45, 9, 27), strict=True))
    for options, worth in {
        "": {},
        "corners=25": dict.fromkeys((0, 7, 56, 63), 25),
        "squares=8": dict.fromkeys((42, 45, 18, 21), 8),  # the squares of the tutorial
        "corners=25,squares=8": dict.fromkeys((0, 7, 56, 63), 25) | dict.fromkeys((42, 45, 18, 21), 8),
    }.items():
        with consult(f"othello:{options}" if options else "othello") as game:
            for name, number in numbers.items():
                column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
                assert 8 * row + column == number
                for disc, sign in (("b", 1), ("w", -1)):
                    board = "." * number + disc + "." * (63 - number)
                    text = "/".join(board[at : at + 8] for at in range(0, 64, 8)) + " b"
                    value = sign * (1 + worth.get(number, 0))
                    assert both(game, text) == (value, value)


@pytest.mark.parametrize(
    "name", ["othello:width=8,height=6,squares=8,corners=25", "othello:width=6,height=8,squares=8,corners=25"]
)
def test_corners_and_squares_of_a_rectangle_are_near_its_own_corners(name: str) -> None:
    with consult(name) as game:
        assert isinstance(game.twin, Othello)
        width, height = game.twin.columns_and_rows
        for steps, worth in ((0, 25), (1, 0), (2, 8)):
            for row in (steps, height - 1 - steps):
                for column in (steps, width - 1 - steps):
                    board = [["."] * width for _ in range(height)]
                    board[row][column] = "b"
                    text = "/".join(map("".join, board)) + " w"
                    assert both(game, text) == (1 + worth, 1 + worth)
