"""A game as an environment of Gymnasium: the agent plays one side, and an opponent the other.

>>> nim = env("nim:heaps=[1,2]", opponent="alphabeta")
>>> seen, told = nim.reset(seed=1)
>>> told["action_mask"], nim.unwrapped.move_names()
(array([1, 1, 1], dtype=int8), {0: 'take(1,1)', 1: 'take(2,1)', 2: 'take(2,2)'})
>>> seen, reward, terminated, truncated, told = nim.step(1)
>>> str(nim.unwrapped.position), terminated
('1/0 max', False)
>>> nim.step(0)[1:4]
(1.0, True, False)
>>> nim.close()
"""

from __future__ import annotations

from random import Random
from typing import Any

from pydecl.adapters.extras import MissingExtraError
from pydecl.adapters.matches import PLIES
from pydecl.adapters.numbering import Actions
from pydecl.adapters.opponents import Opponent, opponent_of
from pydecl.api.opening import AnyGame, AnyPosition
from pydecl.api.playing import AnyPlayer
from pydecl.errors import InputError
from pydecl.model.game import Player

try:
    import gymnasium
    from gymnasium import spaces

    from pydecl.adapters.environment import MODES, AtTable, Environment
    from pydecl.adapters.observing import Observation
    from pydecl.adapters.planes import Array
except ModuleNotFoundError as error:
    raise MissingExtraError("gymnasium", error) from None

ID = "pydecl/Game-v0"
"""What `gymnasium.make` calls it, once this module is imported; `env`'s arguments are its keywords."""


def env(
    game: AnyGame,
    opponent: AnyPlayer = "random",
    as_: str = "max",
    *,
    position: AnyPosition | None = None,
    actions: Actions = "order",
    observation: Observation = None,
    rewards: str = "outcome",
    plies: int = PLIES,
    illegal_reward: float | None = -1.0,
    seconds: float | None = 60.0,
    render_mode: str | None = None,
    **reading: Any,
) -> GymnasiumEnv:
    """A game for one learning agent.

    The agent observes the position; `info["action_mask"]`, and `action_masks()`, say which actions are moves.
    The opponent, and chance, move within `reset` and `step`, as the seed has it. A match may end before the
    agent has moved: then `reset` shows its end, no action is a move, and `step` gives its reward.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        opponent: "random", a program as `pydecl.play` takes it, such as "alphabeta,depth=3", or a function
            that is given a position and gives a move of it.
        as_: which side the agent plays, "max" or "min".
        seconds: the time that a program has for a move.

    The other arguments, and what it raises, are those of `pydecl.adapters.pettingzoo.env`.
    """
    if as_ not in ("max", "min"):
        raise InputError(f"one plays as 'max' or as 'min', not as {as_!r}")
    table = Environment(game, position, actions, observation, rewards, plies, render_mode, reading)
    try:
        other = opponent_of(table.opened, opponent, seconds)
    except BaseException:
        table.close()
        raise
    return GymnasiumEnv(table, other, Player(as_), illegal_reward, render_mode)


class GymnasiumEnv(AtTable, gymnasium.Env[Any, int]):
    """A game that an agent plays against an opponent. `env` makes one."""

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  gymnasium has it so

    def __init__(
        self,
        table: Environment,
        opponent: Opponent,
        player: Player,
        illegal_reward: float | None,
        render_mode: str | None,
    ) -> None:
        self.table = table
        self._opponent = opponent
        self._player = player
        self._illegal_reward = illegal_reward
        self._random: Random | None = None
        self._is_over = False
        self.render_mode = render_mode
        self.observation_space = table.observation_space
        self.action_space: spaces.Space[int] = spaces.Discrete(table.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._random = Random(int(self.np_random.integers(1 << 62)))
        self.table.begin(self._random, options)
        self._is_over = False
        self._answer()
        self._show()
        return self.table.observation(), self._told()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.table.check_open()
        match = self.table.match
        if self._random is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the match is over: call reset")
        if match.done:  # before the agent has moved
            self._is_over = True
        elif self._illegal_reward is not None and action not in match.numbers:
            self._is_over = True
            told = {"action_mask": self.table.mask(), "illegal": True}
            return self.table.observation(), float(self._illegal_reward), True, False, told
        else:
            match.play(int(action))
            self._answer()
            self._show()
            self._is_over = match.done
        reward = match.reward if self._player is Player.MAX else -match.reward
        return self.table.observation(), reward, match.over, match.stopped, self._told()

    def _answer(self) -> None:
        """Let the opponent move until the agent is to move, or the match is over."""
        match = self.table.match
        assert self._random is not None
        while not match.done and match.mover is not self._player:
            match.play(self._opponent(match, self._random))

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask()}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> Array:
        """1 for each action that is a move, 0 for the others; by the name that learning programs ask for."""
        return self.table.mask()


gymnasium.register(ID, entry_point=f"{__name__}:env")
