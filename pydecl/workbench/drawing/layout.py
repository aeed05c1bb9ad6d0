"""Where the nodes of a tree stand: tidy, in linear time.

Buchheim, Jünger and Leipert 2002, 'Improving Walker's Algorithm to Run in Linear Time', which draws as
Reingold and Tilford 1981: nodes of one level stand in a row, children in their order with their parent in the
middle above them, equal subtrees look alike, and no two boxes of a row overlap.

>>> tree = {"a": ["b", "c"], "b": ["d", "e"]}
>>> placed("a", lambda node: tree.get(node, []), lambda node: 10.0, gap=2.0)
{'a': 12.0, 'b': 6.0, 'd': 0.0, 'e': 12.0, 'c': 18.0}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


class _Place:
    """A node while it is being placed; the names are those of the paper."""

    __slots__ = (
        *("node", "width", "parent", "children", "number"),
        *("prelim", "mod", "shift", "change", "thread", "ancestor"),
    )

    def __init__(self, node: object, width: float, parent: _Place | None, number: int) -> None:
        self.node, self.width, self.parent, self.number = node, width, parent, number
        self.children: list[_Place] = []
        self.prelim = self.mod = self.shift = self.change = 0.0
        self.thread: _Place | None = None
        self.ancestor = self

    @property
    def next_left(self) -> _Place | None:
        """The next one on the left contour."""
        return self.children[0] if self.children else self.thread

    @property
    def next_right(self) -> _Place | None:
        """The next one on the right contour."""
        return self.children[-1] if self.children else self.thread


def placed(
    root: Node, children: Callable[[Node], Sequence[Node]], width: Callable[[Node], float], gap: float
) -> dict[Node, float]:
    """The middle of each node's box; the leftmost is at 0.

    `gap` is what is free between two boxes of a level.
    """
    top = _Place(root, width(root), None, 0)
    order = [top]
    for place in order:
        for number, child in enumerate(children(place.node)):  # type: ignore[arg-type]
            place.children.append(_Place(child, width(child), place, number))
        order.extend(place.children)
    for place in reversed(order):
        if place.parent is None or place.number == len(place.parent.children) - 1:
            _walk_siblings(place.parent.children if place.parent else [place], gap)
    return _final(top)


def _walk_siblings(siblings: Sequence[_Place], gap: float) -> None:
    """The first walk, for siblings whose children have been placed."""
    default = siblings[0]
    for place in siblings:
        middle = 0.0
        if place.children:
            _execute_shifts(place)
            middle = (place.children[0].prelim + place.children[-1].prelim) / 2
        if place.number:
            left = siblings[place.number - 1]
            place.prelim = left.prelim + _distance(left, place, gap)
            if place.children:
                place.mod = place.prelim - middle
        else:
            place.prelim = middle
        default = _apportion(place, siblings, default, gap)


def _distance(left: _Place, right: _Place, gap: float) -> float:
    return (left.width + right.width) / 2 + gap


def _apportion(place: _Place, siblings: Sequence[_Place], default: _Place, gap: float) -> _Place:
    """Push a subtree to the right, until it is clear of all on its left."""
    if not place.number:
        return default
    inner_right = outer_right = place
    inner_left = siblings[place.number - 1]
    outer_left = siblings[0]
    sum_ir = sum_or = place.mod
    sum_il, sum_ol = inner_left.mod, outer_left.mod
    while True:
        next_il, next_ir = inner_left.next_right, inner_right.next_left
        if next_il is None or next_ir is None:
            break
        inner_left, inner_right = next_il, next_ir
        next_ol, next_or = outer_left.next_left, outer_right.next_right
        assert next_ol is not None
        assert next_or is not None
        outer_left, outer_right = next_ol, next_or
        outer_right.ancestor = place
        shift = (
            inner_left.prelim + sum_il - inner_right.prelim - sum_ir + _distance(inner_left, inner_right, gap)
        )
        if shift > 0:
            known = inner_left.ancestor
            _move(known if known.parent is place.parent else default, place, shift)
            sum_ir += shift
            sum_or += shift
        sum_il += inner_left.mod
        sum_ir += inner_right.mod
        sum_ol += outer_left.mod
        sum_or += outer_right.mod
    if inner_left.next_right is not None and outer_right.next_right is None:
        outer_right.thread = inner_left.next_right
        outer_right.mod += sum_il - sum_or
    if inner_right.next_left is not None and outer_left.next_left is None:
        outer_left.thread = inner_right.next_left
        outer_left.mod += sum_ir - sum_ol
        default = place
    return default


def _move(left: _Place, right: _Place, shift: float) -> None:
    """Move a subtree, and note what the ones between must be moved by."""
    each = shift / (right.number - left.number)
    right.change -= each
    right.shift += shift
    left.change += each
    right.prelim += shift
    right.mod += shift


def _execute_shifts(place: _Place) -> None:
    shift = change = 0.0
    for child in reversed(place.children):
        child.prelim += shift
        child.mod += shift
        change += child.change
        shift += child.shift + change


def _final(top: _Place) -> dict[Node, float]:
    """The second walk; then all is moved so that the leftmost is at 0."""
    found: dict[Node, float] = {}
    todo = [(top, 0.0)]
    while todo:
        place, moved = todo.pop()
        found[place.node] = place.prelim + moved  # type: ignore[index]
        todo.extend((child, moved + place.mod) for child in reversed(place.children))
    least = min(found.values())
    return {node: x - least for node, x in found.items()}
