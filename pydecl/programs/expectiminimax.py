"""expectiminimax: minimax for games with chance. The twin of `prolog/refined/expectiminimax.pl`.

Below a chance node the values' mean, weighted by their probabilities; where a player is to move, the
best. Each position is asked who is to move there: players need not alternate. Ties: the last of the best,
as minimax.

Source: lecture 20, 'Games': 'minimax is easily extendible to games of chance'.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.game import MAX
from pydecl.model.number import Number, Sum, less
from pydecl.model.program import Contract, Declaration, Kind, Movers, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "expectiminimax",
    Contract(Kind.EXPECTATION, Tie.LAST),
    summary="minimax with chance",
    source="L20, 'games of chance'",
    movers=Movers.CHANCE,
    traced=(Traced("expectiminimax"),),
    place=18,
)


def expectiminimax(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The best successor (None where there is none, or chance is to move) and the value, for MAX."""
    turn, followers = game.followers(pos)
    if not followers:
        return None, game.staticval(pos)
    if turn is None:
        return None, expectation(game, pos, followers)
    best = followers[0][1]
    val = expectiminimax(game, best)[1]
    for _, successor in followers[1:]:
        val1 = expectiminimax(game, successor)[1]
        if not (less(val1, val) if turn is MAX else less(val, val1)):
            best, val = successor, val1
    return best, val


def expectation(game: Interface[N], pos: N, outcomes: Sequence[tuple[Number, N]]) -> Number:
    """The mean of what can follow the chance node `pos`; raises ContractError where it is not finite."""
    total = Sum()
    for probability, successor in outcomes:
        total.add(probability, expectiminimax(game, successor)[1])
        if not total.finite:  # as with inf and -inf
            raise game.broken("no_expectation", pos)
    return total.value
