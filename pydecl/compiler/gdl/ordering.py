"""In which order the conditions of a rule are asked: the join order in which the fewest rows are expected.

The rows that a condition gives are estimated as usual: those of its relation, by the number of values of each
column that is known.

>>> sizes = [(1000, (10, 100)), (100, (100,)), (64, (8, 8))]
>>> in_order([(0, (-1, -2)), (1, (-2,)), (2, (-1, -3))], sizes.__getitem__, {-2})
[1, 0, 2]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TypeAlias

from pydecl.compiler.gdl.flattening import FlatAtom

MOST_COMPARED = 7
"""Of so many conditions all orders are compared; of more, the best next one is taken."""

Sizes: TypeAlias = tuple[int, tuple[int, ...]]
"""How many rows a relation has, and how many values each column of it."""


def in_order(atoms: Sequence[FlatAtom], sizes: Callable[[int], Sizes], known: Set[int]) -> list[int]:
    """The places of conditions in the order in which they are asked; `known` are variables with values."""
    if len(atoms) > MOST_COMPARED:
        return _greedy(atoms, sizes, known)
    best: dict[frozenset[int], tuple[float, float, list[int]]] = {frozenset(): (0.0, 1.0, [])}
    for _ in atoms:
        longer: dict[frozenset[int], tuple[float, float, list[int]]] = {}
        for done, (cost, rows, order) in best.items():
            bound = {*known, *(column for at in done for column in atoms[at][1])}
            for at, atom in enumerate(atoms):
                if at not in done:
                    after = rows * _rows(atom, sizes, bound)
                    found = cost + max(rows, after), after, [*order, at]
                    there = longer.setdefault(done | {at}, found)
                    if found[0] < there[0]:
                        longer[done | {at}] = found
        best = longer
    ((_, _, order),) = best.values()
    return order


def _greedy(atoms: Sequence[FlatAtom], sizes: Callable[[int], Sizes], known: Set[int]) -> list[int]:
    order: list[int] = []
    bound = set(known)
    left = list(range(len(atoms)))
    while left:
        at = min(left, key=lambda at: _rows(atoms[at], sizes, bound))
        left.remove(at)
        order.append(at)
        bound.update(atoms[at][1])
    return order


def _rows(atom: FlatAtom, sizes: Callable[[int], Sizes], known: Set[int]) -> float:
    """How many rows are expected, if these variables have values."""
    count, values = sizes(atom[0])
    rows = float(count)
    for at, column in enumerate(atom[1]):
        if values and (column >= 0 or column in known or column in atom[1][:at]):
            rows /= values[at]
    return rows
