"""Tic-tac-toe: three in a row on nine cells.

>>> game = TicTacToe()
>>> position = game.parse_position("xox/oxo/...")
>>> print(position)
tictactoe(x,[x,o,x,o,x,o,e,e,e])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
7 xox/oxo/x.. 1
8 xox/oxo/.x. 0
9 xox/oxo/..x 1
>>> lecture = TicTacToe(evaluation="lecture")
>>> lecture.name, lecture.static_value(lecture.parse_position(".../.x./...")), lecture.static_value(position)
('tictactoe:evaluation=lecture', 4, 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Compound, Term

_LINES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)


@written
class Position(NamedTuple):
    """The mover, x or o, and the nine cells row by row, `.` where a cell is empty."""

    mover: str
    cells: str

    def term(self) -> Term:
        return Compound("tictactoe", (Atom(self.mover), notation.cells_term(self.cells)))


@dataclass(frozen=True)
class TicTacToe(BoardGame[Position]):
    """MAX is x and moves first; a move is a cell's number, from 1 to 9.

    `evaluation` is `outcome`, or `lecture`: the static value of lecture 20, 'Games'.
    """

    evaluation: str = "outcome"

    movers = ("x", "o")

    def __post_init__(self) -> None:
        self.require_word("evaluation", ("outcome", "lecture"))
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("x", EMPTY * 9)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, cells = position
        if _winner(cells):
            return []
        return [
            (i + 1, Position(OTHER[mover], cells[:i] + mover + cells[i + 1 :]))
            for i, cell in enumerate(cells)
            if cell == EMPTY
        ]

    def canonical(self, position: Position) -> Position:
        """The least of the eight images of the board."""
        images = notation.square_images(notation.rows_of(position.cells, [3, 3, 3]))
        return Position(position.mover, "".join(min(images)))

    def static_value(self, position: Position) -> int:
        """1 or -1 for three in a row, else 0; or 3*X3 - 3*O3 + 2*X2 - 2*O2 + X1 - O1.

        There Xn counts the lines with n x's and no o, and On those with n o's and no x.
        """
        if self.evaluation == "lecture":
            return _lecture_value(position.cells)
        winner = _winner(position.cells)
        return 1 if winner == "x" else -1 if winner == "o" else 0

    def outcome(self, position: Position) -> Outcome | None:
        winner = _winner(position.cells)
        if winner:
            return Outcome.WON if winner == "x" else Outcome.LOST
        return None if EMPTY in position.cells else Outcome.DRAWN

    def from_term(self, term: Term) -> Position:
        shape = "tictactoe(Mover, Cells), Mover x or o and Cells a list of 9 cells of x, o or e"
        mover, (board,) = self.arguments(term, shape)
        return Position(mover, notation.cells_from_term(self.name, "", board, 9, "xo"))

    def format_position(self, position: Position) -> str:
        """The position in the notation; as a term where the counts do not tell the mover."""
        mover, cells = position
        if mover != notation.mover_by_counts(cells.count("x"), cells.count("o")):
            return str(position)
        return "/".join(notation.rows_of(cells, [3, 3, 3]))

    def parse_position(self, text: str) -> Position:
        cells = "".join(notation.rows_from_text(self.name, text, [3, 3, 3], "xo"))
        return Position(notation.mover_of_board(self.name, cells.count("x"), cells.count("o")), cells)


@cache  # at most 3**9 boards
def _lecture_value(cells: str) -> int:
    return sum(n * (_lines_with("x", n, cells) - _lines_with("o", n, cells)) for n in (1, 2, 3))


def _lines_with(player: str, count: int, cells: str) -> int:
    """How many lines have so many of the player's marks, and are empty elsewhere."""
    wanted = sorted(player * count + EMPTY * (3 - count))
    return sum(sorted(cells[i] for i in line) == wanted for line in _LINES)


@cache  # at most 3**9 boards
def _winner(cells: str) -> str:
    """Who has three in a row: x, o or neither (the empty string).

    No play gives three in a row to both; where a given position does, x is the winner.
    """
    winner = ""
    for a, b, c in _LINES:
        if cells[a] == cells[b] == cells[c] != EMPTY:
            if cells[a] == "x":
                return "x"
            winner = "o"
    return winner
