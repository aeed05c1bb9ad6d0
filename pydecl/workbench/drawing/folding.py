"""A part of a search tree, in place of one that is too large: what is not shown is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from itertools import accumulate, groupby, islice

from pydecl.model.number import INFINITY
from pydecl.workbench.drawing.search_tree import SearchTree, Visit

FOLDS = (
    *((2, INFINITY, INFINITY), (1, INFINITY, INFINITY), (1, INFINITY, 3), (1, INFINITY, 1)),
    *((0, INFINITY, 0), (0, 8, 0), (0, 6, 0), (0, 4, 0), (0, 3, 0), (0, 1, 0)),
)
"""From much to little: how many plies beside the best variation, children of its nodes, and of others."""

LONG = 7
"""How many plies a page has."""


def pruned(tree: SearchTree, shown: Callable[[Visit], Collection[Visit]]) -> SearchTree:
    """The tree with those children of each node that are `shown`; the others are counted.

    The given tree stays as it is.
    """
    visits = list(tree.visits())
    sizes: dict[Visit, int] = {}
    for visit in reversed(visits):
        sizes[visit] = 1 + sum(map(sizes.__getitem__, visit.children))
    copies = {tree.root: replace(tree.root, children=[])}
    for visit in visits:
        copy = copies.get(visit)
        if copy is None or not visit.children:
            continue
        kept = shown(visit)
        if not kept:
            copy.hidden = sizes[visit] - 1
        for is_kept, run in groupby(visit.children if kept else (), kept.__contains__):
            some = list(run)
            if not is_kept and len(some) > 1:
                first, hidden = some[0], sum(map(sizes.__getitem__, some))
                rest = Visit(first.order, first.number, first.ply, None, None, name=f"{len(some):,} more")
                rest.omitted, rest.hidden = len(some), hidden - len(some)
                copy.children.append(rest)
                continue
            copies |= {one: replace(one, children=[]) for one in some}
            copy.children += [copies[one] for one in some]
        copy.best = visit.best and copies.get(visit.best)
        if copy.cut is not None:
            copy.cut = replace(copy.cut, by=copy.cut.by and copies[copy.cut.by])
    return SearchTree(copies[tree.root], tree.depth, tree.is_cut_short)


def folded(tree: SearchTree, most: int) -> SearchTree:
    """The tree down to the last ply at which no more than `most` nodes are shown."""
    sizes = sorted(Counter(visit.ply for visit in tree.visits()).items())
    totals = zip((ply for ply, _ in sizes), accumulate(size for _, size in sizes), strict=True)
    last = [ply for ply, total in totals if total <= most or ply == tree.root.ply][-1]
    return pruned(tree, lambda visit: visit.children if visit.ply < last else ())


def fitted(tree: SearchTree, fits: Callable[[SearchTree], bool]) -> SearchTree:
    """The tree, or the least fold of it around the best variation that fits."""
    if fits(tree):
        return tree
    found = tree
    for fold in FOLDS:
        found = pruned(
            tree, partial(_around, dict.fromkeys(tree.variation(), 0), tree.root.ply + LONG, *fold)
        )
        if fits(found):
            break
    return found


def _around(
    away: dict[Visit, int], last: int, plies: float, on_line: float, beside: float, visit: Visit
) -> Collection[Visit]:
    """What a fold shows of a node's children, the first and the best; `away` counts from the variation."""
    if away[visit] > plies or visit.ply >= last:
        return ()
    for child in visit.children:
        away.setdefault(child, away[visit] + 1)
    most = beside if away[visit] else on_line
    if len(visit.children) <= most:
        return visit.children
    best = [visit.best] if visit.best in visit.children else []
    return {*islice(visit.children, int(most) - len(best)), *best}
