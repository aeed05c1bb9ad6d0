"""Cases: a small game and a question about its root, made at random and reproducible by their numbers.

>>> case = make_case(Shape.TREE, seed=1, number=3)
>>> case == make_case(Shape.TREE, seed=1, number=3)
True
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from pydecl.model.game import Outcome, Player
from pydecl.model.number import INFINITY, Number, exact, less
from pydecl.model.program import Ends, Kind, Movers, Program, Searched, Setting
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.tree import Chance, Inner, Leaf, Mark, Node, Tree, tree_below
from pydecl.programs.registry import DECLARED, WITH_CHANCE


class Shape(Enum):
    """What kind of game."""

    TREE = "tree"
    DAG = "dag"
    """Positions are met again, at other plies too."""

    GRAPH = "graph"
    """Play may go round in circles; searches have a depth limit, but for those that solve."""

    PURSUIT = "pursuit"
    """A graph in which who cannot move has lost."""

    CHANCE = "chance"

    LONG = "long"
    """A tree of many plies with few moves: what a program with a horizon of its own does not see."""


@dataclass(frozen=True)
class Question:
    """A program and how it is asked."""

    program: Program
    limits: Limits


@dataclass(frozen=True)
class Case:
    """A game, whose root is asked about, and a depth in plies, None for unlimited."""

    shape: Shape
    tree: Tree
    depth: int | None


PALETTES: Sequence[Sequence[Number]] = (
    (-1, 0, 1),
    (-2, -1, 0, 0, 1, 2),
    (-2, -1, 0, 1, 2, 0.0, 1.0, -1.0, 0.5, Fraction(1, 2), Fraction(-1, 3)),
    (-30, -7, 0, 3, 5, 8, 12),
)
"""Ties are frequent."""

RARE: Sequence[Number | None] = (None, INFINITY, -INFINITY)
"""Unknown values and infinite ones, in one tree of ten."""


def make_case(shape: Shape, seed: int, number: int) -> Case:
    """The case of this number; the same for the same seed."""
    rng = random.Random(f"{shape.value} {seed} {number}")
    return _Maker(rng, shape).case()


def asked_of(shape: Shape) -> list[Program]:
    """The programs that a game of this shape is for."""
    if shape is Shape.CHANCE:
        return list(WITH_CHANCE)
    if shape is Shape.PURSUIT:
        return [program for program in DECLARED if DECLARED[program].contract.kind is Kind.OUTCOME]
    return [program for program in DECLARED if DECLARED[program].right_for is not Ends.STUCK]


def questions(case: Case, programs: Sequence[Program], seed: int, number: int) -> Iterator[Question]:
    """What is asked of a case: each program in the whole window, in two others, and in two other orders."""
    rng = random.Random(f"questions {seed} {number}")
    windows = [_window(rng, case.tree) for _ in range(2)]
    orders = [rng.choice((Order.BEST, Order.WORST, Order.STATIC)), Order.RANDOM]
    draw = rng.randrange(1 << 32)
    # whether the moves can be put in order by what they are worth
    are_known = all(isinstance(node, Chance) or node.value is not None for node in case.tree.nodes)
    root = case.tree.root
    for program in programs:
        declared = DECLARED[program]
        for_max = declared.movers is Movers.MAX
        if for_max and (isinstance(root, Chance) or root.mover is Player.MIN):
            continue
        depth = None if declared.cyclic else case.depth
        extension = rng.randrange(3)
        is_extended = declared.contract.searched is Searched.QUIET
        settings = Settings(extension=extension) if is_extended else Settings()
        if declared.settings:
            tried = {one.name: random_value(one, program, seed, number) for one in declared.settings}
            settings = Settings(seed=draw).having(tried)
        whole = Limits(depth, settings=settings)
        yield Question(program, whole)
        if declared.contract.window:
            for alpha, beta in windows:
                yield Question(program, replace(whole, alpha=alpha, beta=beta))
        if declared.ordered and are_known:
            for order in orders:
                ordered = replace(whole, settings=replace(settings, order=order, seed=draw))
                yield Question(program, ordered)


def random_value(setting: Setting, program: Program, seed: int, number: int) -> int:
    """The value of a program's own setting for the case of this number."""
    rng = random.Random(f"{setting.name} {program.value} {seed} {number}")
    return rng.choice(setting.tried or (setting.default,))


def _window(rng: random.Random, tree: Tree) -> tuple[Number, Number]:
    """A window on and around the values; now and then open to one side, or without inside."""
    values = [node.value for node in tree.nodes if not isinstance(node, Chance) and node.value is not None]
    near = [value + step for value in values or [0] for step in (-1, 0, 0, Fraction(1, 2), 1)]
    near += [-INFINITY, INFINITY, 900, -900, 997, -998]
    a, b = rng.choice(near), rng.choice(near)
    return (b, a) if less(b, a) else (a, b)


PLIES = 8, 31
"""A long tree has at least as many plies as the first number, and fewer than the second.

Not more: programs that deepen step by step often end with the thirtieth step, which no game here reaches.
"""

_MARKS = tuple(Mark)
"""Read once: a walk through an enum takes its time."""


