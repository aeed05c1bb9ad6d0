"""King and queen, or rook, against king: published counts, both sets of rules, and every message."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pydecl.crosschecking import crosscheck
from pydecl.crosschecking.verdict import Agreement
from pydecl.errors import Exit, InputError, PositionError
from pydecl.games import bundled
from pydecl.games.chess import Chess
from pydecl.games.endgame import Endgame
from pydecl.games.kqk import Kqk
from pydecl.games.krk import Krk
from pydecl.games.nim import Nim
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Outcome
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologList, Term, term_text

SMALL: list[Endgame] = [Kqk(board=4), Krk(board=4)]

MORE: list[Endgame] = [Kqk(board=5), Krk(board=5)]

LARGER = pytest.mark.thorough("a larger board of the same rules")


def by_name(value: object) -> str:
    return value.name if isinstance(value, Game) else ""


def moves(game: Game[Any], text: str) -> dict[str, str]:
    """The moves by their names, and the positions they lead to."""
    successors = game.successors(game.parse_position(text))
    return {str(move).strip("'"): game.format_position(after) for move, after in successors}


# Positions


@pytest.mark.parametrize(("game", "white_to_move"), [(Kqk(), 144_508), (Krk(), 175_168)], ids=by_name)
@pytest.mark.sampled(1, "both share what enumerates their positions")
def test_there_are_as_many_positions_as_published(game: Endgame, white_to_move: int) -> None:
    # Black to move: 3,612 pairs of kings apart, 62 squares for the piece: 223,944 (talkchess.com, Counting
    # endgame positions, 2014). KQK: K. Kryukov, kirill-kryukov.com/chess; KRK, White to move: computed.
    counts = Counter(position.mover for position in game.positions())
    assert counts == {"w": white_to_move, "b": 223_944}


@pytest.mark.parametrize("game", [*SMALL, *(pytest.param(game, marks=LARGER) for game in MORE)], ids=by_name)
def test_the_positions_are_those_of_the_rules_in_prolog(game: Endgame) -> None:
    ours = [str(position) for position in game.positions()]
    with consult(game.name) as rules:
        found = rules.session.query("findall(P, position(P), Ps)", seconds=600.0)
    (answer,) = found
    theirs = answer["Ps"]
    assert isinstance(theirs, PrologList)
    assert set(map(term_text, theirs.items)) == set(ours)
    assert len(theirs.items) == len(ours) == len(set(ours))


@pytest.mark.parametrize("game", SMALL, ids=by_name)
def test_each_position_is_read_back_and_moves_lead_to_positions_or_take_the_piece(game: Endgame) -> None:
    positions = set(game.positions())
    for position in positions:
        assert game.parse_position(game.format_position(position)) == position
        assert game.from_term(game.to_term(position)) == position
        for _, after in game.successors(position):
            assert after in positions or (after.piece is None and position.mover == "b")


def test_other_games_need_not_enumerate_positions() -> None:
    assert Nim().positions() is None
    assert Chess().positions() is None


@pytest.mark.parametrize("game", SMALL, ids=by_name)
@pytest.mark.thorough(
    "more than 3,000 positions of each; smaller cross-checks and solved endgames show the law"
)
def test_the_rules_in_prolog_agree_everywhere_on_a_board_of_4(game: Endgame) -> None:
    # All positions can be reached from the start; so says `outcome` in known_results/kqk.tsv.
    verdict = crosscheck(game.name, programs=[Program.MINIMAX], plies=30, depth=0)
    assert isinstance(verdict, Agreement)
    assert verdict.positions >= 3000


# Moves, and ends


def test_the_lecture_s_position() -> None:
    # 'Forcing progress in winning positions' (ICS 180, February 2, 1999)
    game = Kqk()
    (start,) = game.initial()
    assert game.format_position(start) == "Kd6 Qa7 ke8 w"
    assert len(game.successors(start)) == 27
    mates = [str(move) for move, after in game.successors(start) if game.outcome(after) is Outcome.WON]
    assert mates == ["'Qe7'"]
    # White to move wins everywhere (Kryukov), so Black draws only by stalemate, or by taking the queen.
    spoiled = [
        str(move)
        for move, after in game.successors(start)
        if game.outcome(after) is Outcome.DRAWN
        or any(last.piece is None for _, last in game.successors(after))
    ]
    assert spoiled == ["'Qf7'"]
    assert moves(game, "Ke6 Qa7 ke8 b") == {"Kf8": "Ke6 Qa7 kf8 w", "Kd8": "Ke6 Qa7 kd8 w"}


def test_the_king_moves_first_and_directions_go_clockwise() -> None:
    assert list(moves(Krk(board=4), "Ka1 Rb3 kd4 w")) == [
        *("Ka2", "Kb2", "Kb1", "Rb4", "Rc3", "Rd3", "Rb2", "Rb1", "Ra3"),
    ]


@pytest.mark.parametrize(
    ("game", "text", "outcome"),
    [
        (Kqk(), "Kf7 Qg7 kh8 b", Outcome.WON),
        (Kqk(), "Kf7 Qg6 kh8 b", Outcome.DRAWN),  # stalemate
        (Kqk(), "Kd6 kf7 w", Outcome.DRAWN),  # the queen was taken
        (Kqk(), "Kd6 Qf7 ke8 b", None),
        (Krk(), "Ke6 Ra8 ke8 b", Outcome.WON),
        (Krk(), "Kb3 Rb2 ka1 b", Outcome.DRAWN),
        (Krk(), "Ka1 Rb2 kc3 w", None),
    ],
)
def test_how_it_ends(game: Endgame, text: str, outcome: Outcome | None) -> None:
    position = game.parse_position(text)
    assert game.outcome(position) is outcome
    assert game.static_value(position) == (1 if outcome is Outcome.WON else 0)
    assert bool(game.successors(position)) == (outcome is None)


def test_a_piece_is_taken_unless_the_king_guards_it() -> None:
    assert moves(Kqk(), "Kd6 Qf7 ke8 b")["Kf7"] == "Kd6 kf7 w"
    assert moves(Kqk(), "Kd6 Qe7 ke8 b") == {}


def test_a_king_may_not_go_along_the_line_of_its_attacker_but_behind_the_other_king() -> None:
    assert list(moves(Kqk(), "Kd8 Qh1 kb1 b")) == ["Kb2", "Kc2", "Ka2"]
    assert "Kb1" in moves(Krk(), "Kd1 Rh1 ka2 b")


# Options and messages


def test_where_the_default_start_does_not_fit_the_first_position_is_the_start() -> None:
    game = Kqk(board=5)
    first = next(position for position in game.positions() if position.mover == "w")
    assert game.initial() == [first]
    assert game.format_position(first) == "Ka1 Qa2 kb4 w"


def test_a_start_is_three_squares() -> None:
    start: Term = PrologList((Atom("b1"), Atom("c1"), Atom("a4")))
    game = bundled("kqk", board=4, start=start)
    assert game.name == "kqk:board=4,start=[b1,c1,a4]"
    with consult(game.name) as rules:
        assert [rules.format_position(position) for position in rules.initial()] == ["Kb1 Qc1 ka4 w"]


SQUARES = "the squares of White's king and Q and of Black's king, not in check, such as [d6,a7,e8]"


def squares(*names: str) -> PrologList:
    return PrologList(tuple(map(Atom, names)))


WRONG_OPTIONS: list[tuple[str, Term, str]] = [
    ("board", 3, "kqk: board must be a whole number from 4 to 8, not 3"),
    ("board", 9, "kqk: board must be a whole number from 4 to 8, not 9"),
    ("start", squares("a1", "a8"), f"kqk: start must be {SQUARES}, not [a1,a8]"),
    ("start", squares("a1", "b1", "i1"), f"kqk: start must be {SQUARES}, not [a1,b1,i1]"),
    ("start", squares("a1", "b3", "b8"), f"kqk: start must be {SQUARES}, not [a1,b3,b8]"),
    ("start", Atom("a1"), f"kqk: start must be {SQUARES}, not a1"),
]


@pytest.mark.parametrize(("option", "value", "message"), WRONG_OPTIONS)
def test_a_wrong_option_is_refused_by_name(option: str, value: Term, message: str) -> None:
    with pytest.raises(InputError) as caught:
        bundled("kqk", **{option: value})
    assert str(caught.value) == message


EXPECTED = "expected White's pieces, Black's king and the side to move, such as"

WRONG_TEXTS = [
    (Kqk(), "Kd6 Qa7 ke8", f"{EXPECTED} Kd6 Qa7 ke8 w, found 'Kd6 Qa7 ke8'"),
    (Kqk(), "Kd6 Ra7 ke8 w", f"{EXPECTED} Kd6 Qa7 ke8 w, found 'Kd6 Ra7 ke8 w'"),
    (Krk(board=4), "Kd6 Ra7 ke8 w", f"{EXPECTED} Ka1 Rb2 kc3 w, found 'Kd6 Ra7 ke8 w'"),
    (Kqk(), "Kd6 Qd6 ke8 w", "two pieces are on one square"),
    (Kqk(), "Kd6 Qa7 kd6 b", "the kings are next to each other"),
    (Kqk(), "Kd6 Qa7 ke7 b", "the kings are next to each other"),
    (Kqk(), "Kd6 Qe1 ke8 w", "Black's king is in check, and w is to move"),
    (Kqk(), "Kd6 ke8 b", "b is to move, and has just taken the piece"),
]


@pytest.mark.parametrize(("game", "text", "fault"), WRONG_TEXTS)
def test_a_wrong_notation_is_refused_by_name(game: Endgame, text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        game.parse_position(text)
    assert str(caught.value) == f"no position of {game.name}: {fault}"
    assert caught.value.exit_code is Exit.BAD_INPUT


WRONG_TERMS = [
    ("krk(w,1,2,3)", "expected kqk(Mover, King, Piece, Black), found krk(w,1,2,3)"),
    ("kqk(x,/(4,6),/(1,7),/(5,8))", "expected w or b to move, found x"),
    ("kqk(w,/(4,6),/(1,9),/(5,8))", "expected a square File/Rank on a board of 8, found /(1,9)"),
    ("kqk(w,none,/(1,7),/(5,8))", "expected a square File/Rank on a board of 8, found none"),
    ("kqk(w,/(4,6),/(1.0,7),/(5,8))", "expected a square File/Rank on a board of 8, found /(1.0,7)"),
    ("kqk(w,/(4,6),d6,/(5,8))", "expected a square File/Rank on a board of 8, found d6"),
    ("kqk(w,/(4,6),/(1,7),/(5,7))", "the kings are next to each other"),
]


@pytest.mark.parametrize(("text", "fault"), WRONG_TERMS)
def test_a_term_that_is_no_position_is_refused_by_name(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        Kqk().from_term(read_term(text))
    assert str(caught.value) == f"no position of kqk: {fault}"
