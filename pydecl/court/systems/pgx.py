"""A game of PGX's for two, without chance, such as `connect_four` or `othello`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import jax
import pgx

State = Any


class System:
    """PGX's own states, which never change; its moves are numbers."""

    def __init__(self, spec: str) -> None:
        if spec not in pgx.available_envs():
            raise SystemExit(f"PGX has no game {spec!r}: it has {', '.join(pgx.available_envs())}")
        self._spec = spec
        self._env = pgx.make(spec)
        if self._env.num_players != 2:
            raise SystemExit(f"PGX's {spec} is not a game for two")
        self._step = jax.jit(self._env.step)
        self.name = f"PGX {version('pgx')}, {spec} {self._env.version}"

    def new(self) -> State:
        return self._env.init(jax.random.PRNGKey(0))

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        if state.terminated or state.truncated:
            return None, [], [float(reward) for reward in state.rewards]
        return int(state.current_player), [str(action) for action in self._legal(state)], None

    def play(self, state: State, number: int) -> State:
        return self._step(state, self._legal(state)[number])

    def script(self, numbers: Sequence[int], law: str | None) -> list[str]:  # noqa: ARG002
        state, actions = self.new(), []
        for number in numbers:
            actions.append(self._legal(state)[number])
            state = self._step(state, actions[-1])
        lines = [
            "import jax, pgx",
            f"env = pgx.make({self._spec!r})",
            "state = env.init(jax.random.PRNGKey(0))",
        ]
        lines += [f"for action in {actions}:", "    state = env.step(state, action)"]
        lines += ["print('over:', state.terminated, 'rewards:', state.rewards)"]
        return [
            *lines,
            "print('mover:', state.current_player, state.legal_action_mask.nonzero()[0].tolist())",
        ]

    def _legal(self, state: State) -> list[int]:
        found: list[int] = state.legal_action_mask.nonzero()[0].tolist()
        return found
