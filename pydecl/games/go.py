"""Go on small boards by the Tromp-Taylor rules: area, positional superko, suicide of groups, two passes.

>>> game = Go(rows=2, columns=2)
>>> position = game.parse_position("xo/.o x 1 ../..")
>>> print(position)
go(x,[[x,o],[e,o]],1,[[[e,e],[e,e]]])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
pass xo/.o o 2 ../.. -1
a1 x./x. o 0 ../.. xo/.o 4
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.number import Number, exact
from pydecl.model.player import by_sign
from pydecl.model.term import Atom, Compound, PrologList, Term

COLUMNS = "abcdefghj"
"""The names of the columns: Go has no i."""

_MOST_KOMI = len(COLUMNS) ** 2

Rows = tuple[str, ...]
"""The rows from the top, each its cells x (black), o (white) or `.`."""

Point = tuple[int, int]
"""Row and column, from 0."""

Board = dict[Point, str]


@written
class Position(NamedTuple):
    """The mover, x or o, the rows, the passes just before, and the other boards of the game in order."""

    mover: str
    rows: Rows
    passes: int
    earlier: tuple[Rows, ...]

    def term(self) -> Term:
        earlier = PrologList(tuple(map(notation.rows_term, self.earlier)))
        return Compound("go", (Atom(self.mover), notation.rows_term(self.rows), self.passes, earlier))


@dataclass(frozen=True)
class Go(BoardGame[Position]):
    """MAX is x (black) and moves first; a move is pass or a point such as b3, counted from the bottom left.

    `komi` is what o, who moves second, has in advance: a whole number, a rational or a float.
    """

    rows: int = 3
    columns: int = 3
    komi: Number = 0

    movers = ("x", "o")
    bounds = (("rows", 1, len(COLUMNS)), ("columns", 1, len(COLUMNS)))

    def __post_init__(self) -> None:
        allowed = type(self.komi) in (int, float, Fraction) and 0 <= self.komi <= _MOST_KOMI
        self.require("komi", allowed, f"a number from 0 to {_MOST_KOMI}")
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("x", (EMPTY * self.columns,) * self.rows, 0, ())]

    @property
    def _widths(self) -> Sequence[int]:
        return [self.columns] * self.rows

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, rows, passes, earlier = position
        if passes == 2:
            return []
        opponent = OTHER[mover]
        found: list[Successor[Position]] = [(Atom("pass"), Position(opponent, rows, passes + 1, earlier))]
        seen = tuple(sorted({*earlier, rows}))
        board = board_of(rows)
        for point, cell in board.items():
            if cell == EMPTY:
                after = notation.rows_of("".join(_played(board, point, mover).values()), self._widths)
                if after not in seen:
                    found.append((Atom(point_name(point, self.rows)), Position(opponent, after, 0, seen)))
        return found

    def static_value(self, position: Position) -> Number:
        """The area of x less that of o and the komi, as the board lies."""
        board = board_of(position.rows)
        owners = [_owner(board, point) for point in board]
        value = owners.count("x") - owners.count("o") - self.komi
        return exact(value) if isinstance(value, Fraction) else value

    def outcome(self, position: Position) -> Outcome | None:
        return None if position.passes < 2 else by_sign(self.static_value(position))

    def from_term(self, term: Term) -> Position:
        shape = "go(Mover, Rows, Passes, Earlier), Mover x or o, Earlier a list of boards"
        mover, (board, passes, earlier) = self.arguments(term, shape)
        boards = notation.list_items(earlier)
        if boards is None:
            raise self.no_position(f"expected a list of boards, found {notation.shown(earlier)}")
        rows, *others = (
            notation.rows_from_term(self.name, one, self._widths, "xo") for one in (board, *boards)
        )
        return self._checked(mover, rows, passes, others)

    def format_position(self, position: Position) -> str:
        mover, rows, passes, earlier = position
        return " ".join(["/".join(rows), mover, str(passes), *map("/".join, earlier)])

    def parse_position(self, text: str) -> Position:
        """The position of a text such as `.x/.. o 0 ../..`; what follows the mover may be left out."""
        words = text.split()
        board, mover = self.board_and_mover(" ".join(words[:2]))
        rows, *others = (
            notation.rows_from_text(self.name, one, self._widths, "xo") for one in (board, *words[3:])
        )
        passes = words[2] if len(words) > 2 else "0"
        return self._checked(mover, rows, int(passes) if passes in ("0", "1", "2") else Atom(passes), others)

    def _checked(self, mover: str, rows: Rows, passes: Term, earlier: list[Rows]) -> Position:
        """The position, if its parts can be those of a game."""
        if type(passes) is not int or passes not in range(3):
            raise self.no_position(f"expected 0, 1 or 2 passes, found {notation.shown(passes)}")
        if earlier != sorted(set(earlier)) or rows in earlier:
            raise notation.no_position(
                self.name,
                "expected the earlier boards in the standard order, none twice, none as the board is now",
            )
        for one in (rows, *earlier):
            board = board_of(one)
            if dead(board, "x") or dead(board, "o"):
                raise self.no_position(f"expected a liberty for each group, found {'/'.join(one)}")
        return Position(mover, rows, passes, tuple(earlier))


def point_name(point: Point, height: int) -> str:
    """Such as b3, counted from the bottom left."""
    row, column = point
    return f"{COLUMNS[column]}{height - row}"


def board_of(rows: Rows) -> Board:
    """The cell of each point, in reading order."""
    return {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}


def near(point: Point) -> Iterator[Point]:
    """The points next to this one, some of them perhaps not on the board."""
    row, column = point
    yield from ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))


def bordering(board: Board, point: Point) -> set[Point]:
    """The points next to the group of this point, of stones or of empty points."""
    group, waiting, border = {point}, [point], set()
    while waiting:
        for beside in near(waiting.pop()):
            if beside in group or beside not in board:
                continue
            if board[beside] == board[point]:
                group.add(beside)
                waiting.append(beside)
            else:
                border.add(beside)
    return border


def liberties(board: Board, point: Point) -> set[Point]:
    """The liberties of the group of the stone on this point."""
    return {beside for beside in bordering(board, point) if board[beside] == EMPTY}


def dead(board: Board, player: str) -> list[Point]:
    """The player's stones whose group has no liberty."""
    return [point for point, cell in board.items() if cell == player and not liberties(board, point)]


def _played(board: Board, point: Point, mover: str) -> Board:
    """The board after a stone on this point: first the opponent's dead stones go, then the mover's."""
    after = board | {point: mover}
    for player in (OTHER[mover], mover):
        after |= dict.fromkeys(dead(after, player), EMPTY)
    return after


def _owner(board: Board, point: Point) -> str | None:
    """Who has a stone there, or alone has stones around the empty points there; None for neither."""
    if board[point] != EMPTY:
        return board[point]
    around = {board[beside] for beside in bordering(board, point)}
    return around.pop() if len(around) == 1 else None
