"""The naive variants: programs with one function replaced, to show the damage. The twins of
`prolog/naive`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pydecl.model.number import Number, less
from pydecl.model.program import Program
from pydecl.model.result import Bound
from pydecl.search import alphabeta, alphabeta_tt, minimax, negamax_ply
from pydecl.search.interface import Interface
from pydecl.search.variant import variant
from pydecl.search.white_black_alphabeta import white_black_alphabeta

N = TypeVar("N")


# alphabeta with >= for > in its cut-offs, and still the last of equal moves


def _goodenough(game: Interface[N], alpha: Number, beta: Number, pos: N, val: Number) -> bool:
    return not less(val, beta) if game.min_to_move(pos) else not less(alpha, val)


# alphabeta that takes the first of equal moves: right, but not the textbook's rule for ties


def _first_betterof(game: Interface[N], pos0: N, val0: Number, pos1: N, val1: Number) -> tuple[N, Number]:
    worse = less(val0, val1) if game.min_to_move(pos0) else less(val1, val0)
    return (pos1, val1) if worse else (pos0, val0)


# minimax that forgets who is to move: MAX chooses everywhere


def _moverless_betterof(
    game: Interface[N],  # noqa: ARG001  that is what is wrong with it
    pos0: N,
    val0: Number,
    pos1: N,
    val1: Number,
) -> tuple[N, Number]:
    return (pos0, val0) if less(val1, val0) else (pos1, val1)


# negamax_ply as its pseudocode has it: where no move is left and nobody has won, alpha comes back


def _drawless_negamax(
    game: Interface[N], pos: N, ply: int, alpha: Number, beta: Number
) -> tuple[N | None, Number]:
    negamax_ply.check_ply(game, pos, ply)
    successors = game.moves(pos)
    if not successors:
        val = negamax_ply.score(game, pos, ply)
        win = game.settings.win - ply
        drawn = game.remaining(pos) > 0 and less(-win, val) and less(val, win)
        return None, alpha if drawn else val
    best = successors[0]
    for successor in successors:
        val = -_drawless_negamax(game, successor, ply + 1, -beta, -alpha)[1]
        if less(alpha, val):
            best, alpha = successor, val
        if not less(alpha, beta):
            break
    return best, alpha


# alphabeta_tt with a table that keeps scores as they come, or takes every score for the value


def _unadjusted(game: Interface[N], val: Number, plies: int) -> Number:  # noqa: ARG001
    return val


def _serves_all(kind: Bound | None, val: Number, alpha: Number, beta: Number) -> bool:  # noqa: ARG001
    return True


# white_black_alphabeta called as other lectures' alpha-beta is: alpha as what MAX has, not White


def _swapped(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    return white_black_alphabeta(game, pos, alpha, beta)


NAIVE: dict[Program, Callable[..., Any]] = {
    Program.ALPHABETA_NONSTRICT: variant(alphabeta, goodenough=_goodenough).alphabeta,
    Program.ALPHABETA_FIRST: variant(
        alphabeta, bestof=variant(minimax, betterof=_first_betterof).bestof
    ).alphabeta,
    Program.MINIMAX_MOVERLESS: variant(minimax, betterof=_moverless_betterof).minimax,
    Program.NEGAMAX_PLY_DRAWLESS: variant(negamax_ply, negamax=_drawless_negamax).negamax_ply,
    Program.ALPHABETA_TT_UNADJUSTED: variant(alphabeta_tt, adjusted=_unadjusted).alphabeta_tt,
    Program.ALPHABETA_TT_BOUNDLESS: variant(alphabeta_tt, serves=_serves_all).alphabeta_tt,
    Program.WHITE_BLACK_SWAPPED: _swapped,
}
