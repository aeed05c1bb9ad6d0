"""A classic game of PettingZoo's, such as `connect_four_v3` or `go_v5(board_size=5)`."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.metadata import version
from typing import Any

State = tuple[int, ...]


class System:
    """Actions are the states, for an environment cannot be copied: it plays them again."""

    def __init__(self, spec: str) -> None:
        name, _, _ = spec.partition("(")
        call = ast.parse(spec, mode="eval").body
        given = call.keywords if isinstance(call, ast.Call) else []
        self._given = {one.arg: ast.literal_eval(one.value) for one in given if one.arg}
        self._module = import_module(f"pettingzoo.classic.{name}")
        self.name = f"PettingZoo {version('pettingzoo')}, {spec}"
        self._env: Any = None
        self._done: State = ()
        self._call = f"{name}.env({', '.join(f'{key}={value!r}' for key, value in self._given.items())})"

    def new(self) -> State:
        return ()

    def look(self, actions: State) -> tuple[int | None, list[str], list[float] | None]:
        env = self._at(actions)
        agents = env.possible_agents
        if any(env.terminations.values()) or any(env.truncations.values()):
            return None, [], [float(env.rewards[agent]) for agent in agents]
        return agents.index(env.agent_selection), [str(action) for action in self._legal(env)], None

    def play(self, actions: State, number: int) -> State:
        return (*actions, self._legal(self._at(actions))[number])

    def _at(self, actions: State) -> Any:
        """An environment after some actions: the one that is there, if it is on the way."""
        if self._env is None or actions[: len(self._done)] != self._done:
            self._env, self._done = self._module.env(**self._given), ()
            self._env.reset(seed=0)
        for action in actions[len(self._done) :]:
            self._env.step(action)
        self._done = actions
        return self._env

    def script(self, numbers: list[int], law: str | None) -> list[str]:  # noqa: ARG002
        actions = self.new()
        for number in numbers:
            actions = self.play(actions, number)
        lines = [f"from pettingzoo.classic import {self._call.partition('.')[0]}", f"env = {self._call}"]
        lines += ["env.reset(seed=0)", f"for action in {list(actions)}:", "    env.step(action)"]
        lines += ["print('over:', env.terminations, 'rewards:', env.rewards)"]
        look = "env.observe(env.agent_selection)['action_mask'].nonzero()[0].tolist()"
        return [*lines, f"print('mover:', env.agent_selection, {look})"]

    def _legal(self, env: Any) -> list[int]:
        found: list[int] = env.observe(env.agent_selection)["action_mask"].nonzero()[0].tolist()
        return found
