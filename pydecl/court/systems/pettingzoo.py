"""A classic game of PettingZoo's, such as `connect_four_v3` or `go_v5(board_size=5)`."""

from __future__ import annotations

import ast
from copy import deepcopy
from importlib import import_module
from importlib.metadata import version
from typing import Any

State = Any


class System:
    """Environments are the states; PettingZoo's moves are numbers."""

    def __init__(self, spec: str) -> None:
        name, _, _ = spec.partition("(")
        call = ast.parse(spec, mode="eval").body
        given = call.keywords if isinstance(call, ast.Call) else []
        self._given = {one.arg: ast.literal_eval(one.value) for one in given if one.arg}
        self._module = import_module(f"pettingzoo.classic.{name}")
        self.name = f"PettingZoo {version('pettingzoo')}, {spec}"
        self._env = f"{name}.env({', '.join(f'{key}={value!r}' for key, value in self._given.items())})"

    def new(self) -> State:
        env = self._module.env(**self._given)
        env.reset(seed=0)
        return env

    def look(self, env: State) -> tuple[int | None, list[str], list[float] | None]:
        agents = env.possible_agents
        if any(env.terminations.values()) or any(env.truncations.values()):
            return None, [], [float(env.rewards[agent]) for agent in agents]
        return agents.index(env.agent_selection), [str(action) for action in self._legal(env)], None

    def play(self, env: State, number: int) -> State:
        after = deepcopy(env)
        after.step(self._legal(env)[number])
        return after

    def script(self, numbers: list[int], law: str | None) -> list[str]:  # noqa: ARG002
        env, actions = self.new(), []
        for number in numbers:
            actions.append(self._legal(env)[number])
            env.step(actions[-1])
        lines = [f"from pettingzoo.classic import {self._env.partition('.')[0]}", f"env = {self._env}"]
        lines += ["env.reset(seed=0)", f"for action in {actions}:", "    env.step(action)"]
        lines += ["print('over:', env.terminations, 'rewards:', env.rewards)"]
        look = "env.observe(env.agent_selection)['action_mask'].nonzero()[0].tolist()"
        return [*lines, f"print('mover:', env.agent_selection, {look})"]

    def _legal(self, env: State) -> list[int]:
        found: list[int] = env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()
        return found
