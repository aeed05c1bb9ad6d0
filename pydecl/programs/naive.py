"""The naive variants: programs with one function replaced, to show the damage. The twins of
`prolog/naive`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydecl.model.number import Number, less
from pydecl.model.program import Declaration
from pydecl.model.result import Bound
from pydecl.programs import alphabeta, alphabeta_tt, minimax, negamax_ply, white_black_alphabeta
from pydecl.programs.interface import Interface, N
from pydecl.programs.tracing import rewired


def _replaced(twin: Callable[..., Any], original: Any, new: Callable[..., Any]) -> Callable[..., Any]:
    """A program in which `new` is called wherever `original` would be."""
    return rewired(twin, {original.__code__}, lambda _: new)


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


# white_black_swapped is white_black_alphabeta called as other lectures' alpha-beta is: alpha as what MAX has,
# not White


def _naive(name: str, of: Declaration, cause: str, **changed: Any) -> Declaration:
    """The declaration of a variant: that of the program, but for its name and what is wrong."""
    return replace(of, name=name, naive_of=of.name, cause=cause, textbook=False, summary="", **changed)


NAIVE: Mapping[Declaration, Callable[..., Any]] = {
    _naive(
        "alphabeta_nonstrict",
        alphabeta.PROGRAM,
        "strictness of the cut: >= with the last of equal moves",
    ): _replaced(alphabeta.alphabeta, alphabeta.goodenough, _goodenough),
    _naive(
        "alphabeta_first",
        alphabeta.PROGRAM,
        "tie rule: the first of equal moves",
    ): _replaced(alphabeta.alphabeta, minimax.betterof, _first_betterof),
    _naive(
        "minimax_moverless",
        minimax.PROGRAM,
        "missing side to move: MAX chooses everywhere",
    ): _replaced(minimax.minimax, minimax.betterof, _moverless_betterof),
    _naive(
        "negamax_ply_drawless",
        negamax_ply.PROGRAM,
        "missing draw: alpha comes back where no move is left",
    ): _replaced(negamax_ply.negamax_ply, negamax_ply.negamax, _drawless_negamax),
    _naive(
        "alphabeta_tt_unadjusted",
        alphabeta_tt.PROGRAM,
        "ply adjustment: the table keeps scores relative to the root",
    ): _replaced(alphabeta_tt.alphabeta_tt, alphabeta_tt.adjusted, _unadjusted),
    _naive(
        "alphabeta_tt_boundless",
        alphabeta_tt.PROGRAM,
        "bound stored as value: the table takes every score for exact",
    ): _replaced(alphabeta_tt.alphabeta_tt, alphabeta_tt.serves, _serves_all),
    _naive(
        "white_black_swapped",
        white_black_alphabeta.PROGRAM,
        "convention of alpha and beta: MAX's bound where White's is expected",
        beta_first=False,
    ): white_black_alphabeta.white_black_alphabeta,
}
"""Each variant's declaration, with the function that is called for it."""
