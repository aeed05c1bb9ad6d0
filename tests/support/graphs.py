"""Random games as graphs: the same positions in Python and in one SWI-Prolog; nobody need alternate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

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

N = TypeVar("N", bound=tuple[Any, ...])


@dataclass
class Nodes(Game[int], Generic[N]):
    """All random games of a test file side by side; a node begins with its mover and its successors."""

    nodes: list[N] = field(default_factory=list, repr=False)

    def initial(self) -> Sequence[int]:
        return []

    def successors(self, position: int) -> Sequence[Successor[int]]:
        return [(None, after) for after in self.nodes[position][1]]

    def player(self, position: int) -> Player:
        mover: Player = self.nodes[position][0]
        return mover

    def to_term(self, position: int) -> Term:
        return position

    def from_term(self, term: Term) -> int:
        assert isinstance(term, int)
        return term


class Graph(Nodes[Node]):
    name = "graph"
    source = "graphs"

    def static_value(self, position: int) -> Number:
        return self.nodes[position][2]


@contextmanager
def opened(folder: Path) -> Iterator[SessionGame]:
    """The rules in a new SWI-Prolog, with an empty Graph for their twin."""
    path = folder / "graph.pl"
    path.write_text(RULES, "utf-8")
    with consult(path) as game:
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