class _Maker:
    def __init__(self, rng: random.Random, shape: Shape) -> None:
        self.rng = rng
        self.shape = shape
        self.palette: list[Number | None] = list(rng.choice(PALETTES))
        if rng.random() < 0.1:
            self.palette += RARE
        self.nodes: dict[str, Node] = {}
        self.marked = rng.random() < 0.3

    def case(self) -> Case:
        rng = self.rng
        if self.shape is Shape.TREE:
            self._grow(rng.choice(list(Player)), rng.randrange(5))
        elif self.shape is Shape.LONG:
            self._stretch(rng.randrange(*PLIES), rng.choice((0.0, 0.1, 0.3)))
            return Case(self.shape, tree_below("n0", self.nodes), None)
        elif self.shape is Shape.DAG and rng.random() < 0.5:
            self._pile(rng.randrange(3, 6))
        else:
            self._lay(rng.randrange(2, 9))
        depth: int | None = rng.randrange(1, 6)
        acyclic = self.shape in (Shape.TREE, Shape.DAG, Shape.CHANCE)
        if acyclic and rng.random() < 0.6:
            depth = None
        return Case(self.shape, tree_below("n0", self.nodes), depth)

    # Trees, from the root down

    def _grow(self, mover: Player, plies: int) -> str:
        name = f"n{len(self.nodes)}"
        if plies == 0 or (self.nodes and self.rng.random() < 0.15):
            self.nodes[name] = self._leaf(name, mover)
            return name
        self.nodes[name] = self._inner(name, mover, ())  # holds the place
        children = [self._grow(mover.opponent, plies - 1) for _ in range(self._breadth())]
        self.nodes[name] = self._inner(name, mover, children)
        return name

    # Long trees: one move follows the other, and beside some of them a leaf

    def _stretch(self, plies: int, beside: float) -> None:
        mover = self.rng.choice(list(Player))
        for ply in range(plies):
            children = [f"n{ply + 1}"]
            if self.rng.random() < beside:
                aside = f"m{ply + 1}"
                self.nodes[aside] = self._leaf(aside, mover.opponent)
                children.insert(self.rng.randrange(2), aside)
            self.nodes[f"n{ply}"] = self._inner(f"n{ply}", mover, children)
            mover = mover.opponent
        self.nodes[f"n{plies}"] = self._leaf(f"n{plies}", mover)

    # Layers, from one to the next and now and then to the one after two: much is met again

    def _pile(self, plies: int) -> None:
        mover = self.rng.choice(list(Player))
        layers = [["n0"]]
        for ply in range(1, plies + 1):
            layers.append([f"n{ply}_{at}" for at in range(self.rng.randrange(2, 4))])
        for ply, names in enumerate(layers):
            for name in names:
                below = layers[ply + 1] if ply < plies else []
                further = layers[ply + 3] if ply + 3 <= plies else below
                if not below or (ply > 1 and self.rng.random() < 0.15):
                    self.nodes[name] = self._leaf(name, mover)
                    continue
                breadth = min(self._breadth(), len(below))
                children = self.rng.sample(below, breadth)
                children = [self.rng.choice(further) if self.rng.random() < 0.2 else c for c in children]
                self.nodes[name] = self._inner(name, mover, children)
            mover = mover.opponent

    # Graphs, from a list of nodes

    def _lay(self, count: int) -> None:
        first = self.rng.choice(list(Player))
        movers = [first, *(self.rng.choice(list(Player)) for _ in range(count - 1))]
        chances = [self.shape is Shape.CHANCE and self.rng.random() < 0.4 for _ in range(count)]
        names = [f"n{index}" for index in range(count)]
        for index, (name, mover) in enumerate(zip(names, movers, strict=True)):
            start = 0 if self.shape in (Shape.GRAPH, Shape.PURSUIT) else index + 1
            follow = [
                other
                for at, other in enumerate(names)
                if at >= start and (chances[index] or chances[at] or movers[at] is not mover)
            ]
            if not follow or (index and self.rng.random() < 0.25):
                self.nodes[name] = self._leaf(name, mover)
                chances[index] = False
                continue
            children = [self.rng.choice(follow) for _ in range(self._breadth())]
            if chances[index]:
                self.nodes[name] = Chance(name, tuple(children), self._probabilities(len(children)))
            else:
                self.nodes[name] = self._inner(name, mover, children)

    def _probabilities(self, count: int) -> tuple[int | Fraction, ...]:
        weights = [self.rng.randrange(1, 4) for _ in range(count)]
        return tuple(exact(Fraction(weight, sum(weights))) for weight in weights)

    def _breadth(self) -> int:
        return self.rng.choice((1, 2, 2, 3, 3, 4))

    def _leaf(self, name: str, mover: Player) -> Leaf:
        if self.shape is Shape.PURSUIT:
            outcome = Outcome.LOST if mover is Player.MAX else Outcome.WON
            return Leaf(name, mover, 0, outcome)
        value = self.rng.choice(self.palette)
        marked = self.marked and self.rng.random() < 0.5
        return Leaf(name, mover, value, self.rng.choice(list(Outcome)) if marked else None, self._marks())

    def _inner(self, name: str, mover: Player, children: Sequence[str]) -> Inner:
        known = [value for value in self.palette if value is not None]
        return Inner(name, mover, tuple(children), self.rng.choice(known), self._marks())

    def _marks(self) -> frozenset[Mark]:
        return frozenset(mark for mark in _MARKS if self.rng.random() < 0.3)
