"""Every bundled game in C: what it says of positions along random walks is what SWI-Prolog says."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from bundled_files import GAMES, NEED_FACTS, PLIES
from c_games import c_game

from pydecl.engines.native.cterms import End
from pydecl.loading.consulting import consult
from pydecl.model.game import Player

WALKED = [game for game in GAMES if game not in NEED_FACTS]


@pytest.mark.parametrize("name", GAMES)
def test_a_bundled_game_is_compiled_to_c_for_all_that_is_asked_of_it(name: str) -> None:
    compiled = c_game(name).compiled
    assert not compiled.refusals
    assert list(compiled.entries) == list(c_game(name).program.entries)


@pytest.mark.parametrize("name", WALKED)
def test_random_walks_in_c_are_those_of_swi_prolog(name: str) -> None:
    compiled = c_game(name)
    chooser = random.Random(name)
    with consult(name) as game:
        starts = [pos for (pos,) in compiled.solutions("initial", "-")]
        assert [game.to_term(pos) for pos in game.initial()] == starts
        position = game.initial()[0]
        for _ in range(PLIES.get(name, 20)):
            term = game.to_term(position)
            expected = game.static_value(position)
            if isinstance(expected, Fraction):  # a search gets it as a quotient
                with pytest.raises(AssertionError, match="a rational"):
                    compiled.solutions("staticval", "+-", term)
            else:
                values = [value for (value,) in compiled.solutions("staticval", "+-", term)]
                assert values == [expected]
                assert [type(value) for value in values] == [type(expected)]
                assert not compiled.solutions("terminalwon", "+", term) or not game.following(position)
            moves = compiled.solutions("move", "+--", term)
            assert moves == [(move, game.to_term(after)) for move, after in game.successors(position)]
            for player, asked in ((Player.MAX, "max_to_move"), (Player.MIN, "min_to_move")):
                assert bool(compiled.solutions(asked, "+", term)) == (game.turn(position) is player)
            following = game.following(position)
            if not following:
                break
            position = chooser.choice(list(following))


@pytest.mark.parametrize(
    ("name", "plies", "count"),
    [
        ("chess", 4, 197_281),  # Chess Programming Wiki, Perft Results
        ("othello", 8, 390_216),  # A. Bik, Perft for Reversi
        ("checkers", 6, 36_768),  # talkchess, thread 27814
        ("connect4", 6, 117_649),  # 7 to the 6th: no column is full, nobody has four
    ],
)
def test_perft_in_c_counts_what_is_published(name: str, plies: int, count: int) -> None:
    game = c_game(name)
    found = game.search("perft", game.initial(), plies)
    assert found.answer.end is End.OK
    assert found.nodes == count
