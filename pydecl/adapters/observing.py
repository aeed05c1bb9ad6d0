"""Positions as arrays of a fixed shape, for learning programs.

>>> from pydecl.adapters.opening import open_game
>>> with open_game("tictactoe") as opened:
...     seen = Text(opened, 12)
...     print(seen(opened.start.state), seen.space)
[46 46 46 47 46 46 46 47 46 46 46  0] Box(0, 255, (12,), uint8)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from gymnasium import spaces

from pydecl.adapters.opening import Opened
from pydecl.adapters.planes import Array
from pydecl.adapters.surveying import Survey
from pydecl.errors import InputError
from pydecl.model.position import Position


class Encoder(Protocol):
    """What a user writes to have other observations: a space, and what a position is in it."""

    @property
    def space(self) -> spaces.Space[Any]:
        """Where its observations are."""

    def __call__(self, position: Position[Any], /) -> Any:
        """The observation of a position; a new one each time."""


Observation: TypeAlias = "Encoder | int | None"
"""How positions are observed: by an encoder of one's own, or as a text of so many bytes; None is as many as a
survey finds to be enough."""


class Text:
    """The bytes of a position's text, with zeros behind them."""

    def __init__(self, opened: Opened, length: int) -> None:
        if length < 1:
            raise InputError(f"an observation must have at least 1 byte, not {length}")
        self._opened = opened
        self._length = length
        self.space: spaces.Space[Any] = spaces.Box(0, 255, (length,), np.uint8)

    def __call__(self, state: Any) -> Array:
        """Raises InputError for a text that is too long."""
        return np.frombuffer(self._opened.padded(state, self._length), np.uint8).copy()


class Own:
    """An encoder of the user's."""

    def __init__(self, opened: Opened, encoder: Encoder) -> None:
        self._opened = opened
        self._encoder = encoder
        self.space = encoder.space

    def __call__(self, state: Any) -> Any:
        return self._encoder(self._opened.position(state))


def observing(opened: Opened, observation: Observation, look: Callable[[], Survey]) -> Text | Own:
    """What makes observations of the rules' states; `look` surveys the game. Raises InputError."""
    if observation is None:
        seen = look()
        return Text(opened, seen.roomy(seen.length))
    if isinstance(observation, int):
        return Text(opened, observation)
    if not callable(observation) or not isinstance(getattr(observation, "space", None), spaces.Space):
        raise InputError("an encoder is called with a position, and has a gymnasium space as `space`")
    return Own(opened, observation)
