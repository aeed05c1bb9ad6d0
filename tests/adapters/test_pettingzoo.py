"""PettingZoo's own tests pass on all bundled games; matches go by the rules."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from adapted_games import PLAYABLE, UNKNOWN, Pile, Stubborn, Wide, sizes, stubborn_file

import pydecl
from pydecl.errors import ContractError, InputError, PositionError

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import numpy as np
from gymnasium import spaces
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

from pydecl.adapters.pettingzoo import env

pytestmark = pytest.mark.usefixtures("quick_c")


def table(made: Any) -> Any:
    return made.unwrapped.table


def played(made: Any, random: Random) -> tuple[list[str], dict[str, float]]:
    """Who moved, in a match of any moves, and what all have got."""
    movers: list[str] = []
    total: dict[str, float] = {}
    for agent in made.agent_iter():
        seen, reward, over, stopped, _ = made.last()
        total[agent] = total.get(agent, 0.0) + reward
        if over or stopped:
            made.step(None)
        else:
            movers.append(agent)
            made.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return movers, total


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.sampled(
    3, "the tests do not ask what game it is; those of the other kinds have tests of their own"
)
def test_the_api_of_all_bundled_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pydecl.consult(name) as game, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that agents have no numbers, and observations are dicts

        surveyed = env(game, **sizes(name))
        known = {
            "actions": table(surveyed).actions,
            "observation": table(surveyed).observation_space.shape[0],
        }

        def made(render_mode: str | None = None) -> Any:
            return env(game, render_mode=render_mode, **known)

        api_test(surveyed, num_cycles=20)
        seed_test(made, num_cycles=10)
        render_test(made, custom_tests={"svg": lambda drawn: drawn.endswith("</svg>\n")})
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_tree_of_unknown_ends_is_refused(name: str) -> None:
    with pytest.raises(ContractError, match=UNKNOWN[name]):
        env(name)


def test_a_match_goes_by_the_rules() -> None:
    made = env("tictactoe", actions="names")
    made.reset(seed=0)
    for move in ("1", "2", "5", "3", "9"):
        names = {name: number for number, name in made.unwrapped.move_names().items()}
        made.step(names[move])
    assert (made.rewards, made.terminations) == ({"max": 1.0, "min": -1.0}, {"max": True, "min": True})
    assert str(made.unwrapped.position) == "xoo/.x./..x"
    assert made.unwrapped.position.outcome is pydecl.Outcome.WON
    made.close()


def test_rewards_add_up_to_nothing_and_are_those_of_the_outcome() -> None:
    made = env(Pile(7))
    for seed in range(20):
        made.reset(seed=seed)
        movers, total = played(made, Random(seed))
        winner = movers[-1]
        assert total == {winner: 1.0, "min" if winner == "max" else "max": -1.0}


def test_rewards_may_be_static_values() -> None:
    made = env("lecture19", rewards="value")
    made.reset(seed=0)
    for _ in range(3):
        made.step(1)
    assert made.rewards == {"max": 1.0, "min": -1.0}
    made.reset(seed=0)
    for action in (0, 1, 1):
        made.step(action)
    assert (str(made.unwrapped.position), made.rewards) == ("l", {"max": 6.0, "min": -6.0})


@pytest.mark.parametrize("where", ["class", "file"])
def test_who_moves_again_is_selected_again(where: str, tmp_path: Path) -> None:
    made = env(Stubborn() if where == "class" else stubborn_file(tmp_path))
    made.reset(seed=0)
    movers, total = played(made, Random(0))
    assert movers == ["max", "max", "min", "min", "max"]
    assert total == {"max": 1.0, "min": -1.0}


def test_a_mask_is_for_who_is_to_move() -> None:
    made = env("nim:heaps=[1,2]")
    made.reset(seed=0)
    assert made.observe("max")["action_mask"].tolist() == [1, 1, 1]
    assert made.observe("min")["action_mask"].tolist() == [0, 0, 0]


def test_chance_moves_by_the_seed_and_by_its_probabilities() -> None:
    made = env("seven_of_eight_dice")
    ends = []
    for seed in range(200):
        made.reset(seed=seed)
        made.step(0)
        ends.append((str(made.unwrapped.position), made.rewards["max"]))
    assert {reward for _, reward in ends} == {1.0, -1.0}
    assert 150 < sum(reward > 0 for _, reward in ends) < 195  # 175 on average, and 4.7 the deviation
    made.reset(seed=0)
    made.step(0)
    assert (str(made.unwrapped.position), made.rewards["max"]) == ends[0]


def test_a_long_match_is_truncated() -> None:
    made = env("win_move_drawn", plies=5)
    made.reset(seed=0)
    for _ in range(5):
        assert not made.truncations[made.agent_selection]
        made.step(0)
    assert (made.truncations, made.terminations) == ({"max": True, "min": True}, {"max": False, "min": False})
    assert made.rewards == {"max": 0.0, "min": 0.0}


def test_who_chooses_what_is_no_move_has_lost() -> None:
    made = env("nim:heaps=[1,2]", illegal_reward=-5)
    made.reset(seed=0)
    made.step(2)
    made.step(2)
    assert made.rewards == {"max": 0, "min": -5.0}
    assert all(made.terminations.values())


def test_what_is_no_move_may_be_an_error() -> None:
    made = env("nim:heaps=[1,2]", illegal_reward=None)
    made.reset(seed=0)
    made.step(2)
    with pytest.raises(InputError, match="action 2 is no move in 1/0 min: expected one of 0"):
        made.step(2)
    with pytest.raises(InputError, match="min is to move: an action is a number, not None"):
        made.step(None)


def test_a_match_may_begin_elsewhere() -> None:
    made = env("tictactoe", position="xx./oo./...", actions=9, observation=11)
    made.reset()
    assert str(made.unwrapped.position) == "xx./oo./..."
    made.reset(options={"position": "x../.../..."})
    assert (made.agent_selection, str(made.unwrapped.position)) == ("min", "x../.../...")
    with pytest.raises(PositionError):
        made.reset(options={"position": "nowhere"})
    with pytest.raises(InputError, match=r"the game is over in xxx/oo\./"):
        made.reset(options={"position": "xxx/oo./..."})


class Heaps:
    """An encoder: the heaps as numbers."""

    space = spaces.Box(0, 9, (2,), np.int64)

    def __call__(self, position: pydecl.Position[Any], /) -> Any:
        heaps = str(position).split()[0].split("/")
        return np.array([int(heap) for heap in heaps])


def test_positions_may_be_observed_otherwise() -> None:
    made = env("nim:heaps=[1,2]", observation=Heaps())
    made.reset(seed=0)
    assert made.observation_space("max")["observation"] is Heaps.space
    assert made.observe("max")["observation"].tolist() == [1, 2]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("nim:heaps=[1,2]", observation=Heaps()), num_cycles=5)


def test_different_positions_are_different_observations() -> None:
    solved = pydecl.solve("hexapawn")
    made = env("hexapawn")
    seen = set()
    for position in solved:
        if solved[position].plies:
            made.reset(options={"position": position})
            seen.add(made.observe("max")["observation"].tobytes())
    assert len(seen) == sum(bool(solution.plies) for solution in solved.solutions)


def test_a_game_of_many_moves() -> None:
    made = env(Wide(30_000))
    assert made.action_space("max").n >= 30_000
    made.reset(seed=0)
    made.step(29_999)
    assert made.rewards == {"max": 1.0, "min": -1.0}


def test_a_closed_environment_says_so() -> None:
    made = env("nim")
    made.reset()
    made.close()
    made.close()
    for ask in (made.reset, lambda: made.step(0), made.last, made.render):
        with pytest.raises(InputError, match="the environment of nim is closed"):
            ask()


def test_bad_input() -> None:
    with pytest.raises(InputError, match="no bundled game"):
        env("nosuch")
    with pytest.raises(InputError, match="'gif' is no render mode: expected ansi, human, svg"):
        env("nim", render_mode="gif")
    with pytest.raises(InputError, match="'money' is no kind of reward: expected outcome or value"):
        env("nim", rewards="money")
    with pytest.raises(InputError, match="plies must be a whole number of 1 or more"):
        env("nim", plies=0)
    with pytest.raises(InputError, match="the game is over in xxx"):
        env("tictactoe", position="xxx/oo./...")
    with pytest.raises(InputError, match="an encoder is called with a position"):
        env("nim", observation=object())  # type: ignore[arg-type]


def test_rules_without_a_start_need_a_position(tmp_path: Path) -> None:
    file = tmp_path / "startless.pl"
    file.write_text(
        "move(a, go, b).\nmax_to_move(a).\nmin_to_move(b).\nstaticval(a, 0).\nstaticval(b, 1).\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="the rules have no initial/1: give a position"):
        env(file)
    made = env(file, position="a")
    made.reset()
    made.step(0)
    assert made.rewards["max"] == 1.0
