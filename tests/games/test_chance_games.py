"""The bundled games of chance: their laws, and their values by recursions of their own."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

import pytest
from plain_searches import CHANCE, follow, random_play, value_of
from rings import sample_size

from pydecl.crosschecking import Agreement, Unfinished, crosscheck
from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.errors import ContractError
from pydecl.games import BUNDLED
from pydecl.games.kuhn import (
    FIRST,
    SECOND,
    Kuhn,
    expected_gain,
    hidden_bounds,
    kuhn_first,
    kuhn_second,
    pure_strategies,
)
from pydecl.games.pig import Pig
from pydecl.loading.consulting import consult
from pydecl.model.game import Game
from pydecl.model.program import Program
from pydecl.programs.registry import OWN_MOVERS, TEXTBOOK

pytestmark = pytest.mark.usefixtures("quick_c")

ENGINES = pytest.mark.parametrize("engine", complete())
EACH_GAME = pytest.mark.parametrize("game", CHANCE, ids=lambda game: game.name)


def random_positions(game: Game[Any]) -> Iterator[Any]:
    return chain.from_iterable(random_play(game, seed) for seed in range(20))


# Laws of all of them


def test_every_bundled_game_of_chance_is_tested_here() -> None:
    assert {type(game) for game in CHANCE} == {
        rules for rules in BUNDLED.values() if rules.chance is not Game.chance
    }


@EACH_GAME
def test_a_player_moves_or_chance_and_its_probabilities_add_up_to_1(game: Game[Any]) -> None:
    for position in random_positions(game):
        chances = game.chance(position)
        if not chances:
            game.player(position)
            continue
        assert sum(chance for chance, _ in chances) == 1
        assert all(chance > 0 for chance, _ in chances)
        assert not game.successors(position)
        assert game.outcome(position) is None
        with pytest.raises(ContractError, match="no player is to move"):
            game.player(position)


@EACH_GAME
def test_an_end_is_won_or_lost_by_the_sign_of_its_value_and_nothing_else_is_an_end(game: Game[Any]) -> None:
    for position in random_positions(game):
        over = not follow(game, position)
        assert (game.outcome(position) is not None) == over
        if over:
            assert game.outcome(position) is Game.outcome(game, position)
        elif not isinstance(game, Kuhn):
            assert -1 < game.static_value(position) < 1


@pytest.mark.parametrize("name", ["pig", "bearoff", "kuhn", "backgammon:men=[0,0,1,1,0],faces=2"])
def test_both_engines_agree_on_positions_of_random_play(name: str) -> None:
    positions = sample_size(6, 25)
    verdict = crosscheck(name, positions=positions, seed=3, depth=sample_size(3, 4))
    assert isinstance(verdict, Agreement)
    assert verdict.independent
    assert verdict.positions == positions


def test_the_rules_differ_where_the_probabilities_do() -> None:
    with consult("pig") as game:
        game.twin = Pig(faces=5)
        verdict = crosscheck(game, position="0/0+0 max rolls", depth=0)
        assert verdict.to_json()["agree"] is False
        assert verdict.to_json()["divergences"][0]["subject"] == "chance outcome 1"


@ENGINES
@pytest.mark.parametrize("name", ["pig", "bearoff", "kuhn"])
def test_the_programs_that_expect_players_to_alternate_refuse_chance_by_name(name: str, engine: str) -> None:
    with consult(name) as game:
        for program in TEXTBOOK[1:]:  # won is asked of MAX, and here nobody is to move
            with pytest.raises(ContractError, match="chance is to move: expectiminimax"):
                search(game, program, engine=engine, depth=2)


def test_a_cross_check_of_a_named_program_is_of_that_program() -> None:
    assert Program.EXPECTIMINIMAX in OWN_MOVERS
    verdict = crosscheck("kuhn", programs=[Program.MINIMAX])
    assert isinstance(verdict, Unfinished)
    assert "no player is to move in deal" in str(verdict.reason)


# Kuhn poker


@ENGINES
def test_with_open_cards_kuhn_poker_is_worth_nothing(engine: str) -> None:
    # Lecture 20: minimax is easily extendible to games of chance 'such as backgammon or poker'. A search
    # of positions sees both cards: the game that it solves is not poker.
    with consult("kuhn") as game:
        assert value_of(game, engine, None) == 0


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)], ids=str)
def test_with_hidden_cards_kuhn_poker_is_worth_minus_1_18(alpha: Fraction) -> None:
    # H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1 (1950).
    assert hidden_bounds(alpha) == (Fraction(-1, 18), Fraction(-1, 18))
    assert expected_gain(kuhn_first(alpha), kuhn_second()) == Fraction(-1, 18)


def test_who_bets_every_king_and_never_bluffs_can_be_exploited() -> None:
    honest = {**kuhn_first(Fraction(0)), ("k", ()): Fraction(1)}
    assert min(expected_gain(honest, answer) for answer in pure_strategies(SECOND)) < Fraction(-1, 18)


def test_no_strategy_without_chance_guarantees_the_value_of_kuhn_poker() -> None:
    # By one of the 64 answers to each of 64: who never mixes can be read.
    seconds = list(pure_strategies(SECOND))
    for first in pure_strategies(FIRST):
        assert any(expected_gain(first, second) < Fraction(-1, 18) for second in seconds)
