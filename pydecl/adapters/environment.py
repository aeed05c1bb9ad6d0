"""What the environments of Gymnasium and PettingZoo have in common: spaces, a match, a way to watch it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces

from pydecl.adapters.matches import Match, rewards_of
from pydecl.adapters.numbering import Actions, numbering
from pydecl.adapters.observing import Observation, observing
from pydecl.adapters.opening import open_game
from pydecl.adapters.planes import Array
from pydecl.adapters.surveying import survey
from pydecl.api.opening import AnyGame, AnyPosition
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.position import Position
from pydecl.workbench.drawing.position import position_picture, text_svg

MODES = ("ansi", "human", "svg")
"""How positions are shown to people: a text, a text that is printed, and a picture."""


class Environment:
    """A game, opened to be played again and again, with its moves as numbers and its positions as arrays."""

    def __init__(
        self,
        game: AnyGame,
        position: AnyPosition | None,
        actions: Actions,
        observation: Observation,
        rewards: str,
        plies: int,
        render_mode: str | None,
        reading: Mapping[str, Any],
    ) -> None:
        """As `pydecl.adapters.gymnasium.env`."""
        if render_mode is not None and render_mode not in MODES:
            raise InputError(f"{render_mode!r} is no render mode: expected {', '.join(MODES)}")
        kind = rewards_of(rewards)
        self.opened = open_game(game, position, **reading)
        try:
            look = cache(partial(survey, self.opened, named=actions == "names"))
            self._observe = observing(self.opened, observation, look)
            self.match = Match(self.opened, numbering(self.opened, actions, look), kind, plies)
            self.match.begin(self.opened.start.state, Random(0))
        except BaseException:
            self.opened.close()
            raise
        self.actions = self.match.numbering.size
        self.observation_space = self._observe.space
        self.mask_space = spaces.Box(0, 1, (self.actions,), np.int8)
        self._render_mode = render_mode
        self._is_closed = False

    def begin(self, random: Random, options: Mapping[str, Any] | None) -> None:
        """Begin a match at the start, or at the `position` of the options, whose other keys say nothing."""
        self.check_open()
        self.opened.let_go(self.match.state)
        position = (options or {}).get("position")
        start = self.opened.start.state if position is None else self.opened.state(position)
        self.match.begin(start, random)

    def observation(self) -> Any:
        """What the position looks like: the same to both players."""
        return self._observe(self.match.state)

    def mask(self) -> Array:
        """1 for each action that is a move here, 0 for the others."""
        mask = np.zeros(self.actions, np.int8)
        numbers = self.match.numbers
        mask[slice(len(numbers)) if isinstance(numbers, range) else numbers] = 1
        return mask

    def names(self) -> dict[int, str]:
        """What the moves of the position are called, by their numbers."""
        match = self.match
        if match.done:
            return {}
        return dict(zip(match.numbers, self.opened.move_texts(match.state), strict=True))

    @property
    def position(self) -> Position[Any]:
        return self.opened.position(self.match.state)

    def render(self) -> str | None:
        """The position, shown in the mode that was chosen; None if that is to print it, or to do nothing."""
        self.check_open()
        if self._render_mode is None:
            return None
        position, game = self.position, self.opened.game
        if isinstance(game, SessionGame):
            drawn = position_picture(game, position.state)
            text, svg = drawn.text, drawn.svg
        else:
            text = str(position)
            svg = text_svg(text, "", f"{game.name}: {text}")
        if self._render_mode == "human":
            sys.stdout.write(text.rstrip("\n") + "\n")
            return None
        return svg if self._render_mode == "svg" else text

    def check_open(self) -> None:
        if self._is_closed:
            raise InputError(f"the environment of {self.opened.game.name} is closed")

    def close(self) -> None:
        self._is_closed = True
        self.opened.close()


class AtTable:
    """What both packages' environments show of the match that they play."""

    table: Environment

    @property
    def position(self) -> Position[Any]:
        """The position, which may be searched and drawn."""
        return self.table.position

    def move_names(self) -> dict[int, str]:
        """What the moves are called, by their numbers."""
        return self.table.names()

    def render(self) -> str | None:
        """The position, shown in the mode that was chosen. Raises InputError if the environment is closed."""
        return self.table.render()

    def close(self) -> None:
        """End the game, unless it was open before; twice does no harm."""
        self.table.close()
