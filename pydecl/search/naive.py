"""The naive variants: programs with one function replaced, to show the damage. The twins of
`prolog/naive`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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


def _boundedbest(game: Interface[N], positions: Sequence[N], alpha: Number, beta: Number) -> tuple[N, Number]:
    values: list[Number] = []
    for pos in positions:
        val = _NONSTRICT.alphabeta(game, pos, alpha, beta)[1]
        values.append(val)
        if game.min_to_move(pos):
            if not less(val, beta):
                break
            if less(alpha, val):
                alpha = val
        else:
            if not less(alpha, val):
                break
            if less(val, beta):
                beta = val
    return minimax.bestof(game, positions, values)


_NONSTRICT: Any = variant(alphabeta, boundedbest=_boundedbest)


# alphabeta that takes the first of equal moves: right, but not the textbook's rule for ties


def _first_bestof(game: Interface[N], positions: Sequence[N], values: Sequence[Number]) -> tuple[N, Number]:
    at, best_val = len(values) - 1, values[-1]
    max_chose = game.min_to_move(positions[0])
    for number in reversed(range(at)):
        val = values[number]
        if not (less(val, best_val) if max_chose else less(best_val, val)):
            at, best_val = number, val
    return positions[at], best_val


# minimax that forgets who is to move: MAX chooses everywhere


def _moverless_bestof(
    game: Interface[N],  # noqa: ARG001  that is what is wrong with it
    positions: Sequence[N],
    values: Sequence[Number],
) -> tuple[N, Number]:
    at, best_val = len(values) - 1, values[-1]
    for number in reversed(range(at)):
        if less(best_val, values[number]):
            at, best_val = number, values[number]
    return positions[at], best_val


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
    Program.ALPHABETA_NONSTRICT: _NONSTRICT.alphabeta,
    Program.ALPHABETA_FIRST: variant(alphabeta, bestof=_first_bestof).alphabeta,
    Program.MINIMAX_MOVERLESS: variant(minimax, bestof=_moverless_bestof).minimax,
    Program.NEGAMAX_PLY_DRAWLESS: variant(negamax_ply, negamax=_drawless_negamax).negamax_ply,
    Program.ALPHABETA_TT_UNADJUSTED: variant(alphabeta_tt, adjusted=_unadjusted).alphabeta_tt,
    Program.ALPHABETA_TT_BOUNDLESS: variant(alphabeta_tt, serves=_serves_all).alphabeta_tt,
    Program.WHITE_BLACK_SWAPPED: _swapped,
}
