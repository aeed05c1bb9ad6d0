"""A game that is asked about the same positions again and again, and works each of them out once.

>>> from pydecl.games.nim import Nim
>>> game = remembering(Nim((1, 2)))
>>> start, = game.initial()
>>> game.afters(start) is game.afters(start)
True
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from pydecl.model.game import Game, P

MOST = 1 << 16
"""How many positions are remembered, those that were asked about last."""


def remembering(game: Game[P]) -> Game[P]:
    """The same game; what follows a position, and what it is worth, is remembered.

    Its equal positions must be the same: 1 and 1.0 are equal. What it gives must not be changed.
    """
    quick = copy(game)
    for name in ("afters", "static_value"):
        object.__setattr__(quick, name, lru_cache(MOST)(getattr(game, name)))  # a game may be frozen
    return quick
