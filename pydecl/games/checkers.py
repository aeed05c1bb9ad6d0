"""Checkers (English draughts): who can capture must; who cannot move has lost.

>>> game = Checkers()
>>> position = game.parse_position("B:W6,7,14,15,27:B2,K32")
>>> print(position)
checkers(b,[-(2,man),-(32,king)],[-(6,man),-(7,man),-(14,man),-(15,man),-(27,man)])
>>> for move, after in game.successors(position):
...     print(move, game.format_position(after), game.static_value(after))
'2x9x18' W:W7,15,27:B18,K32 -1
'2x11x18' W:W6,14,27:B18,K32 -1
'32x23' W:W6,7,14,15:B2,K23 -3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, OTHER, BoardGame, written
from pydecl.model.game import Successor
from pydecl.model.term import Atom, Compound, PrologList, Term

_SQUARES = 32
_SIDE = 8
_VICTORY = 100
_WORTH = {"b": 2, "B": 3, "w": -2, "W": -3, EMPTY: 0}
_CROWNED = {"b": range(29, 33), "w": range(1, 5)}
"""The squares where a man becomes a king."""
_MAN, _KING = Atom("man"), Atom("king")
_MOST_PIECES = 12
_SHAPE = "checkers(Mover, Blacks, Whites), Mover b or w, Blacks and Whites lists of pieces Square-Rank"


@written
class Position(NamedTuple):
    """The mover, b or w, and the squares 1 to 32, each b or w for a man, B or W for a king, or `.`."""

    mover: str
    cells: str

    def term(self) -> Term:
        return Compound("checkers", (Atom(self.mover), self._pieces("b"), self._pieces("w")))

    def _pieces(self, colour: str) -> PrologList:
        return PrologList(
            tuple(
                Compound("-", (square, _MAN if cell == colour else _KING))
                for square, cell in enumerate(self.cells, 1)
                if cell.lower() == colour
            )
        )


@dataclass(frozen=True)
class Checkers(BoardGame[Position]):
    """MAX is b and moves first; a move is named '11-15' or '22x8', with all squares where that may be two.

    There is no rule against going round. A position is written as in PDN: `B:W21,K22:B1,2`. The positions
    that are solved are those of so many `pieces` at the most.
    """

    pieces: int = 2

    movers = ("b", "w")
    bounds = (("pieces", 1, _MOST_PIECES),)

    def initial(self) -> Sequence[Position]:
        return [Position("b", "b" * 12 + EMPTY * 8 + "w" * 12)]

    def positions(self) -> Iterator[Position]:
        """All endings, one with fewer pieces before those with more."""
        for count in range(1, self.pieces + 1):
            for cells in _placed(EMPTY * _SQUARES, count, 1):
                yield from (Position(mover, cells) for mover in "bw")

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, cells = position
        captures = [
            (path, after)
            for square, cell in enumerate(cells, 1)
            if cell.lower() == mover
            for path, after in _captures(_put(cells, square, EMPTY), (square,), cell)
        ]
        ends = Counter((path[0], path[-1]) for path, _ in captures)
        named = [
            ("x".join(map(str, path if ends[path[0], path[-1]] > 1 else (path[0], path[-1]))), after)
            for path, after in captures
        ] or [
            (f"{square}-{target}", _put(_put(cells, square, EMPTY), target, _arrived(cell, target)))
            for square, cell in enumerate(cells, 1)
            if cell.lower() == mover
            for target, _ in _ways(square, cell)
            if cells[target - 1] == EMPTY
        ]
        return [(Atom(name), Position(OTHER[mover], after)) for name, after in named]

    def static_value(self, position: Position) -> int:
        """Black's material less white's, a man 2 and a king 3; +100 or -100 where the mover has lost."""
        if self.successors(position):
            return sum(map(_WORTH.__getitem__, position.cells))
        return -_VICTORY if position.mover == "b" else _VICTORY

    def turbulent(self, position: Position) -> bool:
        """Whether the mover must capture."""
        cells = position.cells
        return any(
            next(_jumps(cells, square, cell), None) is not None
            for square, cell in enumerate(cells, 1)
            if cell.lower() == position.mover
        )

    def from_term(self, term: Term) -> Position:
        mover, sides = self.arguments(term, _SHAPE)
        cells = EMPTY * _SQUARES
        for colour, side in zip("bw", sides, strict=True):
            pieces = _pieces_of_term(side)
            squares = [square for square, _ in pieces]
            if squares != sorted(set(squares)):
                raise _no_position(f"expected pieces in the order of squares, found {notation.shown(side)}")
            for square, king in pieces:
                cells = _with_piece(cells, square, colour, king=king)
        return Position(mover, cells)

    def format_position(self, position: Position) -> str:
        sides = {colour: ",".join(_piece_texts(position.cells, colour)) for colour in "wb"}
        return f"{position.mover.upper()}:W{sides['w']}:B{sides['b']}"

    def parse_position(self, text: str) -> Position:
        mover, *sides = (part.strip() for part in text.strip().removesuffix(".").split(":"))
        if mover not in ("B", "W"):
            raise _no_position(
                f"expected the side to move, B or W, and a colon, found {notation.shown_text(text)}"
            )
        if sorted(side[:1] for side in sides) != ["B", "W"]:
            raise _no_position(f"expected :W and :B, each with its pieces, found {notation.shown_text(text)}")
        cells = EMPTY * _SQUARES
        for side in sides:
            for piece in side[1:].split(",") if side[1:].strip() else []:
                square, king = _piece_of_text(piece.strip())
                cells = _with_piece(cells, square, side[0].lower(), king=king)
        return Position(mover.lower(), cells)


# Positions


def _placed(cells: str, count: int, first: int) -> Iterator[str]:
    """The board with so many pieces more on this square or later ones, in order."""
    if not count:
        yield cells
        return
    for square in range(first, _SQUARES + 2 - count):
        for cell in "bBwW":
            if square not in _CROWNED.get(cell, ()):
                yield from _placed(_put(cells, square, cell), count - 1, square + 1)


# Moves


def _put(cells: str, square: int, cell: str) -> str:
    return cells[: square - 1] + cell + cells[square:]


def _arrived(cell: str, square: int) -> str:
    """The piece when it has come to the square: a man may have become a king."""
    return cell.upper() if square in _CROWNED.get(cell, ()) else cell


def _captures(cells: str, path: tuple[int, ...], cell: str) -> Iterator[tuple[tuple[int, ...], str]]:
    """All ways to jump on until it ends: the squares visited, and the board after.

    The piece has come along the path, is not on the board meanwhile, and was `cell` when it set out.
    """
    here = path[-1]
    jumps = [] if _arrived(cell, here) != cell else list(_jumps(cells, here, cell))
    for over, target in jumps:
        yield from _captures(_put(cells, over, EMPTY), (*path, target), cell)
    if not jumps and len(path) > 1:
        yield path, _put(cells, here, _arrived(cell, here))


def _jumps(cells: str, square: int, cell: str) -> Iterator[tuple[int, int]]:
    """What the piece on a square can jump over, and where it lands."""
    for over, target in _ways(square, cell):
        if target and cells[over - 1].lower() == OTHER[cell.lower()] and cells[target - 1] == EMPTY:
            yield over, target


@cache
def _ways(square: int, cell: str) -> tuple[tuple[int, int], ...]:
    """The squares next to this one where the piece may go, and the square behind each, 0 for none."""
    row, column = _place(square)
    downs = {"b": (1,), "w": (-1,)}.get(cell, (-1, 1))
    ways = [
        (_number(row + down, column + right), _number(row + 2 * down, column + 2 * right))
        for down in downs
        for right in (-1, 1)
    ]
    return tuple(way for way in ways if way[0])


def _place(square: int) -> tuple[int, int]:
    """The row and the column, from 0, of a square; in the first row the dark squares begin at column 1."""
    row, place = divmod(square - 1, _SIDE // 2)
    return row, 2 * place + 1 - row % 2


def _number(row: int, column: int) -> int:
    """The number of a dark square, 0 where there is none."""
    inside = 0 <= row < _SIDE and 0 <= column < _SIDE
    return row * _SIDE // 2 + column // 2 + 1 if inside else 0


# Reading and writing


_no_position = partial(notation.no_position, "checkers")


def _with_piece(cells: str, square: int, colour: str, *, king: bool) -> str:
    if cells[square - 1] != EMPTY:
        raise _no_position(f"expected one piece on a square, found two on {square}")
    if not king and square in _CROWNED[colour]:
        side = "black" if colour == "b" else "white"
        raise _no_position(f"a {side} man on {square} would have become a king")
    return _put(cells, square, colour.upper() if king else colour)


def _pieces_of_term(side: Term) -> list[tuple[int, bool]]:
    """The squares of a list of pieces, each with whether a king is there."""
    items = notation.list_items(side)
    if items is None:
        raise _no_position(f"expected a list of pieces, found {notation.shown(side)}")
    pieces = []
    for item in items:
        square, rank = item.args if isinstance(item, Compound) and len(item.args) == 2 else (0, item)
        named = isinstance(item, Compound) and item.name == "-" and rank in (_MAN, _KING)
        if not (named and type(square) is int and 1 <= square <= _SQUARES):
            expected = f"a piece Square-Rank, Square from 1 to {_SQUARES} and Rank man or king"
            raise _no_position(f"expected {expected}, found {notation.shown(item)}")
        pieces.append((square, rank == _KING))
    return pieces


def _piece_of_text(text: str) -> tuple[int, bool]:
    """The square of a piece such as `22` or `K22`, and whether it is a king."""
    digits = text.removeprefix("K")
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits) <= _SQUARES):
        expected = f"a square from 1 to {_SQUARES}, after K for a king"
        raise _no_position(f"expected {expected}, found {notation.shown_text(text)}")
    return int(digits), digits != text


def _piece_texts(cells: str, colour: str) -> Iterator[str]:
    for square, cell in enumerate(cells, 1):
        if cell.lower() == colour:
            yield str(square) if cell == colour else f"K{square}"
