"""forward_pruning: alphabeta that disregards less promising continuations. The twin of
`prolog/refined/forward_pruning.pl`.

Where no successor is plausible all are searched. The contract is lecture 19's V(P, Alpha, Beta), on the
tree so pruned. Ties: the last of the best, as alphabeta.

Source: lecture 19, Refinements [2], heuristic pruning.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.model.number import Number
from pydecl.model.program import Contract, Declaration, Kind, Searched, Tie, Traced
from pydecl.programs.alphabeta import alphabeta
from pydecl.programs.interface import Interface, N, Refined

PROGRAM = Declaration(
    "forward_pruning",
    Contract(Kind.GOOD_ENOUGH, Tie.LAST, window=True, searched=Searched.PLAUSIBLE),
    summary="looks at plausible moves only",
    source="L19, Refinements [2]",
    needs=("plausible/2",),
    ordered=True,
    traced=(Traced("alphabeta", bounds=2),),
    place=17,
)


def forward_pruning(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """A successor that has the value (None where there is none), and the value, for MAX."""
    return alphabeta(_Pruned(game), pos, alpha, beta)


class _Pruned(Refined[N]):
    """The game with its plausible moves only."""

    def moves(self, pos: N) -> Sequence[N]:
        successors = self.game.moves(pos)
        return [successor for successor in successors if self.game.plausible(pos, successor)] or successors
