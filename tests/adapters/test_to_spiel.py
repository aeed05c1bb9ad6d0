"""OpenSpiel's own tests pass on all bundled games, and its algorithms find the values that pydecl finds."""

from __future__ import annotations

import gc
import pickle
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adapted_games import PLAYABLE, SMALL, Pile, Stubborn, sizes, stubborn_file

import pydecl
from pydecl.errors import InputError

pytest.importorskip("numpy")
pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation
from spiel_values import best_value

from pydecl.adapters.open_spiel import SpielState, to_open_spiel

pytestmark = pytest.mark.usefixtures("quick_c")


def number(result: pydecl.Result) -> float:
    assert isinstance(result.value, int | float | Fraction)
    return float(result.value)


def actions(name: str) -> Any:
    return sizes(name).get("actions", "order")


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.sampled(
    3, "the simulations do not ask what game it is; those of the other kinds have tests of their own"
)
def test_the_random_simulations_of_all_bundled_games(name: str) -> None:
    game = to_open_spiel(name, plies=40, actions=actions(name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.sampled(3, "each case searches a game in OpenSpiel")
@pytest.mark.parametrize(
    "name", ["hexapawn", "nim:heaps=[1,2,2]", "domineering:width=3,height=3", "lecture19"]
)
@pytest.mark.parametrize("rewards", ["outcome", "value"])
def test_alpha_beta_of_openspiel_finds_the_value_of_pydecl(name: str, rewards: str) -> None:
    value, best = alpha_beta_search(to_open_spiel(name, rewards=rewards))
    result = pydecl.search(name, "minimax", depth=None)
    assert value == (number(result) if rewards == "value" else np.sign(number(result)))
    with pydecl.consult(name) as game:
        after = game.start.moves()[best].position
        found = after.search("minimax", depth=None)
        assert value == (number(found) if rewards == "value" else np.sign(number(found)))


def test_each_state_has_the_value_that_pydecl_finds_for_its_position() -> None:
    name = "nim:heaps=[2,3]"
    game, solved = to_open_spiel(name), pydecl.solve(name)
    expected = {"won": 1.0, "lost": -1.0, "drawn": 0.0}
    states = get_all_states(game, include_terminals=False, to_string=str)
    assert len(states) == len([one for one in solved.solutions if one.plies])
    for text, state in states.items():
        value, _ = alpha_beta_search(game, state, maximizing_player_id=0)
        assert value == expected[solved[text].outcome.value]


@pytest.mark.parametrize("name", ["seven_of_eight_dice", "kuhn", "bearoff:home=[0,1],faces=2"])
def test_chance_has_the_same_value_in_both(name: str) -> None:
    game = to_open_spiel(name, rewards="value")

    found = pydecl.search(name, "expectiminimax", depth=None)
    assert best_value(game.new_initial_state()) == pytest.approx(number(found))


def test_monte_carlo_tree_search_of_openspiel_finds_the_winning_move() -> None:
    game = to_open_spiel("nim:heaps=[1,2]")
    random = np.random.RandomState(1)
    bot = MCTSBot(game, 1.4, 200, RandomRolloutEvaluator(1, random), solve=True, random_state=random)
    state = game.new_initial_state()
    assert state.action_to_string(bot.step(state)) == "take(2,1)"


@pytest.mark.parametrize("where", ["class", "file"])
def test_who_moves_again_is_to_move_again(where: str, tmp_path: Path) -> None:
    game = to_open_spiel(Stubborn() if where == "class" else stubborn_file(tmp_path))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state, movers = game.new_initial_state(), []
    while not state.is_terminal():
        movers.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert movers == [0, 0, 1, 1, 0]
    assert state.returns() == [1.0, -1.0]


def test_a_state_is_a_position() -> None:
    state = to_open_spiel("tictactoe", actions="names").new_initial_state()
    assert isinstance(state, SpielState)
    for name in ("5", "1"):
        state.apply_action(state.string_to_action(name))
    assert (str(state), str(state.position)) == ("o../.x./...", "o../.x./...")
    assert state.position.value() == 0


def test_by_their_names_actions_are_the_same_in_all_positions() -> None:
    game = to_open_spiel("hexapawn", actions="names")
    random = Random(0)
    told: dict[int, str] = {}
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            for action in state.legal_actions():
                assert told.setdefault(action, state.action_to_string(action)) == state.action_to_string(
                    action
                )
            state.apply_action(random.choice(state.legal_actions()))
    assert len(set(told.values())) == len(told) <= game.num_distinct_actions()


def test_a_state_that_was_written_down_is_read_again() -> None:
    for game in (
        to_open_spiel("connect4:width=4,height=4", position="..../..../.o../xxo."),
        to_open_spiel(Pile(6)),
    ):
        state = game.new_initial_state()
        state.apply_action(1)
        read, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (str(read), str(again), again.history()) == (str(game), str(state), state.history())
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_openspiel_loads_a_game_by_its_parameters() -> None:
    game = pyspiel.load_game("pydecl(game=nim)")
    assert game.num_distinct_actions() == 9
    assert len(game.new_initial_state().legal_actions()) == 9


def test_an_observation_is_the_text_of_the_position() -> None:
    game = to_open_spiel("tictactoe")
    state = game.new_initial_state()
    state.apply_action(4)
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert bytes(seen.tensor.astype(np.uint8)).rstrip(b"\0") == b".../.x./..."
    assert seen.string_from(state, 1) == state.observation_string(0) == ".../.x./..."


def test_what_it_says_of_the_game_in_advance() -> None:
    game = to_open_spiel("nim:heaps=[1,2]", plies=7)
    assert (game.num_distinct_actions(), game.max_game_length(), game.num_players()) == (3, 7, 2)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    dice = to_open_spiel("lecture19", rewards="value")
    assert (dice.min_utility(), dice.max_utility()) == (-6.0, 6.0)
    assert to_open_spiel("pig").get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC


def test_a_long_match_is_stopped_and_worth_nothing() -> None:
    state = to_open_spiel("win_move_drawn", plies=3).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


def test_a_game_is_closed_when_nobody_has_it() -> None:
    with pydecl.consult("nim") as opened:
        game = to_open_spiel(opened)
        text = pyspiel.serialize_game_and_state(game, game.new_initial_state())
        assert len(opened.start.moves()) == 9
    del game, opened
    for _ in range(2):
        gc.collect()
    with pytest.raises(InputError, match="was given as an object, which is there no more"):
        pyspiel.deserialize_game_and_state(text)


def test_bad_input() -> None:
    with pytest.raises(InputError, match="no bundled game"):
        to_open_spiel("nosuch")
    with pytest.raises(InputError, match="'money' is no kind of reward"):
        to_open_spiel("nim", rewards="money")
    with pytest.raises(InputError, match="plies must be a whole number of 1 or more"):
        to_open_spiel("nim", plies=0)
    with pytest.raises(InputError, match="the game is over"):
        to_open_spiel("tictactoe", position="xxx/oo./...")
    with pytest.raises(InputError, match="not all ends are known"):
        to_open_spiel(SMALL["othello"], rewards="value")
    with pytest.raises(InputError, match="say which game is meant"):
        pyspiel.load_game("pydecl")
    state = to_open_spiel("nim:heaps=[1,2]").new_initial_state()
    with pytest.raises(InputError, match="action 7 is no move in 1/2 max"):
        state.apply_action(7)
