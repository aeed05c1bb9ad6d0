"""King and one more piece against king: what `kqk` and `krk` share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import ClassVar, NamedTuple

from pydecl.games import notation
from pydecl.games.notation import BoardGame, written
from pydecl.model.game import Outcome, Successor
from pydecl.model.term import Atom, Compound, PrologList, Term

Square = tuple[int, int]
"""File and rank, from 1."""

_NONE = Atom("none")
_FILES = "abcdefgh"

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
AROUND = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Steps, files and ranks, clockwise from straight up."""


@written
class Position(NamedTuple):
    """The game, the mover, White's king and piece (None when it was taken), and Black's king."""

    game: str
    mover: str
    king: Square
    piece: Square | None
    black: Square

    def term(self) -> Term:
        mover, piece = Atom(self.mover), _NONE if self.piece is None else Compound("/", self.piece)
        return Compound(self.game, (mover, Compound("/", self.king), piece, Compound("/", self.black)))


@dataclass(frozen=True)
class Endgame(BoardGame[Position]):
    """White, who is MAX, has a king and a piece; Black has a king.

    `board` is the number of files and of ranks. `start` are the squares of White's king and piece and of
    Black's king, White to move; where the default does not fit, the first of `positions` is the start.
    """

    board: int = 8
    start: tuple[Atom, ...] = ()  # type: ignore[assignment]  # the option's name

    movers = ("w", "b")

    letter: ClassVar[str]
    """White's piece: its letter, and the steps of its moves in order."""
    steps: ClassVar[Sequence[tuple[int, int]]]
    bounds = (("board", 4, 8),)

    def __post_init__(self) -> None:
        default = type(self).start
        if self.start != default:
            allowed = self._placed(self.start) is not None
            expected = (
                f"the squares of White's king and {self.letter} and of Black's king, not in check, such as"
                f" {notation.shown(PrologList(default))}"
            )
            self.require("start", allowed, expected)
        super().__post_init__()

    def _placed(self, start: object) -> Position | None:
        """The position of three squares, White to move; None where they are no position."""
        if not (isinstance(start, tuple) and len(start) == 3):
            return None
        king, piece, black = (self._squares.get(name) for name in start)
        if king is None or piece is None or black is None:
            return None
        position = Position(self.game, "w", king, piece, black)
        return None if self._fault(position) else position

    def initial(self) -> Sequence[Position]:
        start = self._placed(self.start)
        return [start or next(position for position in self.positions() if position.mover == "w")]

    def positions(self) -> Iterator[Position]:
        """All positions with the piece on the board, whoever is to move."""
        for king, piece, black in product(self._squares.values(), repeat=3):
            for mover in "wb":
                position = Position(self.game, mover, king, piece, black)
                if not self._fault(position):
                    yield position

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        game, mover, king, piece, black = position
        if piece is None:
            return []
        beside_king, beside_black = self._beside[king], self._beside[black]
        if mover == "b":
            attacked = self._attacked[piece, king]
            return [
                (_named("K", to), Position(game, "w", king, None if to == piece else piece, to))
                for to in beside_black
                if to not in beside_king and to not in attacked
            ]
        moves = [
            (_named("K", to), Position(game, "b", to, piece, black))
            for to in beside_king
            if to != piece and to not in beside_black
        ]
        for way in self._ways[piece]:
            for to in way:
                if to in (king, black):
                    break
                moves.append((_named(self.letter, to), Position(game, "b", king, to, black)))
        return moves

    def static_value(self, position: Position) -> int:
        return 1 if self.outcome(position) is Outcome.WON else 0

    def outcome(self, position: Position) -> Outcome | None:
        _, mover, king, piece, black = position
        if piece is None:
            return Outcome.DRAWN
        if mover == "w" or self.successors(position):
            return None
        return Outcome.WON if black in self._attacked[piece, king] else Outcome.DRAWN

    def from_term(self, term: Term) -> Position:
        mover, places = self.arguments(term, f"{self.game}(Mover, King, Piece, Black)")
        squares: list[Square | None] = []
        for place in places:
            square = self._squares_of_terms.get(place)
            if square is None and not (place == _NONE and len(squares) == 1):
                expected = f"a square File/Rank on a board of {self.board}, found {notation.shown(place)}"
                raise self.no_position(f"expected {expected}")
            squares.append(square)
        king, piece, black = squares
        assert king is not None
        assert black is not None
        return self._checked(Position(self.game, mover, king, piece, black))

    def format_position(self, position: Position) -> str:
        piece = "" if position.piece is None else f"{_text(self.letter, position.piece)} "
        return f"{_text('K', position.king)} {piece}{_text('k', position.black)} {position.mover}"

    def parse_position(self, text: str) -> Position:
        square = f"([{_FILES[: self.board]}][1-{self.board}])"
        pattern = rf"\s*K{square}\s+(?:{self.letter}{square}\s+)?k{square}\s+([wb])\s*"
        match = re.fullmatch(pattern, text)
        if match is None:
            example = self.format_position(self.initial()[0])
            expected = f"White's pieces, Black's king and the side to move, such as {example}"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(text)}")
        *names, mover = match.groups()
        king, piece, black = (None if name is None else self._squares[Atom(name)] for name in names)
        assert king is not None
        assert black is not None
        return self._checked(Position(self.game, mover, king, piece, black))

    def _checked(self, position: Position) -> Position:
        fault = self._fault(position)
        if fault:
            raise self.no_position(fault)
        return position

    def _fault(self, position: Position) -> str | None:
        """Why no play leads here, or None."""
        _, mover, king, piece, black = position
        if piece in (king, black):
            return "two pieces are on one square"
        if black == king or black in self._beside[king]:
            return "the kings are next to each other"
        if mover == "w":
            in_check = piece is not None and black in self._attacked[piece, king]
            return "Black's king is in check, and w is to move" if in_check else None
        return "b is to move, and has just taken the piece" if piece is None else None

    # Where pieces go

    @cached_property
    def _squares(self) -> Mapping[Term, Square]:
        """The squares by their names: a1, a2 and so on, then b1."""
        numbers = range(1, self.board + 1)
        return {_named("", (file, rank)): (file, rank) for file in numbers for rank in numbers}

    @cached_property
    def _squares_of_terms(self) -> Mapping[Term, Square]:
        """The squares by their terms File/Rank."""
        return {Compound("/", square): square for square in self._board}

    @cached_property
    def _ways(self) -> Mapping[Square, Sequence[Sequence[Square]]]:
        """For each square, those that follow it in the directions of White's piece, nearest first."""
        return {square: self._ways_from(square, self.steps, self.board) for square in self._squares.values()}

    @cached_property
    def _beside(self) -> Mapping[Square, Sequence[Square]]:
        """Where a king can go from each square."""
        return {
            square: [to for way in self._ways_from(square, AROUND, 1) for to in way]
            for square in self._squares.values()
        }

    def _ways_from(self, square: Square, steps: Sequence[Square], longest: int) -> list[list[Square]]:
        file, rank = square
        ways = [[(file + i * right, rank + i * up) for i in range(1, longest + 1)] for right, up in steps]
        return [[to for to in way if to in self._board] for way in ways]

    @cached_property
    def _board(self) -> frozenset[Square]:
        return frozenset(self._squares.values())

    @cached_property
    def _attacked(self) -> _Attacked:
        return _Attacked(self._ways)


class _Attacked(dict[tuple[Square, Square], frozenset[Square]]):
    """What White's piece attacks, from its square and the white king's; Black's king hides nothing.

    Each is worked out when it is first asked for: few games come to all.
    """

    def __init__(self, ways: Mapping[Square, Sequence[Sequence[Square]]]) -> None:
        super().__init__()
        self._ways = ways

    def __missing__(self, pieces: tuple[Square, Square]) -> frozenset[Square]:
        piece, king = pieces
        ways = (way[: way.index(king)] if king in way else way for way in self._ways[piece])
        found = self[pieces] = frozenset(to for way in ways for to in way)
        return found


@cache
def _named(piece: str, square: Square) -> Atom:
    """A piece and its square: Qe7."""
    return Atom(_text(piece, square))


def _text(piece: str, square: Square) -> str:
    file, rank = square
    return f"{piece}{_FILES[file - 1]}{rank}"
