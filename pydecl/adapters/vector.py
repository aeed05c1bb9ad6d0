"""Many matches of one game as a vector environment of Gymnasium: the agent plays both sides.

>>> made = VectorEnv("tictactoe", 2)
>>> seen, told = made.reset(seed=1)
>>> seen.shape, made.single_observation_space.shape, told["mover"].tolist()
((2, 4, 3, 3), (4, 3, 3), [1, 1])
>>> seen, rewards, terminated, truncated, told = made.step([4, 8])
>>> told["action_mask"].sum(axis=1).tolist(), told["mover"].tolist()
([8, 8], [-1, -1])
>>> made.close()
"""

from __future__ import annotations

from typing import Any

from pydecl.adapters.extras import MissingExtraError
from pydecl.adapters.matches import PLIES
from pydecl.adapters.numpy import Batch
from pydecl.api.opening import AnyGame, AnyPosition

try:
    import numpy as np
    from gymnasium import spaces, vector
    from gymnasium.vector.utils import batch_space

    from pydecl.adapters.planes import Array
except ModuleNotFoundError as error:
    raise MissingExtraError("gymnasium", error) from None


class VectorEnv(vector.VectorEnv[Any, Any, Any]):
    """A `Batch` by Gymnasium's interface; a match that is over begins again within the same step.

    The agent moves for both sides, and gets what the side that has just moved gets. `info` has the
    "action_mask", the "mover" (1 for MAX, -1 for MIN) and, if matches have ended, their "final_obs". An
    action stands for the move of that number, counted round if there are fewer moves: each action is a move.
    """

    metadata = {"render_modes": [], "autoreset_mode": vector.AutoresetMode.SAME_STEP}  # noqa: RUF012  as gymnasium

    def __init__(
        self,
        game: AnyGame,
        num_envs: int,
        *,
        position: AnyPosition | None = None,
        actions: int | None = None,
        observation: int | None = None,
        plies: int = PLIES,
        **reading: Any,
    ) -> None:
        """As `Batch`; so many `actions` are by default enough for some games at random."""
        self.batch = Batch(game, num_envs, position=position, observation=observation, plies=plies, **reading)
        self.num_envs = num_envs
        form = self.batch.form
        self.single_observation_space = spaces.Box(0, form.high, form.shape, np.uint8)
        self._actions = actions or self.batch.most_moves
        self.single_action_space = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None, options=options)
        self.batch.reset(seed)
        return self.batch.observations(), self._told()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        batch = self.batch
        moved = batch.movers.astype(np.float64)
        rewards, terminated, truncated = batch.step(np.asarray(actions) % np.maximum(batch.counts, 1))
        told = self._told()
        if (ended := terminated | truncated).any():
            told["final_obs"] = batch.observations(ended=True)
            told["_final_obs"] = ended
        return batch.observations(), rewards * moved, terminated.copy(), truncated.copy(), told

    def _told(self) -> dict[str, Any]:
        mask = self.batch.masks(self._actions).astype(np.int8)
        return {"action_mask": mask, "mover": self.batch.movers.copy()}

    def close_extras(self, **_: Any) -> None:
        self.batch.close()
