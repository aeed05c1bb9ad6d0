"""The order in which a search looks at the successors. The twin of `prolog/refined/order.pl`.

Best and worst are known by backing up the values of the whole subtree, which is not counted; each
position is valued once. What pays in practice is to go by the static values of the successors; those
that are at the horizon, where the search itself takes their static values, stay as they are. The values of
the searches stay the same.

Source: lecture 20, 'Games': 'If you always examine the moves from the best to the worst, the number of
cutoffs will be maximized.'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Generic

from pydecl.model.game import MAX, Game, P, Player
from pydecl.model.number import Number, less
from pydecl.model.result import Order, Settings
from pydecl.programs.interface import N

Node = tuple[float, Player | None, P]


def by_value(mover: Player, pairs: Sequence[tuple[Number, N]]) -> list[N]:
    """The nodes of (value, node), the best for `mover` first; equal ones stay in their order.

    >>> by_value(Player.MIN, [(2, "a"), (1, "b"), (2.0, "c"), (0, "d")])
    ['d', 'b', 'a', 'c']
    """
    found: list[tuple[Number, N]] = []
    for pair in pairs:  # by insertion, like the twin: numbers of mixed kinds may compare in a circle
        at = len(found)
        while at and _better(mover, pair[0], found[at - 1][0]):
            at -= 1
        found.insert(at, pair)
    return [node for _, node in found]


def _better(mover: Player, value: Number, than: Number) -> bool:
    return less(than, value) if mover is MAX else less(value, than)


class Ordering(Generic[P]):
    """The order of moves in one search. `in_time` is called now and then, and may raise."""

    def __init__(self, game: Game[P], settings: Settings, in_time: Callable[[], None]) -> None:
        self._game = game
        self._order = settings.order
        self._state = settings.seed
        self._in_time = in_time
        self._values: dict[Node[P], Number] = {}

    def ordered(self, mover: Player, nodes: Sequence[Node[P]]) -> Sequence[Node[P]]:
        """The successors of a node where `mover` chooses."""
        if self._order is Order.RANDOM:
            pairs = [(self._draw(), node) for node in nodes]
            return [node for _, node in sorted(pairs, key=lambda pair: pair[0])]
        if self._order is Order.STATIC:
            if nodes[0][0] <= 0:
                return nodes
            return by_value(mover, [(self._value((0, *node[1:])), node) for node in nodes])
        first = mover if self._order is Order.BEST else mover.opponent
        return by_value(first, [(self._value(node), node) for node in nodes])

    def _draw(self) -> int:
        self._state = (self._state * 1664525 + 1013904223) & 0xFFFFFFFF  # Numerical Recipes
        return self._state >> 16

    def _value(self, node: Node[P]) -> Number:
        """V(P) to the depth of the search, remembered."""
        value = self._values.get(node)
        if value is None:
            value = self._values[node] = self._backed_up(node)
        return value

    def _backed_up(self, node: Node[P]) -> Number:
        depth, mover, position = node
        assert mover is not None
        self._in_time()
        successors = self._game.successors(position) if depth > 0 else ()
        if not successors:
            return self._game.static_value(position)
        values = [self._value((depth - 1, mover.opponent, successor)) for _, successor in successors]
        return reduce(lambda best, value: value if _better(mover, value, best) else best, values)
