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
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.go import COLUMNS, Board, Point, board_of, dead, liberties, near, point_name
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Successor
from pydecl.model.term import Atom, Compound, Term

_VICTORY = 100


@written
class Position(NamedTuple):
    """The mover, x or o, and the rows from the top, each its cells x, o or `.`."""

    mover: str
    rows: tuple[str, ...]

    def term(self) -> Term:
        return Compound("atari_go", (Atom(self.mover), notation.rows_term(self.rows)))


@dataclass(frozen=True)
class AtariGo(BoardGame[Position]):
    """MAX is x (black) and moves first; a move is a point such as b3, counted from the bottom left.

    What was captured stays on the board. A mover with a group without a liberty has lost.
    """

    size: int = 4

    movers = ("x", "o")
    bounds = (("size", 2, len(COLUMNS)),)

    def initial(self) -> Sequence[Position]:
        return [Position("x", (EMPTY * self.size,) * self.size)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, rows = position
        found: list[Successor[Position]] = []
        for row, column in _placements(board_of(rows), mover):
            changed = rows[row][:column] + mover + rows[row][column + 1 :]
            after = Position(OTHER[mover], (*rows[:row], changed, *rows[row + 1 :]))
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

    def from_term(self, term: Term) -> Position:
        shape = "atari_go(Mover, Rows), Mover x or o and Rows a list of lists of x, o and e"
        mover, (board,) = self.arguments(term, shape)
        rows = notation.rows_from_term(self.name, board, self.size, self.size, "xo")
        return self._checked(Position(mover, rows))

    def format_position(self, position: Position) -> str:
        return f"{'/'.join(position.rows)} {position.mover}"

    def parse_position(self, text: str) -> Position:
        board, mover = self.board_and_mover(text)
        rows = notation.rows_from_text(self.name, board, [self.size] * self.size, "xo")
        return self._checked(Position(mover, rows))

    def _checked(self, position: Position) -> Position:
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
