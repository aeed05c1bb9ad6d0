"""Random trees of the shape that a level needs: uneven, small enough for a page, with small integers.

The draws come in this order, which a twin in another language keeps: whether equal values are enough (level
`strict` alone), who moves at the root; then node by node, from left to right and downwards: below the root,
whether the tree ends here; a leaf's value; for an inner node how many children it has, on the level of
chance whether chance moves there, and which probabilities its children have; then the children.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pydecl.model.number import Number, exact
from pydecl.model.program import Program
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.draws import Draws
from pydecl.workbench.practice.exercise import Exercise, Level, Node, node_name
from pydecl.workbench.practice.solution import MINIMAX, NOT_STRICT, STRICT

EXPECTIMINIMAX = Program("expectiminimax")


@dataclass(frozen=True, slots=True)
class Shape:
    """The trees of a level: at most `plies` deep, with `least` to `most` nodes and 2 to `widest` children.

    Below the root one node in `ends` is a leaf before its time (0: from the second ply on, only). Values are
    from `low` to `high`.
    """

    plies: int
    least: int
    most: int
    widest: int
    ends: int
    low: int
    high: int


SHAPES: Mapping[Level, Shape] = {
    Level.MINIMAX: Shape(plies=3, least=10, most=20, widest=3, ends=5, low=-9, high=9),
    Level.SHALLOW: Shape(plies=3, least=12, most=22, widest=4, ends=6, low=-5, high=9),
    Level.DEEP: Shape(plies=4, least=15, most=31, widest=3, ends=6, low=-5, high=9),
    Level.STRICT: Shape(plies=3, least=12, most=24, widest=4, ends=6, low=0, high=5),
    Level.ORDERING: Shape(plies=3, least=13, most=24, widest=3, ends=8, low=-9, high=15),
    Level.CHANCE: Shape(plies=3, least=9, most=20, widest=3, ends=6, low=-6, high=12),
}

_HALF, _THIRD, _QUARTER, _SIXTH = (Fraction(1, n) for n in (2, 3, 4, 6))

ODDS: Mapping[int, tuple[tuple[Fraction, ...], ...]] = {
    2: (
        (_HALF, _HALF),
        (_QUARTER, 3 * _QUARTER),
        (3 * _QUARTER, _QUARTER),
        (_THIRD, 2 * _THIRD),
        (2 * _THIRD, _THIRD),
    ),
    3: (
        (_HALF, _QUARTER, _QUARTER),
        (_QUARTER, _HALF, _QUARTER),
        (_QUARTER, _QUARTER, _HALF),
        (_SIXTH, _THIRD, _HALF),
        (_HALF, _THIRD, _SIXTH),
    ),
}
"""What the children of a chance node may have as probabilities, by how many they are."""

PLAYERS = (Turn.MAX, Turn.MIN)


@dataclass
class _Growth:
    """A tree that grows: the nodes in the order of a walk."""

    draws: Draws
    shape: Shape
    chances: bool
    nodes: list[Node | None] = field(default_factory=list)

    def grow(self, plies: int, mover: Turn, after_chance: bool = True) -> str:
        """A node and what is below it; its id. `mover` is whose turn it is if chance does not move."""
        place, draws = len(self.nodes), self.draws
        name = node_name(place)
        self.nodes.append(None)
        is_end = not plies or (place > 0 and draws.below(self.shape.ends) == 0)
        if is_end:
            self.nodes[place] = Node(name, mover, value=draws.between(self.shape.low, self.shape.high))
            return name
        count = draws.between(2, self.shape.widest)
        odds: tuple[Number, ...] = ()
        turn = mover
        if self.chances and not after_chance and draws.below(3) > 0:
            turn = Turn.CHANCE
            odds = tuple(map(exact, draws.one_of(ODDS[count])))
        below = mover if turn is Turn.CHANCE else opponent(mover)
        children = [self.grow(plies - 1, below, turn is Turn.CHANCE) for _ in range(count)]
        self.nodes[place] = Node(name, turn, tuple(children), probabilities=odds)
        return name


def opponent(turn: Turn) -> Turn:
    """The other player."""
    return Turn.MIN if turn is Turn.MAX else Turn.MAX


def grown(level: Level, seed: int, draws: Draws) -> Exercise | None:
    """The tree that the next draws make, or None if it has too few or too many nodes."""
    shape = SHAPES[level]
    is_strict = draws.below(2) == 0 if level is Level.STRICT else True
    growth = _Growth(draws, shape, level is Level.CHANCE)
    growth.grow(shape.plies, draws.one_of(PLAYERS))
    nodes = tuple(node for node in growth.nodes if node is not None)
    if not shape.least <= len(nodes) <= shape.most:
        return None
    return asked(level, seed, nodes, is_strict)


def asked(level: Level, seed: int, nodes: tuple[Node, ...], is_strict: bool) -> Exercise:
    """The exercise of a level on a tree, with the program that belongs to it."""
    if level is Level.MINIMAX:
        return Exercise(level, seed, MINIMAX, nodes)
    if level is Level.CHANCE:
        return Exercise(level, seed, EXPECTIMINIMAX, nodes)
    return Exercise(level, seed, STRICT if is_strict else NOT_STRICT, nodes, is_strict)
