"""alphabeta: a good-enough value V(P, Alpha, Beta). The twin of `prolog/textbook/alphabeta.pl`.

The value that comes back is

    below Alpha      if V(P) < Alpha
    V(P)             if Alpha <= V(P) <= Beta
    above Beta       if V(P) > Beta

Source: lecture 19, Figure 22.5; its two missing pieces follow from this definition. Cut-offs are strict.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N
from pydecl.programs.minimax import bestof

PROGRAM = Declaration(
    "alphabeta",
    Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True),
    summary="strict cut-offs",
    source="L19, 'The alpha-beta algorithm', Figure 22.5",
    ordered=True,
    traced=(Traced("alphabeta", bounds=2),),
    textbook=True,
    place=3,
)


def alphabeta(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """A successor that has the value (None where there is none), and the value, for MAX."""
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    return boundedbest(game, successors, alpha, beta)


def boundedbest(game: Interface[N], positions: Sequence[N], alpha: Number, beta: Number) -> tuple[N, Number]:
    """The best of one or more siblings within the window, up to the first that is good enough; its value."""
    values: list[Number] = []
    for pos in positions:
        _, val = alphabeta(game, pos, alpha, beta)
        values.append(val)
        if goodenough(game, alpha, beta, pos, val):
            break
        alpha, beta = newbounds(game, alpha, beta, pos, val)
    return bestof(game, positions, values)


def goodenough(game: Interface[N], alpha: Number, beta: Number, pos: N, val: Number) -> bool:
    """Whether no sibling of `pos` need be searched: the player above will not let the game come there."""
    return less(beta, val) if game.min_to_move(pos) else less(val, alpha)


def newbounds(game: Interface[N], alpha: Number, beta: Number, pos: N, val: Number) -> tuple[Number, Number]:
    """The window for the siblings of `pos`: MAX, who chose it if MIN is to move there, has `val` now."""
    if game.min_to_move(pos):
        return (val, beta) if less(alpha, val) else (alpha, beta)
    return (alpha, val) if less(val, beta) else (alpha, beta)
