"""How many ways there are to play so many plies.

Source: R. Hyatt's Crafty, and https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import time

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY


def perft(game: Game[P], position: P, plies: int, deadline: float = INFINITY) -> int:
    """How many positions are reached after exactly so many plies, each by every way to it.

    `deadline` is a time of `time.monotonic`. Raises LimitError where it is over.
    """
    if plies == 0:
        return 1
    if time.monotonic() > deadline:
        raise LimitError("the time is over")
    successors = game.successors(position)
    if plies == 1:
        return len(successors)
    return sum(perft(game, after, plies - 1, deadline) for _, after in successors)
