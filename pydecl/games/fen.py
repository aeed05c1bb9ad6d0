"""Positions of chess: as FEN (Forsyth-Edwards Notation), and as Prolog terms.

>>> position = from_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
>>> position.board[:16], position.castling
('....k...P.......', 'K')
>>> from_fen("4k3/P7/8/8/8/8/8/4K2R w Q - 0 1")
Traceback (most recent call last):
pydecl.errors.PositionError: no position of chess: castling: Q needs a king on e1 and a rook on a1
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from pydecl.games import notation
from pydecl.games.notation import EMPTY, written
from pydecl.model.term import Atom, Compound, PrologList, Term

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

SQUARES = tuple(f"{file}{rank}" for rank in "87654321" for file in "abcdefgh")
"""The names of the squares in reading order, from the top left."""

CASTLES = {"K": ("e1", "h1", "g1"), "Q": ("e1", "a1", "c1"), "k": ("e8", "h8", "g8"), "q": ("e8", "a8", "c8")}
"""Where king and rook stand, and where the king goes."""

_PIECES = "KQRBNPkqrbnp"
_ATOMS = {piece: Atom(("w" if piece.isupper() else "b") + piece.lower()) for piece in _PIECES}
_ATOMS[EMPTY] = Atom("e")
_PIECE_OF_ATOM: dict[Term, str] = {atom: piece for piece, atom in _ATOMS.items()}
_SQUARE_OF_ATOM: dict[Term, int] = {Atom(name): square for square, name in enumerate(SQUARES)}
_MOST_PIECES = 16

_fault = partial(notation.no_position, "chess")

_SHAPE = "chess(Mover, Board, Castling, EnPassant, Clock, Number)"


@written
class Position(NamedTuple):
    """The fields of a FEN; `board` has 64 squares in reading order, and `passant` is one, or None."""

    mover: str
    board: str
    castling: str
    passant: int | None
    clock: int
    number: int

    def term(self) -> Term:
        return Compound(
            "chess",
            (
                Atom(self.mover),
                Compound("board", tuple(_ATOMS[cell] for cell in self.board)),
                PrologList(tuple(map(_castle, self.castling))),
                Atom(_square_text(self.passant)),
                self.clock,
                self.number,
            ),
        )

    def fen(self) -> str:
        """The position as a FEN; `from_fen` reads it back."""
        rows = "/".join(notation.rows_of(self.board, [8] * 8))
        board = re.sub(r"\.+", lambda gap: str(len(gap[0])), rows)
        passant = _square_text(self.passant)
        return f"{board} {self.mover} {self.castling or '-'} {passant} {self.clock} {self.number}"


def _square_text(square: int | None) -> str:
    return "-" if square is None else SQUARES[square]


def from_fen(text: str) -> Position:
    """The position of a FEN; without its last two fields, the clocks, they are 0 and 1.

    Raises PositionError, which names the field and says what was expected.
    """
    fields = text.split()
    if len(fields) not in (4, 6):
        names = "board, side to move, castling, en passant, halfmove clock, move number"
        raise _fault(
            f"expected the 6 fields of a FEN ({names}), or the first 4, found {len(fields)}"
            f" in {notation.shown_text(text)}"
        )
    board, mover, castling, passant, clock, number = (*fields, "0", "1")[:6]
    if mover not in ("w", "b"):
        raise _fault(f"side to move: expected w or b, found {notation.shown_text(mover)}")
    if castling != "-" and not re.fullmatch("(?=.)K?Q?k?q?", castling):
        expected = "letters of KQkq in this order, or -"
        raise _fault(f"castling: expected {expected}, found {notation.shown_text(castling)}")
    if passant != "-" and passant not in SQUARES:
        raise _fault(f"en passant: expected a square or -, found {notation.shown_text(passant)}")
    return _checked(
        Position(
            mover,
            _board(board),
            castling.replace("-", ""),
            None if passant == "-" else SQUARES.index(passant),
            _count("halfmove clock", clock, 0),
            _count("move number", number, 1),
        )
    )


def _board(text: str) -> str:
    """The squares of the first field."""
    ranks = text.split("/")
    if len(ranks) != 8:
        found = f"{len(ranks)} in {notation.shown_text(text)}"
        raise _fault(f"board: expected 8 ranks divided by /, found {found}")
    for rank, row in zip("87654321", ranks, strict=True):
        if not set(row) <= {*_PIECES, *"12345678"} or len(_cells(row)) != 8:
            expected = f"8 squares, letters of {_PIECES} and numbers of empty squares"
            raise _fault(f"board, rank {rank}: expected {expected}, found {notation.shown_text(row)}")
    return "".join(map(_cells, ranks))


def _cells(row: str) -> str:
    return re.sub(r"\d", lambda gap: EMPTY * int(gap[0]), row)


def _count(field: str, text: str, least: int) -> int:
    if not re.fullmatch(r"[0-9]+", text) or int(text) < least:
        raise _fault(f"{field}: expected a whole number from {least}, found {notation.shown_text(text)}")
    return int(text)


def from_term(term: Term) -> Position:
    """The position of a Prolog term; raises PositionError for any other term."""
    if not (isinstance(term, Compound) and term.name == "chess" and len(term.args) == 6):
        raise _fault(f"expected {_SHAPE}, found {notation.shown(term)}")
    mover, board, castling, passant, clock, number = term.args
    _expect(mover in (Atom("w"), Atom("b")), "side to move", "w or b", mover)
    cells = board.args if isinstance(board, Compound) and board.name == "board" else ()
    _expect(len(cells) == 64, "board", "board(A8, ..., H1) with 64 squares", board)
    for name, cell in zip(SQUARES, cells, strict=True):
        _expect(cell in _PIECE_OF_ATOM, f"board, {name}", "e or a piece such as wk", cell)
    rights = notation.list_items(castling) or ()
    letters = "".join(letter for letter in CASTLES if _castle(letter) in rights)
    in_order = castling == PrologList(tuple(map(_castle, letters)))
    _expect(in_order, "castling", "a list of g1, c1, g8 and c8, in this order", castling)
    _expect(passant == Atom("-") or passant in _SQUARE_OF_ATOM, "en passant", "a square or -", passant)
    return _checked(
        Position(
            str(mover),
            "".join(_PIECE_OF_ATOM[cell] for cell in cells),
            letters,
            _SQUARE_OF_ATOM.get(passant),
            _whole_number("halfmove clock", clock, 0),
            _whole_number("move number", number, 1),
        )
    )


def _whole_number(field: str, term: Term, least: int) -> int:
    if type(term) is int and term >= least:
        return term
    raise _fault(f"{field}: expected a whole number from {least}, found {notation.shown(term)}")


def _castle(letter: str) -> Atom:
    """What stands for a letter of the castling field in a term."""
    return Atom(CASTLES[letter][2])


def _expect(allowed: bool, field: str, expected: str, found: Term) -> None:
    if not allowed:
        raise _fault(f"{field}: expected {expected}, found {notation.shown(found)}")


def _checked(position: Position) -> Position:
    """The position itself; raises PositionError where its fields contradict each other."""
    mover, board, castling, passant, _, _ = position
    for colour, king, pieces in (("white", "K", _PIECES[:6]), ("black", "k", _PIECES[6:])):
        if board.count(king) != 1:
            raise _fault(f"board: expected one {colour} king, found {board.count(king)}")
        count = sum(map(board.count, pieces))
        if count > _MOST_PIECES:
            raise _fault(f"board: expected at most {_MOST_PIECES} {colour} pieces, found {count}")
    for square in (*range(8), *range(56, 64)):
        if board[square] in "Pp":
            raise _fault(f"board: a pawn cannot stand on {SQUARES[square]}")
    for letter in castling:
        king, rook, _ = CASTLES[letter]
        pieces = "KR" if letter.isupper() else "kr"
        if (board[SQUARES.index(king)], board[SQUARES.index(rook)]) != tuple(pieces):
            raise _fault(f"castling: {letter} needs a king on {king} and a rook on {rook}")
    if passant is not None:
        rank, pawn, ahead = ("6", "p", 8) if mover == "w" else ("3", "P", -8)
        name = SQUARES[passant]
        if name[1] != rank:
            raise _fault(
                f"en passant: expected a square on rank {rank} where {mover} is to move, found {name}"
            )
        if (board[passant - ahead], board[passant], board[passant + ahead]) != (EMPTY, EMPTY, pawn):
            raise _fault(f"en passant: no pawn has just passed {name}")
    return position
