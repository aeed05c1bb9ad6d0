"""A game as a multi-agent environment of PettingZoo, in which the agents "max" and "min" take turns.

>>> nim = env("nim:heaps=[1,2]", render_mode="ansi")
>>> nim.reset(seed=1)
>>> nim.agent_selection, nim.observe("max")["action_mask"]
('max', array([1, 1, 1], dtype=int8))
>>> print(nim.render())
1: |   1
2: ||  2
max to move
>>> nim.step(1)
>>> nim.agent_selection, nim.observe("min")["action_mask"]
('min', array([1, 1, 0], dtype=int8))
>>> nim.close()
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from pydecl.adapters.extras import MissingExtraError
from pydecl.adapters.matches import PLIES
from pydecl.adapters.numbering import Actions
from pydecl.api.opening import AnyGame, AnyPosition
from pydecl.errors import InputError
from pydecl.model.game import Player

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from pydecl.adapters.environment import MODES, AtTable, Environment
    from pydecl.adapters.observing import Observation
except ModuleNotFoundError as error:
    raise MissingExtraError("pettingzoo", error) from None

Env: TypeAlias = "AECEnv[str, dict[str, Any], int]"

AGENTS = tuple(player.value for player in Player)


def env(
    game: AnyGame,
    *,
    position: AnyPosition | None = None,
    actions: Actions = "order",
    observation: Observation = None,
    rewards: str = "outcome",
    plies: int = PLIES,
    illegal_reward: float | None = -1.0,
    render_mode: str | None = None,
    **reading: Any,
) -> Env:
    """A game for two learning agents: "max" and "min", whose calls PettingZoo's wrapper keeps in order.

    What an agent observes is a dict: the position, which looks the same to both, as "observation", and an
    "action_mask", in which 1 is a move; it is 0 throughout if the other one is to move. Where a player moves
    again, the same agent is selected again. Chance moves by itself, exactly by its probabilities, as the seed
    has it.

    Args:
        game: a game, a position of one, a bundled game's name with its options, or the path of a file.
        position: where matches begin; by default at the first start of the rules. The option "position" of
            `reset` says it for one match.
        actions: how moves are numbered: "order" numbers those of a position in the order of the rules,
            "names" gives each name of a move its own number, if the game is small; a number is the first with
            so many actions, and a list of names the second.
        observation: an encoder, or how many bytes the text of a position may have; by default what a survey
            of the game finds to be enough.
        rewards: "outcome" is 1 for who has won and -1 for who has lost, "value" the static value of the end.
        plies: after how many moves, chance's included, a match is truncated.
        illegal_reward: what an agent gets that chooses what is no move; the match ends there. With None,
            that raises an InputError.
        render_mode: "ansi" is a text, "human" prints it, "svg" is a picture.
        reading: what `pydecl.consult` takes besides.

    Raises:
        InputError: there is no such game or position, it is over at the start, or its moves cannot be
            numbered so.
        ContractError: the game breaks its contract.
    """
    table = Environment(game, position, actions, observation, rewards, plies, render_mode, reading)
    return wrappers.OrderEnforcingWrapper(PettingZooEnv(table, illegal_reward, render_mode))


class PettingZooEnv(AtTable, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game, as PettingZoo's agents step through it. `env` makes one."""

    def __init__(self, table: Environment, illegal_reward: float | None, render_mode: str | None) -> None:
        super().__init__()
        self.table = table
        self._illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(MODES),
            "name": table.opened.game.name,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        space = spaces.Dict({"observation": table.observation_space, "action_mask": table.mask_space})
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(AGENTS, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(table.actions) for agent in AGENTS
        }
        self._np_random = seeding.np_random()[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._np_random = seeding.np_random(seed)[0]
        self.table.begin(Random(int(self._np_random.integers(1 << 62))), options)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._arrive()

    def step(self, action: int | None) -> None:
        self.table.check_open()
        if not self.agents:
            raise InputError("the match is over: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise InputError(f"{agent} is to move: an action is a number, not None")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._illegal_reward is not None and int(action) not in self.table.match.numbers:
            self._lose(agent, float(self._illegal_reward))
            return
        self.table.match.play(int(action))
        self._arrive()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _lose(self, agent: str, reward: float) -> None:
        """End the match, as what the agent has chosen is no move."""
        self.rewards[agent] = reward
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _arrive(self) -> None:
        match = self.table.match
        if match.mover is not None:
            self.agent_selection = match.mover.value
            return
        self.rewards = {"max": match.reward, "min": -match.reward}
        self.terminations = dict.fromkeys(AGENTS, match.over)
        self.truncations = dict.fromkeys(AGENTS, match.stopped)
        self.agent_selection = self.agents[(self.agents.index(self.agent_selection) + 1) % len(AGENTS)]

    def observe(self, agent: str) -> dict[str, Any]:
        self.table.check_open()
        mask = self.table.mask()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self.table.observation(), "action_mask": mask}
