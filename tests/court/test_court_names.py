"""What bears the names of moves out, and what does not."""

from __future__ import annotations

from pydecl.court.pairing import Names, Pair, weigh
from pydecl.court.sides import Look, Node


def seen(*moves: int) -> Node:
    """A node from which two moves lead to nodes of so many moves each."""
    node = Node(None, Look(0, ("a", "b"), None))
    node.kids = [Node(None, Look(1, tuple(map(str, range(number))), None)) for number in moves]
    return node


def weight(rules: Node, system: Node) -> tuple[float, float]:
    names = Names()
    weigh(Pair(rules, system), [(0, 0), (1, 1)], names)
    return names.weight().good, names.weight().bad


def test_names_are_borne_out_where_the_same_follows() -> None:
    assert weight(seen(3, 2), seen(3, 2)) == (2.0, 0.0)


def test_names_are_wrong_where_others_would_fit() -> None:
    assert weight(seen(3, 2), seen(2, 3)) == (0.0, 2.0)


def test_what_no_names_would_fit_is_not_held_against_them() -> None:
    assert weight(seen(3, 2), seen(3, 1)) == (1.0, 0.0)
