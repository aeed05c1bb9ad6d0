"""Gymnasium's own checker passes on all bundled games; the opponent is who was asked for."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest
from adapted_games import PLAYABLE, Pile, Stubborn, sizes, stubborn_file

import pydecl
from pydecl.errors import InputError, LimitError
from pydecl.model.position import MoveError

pytest.importorskip("numpy")
pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from pydecl.adapters.gymnasium import ID, GymnasiumEnv, env

pytestmark = pytest.mark.usefixtures("quick_c")


@pytest.mark.parametrize("name", PLAYABLE)
@pytest.mark.sampled(
    6, "the checker does not ask what game it is; those of the other kinds have tests of their own"
)
def test_the_checker_passes_on_all_bundled_games(name: str) -> None:
    with pydecl.consult(name) as game, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes.*")
        for side in ("max", "min"):
            check_env(env(game, as_=side, render_mode="ansi", **sizes(name)))


def test_the_checker_passes_on_what_gymnasium_makes(capsys: pytest.CaptureFixture[str]) -> None:
    made = gymnasium.make(ID, game="tictactoe")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        check_env(made.unwrapped)  # in all render modes
    assert "x to move" in capsys.readouterr().out
    made.close()


def match(made: GymnasiumEnv, choose: Any, seed: int | None = None) -> float:
    """What the agent gets in a match, if it chooses so."""
    _, told = made.reset(seed=seed)
    total, over = 0.0, False
    while not over:
        legal = np.flatnonzero(told["action_mask"])
        _, reward, ended, stopped, told = made.step(choose(legal))
        total, over = total + float(reward), ended or stopped
    return total


def first(legal: Any) -> int:
    return int(legal[0]) if len(legal) else 0


@pytest.mark.sampled(2, "each case plays many games")
@pytest.mark.parametrize("opponent", ["alphabeta", "alphabeta,engine=python", "minimax,depth=9"])
@pytest.mark.parametrize("side", ["max", "min"])
def test_a_program_that_sees_all_does_not_lose_tictactoe(opponent: str, side: str) -> None:
    start = "x.o/.x./..." if side == "max" else "x.o/.../..x"
    made = env("tictactoe", opponent, side, position=start)
    assert match(made, first) <= 0
    made.close()


def test_a_program_plays_the_twin_of_its_rules_in_python() -> None:
    """The one to move loses a pile of 4, and wins one of 5 by taking 1."""
    assert match(env(Pile(4), "alphabeta"), first) == -1.0
    assert match(env(Pile(5), "alphabeta"), first) == 1.0
    assert match(env(Pile(5), "alphabeta", "min"), first) == -1.0


@pytest.mark.parametrize("where", ["class", "file"])
def test_a_program_plays_where_players_move_again(where: str, tmp_path: Path) -> None:
    game = Stubborn() if where == "class" else stubborn_file(tmp_path)
    assert match(env(game, "alphabeta"), first) == 1.0
    assert match(env(game, "minimax", "min"), first) == -1.0
    assert match(env(game, lambda position: position.moves()[0], "min"), first) == -1.0


def test_a_program_plays_against_chance() -> None:
    assert match(env("pig:goal=6", "expectiminimax"), first, seed=1) in (-1.0, 1.0)


def test_a_function_is_given_positions_and_gives_moves() -> None:
    seen = []

    def last(position: Any) -> Any:
        seen.append(str(position))
        return position.moves()[-1]

    made = env("nim:heaps=[1,2]", last)
    assert match(made, first) == -1.0
    assert seen == ["0/2 min"]
    by_name = env("nim:heaps=[1,2]", lambda _: "take(2,1)")
    assert match(by_name, first) == 1.0


def test_a_function_that_gives_no_move_is_told_so() -> None:
    made = env("nim:heaps=[1,2]", lambda _: "pass")
    made.reset()
    with pytest.raises(MoveError, match="no move 'pass'"):
        made.step(0)


def test_who_chooses_what_is_no_move_has_lost() -> None:
    made = env("nim:heaps=[1,2]", "alphabeta", illegal_reward=-3)
    made.reset()
    made.step(1)
    _, reward, over, stopped, told = made.step(2)
    assert (reward, over, stopped, told["illegal"]) == (-3.0, True, False, True)
    with pytest.raises(gymnasium.error.ResetNeeded, match="the match is over"):
        made.step(0)


def test_a_match_that_ends_before_the_agent_has_moved_is_told_by_the_next_step() -> None:
    made = env("won_drawn_end", as_="min")
    _, told = made.reset()
    assert told["action_mask"].tolist() == [0]
    assert made.step(0)[1:4] == (0.0, True, False)


def test_a_long_match_is_truncated() -> None:
    made = env("win_move_drawn", lambda position: position.moves()[0], plies=5)
    made.reset()
    steps = [made.step(0)[2:4] for _ in range(3)]
    assert steps == [(False, False), (False, False), (False, True)]


def test_a_step_before_a_reset_is_an_error() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset before step"):
        env("nim").step(0)


def test_environments_run_side_by_side() -> None:
    made = gymnasium.make_vec(ID, num_envs=3, game="tictactoe", actions=9, observation=11)
    seen, _ = made.reset(seed=0)
    assert seen.shape == (3, 11)
    made.step(np.zeros(3, np.int64))
    made.close()


def test_bad_input() -> None:
    with pytest.raises(InputError, match="one plays as 'max' or as 'min', not as 'both'"):
        env("nim", as_="both")
    with pytest.raises(InputError, match="no program 'alphabet'"):
        env("nim", "alphabet")
    with pytest.raises(InputError, match="an opponent is a program, 'random' or a function, not 3"):
        env("nim", 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="won gives no move"):
        env("nim", "won")
    with pytest.raises(InputError, match="won gives no move"):
        env(Pile(), "won")
    with pytest.raises(InputError, match="only Python searches a game in Python move by move"):
        env(Pile(), "alphabeta,engine=native")
    with pytest.raises(InputError, match="alphabeta expects MAX and MIN to alternate"):
        env("pig", "alphabeta")
    with pytest.raises(InputError, match="at least 1 ply"):
        env("nim", "alphabeta,depth=0")


def test_a_program_without_time_says_so() -> None:
    made = env(Pile(60), "minimax", "min", seconds=0.05)
    with pytest.raises(LimitError, match="minimax found no move in time"):
        made.reset()
