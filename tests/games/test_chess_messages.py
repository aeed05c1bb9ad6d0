"""Every message about a FEN, a term or an option of chess."""

from __future__ import annotations

import pytest

from pydecl.errors import Exit, InputError, PositionError
from pydecl.games import bundled
from pydecl.games.chess import Chess
from pydecl.games.fen import START
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologString, Term

GAME = Chess()

RANK = "expected 8 squares, letters of KQRBNPkqrbnp and numbers of empty squares, found"
FIELDS = (
    "expected the 6 fields of a FEN (board, side to move, castling, en passant, halfmove clock, move number)"
)
KINGS = "4k3/8/8/8/8/8/8/4K3"

WRONG_FENS = [
    ("", f"{FIELDS}, or the first 4, found 0 in ''"),
    (f"{KINGS} w - - 0", f"{FIELDS}, or the first 4, found 5 in '{KINGS} w - - 0'"),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", "board: expected 8 ranks divided by /, found 7 in '4k3/8/8/8/8/8/4K3'"),
    ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", f"board, rank 1: {RANK} '4K4'"),
    ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", f"board, rank 5: {RANK} '7'"),
    ("4k3/8/8/....8/8/8/8/4K3 w - - 0 1", f"board, rank 5: {RANK} '....8'"),
    ("4k3/8/8/8/8/8/8x/4K3 w - - 0 1", f"board, rank 2: {RANK} '8x'"),
    ("4k3/8/8/8/8/8/²6/4K3 w - - 0 1", f"board, rank 2: {RANK} '²6'"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "board: expected one black king, found 0"),
    ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board: expected one white king, found 2"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "board: a pawn cannot stand on h8"),
    ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "board: a pawn cannot stand on a1"),
    (f"{KINGS} x - - 0 1", "side to move: expected w or b, found 'x'"),
    (f"{KINGS} w QK - 0 1", "castling: expected letters of KQkq in this order, or -, found 'QK'"),
    (f"{KINGS} w KK - 0 1", "castling: expected letters of KQkq in this order, or -, found 'KK'"),
    (f"{KINGS} w K - 0 1", "castling: K needs a king on e1 and a rook on h1"),
    ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "castling: k needs a king on e8 and a rook on h8"),
    (f"{KINGS} w - e9 0 1", "en passant: expected a square or -, found 'e9'"),
    (f"{KINGS} w - e3 0 1", "en passant: expected a square on rank 6 where w is to move, found e3"),
    (f"{KINGS} b - e6 0 1", "en passant: expected a square on rank 3 where b is to move, found e6"),
    (f"{KINGS} w - e6 0 1", "en passant: no pawn has just passed e6"),
    (f"{KINGS} w - - -1 1", "halfmove clock: expected a whole number from 0, found '-1'"),
    (f"{KINGS} w - - 0 0", "move number: expected a whole number from 1, found '0'"),
    (f"{KINGS} w - - 0 one", "move number: expected a whole number from 1, found 'one'"),
    ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the black king is in check, and w is to move"),
    ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "the white king is in check, and b is to move"),
]


@pytest.mark.parametrize(("fen", "fault"), WRONG_FENS)
def test_a_wrong_fen_is_refused_by_field(fen: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(fen)
    assert str(caught.value) == f"no position of chess: {fault}"
    assert caught.value.exit_code is Exit.BAD_INPUT


CELLS = f"e,e,e,e,bk,{'e,' * 55}wk,e,e,e"
BOARD = f"board({CELLS})"
SHAPE = "chess(Mover, Board, Castling, EnPassant, Clock, Number)"

WRONG_TERMS = [
    ("chess(w)", f"expected {SHAPE}, found chess(w)"),
    (f"chess(x,{BOARD},[],-,0,1)", "side to move: expected w or b, found x"),
    ("chess(w,board(e),[],-,0,1)", "board: expected board(A8, ..., H1) with 64 squares, found board(e)"),
    (f"chess(w,board(x{CELLS[1:]}),[],-,0,1)", "board, a8: expected e or a piece such as wk, found x"),
    (f"chess(w,board({CELLS[:-1]}1),[],-,0,1)", "board, h1: expected e or a piece such as wk, found 1"),
    (
        f"chess(w,{BOARD},[c1,g1],-,0,1)",
        "castling: expected a list of g1, c1, g8 and c8, in this order, found [c1,g1]",
    ),
    (f"chess(w,{BOARD},-,-,0,1)", "castling: expected a list of g1, c1, g8 and c8, in this order, found -"),
    (f"chess(w,{BOARD},[g1],-,0,1)", "castling: K needs a king on e1 and a rook on h1"),
    (f"chess(w,{BOARD},[],none,0,1)", "en passant: expected a square or -, found none"),
    (f"chess(w,{BOARD},[],-,0.0,1)", "halfmove clock: expected a whole number from 0, found 0.0"),
    (f"chess(w,{BOARD},[],-,0,0)", "move number: expected a whole number from 1, found 0"),
]


@pytest.mark.parametrize(("text", "fault"), WRONG_TERMS)
def test_a_term_that_is_no_position_is_refused_by_field(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.from_term(read_term(text))
    assert str(caught.value) == f"no position of chess: {fault}"


WRONG_OPTIONS: list[tuple[str, Term, str]] = [
    ("knight", 0, "chess: knight must be a whole number from 1 to 9, not 0"),
    ("clock_limit", 0, "chess: clock_limit must be a whole number from 1 to 10000, not 0"),
    ("start", PrologString(START), f'chess: start must be a FEN in single quotes, not "{START}"'),
    ("start", Atom("x"), f"no position of chess: {FIELDS}, or the first 4, found 1 in 'x'"),
    (
        "start",
        Atom(f"{KINGS} w - -"),
        f"chess: start must be written as '{KINGS} w - - 0 1', not '{KINGS} w - -'",
    ),
]


@pytest.mark.parametrize(("option", "value", "message"), WRONG_OPTIONS)
def test_a_wrong_option_is_refused_by_name(option: str, value: Term, message: str) -> None:
    with pytest.raises(InputError) as caught:
        bundled("chess", **{option: value})
    assert str(caught.value) == message


def test_the_name_has_the_options() -> None:
    game = bundled("chess", knight=4, start=Atom(f"{KINGS} b - - 3 9"))
    assert game.name == f"chess:start='{KINGS} b - - 3 9',knight=4"
    assert bundled("chess", start=Atom(START)).name == "chess"
