"""ab_procedure: V(J, alpha, beta), steps 1 to 4'. The twin of `prolog/refined/ab_procedure.pl`.

Clamped: the value is V(J), but alpha where that is below, and beta where it is above. (A root that is
evaluated itself has its own value.) Ties: the first of the best.

Source: lecture 20, 'Games', the pseudocode 'ABProcedure'.
"""

from __future__ import annotations

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "ab_procedure",
    Contract(Kind.CLAMPED, Tie.FIRST, window=True),
    summary="alpha-beta that stays in its window",
    source="L20, 'ABProcedure'",
    ordered=True,
    traced=(Traced("ab_procedure", bounds=2),),
    place=14,
)


def ab_procedure(game: Interface[N], j: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value; the numbers are the steps."""
    successors = game.moves(j)
    if not successors:
        return None, game.staticval(j)  # 1
    best = successors[0]
    if game.max_to_move(j):
        for j_k in successors:
            val = ab_procedure(game, j_k, alpha, beta)[1]
            if less(alpha, val):
                best, alpha = j_k, val  # 2
            if not less(alpha, beta):
                return best, beta  # 3
        return best, alpha  # 4
    for j_k in successors:
        val = ab_procedure(game, j_k, alpha, beta)[1]
        if less(val, beta):
            best, beta = j_k, val  # 2'
        if not less(alpha, beta):
            return best, alpha  # 3'
    return best, beta  # 4'
