"""The evaluations of the lectures, as options of the games: their numbers, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from rings import sample_size

from pydecl.crosschecking import Agreement, crosscheck
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import complete, runner
from pydecl.engines.searching import run, the_position
from pydecl.games.connect4 import Connect4
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Outcome
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Limits, Solution

pytestmark = pytest.mark.usefixtures("quick_c")

ENGINES = pytest.mark.parametrize("engine", complete())


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

LECTURE = {
    ".../.../...": 0,
    ".../.x./...": 4,  # X1 = 4
    "x../.../...": 3,  # X1 = 3
    "xo./.../...": 1,  # X1 = 2, of the left column and a diagonal; O1 = 1, of the middle column
    "xx./o../...": 3,  # X2 = 1; X1 = 2, of the middle column and a diagonal; O1 = 1, of the middle row
    "xxx/oo./...": 2,  # X3 = 1; X1 = 1, of the right column; O2 = 1
    "xox/xxo/oxo": 0,  # full, and each line has both
}


@pytest.mark.parametrize(("position", "value"), LECTURE.items())
def test_tictactoe_is_worth_what_the_formula_of_lecture_20_says(position: str, value: int) -> None:
    with consult("tictactoe:evaluation=lecture") as game:
        assert both(game, position) == (value, value)


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


@ENGINES
def test_the_formula_prefers_the_centre_one_ply_deep(engine: str) -> None:
    with consult("tictactoe:evaluation=lecture") as game:
        answer = run(game, Program.MINIMAX, engine, the_position(game, None), Limits(1))
    assert (answer.value, game.format_position(answer.best)) == (4, ".../.x./...")  # type: ignore[arg-type]


# Connect four: lecture 20's project

UNIT = "connect4:width=4,height=4,evaluation=unit"


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("..../..../..../xxxx", 1),
        ("..../..../oooo/xxxo", 0),
        ("oxox/oxox/xoxo/xoxo", Fraction(1, 2)),
        ("..../..../..../....", Fraction(1, 2)),
        ("..../..../..../x...", Fraction(1, 2) + Fraction(3, 22)),  # 3 of the 10 lines
        ("..../..../o.../x...", Fraction(1, 2) + Fraction(1, 22)),  # a row and a diagonal, less a row
    ],
)
def test_connect4_is_worth_1_won_0_lost_and_shades_of_gray_between(position: str, value: Number) -> None:
    with consult(UNIT) as game:
        assert both(game, as_term(position)) == (value, value)


def as_term(board: str) -> str:
    """A position with this board, of x to move, as a term: the counts need not be those of play."""
    rows = board.split("/")
    columns = ["".join(cells).rstrip(".") for cells in zip(*reversed(rows), strict=True)]
    return f"connect4(x,[{','.join('[' + ','.join(column) + ']' for column in columns)}])"


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


@ENGINES
@pytest.mark.parametrize(
    ("program", "value"),
    [
        (Program.MINIMAX, 0),
        (Program.WON, False),
        (Program.AND_OR, False),
        (Program.OUTCOME, Solution(Outcome.LOST, 2)),
    ],
    ids=lambda value: getattr(value, "value", ""),
)
def test_a_lost_position_is_lost_though_its_value_has_no_sign(
    program: Program, value: object, engine: str
) -> None:
    with consult(UNIT) as game:  # o threatens to fill two columns
        position = the_position(game, "connect4(x,[[x,x],[o,o,o],[o,o,o],[x,x]])")
        answer = run(game, program, engine, position, Limits())
    assert answer.value == value


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


def test_without_material_nothing_but_the_options_counts() -> None:
    with consult("othello:size=4,material=0,corners=3") as game:
        assert both(game, "bbbw/bbbb/bbbb/wbbb b") == (0, 0)
        assert both(game, "b.../..../..../.... b") == (3, 3)


@ENGINES
def test_who_has_more_discs_has_won_whatever_the_corners_say(engine: str) -> None:
    with consult("othello:size=4,corners=25") as game:
        position = the_position(game, "wbbw/bbbb/bbbb/wbbb b")
        assert game.static_value(position) == (13 - 3) + 25 * (1 - 3)
        answer = run(game, Program.OUTCOME, engine, position, Limits(None))
    assert answer.value == Solution(Outcome.WON, 0)


@ENGINES
def test_corners_change_the_move(engine: str) -> None:
    with consult("othello:size=4") as plain, consult("othello:size=4,corners=25") as greedy:
        moves = []
        for game in (plain, greedy):
            position = the_position(game, ".wb./..../.wwb/.... b")  # a1 turns one disc, a3 turns two
            answer = run(game, Program.MINIMAX, engine, position, Limits(1))
            assert answer.best is not None
            told_by = runner(game, engine)
            moves.append(str(told_by.best_move(position, answer.best, Program.MINIMAX)))
    assert moves == ["a3", "a1"]
