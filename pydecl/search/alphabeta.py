"""alphabeta: a good-enough value V(P, Alpha, Beta). The twin of `prolog/textbook/alphabeta.pl`.

The value that comes back is

    below Alpha      if V(P) < Alpha
    V(P)             if Alpha <= V(P) <= Beta
    above Beta       if V(P) > Beta

Source: lecture 19, Figure 22.5; its two missing pieces follow from this definition. Cut-offs are strict.
"""

from __future__ import annotations

from collections import deque
from typing import TypeVar

from pydecl.model.number import Number, less
from pydecl.search.interface import Interface
from pydecl.search.minimax import betterof

N = TypeVar("N")


def alphabeta(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """A successor that has the value (None where there is none), and the value, for MAX."""
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    return boundedbest(game, deque(successors), alpha, beta)


def boundedbest(game: Interface[N], positions: deque[N], alpha: Number, beta: Number) -> tuple[N, Number]:
    """The best of one or more siblings within the window, and its value."""
    pos = positions.popleft()
    _, val = alphabeta(game, pos, alpha, beta)
    return goodenough(game, positions, alpha, beta, pos, val)


def goodenough(
    game: Interface[N], positions: deque[N], alpha: Number, beta: Number, pos: N, val: Number
) -> tuple[N, Number]:
    """`pos` itself where no sibling is left or its value ends the search; else the better of all."""
    if not positions:
        return pos, val
    if (game.min_to_move(pos) and less(beta, val)) or (game.max_to_move(pos) and less(val, alpha)):
        return pos, val
    new_alpha, new_beta = newbounds(game, alpha, beta, pos, val)
    pos1, val1 = boundedbest(game, positions, new_alpha, new_beta)
    return betterof(game, pos, val, pos1, val1)


def newbounds(game: Interface[N], alpha: Number, beta: Number, pos: N, val: Number) -> tuple[Number, Number]:
    """The window for the siblings of `pos`: MAX, who chose it if MIN is to move there, has `val` now."""
    if game.min_to_move(pos) and less(alpha, val):
        return val, beta
    if game.max_to_move(pos) and less(val, beta):
        return alpha, val
    return alpha, beta
