"""minimax: the backed-up value V(P). The twin of `prolog/textbook/minimax.pl`.

Source: lecture 19, 'minimax(Pos, BestSucc, Val)'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydecl.model.number import Number, less
from pydecl.search.interface import Interface

N = TypeVar("N")


def minimax(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The best successor of `pos` (None where it has none) and V(pos), from MAX's point of view."""
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    return best(game, successors)


def best(game: Interface[N], positions: Sequence[N]) -> tuple[N, Number]:
    """The best of one or more siblings and its value; the later of two equal ones."""
    values = [minimax(game, pos)[1] for pos in positions]
    best_pos, best_val = positions[-1], values[-1]
    for pos, val in zip(reversed(positions[:-1]), reversed(values[:-1]), strict=True):
        best_pos, best_val = betterof(game, pos, val, best_pos, best_val)
    return best_pos, best_val


def betterof(game: Interface[N], pos0: N, val0: Number, pos1: N, val1: Number) -> tuple[N, Number]:
    """The better of two siblings for the player who chooses between them; `pos1` if they are equal.

    Where MIN is to move in `pos0`, MAX has chosen it.
    """
    if (game.min_to_move(pos0) and less(val1, val0)) or (game.max_to_move(pos0) and less(val0, val1)):
        return pos0, val0
    return pos1, val1
