"""The game of win/move: the players take turns to follow an edge of a directed graph; who cannot has lost.

>>> game = Graph((Edge(1, 2), Edge(2, 1), Edge(2, Atom("end"))))
>>> for move, position in game.successors(game.parse_position("2 min")):
...     print(move, position, game.format_position(position))
1 at(max,1) 1 max
end at(max,end) end max
>>> game.name
'graph:edges=[1-2,2-1,2-end]'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydecl.errors import InputError, PositionError
from pydecl.games import notation
from pydecl.games.notation import OTHER, BoardGame, written
from pydecl.model.game import Successor
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, Compound, Term

Node = int | Atom


class Edge(NamedTuple):
    """From one node to another; written as in Prolog, `1-2`."""

    source: Node
    target: Node

    def __repr__(self) -> str:
        return f"{self.source}-{self.target}"


@written
class Position(NamedTuple):
    """The mover, max or min, and the node where they are."""

    mover: str
    node: Node

    def term(self) -> Term:
        return Compound("at", (Atom(self.mover), self.node))


SIX_EDGES = (Edge(1, 1), Edge(1, 2), Edge(1, 3), Edge(1, 4), Edge(2, 1), Edge(3, 3))
"""On these the tabling of SWI-Prolog 9.0.4 loses its way: see `prolog/refined/win.pl`."""


@dataclass(frozen=True)
class Graph(BoardGame[Position]):
    """`edges`, none of them twice, in the order of the moves; `start` is one of their nodes.

    An edge may be given as the term From-To.
    """

    edges: tuple[Edge, ...] = SIX_EDGES
    start: Node = 1  # type: ignore[assignment]  # the option's name

    movers = ("max", "min")

    def __post_init__(self) -> None:
        edges = _edges(self.edges)
        allowed = len(set(edges)) == len(edges) > 0
        expected = "a list of one or more edges From-To, none of them twice, such as [1-2,2-1]"
        self.require("edges", allowed, expected, _terms(self.edges))
        object.__setattr__(self, "edges", edges)
        expected = f"a node of one of the edges, such as {edges[0].source}"
        self.require("start", self._is_node(self.start), expected)
        options = []
        if edges != SIX_EDGES:
            options.append(f"edges=[{','.join(map(repr, edges))}]")
        if self.start != 1:
            options.append(f"start={self.start}")
        object.__setattr__(self, "name", f"graph:{','.join(options)}" if options else "graph")

    @cached_property
    def _nexts(self) -> dict[Node, list[Node]]:
        """Where one can go from each node."""
        nexts: dict[Node, list[Node]] = {node: [] for edge in self.edges for node in edge}
        for source, target in self.edges:
            nexts[source].append(target)
        return nexts

    def initial(self) -> Sequence[Position]:
        return [Position("max", self.start)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        return [(target, Position(OTHER[position.mover], target)) for target in self._nexts[position.node]]

    def static_value(self, position: Position) -> int:
        if self._nexts[position.node]:
            return 0
        return -1 if position.mover == "max" else 1

    def from_term(self, term: Term) -> Position:
        shape = "at(Mover, Node), Mover max or min and Node a node of the graph"
        mover, (node,) = self.arguments(term, shape)
        return Position(mover, self._node(node))

    def format_position(self, position: Position) -> str:
        return f"{position.node} {position.mover}"

    def parse_position(self, text: str) -> Position:
        node, mover = self.board_and_mover(text)
        try:
            term = read_term(node)
        except InputError:
            raise self._no_node(notation.shown_text(node)) from None
        return Position(mover, self._node(term))

    def _node(self, term: Term) -> Node:
        if not self._is_node(term):
            raise self._no_node(notation.shown(term))
        assert isinstance(term, Node)
        return term

    def _is_node(self, term: object) -> bool:
        return _may_be_node(term) and term in self._nexts

    def _no_node(self, found: str) -> PositionError:
        expected = f"a node of the graph, such as {self.start}"
        return self.no_position(f"expected {expected}, found {found}")


def _may_be_node(term: object) -> bool:
    return type(term) is int or isinstance(term, Atom)


def _edges(items: object) -> tuple[Edge, ...]:
    """The edges that the items stand for; empty where one of them is no edge."""
    if not isinstance(items, tuple):
        return ()
    edges = []
    for item in _terms(items):
        if not (isinstance(item, Compound) and item.name == "-" and len(item.args) == 2):
            return ()
        if not all(map(_may_be_node, item.args)):
            return ()
        edges.append(Edge(*item.args))  # type: ignore[arg-type]
    return tuple(edges)


def _terms(items: Any) -> Any:
    """The items of a tuple as Prolog terms."""
    if not isinstance(items, tuple):
        return items
    return tuple(Compound("-", tuple(item)) if isinstance(item, Edge) else item for item in items)
