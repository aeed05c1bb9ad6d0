"""mtdf: MTD(f), a row of tests with a table, each of which narrows what the value can be. The twin of
`prolog/refined/mtdf.pl`.

The first test begins with a guess, the others where the last one ended. In the paper a test is a search
in the window (bound - 1, bound); here the question is put as it is, at least the bound or more than it,
so that values need not be whole numbers. With a guess above all values it is MT-SSS*: the leaves that it
evaluates are those of sss_star. The value is exact. Ties: the first of the best.

An entry of the table is the pair of bounds between which the position's value is. The key is the position
as the search sees it, with the plies that remain to be searched.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, 'Best-first fixed-depth minimax algorithms',
Artificial Intelligence 87, 1996.
"""

from __future__ import annotations

from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Contract, Declaration, Kind, Setting, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "mtdf",
    Contract(Kind.EXACT, Tie.FIRST),
    summary="MTD(f): a row of tests, from a guess on, with a table",
    source="Plaat, Schaeffer, Pijls, de Bruin 1996",
    settings=(Setting("guess", 0, "the value with which it begins", tried=(-1000, -1, 0, 2, 1000)),),
    ordered=True,
    traced=(Traced("test", before=1, bounds=1),),
)

Table = dict[N, tuple[Number, Number]]


def mtdf(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, for MAX."""
    table: Table[N] = {}
    lower: Number = -INFINITY
    upper: Number = INFINITY
    at_least = True
    bound: Number = game.setting("guess")
    best: N | None = None
    shown = False
    for_max = game.max_to_move(pos)
    while True:
        tested = test(game, pos, at_least, bound, table)
        found, val = tested
        is_so = holds(at_least, val, bound)
        if is_so:
            lower = val
        else:
            upper = val
        if found is not None and (is_so is for_max or not shown):
            best = found
            # a test that holds shows a move of MAX's, one that fails a move of MIN's
            shown = is_so is for_max
        if not less(lower, upper):
            return best, val
        at_least, bound = not is_so, val


def test(
    game: Interface[N], pos: N, at_least: bool, bound: Number, table: Table[N]
) -> tuple[N | None, Number]:
    """Whether `pos` is worth at least `bound`, or (without `at_least`) more: a value that says it.

    It is a lower bound of V(P) if so, else an upper bound.
    """
    lower, upper = table.get(pos, (-INFINITY, INFINITY))
    if pos in table and (holds(at_least, lower, bound) or not holds(at_least, upper, bound)):
        game.table_hit(pos)
        return None, lower if holds(at_least, lower, bound) else upper
    successors = game.moves(pos)
    if not successors:
        val = game.staticval(pos)
        table[pos] = val, val
        return None, val
    for_max = game.max_to_move(pos)
    best = successors[0]
    val = test(game, best, at_least, bound, table)[1]
    for successor in successors[1:]:
        if holds(at_least, val, bound) is for_max:
            break
        val1 = test(game, successor, at_least, bound, table)[1]
        if less(val, val1) if for_max else less(val1, val):
            best, val = successor, val1
    table[pos] = (val, upper) if holds(at_least, val, bound) else (lower, val)
    return best, val


def holds(at_least: bool, val: Number, bound: Number) -> bool:
    """Whether a value is at least the bound, or more."""
    return not less(val, bound) if at_least else less(bound, val)
