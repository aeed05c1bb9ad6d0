"""What bears the names of moves out, and what does not."""

from __future__ import annotations

from itertools import permutations
from random import Random

from pydecl.court.pairing import Names, Pair, weigh
from pydecl.court.settling import Settling
from pydecl.court.sides import Look, Node, Side
from pydecl.model.deadline import NEVER


def seen(*moves: int) -> Node:
    """A node whose moves lead to nodes of so many moves each."""
    node = Node("seen", look(0, len(moves)))
    node.kids = [Node("seen", look(1, number)) for number in moves]
    return node


def look(mover: int, moves: int) -> Look:
    return Look(mover, tuple(map(str, range(moves))), None)


class Seen(Side):
    """A side of which all is known."""

    def root(self) -> Node:
        raise AssertionError

    def _stepped(self, _steps: object) -> list[Node]:
        raise AssertionError

    def picture(self, _node: Node) -> None:
        return None


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


def above(*kids: Node) -> Node:
    node = Node("seen", look(0, len(kids)))
    node.kids = list(kids)
    return node


def test_two_plies_ahead_the_order_of_moves_says_nothing() -> None:
    settling = Settling(Seen(), Seen(), Names(), Random(1), NEVER)
    counts = (9, 10, 11, 12)
    for order in permutations(counts):
        assert settling._is_alike_ahead(above(seen(*counts), seen(1)), above(seen(1), seen(*order)))
    assert not settling._is_alike_ahead(above(seen(*counts)), above(seen(9, 10, 11, 13)))
