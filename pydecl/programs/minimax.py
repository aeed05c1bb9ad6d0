"""minimax: the backed-up value V(P). The twin of `prolog/textbook/minimax.pl`.

Source: lecture 19, 'minimax(Pos, BestSucc, Val)'.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "minimax",
    Contract(Kind.EXACT, Tie.LAST),
    summary="all is looked at",
    source="L19, 'The minimax principle'",
    ordered=True,
    traced=(Traced("minimax"),),
    textbook=True,
    place=2,
)


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
    """The best of siblings, of which the first have these values, and its value; the last come first."""
    at = len(values) - 1
    best_pos, best_val = positions[at], values[at]
    while at:
        at -= 1
        best_pos, best_val = betterof(game, positions[at], values[at], best_pos, best_val)
    return best_pos, best_val


def betterof(game: Interface[N], pos0: N, val0: Number, pos1: N, val1: Number) -> tuple[N, Number]:
    """The better of two siblings for the player who chooses between them; `pos1` if they are equal.

    Where MIN is to move in `pos0`, MAX has chosen it.
    """
    better = less(val1, val0) if game.min_to_move(pos0) else less(val0, val1)
    return (pos0, val0) if better else (pos1, val1)
