"""scout: the first move is searched, the others are first asked whether they are better, and searched
only if so. The twin of `prolog/refined/scout.pl`.

With a window, and a second search that begins where the test ended, it is NegaScout. There the test is a
search in the window (val, val + 1); here the question is put as it is, whether a position is worth more
than val, so that values need not be whole numbers. Between alpha and beta, both exclusive, the value is
V(P). Where V(P) <= alpha it is from V(P) to alpha, where V(P) >= beta from beta to V(P). Ties: the first
of the best.

Source: J. Pearl, 'SCOUT: a simple game-searching algorithm with proven optimal properties', AAAI 1980:
EVAL and TEST; A. Reinefeld, 'An improvement to the Scout tree search algorithm', ICCA Journal 6:4, 1983.
"""

from __future__ import annotations

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "scout",
    Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True),
    summary="asks of each further move whether it is better before it searches it",
    source="Pearl 1980, 'SCOUT'; as NegaScout in Reinefeld 1983",
    ordered=True,
    traced=(Traced("scout", bounds=2), Traced("test", before=1, bounds=1)),
)


def scout(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, for MAX."""
    successors = game.moves(pos)
    if not successors:
        return None, game.staticval(pos)
    best, *others = successors
    val = scout(game, best, alpha, beta)[1]
    for_max = game.max_to_move(pos)
    for successor in others:
        if not (less(val, beta) if for_max else less(alpha, val)):
            break
        if for_max:
            alpha = val if less(alpha, val) else alpha
        else:
            beta = val if less(val, beta) else beta
        bound = alpha if for_max else beta
        val1 = test(game, successor, for_max, bound)
        if holds(for_max, val1, bound):
            best, val = successor, again(game, successor, for_max, val1, alpha, beta)
        elif better(for_max, val1, val):  # both are outside the window
            best, val = successor, val1
    return best, val


def again(game: Interface[N], pos: N, for_max: bool, val: Number, alpha: Number, beta: Number) -> Number:
    """The value of `pos`, of which a test has shown that it is `val` or better, for who moved there."""
    if not (less(val, beta) if for_max else less(alpha, val)):
        return val
    val1 = scout(game, pos, *((val, beta) if for_max else (alpha, val)))[1]
    return val1 if better(for_max, val1, val) else val


def test(game: Interface[N], pos: N, more: bool, bound: Number) -> Number:
    """Whether `pos` is worth more than `bound`, or (without `more`) less: a value that says it.

    V(P) is on the same side of the bound, and not nearer to it.
    """
    successors = game.moves(pos)
    if not successors:
        return game.staticval(pos)
    for_max = game.max_to_move(pos)
    val = test(game, successors[0], more, bound)
    for successor in successors[1:]:
        if holds(more, val, bound) is (for_max is more):
            break
        val1 = test(game, successor, more, bound)
        if better(for_max, val1, val):
            val = val1
    return val


def holds(more: bool, val: Number, bound: Number) -> bool:
    """Whether a value is more than the bound, or less."""
    return less(bound, val) if more else less(val, bound)


def better(for_max: bool, val: Number, than: Number) -> bool:
    """Whether a value is better for MAX, or for MIN."""
    return less(than, val) if for_max else less(val, than)
