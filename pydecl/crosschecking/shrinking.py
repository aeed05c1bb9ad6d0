"""Shrink a case until nothing smaller breaks the same law: fewer nodes, smaller values, a wider window.

>>> from pydecl.crosschecking.cases import Shape
>>> from pydecl.model.tree import tree_text
>>> from pydecl.rules.tree import read_tree
>>> tree = read_tree("a max (b min (d 1  e 5)  c 7)", "example")
>>> case = Case(Shape.TREE, tree, None)
>>> limits = Limits(alpha=2, beta=9)
>>> small, asked = shrink(case, limits, lambda case, limits: len(case.tree.nodes) > 1)
>>> print(tree_text(small.tree), asked.alpha, asked.beta)
a min (b 0)
 -inf inf
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from pydecl.crosschecking.cases import Case
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import DEFAULTS, Limits, Order
from pydecl.model.tree import Chance, Inner, Leaf, Node, Tree, tree_below

Fails = Callable[[Case, Limits], bool]

MOST_STEPS = 5_000
"""So many smaller cases are tried, and then the smallest so far is given."""


def shrink(case: Case, limits: Limits, fails: Fails) -> tuple[Case, Limits]:
    """The smallest case and limits that still fail, found step by step; its nodes are named a, b, c, …"""
    tried = 0
    smaller = _smaller(case, limits)
    while tried < MOST_STEPS:
        found = next(smaller, None)
        if found is None:
            break
        tried += 1
        if fails(*found):
            case, limits = found
            smaller = _smaller(case, limits)
    renamed = replace(case, tree=_named(case.tree))
    return (renamed, limits) if fails(renamed, limits) else (case, limits)


def _smaller(case: Case, limits: Limits) -> Iterator[tuple[Case, Limits]]:
    for tree in _smaller_trees(case.tree):
        yield replace(case, tree=tree), limits
    if limits.settings.order is not Order.GAME:
        asked = replace(limits, settings=replace(limits.settings, order=Order.GAME, seed=0))
        yield replace(case, tree=_reversed(case.tree)), asked
    for simpler in _simpler_limits(limits, _is_acyclic(case.tree)):
        yield case, simpler
    for tree in _simpler_trees(case.tree):
        yield replace(case, tree=tree), limits


# Fewer nodes


def _smaller_trees(tree: Tree) -> Iterator[Tree]:
    nodes = dict(tree.by_name)
    root = tree.root
    for child in () if isinstance(root, Leaf) else dict.fromkeys(root.children):
        yield tree_below(child, nodes)
    for node in tree.nodes:
        if isinstance(node, Leaf):
            continue
        value = node.value if isinstance(node, Inner) else None
        mover = node.mover if isinstance(node, Inner) else Player.MAX
        yield _with(tree, Leaf(node.name, mover, 0 if value is None else value))
        if isinstance(node, Inner) and len(node.children) > 1:
            for at in range(len(node.children)):
                kept = node.children[:at] + node.children[at + 1 :]
                yield _with(tree, replace(node, children=kept))
    yield from _shortcuts(tree)


def _shortcuts(tree: Tree) -> Iterator[Tree]:
    """A child replaced by what follows it: two plies down, so that the players still alternate."""
    for node in tree.nodes:
        if not isinstance(node, Inner):
            continue
        for at, child in enumerate(node.children):
            for below in _grandchildren(tree, child):
                if below != child:
                    children = (*node.children[:at], below, *node.children[at + 1 :])
                    shorter = _with(tree, replace(node, children=children))
                    if len(shorter.nodes) < len(tree.nodes):
                        yield shorter


def _grandchildren(tree: Tree, name: str) -> Iterator[str]:
    node = tree[name]
    for child in node.children if isinstance(node, Inner) else ():
        below = tree[child]
        yield from below.children if isinstance(below, Inner) else ()


def _with(tree: Tree, node: Node) -> Tree:
    return tree_below(tree.root.name, {**tree.by_name, node.name: node})


# Simpler limits and values: each step makes the case simpler by one measure and no less simple by another


def _simpler_limits(limits: Limits, unlimited: bool) -> Iterator[Limits]:
    """`unlimited` says whether a search without a depth limit ends."""
    settings = limits.settings
    if settings.order is not Order.GAME:
        yield replace(limits, settings=replace(settings, order=Order.GAME, seed=0))
    if settings.order is Order.RANDOM and settings.seed > 9:
        for seed in range(10):
            yield replace(limits, settings=replace(settings, seed=seed))
    if limits.alpha > -INFINITY:
        yield replace(limits, alpha=-INFINITY)
    if limits.beta < INFINITY:
        yield replace(limits, beta=INFINITY)
    if limits.depth is not None:
        if unlimited:
            yield replace(limits, depth=None)
        for depth in range(limits.depth):
            yield replace(limits, depth=depth)
    if settings.extension != DEFAULTS.extension:
        yield replace(limits, settings=replace(settings, extension=DEFAULTS.extension))
    for value in _simpler_values(limits.alpha):
        if not value > limits.beta:
            yield replace(limits, alpha=value)
    for value in _simpler_values(limits.beta):
        if not value < limits.alpha:
            yield replace(limits, beta=value)


def _simpler_trees(tree: Tree) -> Iterator[Tree]:
    for value in dict.fromkeys(node.value for node in tree.nodes if isinstance(node, Leaf)):
        for simple in () if value is None else _simpler_values(value):
            yield Tree(tuple(_revalued(node, value, simple) for node in tree.nodes))
    for node in tree.nodes:
        if isinstance(node, Chance):
            continue
        for mark in node.marks:
            yield _with(tree, replace(node, marks=node.marks - {mark}))
        if isinstance(node, Leaf) and node.outcome is not None:
            yield _with(tree, replace(node, outcome=None))
        if isinstance(node, Inner) and node.value is not None:
            yield _with(tree, replace(node, value=None))
        if isinstance(node, Leaf) and node.value is None:
            yield _with(tree, replace(node, value=0))
        if node.value is not None:
            for value in _simpler_values(node.value):
                yield _with(tree, replace(node, value=value))


def _revalued(node: Node, old: Number | None, new: Number) -> Node:
    return replace(node, value=new) if isinstance(node, Leaf) and node.value == old else node


def _simpler_values(value: Number) -> Sequence[Number]:
    """Whole numbers nearer to 0, 0 first; of two as near the positive one is simpler."""
    if isinstance(value, float) and value in (INFINITY, -INFINITY):
        return ()
    rank = _rank(value)
    return [simple for simple in (0, 1, -1, 2, -2, 3, int(value)) if _rank(simple) < rank]


def _rank(value: Number) -> tuple[Number, bool, bool]:
    return (-value if value < 0 else value), not isinstance(value, int), value < 0


def _reversed(tree: Tree) -> Tree:
    nodes = {
        node.name: replace(node, children=node.children[::-1]) if isinstance(node, Inner) else node
        for node in tree.nodes
    }
    return tree_below(tree.root.name, nodes)


def _is_acyclic(tree: Tree) -> bool:
    """Whether no way leads back to a node; all that is left when leaves are taken away again and again."""
    left = {node.name: set() if isinstance(node, Leaf) else set(node.children) for node in tree.nodes}
    while ends := {name for name, children in left.items() if not children}:
        left = {name: children - ends for name, children in left.items() if name not in ends}
    return not left


def _named(tree: Tree) -> Tree:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names: Mapping[str, str] = {
        node.name: letters[at] if len(tree.nodes) <= len(letters) else f"n{at}"
        for at, node in enumerate(tree.nodes)
    }

    def named(node: Node) -> Node:
        if isinstance(node, Leaf):
            return replace(node, name=names[node.name])
        return replace(node, name=names[node.name], children=tuple(names[child] for child in node.children))

    return Tree(tuple(map(named, tree.nodes)))
