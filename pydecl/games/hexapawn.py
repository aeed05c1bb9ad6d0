"""Hexapawn: pawns alone; who reaches the last row, or leaves the opponent no move, has won.

The game is Martin Gardner's (Scientific American, March 1962).

>>> game = Hexapawn()
>>> position = game.parse_position("b.b/wb./.ww b")
>>> print(position)
hexapawn(b,[[b,e,b],[w,b,e],[e,w,w]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
-(b2,c1) b.b/w../.wb w -100
-(c3,c2) b../wbb/.ww w 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, OnRows, RowsGame, put
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Compound

_VICTORY = 100
_WIDEST = 26


class Position(OnRows):
    """The mover, and rows of cells: w, b or `.`."""

    __slots__ = ()


@dataclass(frozen=True)
class Hexapawn(RowsGame[Position]):
    """MAX is w, starts on the bottom row and moves first; a move is From-To, squares as in chess."""

    width: int = 3
    height: int = 3

    movers = ("w", "b")
    pieces = "wb"
    bounds = (("width", 1, _WIDEST), ("height", 2, _WIDEST))

    def initial(self) -> Sequence[Position]:
        between = (EMPTY * self.width,) * (self.height - 2)
        return [Position("w", ("b" * self.width, *between, "w" * self.width))]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        return [] if _arrived(position.rows) else list(self._moves(position))

    def _moves(self, position: Position) -> Iterator[Successor[Position]]:
        """The moves where no pawn is on its last row, so that there is a row ahead of each pawn."""
        mover, rows = position
        opponent = OTHER[mover]
        step = -1 if mover == "w" else 1
        for column in range(self.width):
            for row in range(self.height - 1, -1, -1):  # from rank 1 upwards
                if rows[row][column] != mover:
                    continue
                ahead = row + step
                for target, wanted in ((column - 1, opponent), (column, EMPTY), (column + 1, opponent)):
                    if 0 <= target < self.width and rows[ahead][target] == wanted:
                        after = list(rows)
                        after[row] = put(rows[row], column, EMPTY)
                        after[ahead] = put(rows[ahead], target, mover)
                        name = _move_name(column, self.height - row, target, self.height - ahead)
                        yield name, Position(opponent, tuple(after))

    def canonical(self, position: Position) -> Position:
        """The lesser of the board and its mirror image, in the order of terms."""
        mirrored = tuple(row[::-1] for row in position.rows)
        return Position(position.mover, min(position.rows, mirrored, key=notation.order_of_rows))

    def static_value(self, position: Position) -> int:
        """+100 or -100 where the game is over, else white's pawns less black's."""
        winner = self._winner(position)
        if winner:
            return _VICTORY if winner == "w" else -_VICTORY
        return sum(row.count("w") - row.count("b") for row in position.rows)

    def outcome(self, position: Position) -> Outcome | None:
        return {"w": Outcome.WON, "b": Outcome.LOST}.get(self._winner(position))

    def _winner(self, position: Position) -> str:
        """Who has won: w, b or nobody yet (the empty string)."""
        winner = _arrived(position.rows)
        if not winner and next(self._moves(position), None) is None:
            winner = OTHER[position.mover]
        return winner


def _arrived(rows: tuple[str, ...]) -> str:
    """Who has a pawn on its last row: w, b or neither (the empty string).

    No play takes both there; where a given position does, w is the winner.
    """
    return "w" if "w" in rows[0] else "b" if "b" in rows[-1] else ""


@cache
def _move_name(column: int, rank: int, to_column: int, to_rank: int) -> Compound:
    squares = Atom(notation.square_name(column, rank)), Atom(notation.square_name(to_column, to_rank))
    return Compound("-", squares)
