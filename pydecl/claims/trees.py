"""Small trees as nested tuples: (3, (1, 2)) is a root with a leaf and a node with two.

>>> value((3, (1, 2)), Player.MAX), value((3, (1, 2)), Player.MIN)
(3, 2)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from typing import TypeAlias

from pydecl.model.game import Player
from pydecl.model.number import Number, number_text
from pydecl.model.term import Atom
from pydecl.model.tree import Inner, Leaf, Node, Tree

Nest: TypeAlias = Number | tuple["Nest", ...]
"""A leaf's value, or what is below a node."""

SIGNS = (-1, 0, 1)
"""Values enough: of up to three leaves these have every order."""


@cache
def of_size(nodes: int, values: Sequence[Number] = SIGNS) -> Sequence[Nest]:
    """All trees of so many nodes.

    >>> [len(of_size(nodes)) for nodes in range(1, 6)]
    [3, 3, 12, 57, 300]
    """
    if nodes == 1:
        return tuple(values)
    return tuple(_forests(nodes - 1, tuple(values)))


def _forests(nodes: int, values: tuple[Number, ...]) -> Iterator[tuple[Nest, ...]]:
    for size in range(1, nodes + 1):
        for first in of_size(size, values):
            for rest in _forests(nodes - size, values) if nodes > size else [()]:
                yield first, *rest


def up_to(nodes: int, values: Sequence[Number] = SIGNS) -> list[Nest]:
    """All trees of at most so many nodes, the smallest first."""
    return [nest for size in range(1, nodes + 1) for nest in of_size(size, values)]


def shuffled(branching: int, depth: int, seed: int) -> Nest:
    """A tree with so many successors everywhere and so many plies; its leaves are 1, 2, 3 … in any order."""
    level: list[Nest] = list(range(1, branching**depth + 1))
    random.Random(f"{branching} {depth} {seed}").shuffle(level)
    for _ in range(depth):
        level = [tuple(level[place : place + branching]) for place in range(0, len(level), branching)]
    return level[0]


def grown(seed: int, plies: int, values: Sequence[Number]) -> Nest:
    """A tree of any shape, of at most so many plies, with one to three successors."""
    rng = random.Random(f"grown {seed}")

    def below(plies: int) -> Nest:
        if plies == 0 or rng.random() < 0.1:
            return rng.choice(values)
        return tuple(below(plies - 1) for _ in range(rng.choice((1, 2, 2, 3))))

    return below(plies)


def in_order(nest: Nest, mover: Player, best_first: bool, *, whole: bool = True) -> Nest:
    """The tree with the successors of every node in order: the best for who chooses first, or last.

    If not the `whole` order is wanted, one of them comes first, and the others stay as they are.
    """
    if not isinstance(nest, tuple):
        return nest
    below = [in_order(child, mover.opponent, best_first, whole=whole) for child in nest]
    descending = (mover is Player.MAX) is best_first
    ordered = sorted(below, key=lambda child: value(child, mover.opponent), reverse=descending)
    if whole:
        return tuple(ordered)
    below.remove(ordered[0])
    return (ordered[0], *below)


def value(nest: Nest, mover: Player) -> Number:
    """V(P), by its definition."""
    if not isinstance(nest, tuple):
        return nest
    values = [value(child, mover.opponent) for child in nest]
    return max(values) if mover is Player.MAX else min(values)


def leaves(nest: Nest) -> list[Number]:
    """The values of the leaves from left to right."""
    if not isinstance(nest, tuple):
        return [nest]
    return [leaf for child in nest for leaf in leaves(child)]


def size(nest: Nest) -> int:
    """How many nodes."""
    return 1 + sum(map(size, nest)) if isinstance(nest, tuple) else 1


def height(nest: Nest) -> int:
    """How many plies."""
    return 1 + max(map(height, nest)) if isinstance(nest, tuple) else 0


def at(nest: Nest, way: Sequence[int]) -> Nest:
    """The tree below a node, by the way from the root: the numbers of the moves, from 0."""
    for number in way:
        assert isinstance(nest, tuple)
        nest = nest[number]
    return nest


def way_of(name: str) -> tuple[int, ...]:
    """The way to a node that `planted` has named."""
    return tuple(int(number) for number in name.split("_")[1:])


def chosen(best: object) -> int:
    """The number of the move to a child of the root, from 0."""
    assert isinstance(best, Atom)
    return way_of(best.name)[0]


def planted(nests: Sequence[Nest], root: Player) -> tuple[Tree, list[str]]:
    """Many trees in one, and the names of their roots: t0, t1 and so on; t0_2 is the third below t0."""
    nodes: list[Node] = []
    for number, nest in enumerate(nests):
        nodes += _nodes(nest, root, f"t{number}")
    return Tree(tuple(nodes)), [f"t{number}" for number in range(len(nests))]


def _nodes(nest: Nest, mover: Player, name: str) -> Iterator[Node]:
    if not isinstance(nest, tuple):
        yield Leaf(name, mover, nest)
        return
    names = tuple(f"{name}_{number}" for number in range(len(nest)))
    yield Inner(name, mover, names)
    for below, child in zip(names, nest, strict=True):
        yield from _nodes(child, mover.opponent, below)


def line(nest: Nest, root: Player = Player.MAX) -> str:
    """The tree as a `.tree` file has it, on one line, its nodes named a, b, c and so on.

    >>> line((3, (1, 2)), Player.MIN)
    'a min (b 3 c max (d 1 e 2))'
    """
    names = (chr(97 + number) if number < 26 else f"n{number}" for number in count())

    def written(nest: Nest, mover: Player) -> str:
        name = next(names)
        if not isinstance(nest, tuple):  # a leaf alone says who is to move
            return f"{name} {f'{mover.value} ' * (name == 'a')}{number_text(nest)}"
        return f"{name} {mover.value} ({' '.join(written(child, mover.opponent) for child in nest)})"

    return written(nest, root)
