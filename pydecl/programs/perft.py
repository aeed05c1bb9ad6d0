"""How many ways there are to play so many plies, and how many nodes a search without cuts visits.

Source: R. Hyatt's Crafty, and https://www.chessprogramming.org/Perft.
"""

from __future__ import annotations

import time

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY

ENDLESS = -1
"""What is known of a node while what lies below it is counted."""


class EndlessError(LimitError):
    """A position comes again below itself, so that a search without a depth limit has no end."""


def perft(game: Game[P], position: P, plies: int, deadline: float = INFINITY) -> int:
    """How many positions are reached after exactly so many plies, each by every way to it.

    `deadline` is a time of `time.monotonic`. Raises LimitError where it is over.
    """
    if plies == 0:
        return 1
    if time.monotonic() > deadline:
        raise LimitError("time is up")
    successors = game.successors(position)
    if plies == 1:
        return len(successors)
    return sum(perft(game, after, plies - 1, deadline) for _, after in successors)


def tree_nodes(game: Game[P], position: P, plies: int | None, deadline: float = INFINITY) -> int:
    """How many nodes minimax visits within so many plies, all if None: each position by every way to it.

    What lies below a position is counted once. Raises LimitError if it is past `deadline`, a time of
    `time.monotonic`, and EndlessError if there is no end.
    """
    known: dict[tuple[P, int | None], int] = {}

    def below(at: P, left: int | None) -> int:
        node = at, left
        nodes = known.get(node)
        if nodes is None:
            if time.monotonic() > deadline:
                raise LimitError("time is up")
            known[node] = ENDLESS
            deeper = None if left is None else left - 1
            nodes = 1 if left == 0 else 1 + sum(below(after, deeper) for after in game.afters(at))
            known[node] = nodes
        elif nodes == ENDLESS:
            raise EndlessError("the game may go on for ever")
        return nodes

    return below(position, plies)
