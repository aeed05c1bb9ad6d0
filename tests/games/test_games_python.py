"""The laws of the bundled games and the published results that their rules must give."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_results import Question, known_results
from plain_searches import CHANCE, GAMES, LONGEST, Known, minimax, random_play, start

from pydecl.games import bundled
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import split_options
from pydecl.model.game import Game, Outcome, Player
from pydecl.model.reader import read_term
from pydecl.model.term import term_text
from pydecl.programs.perft import perft

# Laws of every game


def played(games: list[Game[Any]]) -> st.SearchStrategy[tuple[Game[Any], list[Any]]]:
    """Games, each with the positions of a random play."""
    return st.builds(
        lambda game, seed: (game, random_play(game, seed)), st.sampled_from(games), st.integers(0, 10**6)
    )


plays = played(GAMES)


@settings(deadline=None)
@given(plays | played(CHANCE))
def test_a_term_and_a_notation_are_read_back_as_the_same_position(play: tuple[Game[Any], list[Any]]) -> None:
    game, positions = play
    for position in positions:
        term = game.to_term(position)
        assert str(position) == term_text(term)
        assert read_term(str(position)) == term
        assert game.from_term(term) == position
        assert hash(game.from_term(term)) == hash(position)
        assert game.parse_position(game.format_position(position)) == position


@settings(deadline=None)
@given(plays)
def test_the_movers_alternate_unless_a_player_may_move_again(play: tuple[Game[Any], list[Any]]) -> None:
    game, positions = play
    for position in positions:
        for _, after in game.successors(position):
            assert game.moves_again or game.player(after) is game.player(position).opponent


@settings(deadline=None)
@given(plays | played(CHANCE))
def test_the_moves_of_a_position_have_different_names(play: tuple[Game[Any], list[Any]]) -> None:
    game, positions = play
    for position in positions:
        names = [str(name) for name, _ in game.successors(position)]
        assert len(names) == len(set(names))


@settings(deadline=None)
@given(plays)
def test_the_outcome_is_the_one_that_moves_and_static_value_give(play: tuple[Game[Any], list[Any]]) -> None:
    game, positions = play
    for position in positions:
        outcome = Game.outcome(game, position)  # the default definition
        assert game.outcome(position) is outcome
        assert game.terminal_won(position) == (outcome is Outcome.WON)
        assert game.terminal_lost(position) == (outcome is Outcome.LOST)
    assert game.outcome(positions[-1]) is not None or len(positions) > LONGEST


KNOWN = {question: facts for question, facts in known_results().items() if question.program == "perft"}
LONG = pytest.mark.thorough("it takes long to count more than 9,000 positions")


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(one, marks=[LONG] if int(facts["positions"]) > 9000 else [])
        for one, facts in KNOWN.items()
    ],
    ids=str,
)
def test_the_rules_in_python_count_as_many_plays_as_known(question: Question) -> None:
    name, options = split_options(question.game)
    game = bundled(name, **options)
    assert perft(game, start(game), int(question.depth)) == int(KNOWN[question]["positions"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_max_moves_first(game: Game[Any]) -> None:
    assert game.player(start(game)) is Player.MAX


def test_games_are_equal_with_their_options() -> None:
    assert bundled("othello", size=4) == Othello(4)
    assert len({Othello(4), Othello(4), Othello(6), bundled("hexapawn")}) == 3


# Tic-tac-toe


def test_tictactoe_has_as_many_positions_up_to_symmetry_as_published() -> None:
    # OEIS A008907: legal positions after n plays, up to rotation and reflection; 765 in all.
    game, known = TicTacToe(), Known()
    minimax(game, start(game), known)
    counts = Counter(9 - one.cells.count(".") for one in {game.canonical(position) for position in known})
    assert [counts[plays] for plays in range(10)] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


def test_tictactoe_has_255168_games() -> None:
    # OEIS A061526, and by winner https://sethcoulson.com/tic-tac-toe
    game, ends = TicTacToe(), Counter[Outcome | None]()
    ways = Counter(game.initial())
    while ways:
        before, ways = ways, Counter()
        for position, count in before.items():
            ends[game.outcome(position)] += count
            ways.update({after: count for _, after in game.successors(position)})
    assert ends == {Outcome.WON: 131184, Outcome.LOST: 77904, Outcome.DRAWN: 46080, None: ends[None]}
