"""A game of Pgx's, such as `tic_tac_toe`; its moves are numbers."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import jax
import pgx

State = Any


class System:
    """Pgx's own states."""

    def __init__(self, spec: str) -> None:
        env = pgx.make(spec)
        self._init, self._step = jax.jit(env.init), jax.jit(env.step)
        self.name = f"Pgx {version('pgx')}, {spec}"

    def new(self) -> State:
        return self._init(jax.random.PRNGKey(0))

    def look(self, state: State) -> tuple[int | None, list[str], list[float] | None]:
        if bool(state.terminated):
            return None, [], [float(reward) for reward in state.rewards]
        return int(state.current_player), [str(action) for action in self._legal(state)], None

    def play(self, state: State, number: int) -> State:
        return self._step(state, self._legal(state)[number])

    def _legal(self, state: State) -> list[int]:
        found: list[int] = state.legal_action_mask.nonzero()[0].tolist()
        return found
