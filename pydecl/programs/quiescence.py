"""quiescence: alphabeta that evaluates no turbulent position at the depth limit, but searches on. The twin of
`prolog/refined/quiescence.pl`.

The search goes at most so many plies further as the setting `extension` says. The contract is lecture 19's
V(P, Alpha, Beta), on the tree so extended. Ties: the last of the best, as alphabeta.

Source: lecture 19, Refinements [1]: 'extend the search in turbulent positions beyond the depth limit until a
quiescent position is reached'.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.number import Number
from pydecl.model.program import Contract, Declaration, Kind, Searched, Tie, Traced
from pydecl.programs.alphabeta import alphabeta
from pydecl.programs.interface import Interface, N, Refined

PROGRAM = Declaration(
    "quiescence",
    Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True, searched=Searched.QUIET),
    summary="goes on where it is turbulent",
    source="L19, Refinements [1]",
    needs=("turbulent/1",),
    ordered=True,
    traced=(Traced("alphabeta", bounds=2),),
    place=16,
)


def quiescence(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """A successor that has the value (None where there is none), and the value, for MAX."""
    return alphabeta(_Extended(game), pos, alpha, beta)


class _Extended(Refined[N]):
    """The game whose turbulent positions have moves beyond the horizon."""

    def moves(self, pos: N) -> Sequence[N]:
        game = self.game
        game.enter(pos)
        depth = game.remaining(pos)
        if depth > 0 or (depth > -game.settings.extension and game.turbulent(pos)):
            return game.successors(pos)
        game.at_horizon(pos)
        return ()
