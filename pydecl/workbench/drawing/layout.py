"""Where the nodes of a tree stand, and those of a graph that may have cycles.

A tree is tidy, as by Reingold and Tilford 1981, 'Tidier Drawings of Trees': nodes of one level stand in a
row, children in their order with their parent in the middle above them, equal subtrees look alike, and no
two boxes of a row overlap.

>>> tree = {"a": ["b", "c"], "b": ["d", "e"]}
>>> placed("a", lambda node: tree.get(node, []), lambda node: 10.0, gap=2.0)
{'a': 12.0, 'b': 6.0, 'c': 18.0, 'd': 0.0, 'e': 12.0}

A graph stands in given rows, with few crossings, as by Sugiyama, Tagawa and Toda 1981, 'Methods for Visual
Understanding of Hierarchical System Structures': an edge over several rows has a bend in each row between,
rows are ordered by the middle of their neighbours, and each row comes as near to these middles as its boxes
allow, by least squares.

>>> x, bends = layered([["a"], ["b", "c"]], [("a", "b"), ("a", "c")], lambda node: 10.0, gap=2.0)
>>> x, bends
({'a': 6.0, 'b': 0.0, 'c': 12.0}, {('a', 'b'): [], ('a', 'c'): []})
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


class _Outline:
    """The edges of a subtree's rows, the lowest first; `shift` is to be added to each of them."""

    __slots__ = ("left", "right", "shift")

    def __init__(self) -> None:
        self.left: list[float] = []
        self.right: list[float] = []
        self.shift = 0.0

    def beside(self, other: _Outline) -> _Outline:
        """Both as one, with another one on the right; only the rows that both have are looked at."""
        shared = range(-min(len(self.left), len(other.left)), 0)
        if len(self.left) >= len(other.left):
            for row in shared:
                self.right[row] = other.right[row] + other.shift - self.shift
            return self
        for row in shared:
            other.left[row] = self.left[row] + self.shift - other.shift
        return other

    def distance(self, other: _Outline) -> float:
        """How far to the right another one must go to touch this one, and no more."""
        shared = range(-min(len(self.left), len(other.left)), 0)
        return max(self.right[row] - other.left[row] for row in shared) + self.shift - other.shift


def placed(
    root: Node, children: Callable[[Node], Sequence[Node]], width: Callable[[Node], float], gap: float
) -> dict[Node, float]:
    """The middle of each node's box; the leftmost is at 0.

    `gap` is what is free between two boxes of a level.
    """
    order = [root]
    below: dict[Node, Sequence[Node]] = {}
    for node in order:
        below[node] = children(node)
        order.extend(below[node])
    outlines: dict[Node, _Outline] = {}
    away: dict[Node, float] = {}  # from the parent's middle
    for node in reversed(order):
        whole = _Outline()
        for number, child in enumerate(below[node]):
            outline = outlines.pop(child)
            away[child] = whole.distance(outline) + gap if number else 0.0
            outline.shift += away[child]
            whole = whole.beside(outline)
        if below[node]:
            middle = away[below[node][-1]] / 2
            whole.shift -= middle
            for child in below[node]:
                away[child] -= middle
        whole.left.append(-width(node) / 2 - whole.shift)
        whole.right.append(width(node) / 2 - whole.shift)
        outlines[node] = whole
    found = {root: 0.0}
    for node in order:
        for child in below[node]:
            found[child] = found[node] + away[child]
    least = min(found.values())
    return {node: x - least for node, x in found.items()}


SWEEPS = 12
"""How often the rows are ordered: down and up in turn."""

BEND = 10.0
"""How wide a bend is."""


def layered(
    rows: Sequence[Sequence[Node]],
    edges: Sequence[tuple[Node, Node]],
    width: Callable[[Node], float],
    gap: float,
) -> tuple[dict[Node, float], dict[tuple[Node, Node], list[tuple[int, float]]]]:
    """The middle of each node's box, and the bends of each edge, row by row on its way.

    The leftmost middle is at 0. Edges to one node share their bends. `gap` is what is free between two boxes
    of a row.
    """
    row_of = {node: number for number, row in enumerate(rows) for node in row}
    lines: list[list[Hashable]] = [list(row) for row in rows]
    near: dict[Hashable, set[Hashable]] = defaultdict(set)
    ways: dict[tuple[Node, Node], list[Hashable]] = {}
    made: set[Hashable] = set()
    for source, target in edges:
        start, end = row_of[source], row_of[target]
        step = 1 if end > start else -1
        way: list[Hashable] = []
        for row in range(start + step, end, step):
            bend = ("bend", row_of[target], target, row, step)
            if bend not in made:
                made.add(bend)
                lines[row].append(bend)
            way.append(bend)
        ways[source, target] = way
        chain = [source, *way, target]
        for one, other in pairwise(chain):
            if one != other:
                near[one].add(other)
                near[other].add(one)

    def wide(one: Hashable) -> float:
        return BEND if one in made else width(one)  # type: ignore[arg-type]

    x: dict[Hashable, float] = {}
    for line in lines:
        x |= _packed(line, [0.0] * len(line), wide, gap)
    at = {one: number for number, line in enumerate(lines) for one in line}
    for sweep in range(SWEEPS):
        order = range(len(lines)) if sweep % 2 else range(len(lines) - 1, -1, -1)
        side = -1 if sweep % 2 else 1
        for number in order:
            wanted = {}
            for one in lines[number]:
                others = [x[other] for other in near[one] if (at[other] - number) * side > 0]
                if sweep >= SWEEPS - 4 or not others:
                    others = [x[other] for other in near[one] if at[other] != number]
                wanted[one] = sum(others) / len(others) if others else x[one]
            if sweep < SWEEPS - 4:
                lines[number].sort(key=wanted.__getitem__)
            x |= _packed(lines[number], [wanted[one] for one in lines[number]], wide, gap)
    least = min(x.values())
    found = {node: x[node] - least for node in row_of}
    return found, {edge: [(at[bend], x[bend] - least) for bend in way] for edge, way in ways.items()}


def _packed(
    line: Sequence[Hashable], wanted: Sequence[float], wide: Callable[[Hashable], float], gap: float
) -> dict[Hashable, float]:
    """Places in the order of the line, none overlapping, with the least squares from those wanted.

    Less what stands before each, the places must not descend: so this is isotonic regression, by pooling
    neighbours that violate it.
    """
    before, offsets = 0.0, []
    for number, one in enumerate(line):
        if number:
            before += (wide(line[number - 1]) + wide(one)) / 2 + gap
        offsets.append(before)
    pools: list[tuple[float, int]] = []
    for place, offset in zip(wanted, offsets, strict=True):
        mean, count = place - offset, 1
        while pools and pools[-1][0] > mean:
            other, size = pools.pop()
            mean, count = (other * size + mean * count) / (size + count), size + count
        pools.append((mean, count))
    levels = [mean for mean, count in pools for _ in range(count)]
    return {one: level + offset for one, level, offset in zip(line, levels, offsets, strict=True)}
