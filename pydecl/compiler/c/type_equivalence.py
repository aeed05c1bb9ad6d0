"""Which types are held alike: equal numbers for types with the same constructors, down to the end.

Types hang together in a graph, which may be small though its unfolding is large (a pair of pairs of pairs),
or has no end. Its circles are found first (Tarjan). A type outside of them is told by its own constructors
and by the numbers of what it holds; those of a circle are told apart by refinement, as the states of an
automaton are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.call_graph import circles

MOST_COMPARED = 200
"""The largest circle of types that is compared with others."""

Sign: TypeAlias = tuple[object, ...]


class Equivalence:
    """Numbers of types, given as they are asked for. A type must not change behind that."""

    def __init__(self) -> None:
        self._numbers: dict[Type, int] = {}
        self._known: dict[Sign, int] = {}
        self._deep: set[int] = set()
        self._endless: set[int] = set()

    def number(self, node: Type) -> int:
        """Types with the same number are held alike."""
        node = node.find()
        if node not in self._numbers:
            self._visit(node)
        return self._numbers[node]

    def is_deep(self, node: Type) -> bool:
        """Whether a value can hold another of its type anywhere, behind lists, too."""
        return self.number(node) in self._deep

    def holds_itself(self, node: Type) -> bool:
        """Whether a value can hold another of its type other than behind a list."""
        return self.number(node) in self._endless

    def _visit(self, root: Type) -> None:
        for circle in circles([root], held, self._numbers):
            if len(circle) == 1 and circle[0] not in held(circle[0]):
                (node,) = circle
                sign = (_own(node), tuple([self._numbers[one] for one in held(node)]))
                self._numbers[node] = self._intern(sign)
            else:
                self._name_circle(circle)

    def _intern(self, sign: Sign) -> int:
        return self._known.setdefault(sign, len(self._known))

    def _name_circle(self, circle: Sequence[Type]) -> None:
        """Number types that hold each other."""
        inside = set(circle)
        endless: set[Type] = set()
        for part in circles(circle, lambda one: [n for n in in_compounds(one) if n in inside]):
            if len(part) > 1 or part[0] in in_compounds(part[0]):
                endless.update(part)
        blocks = _refined(circle, [(_own(n), n in endless) for n in circle], self._numbers)
        first: dict[int, Type] = {}
        for node in circle:
            first.setdefault(blocks[node], node)
        numbers = {}
        for block, node in first.items():
            sign: Sign = ("alone", len(self._known))
            if len(first) <= MOST_COMPARED:
                sign = self._encoded(block, blocks, first, endless)
            numbers[block] = self._intern(sign)
            self._deep.add(numbers[block])
            if node in endless:
                self._endless.add(numbers[block])
        for node in circle:
            self._numbers[node] = numbers[blocks[node]]

    def _encoded(
        self, start: int, blocks: dict[Type, int], first: dict[int, Type], endless: set[Type]
    ) -> Sign:
        """A circle as it is seen from one of its types: equal for those that cannot be told apart."""
        order = {start: 0}
        rows: list[object] = []
        for block in (todo := [start]):
            node, row = first[block], list[tuple[str, int]]()
            for one in held(node):
                other = blocks.get(one)
                if other is None:
                    row.append(("other", self._numbers[one]))
                    continue
                if other not in order:
                    order[other] = len(order)
                    todo.append(other)
                row.append(("circle", order[other]))
            rows.append((_own(node), node in endless, tuple(row)))
        return ("circle", tuple(rows))


def held(node: Type) -> list[Type]:
    """The types of what a value can hold, in a fixed order."""
    lists = [] if node.element is None else [node.element.find()]
    return lists + in_compounds(node) + [node.wide[name].find() for name in sorted(node.wide)]


def in_compounds(node: Type) -> list[Type]:
    """The types of the arguments of compounds with so many of them."""
    return [field.find() for functor in sorted(node.structs) for field in node.structs[functor]]


def _own(node: Type) -> Sign:
    """What a type is without what it holds."""
    atoms = "O" if node.open else "A" if node.atoms else ""
    lists = node.element is not None
    return node.ints, node.floats, atoms, lists, tuple(sorted(node.structs)), tuple(sorted(node.wide))


def _refined(circle: Sequence[Type], signs: Sequence[object], numbers: dict[Type, int]) -> dict[Type, int]:
    """The coarsest division of types that tells apart those which hold what is told apart."""
    known: dict[object, int] = {}
    blocks = {node: known.setdefault(sign, len(known)) for node, sign in zip(circle, signs, strict=True)}
    while True:
        finer: dict[object, int] = {}
        refined = {}
        for node in circle:
            row = [(one in blocks, blocks[one] if one in blocks else numbers[one]) for one in held(node)]
            refined[node] = finer.setdefault((blocks[node], tuple(row)), len(finer))
        if len(finer) == len(known):
            return blocks
        blocks, known = refined, finer
