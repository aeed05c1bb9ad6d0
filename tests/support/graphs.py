"""Random games as graphs: the same positions in Python and in one SWI-Prolog; nobody need alternate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from folders import rules_file
from hypothesis import strategies as st

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Player, Successor
from pydecl.model.number import Number
from pydecl.model.proof import Claim, Goal
from pydecl.model.term import Term, term_text

RULES = """
:- dynamic node/4.                      % node(Pos, Mover, Nexts, Val)

moves(Pos, Nexts) :- node(Pos, _, Nexts, _).
max_to_move(Pos) :- node(Pos, max, _, _).
min_to_move(Pos) :- node(Pos, min, _, _).
staticval(Pos, Val) :- node(Pos, _, _, Val).
"""

Node = tuple[Player, tuple[int, ...], Number]
"""Who is to move, what follows, the static value."""


class Numbered(Game[int]):
    """Games side by side, whose positions are the numbers of nodes: a mover, what follows, a value."""

    name = "graph"
    source = "graphs"

    def __init__(self, nodes: Sequence[Any] = ()) -> None:
        self.nodes: list[Any] = list(nodes)

    def initial(self) -> Sequence[int]:
        return []

    def successors(self, position: int) -> Sequence[Successor[int]]:
        return [(None, after) for after in self.nodes[position][1]]

    def player(self, position: int) -> Player:
        mover: Player = self.nodes[position][0]
        return mover

    def static_value(self, position: int) -> Number:
        value: Number = self.nodes[position][2]
        return value

    def to_term(self, position: int) -> Term:
        return position

    def from_term(self, term: Term) -> int:
        assert isinstance(term, int)
        return term


class Graph(Numbered):
    """All random games of a test file side by side."""

    nodes: list[Node]


@dataclass(frozen=True)
class Tree:
    """A tree yet to be planted: a static value at each node, the subtrees, and what is special there."""

    value: Number
    children: tuple[Tree, ...] = ()
    mark: int = 0


class Forest(Numbered):
    """Trees side by side; equal subtrees are one node, so that successors repeat."""

    name = "forest"

    def __init__(self) -> None:
        super().__init__()
        self.marks: list[int] = []
        self.numbers: dict[str, int] = {}

    def plant(self, tree: Tree, mover: Player, chances: bool = False) -> int:
        """Add a tree, where `chances` says that it is chance's turn at the mark 3; the number of its root."""
        children = tuple(self.plant(child, mover.opponent, chances) for child in tree.children)
        turn = None if chances and children and tree.mark == 3 else mover
        key = f"{turn} {children} {term_text(tree.value)} {tree.mark}"
        if key not in self.numbers:
            self.numbers[key] = len(self.nodes)
            self.nodes.append((turn, children, tree.value))
            self.marks.append(tree.mark)
        return self.numbers[key]

    def facts(self, since: int) -> Iterator[str]:
        """The nodes from a number on, as Prolog has them."""
        for number, (turn, children, value) in enumerate(self.nodes[since:], since):
            mover = "chance" if turn is None else turn.value
            yield f"node({number},{mover},{list(children)},{term_text(value)})"


@dataclass(frozen=True, repr=False)
class Grown:
    """A forest and the same forest in SWI-Prolog, whose twin it is."""

    forest: Any
    game: SessionGame

    def plant(self, tree: Tree, mover: Player = Player.MAX, chances: bool = False) -> int:
        before = len(self.forest.nodes)
        root: int = self.forest.plant(tree, mover, chances)
        if before < len(self.forest.nodes):
            self.game.session.ask(f"add([{','.join(self.forest.facts(before))}])")
        return root


@contextmanager
def growing(folder: Path, rules: str = RULES, forest: Forest | None = None) -> Iterator[Grown]:
    """A forest that is empty at first; its rules are in a new SWI-Prolog."""
    with consult(rules_file(folder, rules, "forest.pl")) as game:
        game.twin = forest = forest or Forest()
        game.independent = True
        yield Grown(forest, game)


def trees(
    of: st.SearchStrategy[Number],
    marks: st.SearchStrategy[int] = st.just(0),  # noqa: B008  it is a constant
) -> st.SearchStrategy[Tree]:
    def inner(children: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
        return st.builds(Tree, of, st.lists(children, min_size=1, max_size=4).map(tuple), marks)

    return st.recursive(st.builds(Tree, of, st.just(()), marks), inner, max_leaves=24)


@contextmanager
def opened(folder: Path) -> Iterator[SessionGame]:
    """The rules in a new SWI-Prolog, with an empty Graph for their twin."""
    with consult(rules_file(folder, RULES, "graph.pl")) as game:
        game.twin = Graph()
        yield game


def grow(game: SessionGame, nodes: Sequence[Node]) -> tuple[Graph, int]:
    """Add a game on both sides; the twin, and the position of the game's last node."""
    graph = game.twin
    assert isinstance(graph, Graph)
    start = len(graph.nodes)
    facts = []
    for number, (mover, below, value) in enumerate(nodes, start):
        after = tuple(start + one for one in below)
        graph.nodes.append((mover, after, value))
        facts.append(f"node({number},{mover.value},{list(after)},{term_text(value)})")
    game.session.ask(f"add([{','.join(facts)}])")
    return graph, len(graph.nodes) - 1


@st.composite
def graphs(
    draw: st.DrawFn, values: st.SearchStrategy[Number], *, alternating: bool = False, cyclic: bool = False
) -> list[Node]:
    """Nodes whose successors come before them, or with `cyclic` anywhere; positions are often shared."""
    size = draw(st.integers(1, 10))
    nodes: list[Node] = []
    for number in range(size):
        mover = draw(st.sampled_from(Player))
        reach = [
            other
            for other in range(size if cyclic else number)
            if not alternating or nodes[other][0] is not mover
        ]
        below = draw(st.lists(st.sampled_from(reach), max_size=3)) if reach else []
        nodes.append((mover, tuple(below), draw(values)))
    return nodes


tiny: st.SearchStrategy[Number] = st.integers(-2, 2)
depths = st.one_of(st.none(), st.integers(0, 5))
claims = st.one_of(
    st.sampled_from([Claim(Goal.WON), Claim(Goal.LOST)]),
    st.builds(Claim, st.sampled_from([Goal.AT_LEAST, Goal.AT_MOST]), tiny),
)
