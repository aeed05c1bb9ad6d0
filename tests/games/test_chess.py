"""Chess in Python: published counts, another program's rules, the rules in Prolog, and its own laws."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.crosschecking import crosscheck
from pydecl.crosschecking.verdict import Agreement
from pydecl.errors import InputError, PositionError
from pydecl.games.chess import MATE, Chess
from pydecl.games.fen import START, Position
from pydecl.model.game import Outcome
from pydecl.model.program import Program
from pydecl.model.result import DEFAULTS
from pydecl.model.term import Atom

pytestmark = pytest.mark.usefixtures("quick_c")

GAME = Chess()

FENS = (
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/k1P5/8/8/2Q5/8/2p1K3/8 w - - 140 90",
)


def moves(fen: str) -> dict[str, Position]:
    """The moves by their names, in order."""
    return {str(move): after for move, after in GAME.successors(GAME.parse_position(fen))}


# Held against the package `chess`


def assert_the_same(board: Any, position: Position) -> None:
    """The position, its moves and where they lead, and how the game ended, are what `board` says."""
    assert position.fen() == board.fen(en_passant="fen")
    theirs = {}
    for move in board.legal_moves:
        board.push(move)
        theirs[move.uci()] = board.fen(en_passant="fen")
        board.pop()
    drawn = board.is_stalemate() or (board.is_seventyfive_moves() and not board.is_checkmate())
    over = board.is_checkmate() or drawn
    assert {name: after.fen() for name, after in moves(position.fen()).items()} == ({} if over else theirs)
    won = Outcome.LOST if position.mover == "w" else Outcome.WON
    assert GAME.outcome(position) is (Outcome.DRAWN if drawn else won if over else None)


@settings(deadline=None, max_examples=sample_size(7, 50))
@given(st.sampled_from(FENS), st.integers(0, 10**6))
def test_random_play_is_that_of_another_program(fen: str, seed: int) -> None:
    chess = pytest.importorskip("chess")
    random = Random(seed)
    position = GAME.parse_position(fen)
    for _ in range(40):
        assert_the_same(chess.Board(position.fen()), position)
        successors = GAME.successors(position)
        if not successors:
            break
        position = random.choice(successors)[1]


# Held against the rules in Prolog


POSITIONS = sample_size(10, 150)


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.sampled(1, "each start asks for all that follows in SWI-Prolog; random play meets the rest")
def test_the_rules_in_prolog_agree_one_ply_from_the_usual_positions(fen: str) -> None:
    spec = f"chess:start='{fen}'"
    assert isinstance(crosscheck(spec, programs=[Program.MINIMAX], plies=1, depth=0), Agreement)


def test_the_rules_in_prolog_agree_in_random_play() -> None:
    verdict = crosscheck("chess", programs=[Program.MINIMAX], positions=POSITIONS, seed=1, depth=0)
    assert isinstance(verdict, Agreement)
    assert verdict.positions == POSITIONS


# Its own laws


def test_a_pawn_is_promoted_to_four_pieces_also_by_taking() -> None:
    names = [name for name in moves("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1") if name.startswith("a7")]
    assert names == [square + piece for square in ("a7a8", "a7b8") for piece in "bnqr"]
    assert moves("4k3/8/8/8/8/8/p7/4K3 b - - 5 1")["a2a1n"].fen() == "4k3/8/8/8/8/8/8/n3K3 w - - 0 2"


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1c1", "e1g1"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", []),
        ("r3k2r/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", []),  # something is between king and rook
        ("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", []),  # the king is in check
        ("4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1"]),  # it would pass f1
        ("4k3/3r4/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1g1"]),  # it would pass d1
        ("4k3/6r1/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1"]),  # it would be in check
        ("4k3/1r6/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1", "e1g1"]),  # only the rook passes b1
        ("4k3/7r/8/8/8/8/8/R3K2R w KQ - 0 1", ["e1c1", "e1g1"]),  # only the rook is attacked
    ],
)
def test_castling_needs_its_conditions(fen: str, castles: list[str]) -> None:
    found = moves(fen)
    assert [name for name in ("e1c1", "e1g1") if name in found] == castles


def test_en_passant_takes_the_pawn_that_passed_and_only_at_once() -> None:
    after = moves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 3")["e5d6"]
    assert after.fen() == "4k3/8/3P4/8/8/8/8/4K3 b - - 0 3"
    assert "e5d6" not in moves("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 3")


def test_en_passant_may_not_leave_the_king_attacked() -> None:
    assert "e4d3" not in moves("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1")
    assert "e4d3" in moves("8/8/8/k7/3Pp2R/8/8/4K3 b - d3 0 1")


def test_mate_is_worth_more_than_any_material_and_less_than_a_win_of_the_programs() -> None:
    queens_and_king = 16
    with pytest.raises(PositionError, match=f"at most {queens_and_king} white pieces"):
        GAME.parse_position("QQQQQQQQ/QQQQQQQQ/8/8/8/K6k/8/8 b - - 0 1")
    most_worth = 9
    for knight in (1, most_worth):
        assert (queens_and_king - 1) * max(9, knight) < MATE < DEFAULTS.win - DEFAULTS.max_ply
    with pytest.raises(InputError):
        Chess(knight=most_worth + 1)


def test_the_options_change_the_value_the_clock_and_the_start() -> None:
    knights = GAME.parse_position("rnb1k3/8/8/8/8/8/P7/4KR2 w - - 0 1")
    assert Chess(knight=4).static_value(knights) == -6
    fifty = GAME.parse_position("7k/8/5QK1/8/8/8/8/8 b - - 100 90")
    assert GAME.outcome(fifty) is None
    assert Chess(clock_limit=100).outcome(fifty) is Outcome.DRAWN
    (start,) = Chess(start=Atom(FENS[1])).initial()
    assert start.fen() == FENS[1]


def test_the_last_two_fields_may_be_left_out() -> None:
    assert GAME.parse_position("4k3/8/8/8/8/8/8/4K3 w - -").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
