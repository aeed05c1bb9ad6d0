"""Connect four: discs dropped into columns, and a run of them in a straight line wins.

>>> game = Connect4(width=3, height=3, run=3)
>>> position = game.parse_position(".../..o/xox")
>>> print(position)
connect4(x,[[x],[o],[x,o]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
1 .../x.o/xox 0.2222222222222222
2 .../.xo/xox 0.3333333333333333
3 ..x/..o/xox 0.2222222222222222
>>> Connect4(width=3, height=3, run=3, evaluation="unit").static_value(position)
Fraction(5, 9)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.number import Number, counted
from pydecl.model.term import Atom, Compound, PrologList, Term

_LARGEST = 26


@written
class Position(NamedTuple):
    """The mover, x or o, and the columns from the left, each the discs in it from the bottom up."""

    mover: str
    columns: tuple[str, ...]

    def term(self) -> Term:
        columns = PrologList(tuple(notation.cells_term(column) for column in self.columns))
        return Compound("connect4", (Atom(self.mover), columns))


@dataclass(frozen=True)
class Connect4(BoardGame[Position]):
    """MAX is x and moves first; a move is a column's number, from 1 at the left.

    `evaluation` is `signed`, or `unit`: lecture 20's 1 for a win, 0 for a loss, and shades of gray between.
    """

    width: int = 7
    height: int = 6
    run: int = 4
    evaluation: str = "signed"

    movers = ("x", "o")
    bounds = (("width", 1, _LARGEST), ("height", 1, _LARGEST), ("run", 2, _LARGEST))

    def __post_init__(self) -> None:
        self.require_word("evaluation", ("signed", "unit"))
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("x", ("",) * self.width)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, columns = position
        if self._winner(columns):
            return []
        return [
            (i + 1, Position(OTHER[mover], (*columns[:i], column + mover, *columns[i + 1 :])))
            for i, column in enumerate(columns)
            if len(column) < self.height
        ]

    def canonical(self, position: Position) -> Position:
        """The lesser of the board and its mirror image."""
        return Position(position.mover, min(position.columns, position.columns[::-1]))

    def static_value(self, position: Position) -> Number:
        """+1 or -1 for a run, 0 for a full board without one, else a float, -1 < value < 1.

        The float is (A - B) / (L + 1.0), where L counts the lines of the board, A those that x alone
        has discs in, and B those that o alone has. With `evaluation=unit`, exactly: 1 or 0 for a run, 1r2
        for a full board, else 1r2 + (A - B) / (2 * (L + 1)).
        """
        unit = self.evaluation == "unit"
        winner = self._winner(position.columns)
        if winner:
            return 1 if winner == "x" else 0 if unit else -1
        if self._full(position):
            return Fraction(1, 2) if unit else 0
        xs = _discs(position.columns, "x", self.height)
        os = _discs(position.columns, "o", self.height)
        lines = _lines(self.width, self.height, self.run)
        difference = 0
        for line in lines:
            if line & xs:
                if not line & os:
                    difference += 1
            elif line & os:
                difference -= 1
        if unit:
            return Fraction(len(lines) + 1 + difference, 2 * (len(lines) + 1))
        return difference / (len(lines) + 1.0)

    def outcome(self, position: Position) -> Outcome | None:
        winner = self._winner(position.columns)
        if winner:
            return Outcome.WON if winner == "x" else Outcome.LOST
        return Outcome.DRAWN if self._full(position) else None

    def _full(self, position: Position) -> bool:
        return all(len(column) == self.height for column in position.columns)

    def _winner(self, columns: tuple[str, ...]) -> str:
        """Who has a run: x, o or neither (the empty string).

        No play gives a run to both; where a given position does, x is the winner.
        """
        for disc in ("x", "o"):
            if _has_run(_discs(columns, disc, self.height), self.height, self.run):
                return disc
        return ""

    def from_term(self, term: Term) -> Position:
        shape = "connect4(Mover, Columns), Mover x or o and Columns a list of lists of x and o"
        mover, (board,) = self.arguments(term, shape)
        columns = notation.list_items(board)
        if columns is None or len(columns) != self.width:
            expected = f"a list of {counted(self.width, 'column')}, found {notation.shown(board)}"
            raise self.no_position(f"expected {expected}")
        return Position(mover, tuple(self._column(i, column) for i, column in enumerate(columns, 1)))

    def _column(self, number: int, term: Term) -> str:
        discs = notation.atoms_text(term, "xo")
        if discs is None or len(discs) > self.height:
            expected = f"a list of at most {counted(self.height, 'disc')}, x or o"
            fault = f"column {number}: expected {expected}, found {notation.shown(term)}"
            raise self.no_position(fault)
        return discs

    def format_position(self, position: Position) -> str:
        """The position in the notation; as a term where the counts do not tell the mover."""
        mover, columns = position
        if mover != notation.mover_by_counts(*_counts(columns)):
            return str(position)
        padded = [column.ljust(self.height, EMPTY) for column in columns]
        levels = ["".join(level) for level in zip(*padded, strict=True)]
        return "/".join(reversed(levels))

    def parse_position(self, text: str) -> Position:
        rows = notation.rows_from_text(self.name, text, [self.width] * self.height, "xo")
        columns = []
        for number, cells in enumerate(zip(*reversed(rows), strict=True), 1):
            column = "".join(cells).rstrip(EMPTY)
            if EMPTY in column:
                row = self.height - column.index(EMPTY)
                fault = (
                    f"row {row}, column {number}: expected a disc under the disc above, found an empty cell"
                )
                raise self.no_position(fault)
            columns.append(column)
        return Position(notation.mover_of_board(self.name, *_counts(tuple(columns))), tuple(columns))


def _counts(columns: tuple[str, ...]) -> tuple[int, int]:
    discs = "".join(columns)
    return discs.count("x"), discs.count("o")


# A set of cells is an int with a bit for each cell, column after column. Each column has one bit more
# than cells, always 0, so that no straight line runs from one column's top into the next one's bottom.

_BITS = {"x": str.maketrans("xo.", "100"), "o": str.maketrans("xo.", "010")}


def _discs(columns: tuple[str, ...], disc: str, height: int) -> int:
    """The cells with the player's discs."""
    cells = "".join([column.ljust(height + 1, EMPTY) for column in columns])
    return int(cells.translate(_BITS[disc]), 2)


def _directions(height: int) -> tuple[int, int, int, int]:
    """How many bits apart neighbours are: in a column, on the two diagonals and in a row."""
    return 1, height, height + 2, height + 1


def _has_run(discs: int, height: int, run: int) -> bool:
    """Whether `run` of the cells lie next to each other in a straight line.

    After k shifts a cell is left if it and the k next ones in the direction are all in the set (the
    method of John Tromp's Fhourstones).
    """
    for step in _directions(height):
        rest = discs
        for _ in range(run - 1):
            rest &= rest >> step
            if not rest:
                break
        else:
            return True
    return False


@cache
def _lines(width: int, height: int, run: int) -> tuple[int, ...]:
    """The straight windows of exactly `run` cells on the board, in all four directions."""
    board = _discs(("x" * height,) * width, "x", height)
    windows = [
        sum(1 << (cell + i * step) for i in range(run))
        for cell in range(width * (height + 1))
        for step in _directions(height)
    ]
    return tuple(window for window in windows if window & board == window)
