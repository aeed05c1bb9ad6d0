"""Othello: a disc encloses straight rows of the opponent's discs, which are turned over.

>>> game = Othello(size=4)
>>> start = game.initial()[0]
>>> print(start)
othello(b,[[e,e,e,e],[e,w,b,e],[e,b,w,e],[e,e,e,e]])
>>> for move, after in game.successors(start):
...     print(move, game.format_position(after), game.static_value(after))
b1 .b../.bb./.bw./.... w 3
a2 ..../bbb./.bw./.... w 3
d3 ..../.wb./.bbb/.... w 3
c4 ..../.wb./.bb./..b. w 3
>>> corners = Othello(size=4, corners=25)
>>> corners.name, corners.static_value(corners.parse_position("wb.b/..../..../.... w"))
('othello:size=4,corners=25', 1)
>>> Othello(size=4, material=0, squares=10).static_value(start)
0
>>> print(Othello(width=6, height=4).initial()[0])
othello(b,[[e,e,e,e,e,e],[e,e,w,b,e,e],[e,e,b,w,e,e],[e,e,e,e,e,e]])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, OnRows, RowsGame
from pydecl.model.game import Outcome, Successor
from pydecl.model.player import by_sign
from pydecl.model.term import Atom

_PASS = Atom("pass")
_LARGEST = 26
_LENGTHS = f"an even number from 4 to {_LARGEST}"
_SIZE = "size"


class Position(OnRows):
    """The mover, and rows of cells: b, w or `.`."""

    __slots__ = ()


@dataclass(frozen=True)
class Othello(RowsGame[Position]):
    """MAX is b and moves first; a move is a square such as d3, counted from the top left, or pass.

    `width` and `height` are numbers, or the word size for as many as `size` says.

    `material`, `corners` and `squares` are what discs count, everywhere, on a corner, and two rows and two
    columns from a corner: c3, f3, c6 and f6 on the large board. They are a tutorial's ideas (lecture notes on
    game tree searching, section 13), the numbers are free; 0 is off.
    """

    size: int = 8
    width: int | str = _SIZE
    height: int | str = _SIZE
    material: int = 1
    corners: int = 0
    squares: int = 0

    movers = ("b", "w")
    pieces = "bw"

    def __post_init__(self) -> None:
        self.require("size", _is_length(self.size), _LENGTHS)
        for option in ("width", "height"):
            length = getattr(self, option)
            if length in (_SIZE, Atom(_SIZE)):
                object.__setattr__(self, option, _SIZE)
            else:
                self.require(option, _is_length(length), f"{_LENGTHS}, or {_SIZE}")
        for option in ("material", "corners", "squares"):
            self.require_whole_number(option, 0, 1000)
        super().__post_init__()

    @property
    def columns_and_rows(self) -> tuple[int, int]:
        """How many there are."""
        width = self.size if isinstance(self.width, str) else self.width
        height = self.size if isinstance(self.height, str) else self.height
        return width, height

    def initial(self) -> Sequence[Position]:
        width, height = self.columns_and_rows
        side = EMPTY * (width // 2 - 1)
        edge = (EMPTY * width,) * (height // 2 - 1)
        return [Position("b", (*edge, f"{side}wb{side}", f"{side}bw{side}", *edge))]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, rows = position
        opponent = OTHER[mover]
        board = "".join(rows)
        size = self.columns_and_rows
        names, rays = _square_names(*size), _rays(*size)
        successors: list[Successor[Position]] = []
        free = [square for square, cell in enumerate(board) if cell == EMPTY]
        for square in free:
            turned = _turned(board, rays[square], mover)
            if turned:
                successors.append((names[square], self._after(board, mover, [square, *turned])))
        if not successors and any(_turned(board, rays[square], opponent) for square in free):
            successors.append((_PASS, Position(opponent, rows)))
        return successors

    def _after(self, board: str, mover: str, squares: list[int]) -> Position:
        """The position after the mover's discs have come to lie on the squares."""
        cells = list(board)
        for square in squares:
            cells[square] = mover
        width, height = self.columns_and_rows
        return Position(OTHER[mover], notation.rows_of("".join(cells), [width] * height))

    def canonical(self, position: Position) -> Position:
        """The least of the four images of the board, or eight if it is square, in the order of terms."""
        width, height = self.columns_and_rows
        images_of = notation.square_images if width == height else notation.mirror_images
        images = images_of(position.rows)
        return Position(position.mover, min(images, key=notation.order_of_rows))

    def static_value(self, position: Position) -> int:
        """The disc difference, black's less white's, and what the options add for corners and squares."""
        value = self.material * _lead("".join(position.rows))
        if self.corners:
            value += self.corners * _lead(self._near_corners(position, 0))
        if self.squares:
            value += self.squares * _lead(self._near_corners(position, 2))
        return value

    def _near_corners(self, position: Position, steps: int) -> str:
        """The four cells so many rows and columns from a corner."""
        columns, rows = ((steps, length - 1 - steps) for length in self.columns_and_rows)
        return "".join(position.rows[row][column] for row in rows for column in columns)

    def outcome(self, position: Position) -> Outcome | None:
        """Whoever has more discs has won, whatever the options say."""
        return None if self.successors(position) else by_sign(_lead("".join(position.rows)))


def _is_length(value: object) -> bool:
    return type(value) is int and value % 2 == 0 and 4 <= value <= _LARGEST


def _lead(cells: str) -> int:
    return cells.count("b") - cells.count("w")


def _turned(board: str, rays: tuple[tuple[int, ...], ...], mover: str) -> list[int]:
    """What the mover's disc turns over, on the free square of these rays; nothing if it may not go there."""
    turned: list[int] = []
    ends = mover + EMPTY
    for ray in rays:
        if board[ray[0]] in ends:
            continue
        for length, other in enumerate(ray):
            if board[other] in ends:
                if board[other] == mover:
                    turned += ray[:length]
                break
    return turned


@cache
def _rays(width: int, height: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each square, the squares that follow it in each of the directions that have any, nearest first."""
    directions = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    rays = []
    for square in range(width * height):
        row, column = divmod(square, width)
        steps = [
            [(row + i * down, column + i * right) for i in range(1, max(width, height))]
            for down, right in directions
        ]
        on_board = [
            tuple(r * width + c for r, c in ray if 0 <= r < height and 0 <= c < width) for ray in steps
        ]
        rays.append(tuple(ray for ray in on_board if ray))
    return tuple(rays)


@cache
def _square_names(width: int, height: int) -> tuple[Atom, ...]:
    """The names of the squares in reading order: a1 is top left."""
    return tuple(Atom(notation.square_name(c, r)) for r in range(1, height + 1) for c in range(width))
