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
    return bestof(game, positions, [minimax(game, pos)[1] for pos in positions])


def bestof(game: Interface[N], positions: Sequence[N], values: Sequence[Number]) -> tuple[N, Number]:
    """The best of siblings, of which the first have these values, and its value; the later of two equal ones.

    Where MIN is to move in them, MAX has chosen. They are compared from the last one on, as the book does.
    """
    at = len(values) - 1
    best_val = values[at]
    max_chose = game.min_to_move(positions[0])
    for number in range(at - 1, -1, -1):
        val = values[number]
        if less(best_val, val) if max_chose else less(val, best_val):
            at, best_val = number, val
    return positions[at], best_val
