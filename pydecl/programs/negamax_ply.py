"""negamax_ply: alpha-beta in which a win in fewer moves is worth more. The twin of
`prolog/refined/negamax_ply.pl`.

V(P) is minimax's on the same tree, won leaves valued WIN - ply and lost ones ply - WIN. Between alpha and
beta, both exclusive, the value that comes back is V(P). Where V(P) <= alpha it is from V(P) to alpha,
where V(P) >= beta from beta to V(P). Ties: the first of the best.

Source: 'Forcing progress in winning positions' (ICS 180, February 2, 1999), the function alphabeta. There
a drawn position without moves would be worth alpha; here it has its static value.
"""

from __future__ import annotations

from pydecl.model.game import Outcome
from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Searched, Side, Tie, Traced
from pydecl.model.term import term_text
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "negamax_ply",
    Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY),
    summary="nearer wins are worth more",
    source="FP, the function alphabeta",
    ends=True,
    ordered=True,
    traced=(Traced("negamax", before=1, bounds=2, side=Side.MOVER),),
    place=10,
)


def negamax_ply(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, all from MAX's point of view."""
    if game.max_to_move(pos):
        found = negamax(game, pos, 0, alpha, beta)
        return found[0], found[1]
    for_min = negamax(game, pos, 0, -beta, -alpha)
    return for_min[0], -for_min[1]


def negamax(game: Interface[N], pos: N, ply: int, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """The same for the player to move in `pos`."""
    check_ply(game, pos, ply)
    successors = game.moves(pos)
    if not successors:
        return None, score(game, pos, ply)
    best = successors[0]
    for successor in successors:
        val = -negamax(game, successor, ply + 1, -beta, -alpha)[1]
        if less(alpha, val):
            best, alpha = successor, val
        if not less(alpha, beta):
            break
    return best, alpha


def score(game: Interface[N], pos: N, ply: int) -> Number:
    """What the leaf `pos` is worth to the player to move there.

    Raises ContractError where a static value is not between MAX_PLY - WIN and WIN - MAX_PLY.
    """
    val = score_for_max(game, pos, ply)
    return val if game.max_to_move(pos) else -val


def score_for_max(game: Interface[N], pos: N, ply: int) -> Number:
    """The same from MAX's point of view."""
    settings = game.settings
    outcome = game.decided(pos)
    if outcome is not None:
        return settings.win - ply if outcome is Outcome.WON else ply - settings.win
    val = game.staticval(pos)
    limit = settings.win - settings.max_ply
    if not (less(val, limit) and less(-limit, val)):
        raise game.broken("value_beyond_win", pos, term_text(val), limit)
    return val


def check_ply(game: Interface[N], pos: N, ply: int) -> None:
    """Raises ContractError where `ply`, the distance from the root, is not below MAX_PLY."""
    if ply >= game.settings.max_ply:
        raise game.broken("ply_beyond_max", pos, game.settings.max_ply)
