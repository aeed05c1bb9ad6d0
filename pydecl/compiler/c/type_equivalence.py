"""Which types are held alike: equal numbers for types with the same constructors, down to the end.

Types hang together in a graph, which may be small though its unfolding is large (a pair of pairs of pairs),
or has no end. Its circles are found first (Tarjan). A type outside of them is told by its own constructors
and by the numbers of what it holds; one of a circle by the whole circle, as it is seen from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from pydecl.compiler.c.types import Type
from pydecl.model.graphs import circles

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
        for circle in circles([root], Type.held, self._numbers):
            if len(circle) == 1 and circle[0] not in circle[0].held():
                (node,) = circle
                sign = (_own(node), tuple([self._numbers[one] for one in node.held()]))
                self._numbers[node] = self._intern(sign)
            else:
                self._name_circle(circle)

    def _intern(self, sign: Sign) -> int:
        return self._known.setdefault(sign, len(self._known))

    def _name_circle(self, circle: Sequence[Type]) -> None:
        """Number types that hold each other."""
        inside = set(circle)
        endless: set[Type] = set()
        for part in circles(circle, lambda one: [n for n in one.in_structs() if n in inside]):
            if len(part) > 1 or part[0] in part[0].in_structs():
                endless.update(part)
        numbers = {}
        for node in circle:
            alone: Sign = ("alone", len(self._known))
            sign = self._encoded(node, inside, endless) if len(circle) <= MOST_COMPARED else alone
            numbers[node] = self._intern(sign)
            self._deep.add(numbers[node])
            if node in endless:
                self._endless.add(numbers[node])
        self._numbers |= numbers

    def _encoded(self, start: Type, circle: set[Type], endless: set[Type]) -> Sign:
        """A circle as it is seen from one of its types, which are numbered in the order they are met in."""
        order = {start: 0}
        rows: list[object] = []
        for node in (todo := [start]):
            row: list[tuple[bool, int]] = []
            for one in node.held():
                if one in circle and one not in order:
                    order[one] = len(order)
                    todo.append(one)
                row.append((one in circle, order[one] if one in circle else self._numbers[one]))
            rows.append((_own(node), node in endless, tuple(row)))
        return ("circle", tuple(rows))


def _own(node: Type) -> Sign:
    """What a type is without what it holds."""
    atoms = "O" if node.open else "A" if node.atoms else ""
    lists = node.element is not None
    return node.ints, node.floats, atoms, lists, tuple(sorted(node.structs)), tuple(sorted(node.wide))
