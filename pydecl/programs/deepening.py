"""deepening: alpha-beta to depth 1, then to depth 2, and so on. The twin of
`prolog/refined/deepening.pl`.

It ends where time is up or the depth limit is reached, or nothing is left beyond the horizon. The
values of one iteration order the moves of the next, best first; a position that it did not value comes
after those that it did. The value is V(P) to the depth of the last iteration that was finished. Ties: any
of the best, for the order changes: the first in the order of the last iteration.

Source: lecture 19, Refinements [3], progressive deepening.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from pydecl.model.game import MAX, MIN, Player
from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie, Traced
from pydecl.programs.interface import Interface, N
from pydecl.programs.order import by_value

PROGRAM = Declaration(
    "deepening",
    Contract(Kind.EXACT, Tie.ANY),
    summary="depth 1, 2, 3 … until time is up",
    source="L19, Refinements [3]",
    inner_values=True,
    traced=(Traced("search", bounds=2),),
    place=15,
)

Values = dict[Hashable, Number]
"""The value of each position in an iteration."""


def deepening(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, for MAX."""
    most = game.remaining(pos)
    depth = min(1, most)
    earlier: Values = {}
    while True:
        values: Values = {}
        found = search(game, game.iteration(pos, depth), -INFINITY, INFINITY, earlier, values)
        game.finished(depth, *found)
        if not game.horizon or depth >= most:
            return found
        depth += 1
        earlier = values


def search(
    game: Interface[N], pos: N, alpha: Number, beta: Number, earlier: Values, values: Values
) -> tuple[N | None, Number]:
    """One iteration: `earlier` has the values of the one before, `values` receives its own."""
    successors = game.moves(pos)
    if not successors:
        val = game.staticval(pos)
        values[game.position(pos)] = val
        return None, val
    mover = MAX if game.max_to_move(pos) else MIN
    best, *others = in_order(game, mover, earlier, successors)
    val = search(game, best, alpha, beta, earlier, values)[1]
    for successor in others:
        if mover is MAX:
            alpha = val if less(alpha, val) else alpha
        else:
            beta = val if less(val, beta) else beta
        if not less(alpha, beta):
            break
        val1 = search(game, successor, alpha, beta, earlier, values)[1]
        if less(val, val1) if mover is MAX else less(val1, val):
            best, val = successor, val1
    values[game.position(pos)] = val
    return best, val


def in_order(game: Interface[N], mover: Player, earlier: Values, successors: Sequence[N]) -> list[N]:
    """The successors, those that the iteration before has valued first, the best of them first."""
    known = [(earlier[game.position(node)], node) for node in successors if game.position(node) in earlier]
    return by_value(mover, known) + [node for node in successors if game.position(node) not in earlier]
