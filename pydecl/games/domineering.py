"""Domineering: one player's dominoes stand upright, the other's lie flat; who can lay none has lost.

The game is Göran Andersson's (Martin Gardner, Scientific American, February 1974).

>>> game = Domineering(width=3, height=3)
>>> position = game.parse_position(".../.x./.x. h")
>>> print(position)
domineering(h,[[e,e,e],[e,x,e],[e,x,e]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
-(a3,b3) xx./.x./.x. v 3
-(b3,c3) .xx/.x./.x. v 3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, OnRows, RowsGame, put
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Compound

_LARGEST = 26
_VICTORY = 1000


class Position(OnRows):
    """The mover, and rows of cells: x where covered, else `.`."""

    __slots__ = ()


@dataclass(frozen=True)
class Domineering(RowsGame[Position]):
    """MAX is v, lays upright dominoes and moves first; a move is the domino's squares, as in chess.

    Who has covered a square is not told: nothing depends on it.
    """

    width: int = 4
    height: int = 4

    movers = ("v", "h")
    pieces = "x"
    bounds = (("width", 1, _LARGEST), ("height", 1, _LARGEST))

    def initial(self) -> Sequence[Position]:
        return [Position("v", (EMPTY * self.width,) * self.height)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, rows = position
        return [
            (
                _move_name(mover, self.height - place // self.width, place % self.width),
                Position(OTHER[mover], self._covered(rows, place, self._step(mover))),
            )
            for place in self._places(mover, rows)
        ]

    def _step(self, mover: str) -> int:
        """How far apart the squares of the mover's dominoes are, in reading order."""
        return self.width if mover == "v" else 1

    def _places(self, mover: str, rows: tuple[str, ...]) -> Iterator[int]:
        """The upper or left squares of all dominoes that the mover can lay, by numbers in reading order."""
        board = "".join(rows)
        step = self._step(mover)
        for place in range(len(board) - step):
            in_one_row = (place + 1) % self.width > 0
            if (mover == "v" or in_one_row) and board[place] == board[place + step] == EMPTY:
                yield place

    def _covered(self, rows: tuple[str, ...], place: int, step: int) -> tuple[str, ...]:
        board = put(put("".join(rows), place, self.pieces), place + step, self.pieces)
        return notation.rows_of(board, [self.width] * self.height)

    def canonical(self, position: Position) -> Position:
        """The least of the board, turned upside down, mirrored, or both."""
        return Position(position.mover, min(notation.mirror_images(position.rows)))

    def static_value(self, position: Position) -> int:
        """+1000 or -1000 where the mover has lost, else v's places for a domino less those of h."""
        places = {player: sum(1 for _ in self._places(player, position.rows)) for player in "vh"}
        if not places[position.mover]:
            return -_VICTORY if position.mover == "v" else _VICTORY
        return places["v"] - places["h"]

    def outcome(self, position: Position) -> Outcome | None:
        if next(self._places(*position), None) is not None:
            return None
        return Outcome.LOST if position.mover == "v" else Outcome.WON


@cache
def _move_name(mover: str, rank: int, column: int) -> Compound:
    """The squares of the domino whose upper or left square this is, the lower or left one first."""
    here = notation.square_name(column, rank)
    if mover == "v":
        squares = notation.square_name(column, rank - 1), here
    else:
        squares = here, notation.square_name(column + 1, rank)
    return Compound("-", (Atom(squares[0]), Atom(squares[1])))
