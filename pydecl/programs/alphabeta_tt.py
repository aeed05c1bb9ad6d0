"""alphabeta_tt: negamax_ply with a hash table, which never changes a value. The twin of
`prolog/refined/alphabeta_tt.pl`.

Unlike in negamax_ply the value that comes back is the best that was found, not a bound of the window:
only what the leaves below a position are worth may be told to another place. The contract is
negamax_ply's. Ties: the first of the best.

An entry of the table is a score and how it relates to what the position is worth, for the player to move.
Scores of won and lost positions are kept relative to the position, not to the root. The key is the
position as the search sees it, with the plies that remain to be searched: an entry serves only the same
remaining depth. The setting `table` says how many entries there are at the most: `transpositions.py` has the
rule by which they are given up.

Source: 'Forcing progress in winning positions', the fragments on the hash table; 'Transposition tables'
in lecture 20.
"""

from __future__ import annotations

from pydecl.model.number import Number, less
from pydecl.model.program import Contract, Declaration, Kind, Searched, Side, Tie, Traced
from pydecl.model.result import Bound
from pydecl.programs.interface import Interface, N
from pydecl.programs.negamax_ply import check_ply, score
from pydecl.programs.transpositions import TABLE, Table

PROGRAM = Declaration(
    "alphabeta_tt",
    Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY),
    summary="the same with a hash table",
    source="FP, the hash table; L20, 'Transposition Tables'",
    ends=True,
    settings=(TABLE,),
    ordered=True,
    traced=(Traced("search", before=1, bounds=2, side=Side.MOVER),),
    place=11,
)

Known = tuple[Number, Bound | None]


def alphabeta_tt(game: Interface[N], pos: N, alpha: Number, beta: Number) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, all from MAX's point of view."""
    table: Table[N, Known] = Table(game)
    if game.max_to_move(pos):
        found = search(game, pos, 0, alpha, beta, table)
        return found[0], found[1]
    for_min = search(game, pos, 0, -beta, -alpha, table)
    return for_min[0], -for_min[1]


def search(
    game: Interface[N], pos: N, ply: int, alpha: Number, beta: Number, table: Table[N, Known]
) -> tuple[N | None, Number]:
    """The same for the player to move in `pos`, like all below."""
    known = retrieved(game, table, pos, ply, alpha, beta)
    if known is not None:
        game.table_hit(pos)
        return None, known
    check_ply(game, pos, ply)
    successors = game.moves(pos)
    if not successors:
        val = score(game, pos, ply)
        store(game, table, pos, ply, val, Bound.EXACT)
        return None, val
    best = successors[0]
    val = -search(game, best, ply + 1, -beta, -alpha, table)[1]
    low = alpha
    for successor in successors[1:]:
        if not less(val, beta):
            break
        low = val if less(low, val) else low
        val1 = -search(game, successor, ply + 1, -beta, -low, table)[1]
        if less(val, val1):
            best, val = successor, val1
    store(game, table, pos, ply, val, bound(val, alpha, beta))
    return best, val


def bound(val: Number, alpha: Number, beta: Number) -> Bound | None:
    """What a value says; in a window without inside nobody can tell."""
    if not less(alpha, beta):
        return None
    if not less(alpha, val):
        return Bound.UPPER
    return Bound.EXACT if less(val, beta) else Bound.LOWER


# The table


def retrieved(
    game: Interface[N], table: Table[N, Known], pos: N, ply: int, alpha: Number, beta: Number
) -> Number | None:
    """The score of `pos` where the table knows it, and well enough for the window."""
    known = table.lookup(pos)
    if known is None:
        return None
    stored, kind = known
    val = adjusted(game, stored, -ply)
    return val if serves(kind, val, alpha, beta) else None


def store(
    game: Interface[N], table: Table[N, Known], pos: N, ply: int, val: Number, kind: Bound | None
) -> None:
    """Keep a score."""
    table.keep(ply, pos, (adjusted(game, val, ply), kind))


def serves(kind: Bound | None, val: Number, alpha: Number, beta: Number) -> bool:
    """Whether a score of this kind ends the search in this window."""
    if kind is Bound.LOWER:
        return not less(val, beta)
    if kind is Bound.UPPER:
        return not less(alpha, val)
    return kind is Bound.EXACT


def adjusted(game: Interface[N], val: Number, plies: int) -> Number:
    """What a score for a win or a loss would be, seen from so many plies further down."""
    limit = game.settings.win - game.settings.max_ply
    if less(limit, val):
        return val + plies
    return val - plies if less(val, -limit) else val
