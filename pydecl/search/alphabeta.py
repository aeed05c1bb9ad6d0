"""alphabeta: a good-enough value V(P, Alpha, Beta). The twin of `prolog/textbook/alphabeta.pl`.

The value that comes back is

    below Alpha      if V(P) < Alpha
    V(P)             if Alpha <= V(P) <= Beta
    above Beta       if V(P) > Beta

Source: lecture 19, Figure 22.5; its two missing pieces follow from this definition. Cut-offs are strict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pydecl.model.number import Number, less
from pydecl.search.interface import Interface
from pydecl.search.minimax import bestof

N = TypeVar("N")


def alphabeta(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """A successor that has the value (None where there is none), and the value, for MAX."""
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    return boundedbest(game, successors, alpha, beta)


def boundedbest(game: Interface[N], positions: Sequence[N], alpha: Number, beta: Number) -> tuple[N, Number]:
    """The best of one or more siblings within the window, and its value.

    It is the best of those up to the first that is good enough. Where MIN is to move in them, MAX, who has
    chosen, has each one's value from there on; and the other way round.
    """
    values: list[Number] = []
    for pos in positions:
        val = alphabeta(game, pos, alpha, beta)[1]
        values.append(val)
        if game.min_to_move(pos):
            if less(beta, val):
                break
            if less(alpha, val):
                alpha = val
        else:
            if less(val, alpha):
                break
            if less(val, beta):
                beta = val
    return bestof(game, positions, values)
