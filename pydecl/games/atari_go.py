"""Atari Go: the first who captures has won; nobody may pass, and who cannot move has lost.

>>> game = AtariGo(size=3)
>>> position = game.parse_position(".xo/xo./... x")
>>> print(position)
atari_go(x,[[e,x,o],[x,o,e],[e,e,e]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
a3 xxo/xo./... o 0
c2 .xo/xox/... o 100
a1 .xo/xo./x.. o 0
b1 .xo/xo./.x. o 0
c1 .xo/xo./..x o 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydecl.games.go import COLUMNS, Board, Point, board_of, dead, liberties, near, point_name
from pydecl.games.notation import EMPTY, OTHER, OnRows, RowsGame, put
from pydecl.model.game import Successor
from pydecl.model.term import Atom

_VICTORY = 100


class Position(OnRows):
    """The mover, and rows of cells: x, o or `.`."""

    __slots__ = ()


@dataclass(frozen=True)
class AtariGo(RowsGame[Position]):
    """MAX is x (black) and moves first; a move is a point such as b3, counted from the bottom left.

    What was captured stays on the board. A mover with a group without a liberty has lost.
    """

    size: int = 4

    movers = ("x", "o")
    pieces = "xo"
    bounds = (("size", 2, len(COLUMNS)),)

    def initial(self) -> Sequence[Position]:
        return [Position("x", (EMPTY * self.size,) * self.size)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, rows = position
        found: list[Successor[Position]] = []
        for row, column in _placements(board_of(rows), mover):
            after = Position(OTHER[mover], (*rows[:row], put(rows[row], column, mover), *rows[row + 1 :]))
            found.append((Atom(point_name((row, column), self.size)), after))
        return found

    def static_value(self, position: Position) -> int:
        """The liberties of x's weakest group less those of o's; +100 or -100 where the mover has lost.

        0 while one of them has no stone.
        """
        board = board_of(position.rows)
        if next(_placements(board, position.mover), None) is None:
            return -_VICTORY if position.mover == "x" else _VICTORY
        weakest = [
            min((len(liberties(board, point)) for point, cell in board.items() if cell == player), default=0)
            for player in "xo"
        ]
        return weakest[0] - weakest[1] if all(weakest) else 0

    def checked(self, position: Position) -> Position:
        """The position, if a move can have led to it: who has just moved has captured, or has liberties."""
        board, last = board_of(position.rows), OTHER[position.mover]
        if dead(board, last) and not dead(board, position.mover):
            fault = f"expected a liberty for each group of {last}, with {position.mover} to move"
            raise self.no_position(f"{fault}, found {self.format_position(position)}")
        return position


def _placements(board: Board, mover: str) -> Iterator[Point]:
    """Where the mover may put a stone, in reading order; nowhere once a group is captured."""
    if dead(board, mover):
        return
    opponent = OTHER[mover]
    for point, cell in board.items():
        if cell == EMPTY:
            after = board | {point: mover}
            if liberties(after, point) or any(
                after.get(beside) == opponent and not liberties(after, beside) for beside in near(point)
            ):
                yield point
