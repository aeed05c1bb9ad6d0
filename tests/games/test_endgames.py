"""King and queen, or rook, against king: published counts, both sets of rules, and every message."""

from __future__ import annotations

from collections import Counter

import pytest

from pydecl.games import bundled
from pydecl.games.chess import Chess
from pydecl.games.endgame import Endgame
from pydecl.games.kqk import Kqk
from pydecl.games.krk import Krk
from pydecl.games.nim import Nim
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Outcome
from pydecl.model.term import Atom, PrologList, Term, term_text

SMALL: list[Endgame] = [Kqk(board=4), Krk(board=4)]

MORE: list[Endgame] = [Kqk(board=5), Krk(board=5)]

LARGER = pytest.mark.thorough("a larger board of the same rules")


def by_name(value: object) -> str:
    return value.name if isinstance(value, Game) else ""


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
    replies = game.successors(game.parse_position("Ke6 Qa7 ke8 b"))
    told = {str(move): game.format_position(after) for move, after in replies}
    assert told == {"'Kf8'": "Ke6 Qa7 kf8 w", "'Kd8'": "Ke6 Qa7 kd8 w"}


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
