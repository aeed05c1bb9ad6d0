"""Random graphs as games, in Python and in one SWI-Prolog alike, for the tests of `outcome` and `win`.

All graphs are parts of one, whose nodes are the positions. It grows as hypothesis makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from folders import rules_file
from graphs import Numbered
from hypothesis import settings
from hypothesis import strategies as st
from rings import sample_size

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import run_all
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.game import Outcome, Player
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Solution
from pydecl.model.term import Term
from pydecl.programs.run import run as run_twin

RULES = """
:- dynamic node/4.                      % node(Pos, Mover, Nexts, Mark)

moves(Pos, Nexts) :- node(Pos, _, Nexts, _).
max_to_move(Pos) :- node(Pos, max, _, _).
min_to_move(Pos) :- node(Pos, min, _, _).
terminalwon(Pos) :- node(Pos, _, _, won).
terminallost(Pos) :- node(Pos, _, _, lost).
staticval(Pos, Val) :- node(Pos, _, _, Mark), value(Mark, Val).
value(won, 1).
value(lost, -1).
value(drawn, 0).
"""

VALUES = {Outcome.WON: 1, Outcome.LOST: -1, Outcome.DRAWN: 0}
UNLIMITED = Limits()


class Node(NamedTuple):
    """The mark says how the game ended, if no successor says that it goes on."""

    mover: Player
    nexts: tuple[int, ...]
    mark: Outcome


class Graphs(Numbered):
    """The value of a node is how the game ended."""

    nodes: list[Node]

    def static_value(self, position: int) -> int:
        return VALUES[self.nodes[position].mark]

    def terminal_won(self, position: int) -> bool:
        return self.nodes[position].mark is Outcome.WON

    def terminal_lost(self, position: int) -> bool:
        return self.nodes[position].mark is Outcome.LOST


@dataclass(frozen=True)
class Grown:
    """The graphs and the same graphs in SWI-Prolog."""

    graphs: Graphs
    game: SessionGame

    def add(self, nodes: Sequence[Node]) -> range:
        """The numbers of the new nodes, whose successors are counted from 0 so far."""
        first = len(self.graphs.nodes)
        for mover, nexts, mark in nodes:
            self.graphs.nodes.append(Node(mover, tuple(first + after for after in nexts), mark))
        added = enumerate(self.graphs.nodes[first:], first)
        facts = [f"node({n},{m.value},{list(nexts)},{mark.value})" for n, (m, nexts, mark) in added]
        self.game.session.ask(f"add([{','.join(facts)}])")
        return range(first, len(self.graphs.nodes))

    def prolog(
        self, program: Program, positions: Sequence[int], limits: Limits = UNLIMITED
    ) -> list[Answer[Term] | PydeclError]:
        return run_all(self.game, [(program, position, limits) for position in positions], 600)

    def python(
        self, program: Program, positions: Sequence[int], limits: Limits = UNLIMITED
    ) -> list[Answer[Any] | PydeclError]:
        return [self._python(program, position, limits) for position in positions]

    def _python(self, program: Program, position: int, limits: Limits) -> Answer[Any] | PydeclError:
        try:
            return run_twin(program, self.graphs, position, limits)
        except ContractError as error:
            return error

    def reachable(self, position: int) -> dict[int, int]:
        """The distance in plies of each position that can be reached."""
        distances = {position: 0}
        for at in (queue := [position]):
            for after in self.graphs.nodes[at].nexts:
                if after not in distances:
                    distances[after] = distances[at] + 1
                    queue.append(after)
        return distances


@contextmanager
def grown_in(folder: Path) -> Iterator[Grown]:
    """No graph at first; the rules file is in the folder."""
    with consult(rules_file(folder, RULES, "graphs.pl")) as game:
        yield Grown(Graphs(), game)


def facts(answer: Answer[Any] | PydeclError) -> tuple[object, ...]:
    if not isinstance(answer, Answer):
        return (answer,)
    return answer.value, answer.best, answer.nodes, answer.leaves, answer.horizon, answer.status


# Strategies

movers = st.sampled_from(Player)
marks = st.sampled_from(Outcome)
laws = settings(deadline=None, max_examples=sample_size(25, 300))


@st.composite
def any_graphs(draw: st.DrawFn) -> list[Node]:
    """Cycles, edges that are there twice, players who move twice."""
    size = draw(st.integers(1, 9))
    nexts = st.lists(st.integers(0, size - 1), max_size=4).map(tuple)
    return draw(st.lists(st.builds(Node, movers, nexts, marks), min_size=size, max_size=size))


def with_players(graph: Sequence[Sequence[int]]) -> list[Node]:
    """Each node of a graph with either player to move, MAX first; the players alternate, and who cannot move
    has lost."""
    return [
        Node(
            mover,
            tuple(2 * after + (mover is Player.MAX) for after in nexts),
            Outcome.LOST if mover is Player.MAX else Outcome.WON,
        )
        for nexts in graph
        for mover in (Player.MAX, Player.MIN)
    ]


@st.composite
def pursuits(draw: st.DrawFn) -> list[Node]:
    size = draw(st.integers(1, 6))
    nexts = st.lists(st.integers(0, size - 1), max_size=4, unique=True)
    return with_players(draw(st.lists(nexts, min_size=size, max_size=size)))


@st.composite
def pursuits_without_cycles(draw: st.DrawFn) -> list[Node]:
    size = draw(st.integers(1, 6))
    return with_players(
        [
            draw(st.lists(st.integers(0, node - 1), max_size=3, unique=True)) if node else []
            for node in range(size)
        ]
    )


@st.composite
def trees(draw: st.DrawFn) -> list[Node]:
    """The root comes first; the players alternate."""
    parents = [draw(st.integers(0, node)) for node in range(draw(st.integers(0, 15)))]
    mover = [draw(movers)]
    for parent in parents:
        mover.append(mover[parent].opponent)
    children = [[child for child, parent in enumerate(parents, 1) if parent == n] for n in range(len(mover))]
    return [Node(m, tuple(c), draw(marks)) for m, c in zip(mover, children, strict=True)]


# The definition, in the plainest words

DRAWN = Solution(Outcome.DRAWN)


def naive(nodes: Sequence[Node], positions: range) -> dict[int, Solution]:
    """In each round, whatever the positions of the rounds before decide."""
    solved = {
        position: Solution(nodes[position].mark, 0)
        for position in positions
        if not nodes[position].nexts and nodes[position].mark is not Outcome.DRAWN
    }
    plies, news = 0, solved
    while news:
        plies += 1
        news = {}
        for position in positions:
            mover, nexts, _ = nodes[position]
            found = [solved[after].outcome if after in solved else None for after in nexts]
            wish, fear = (Outcome.WON, Outcome.LOST) if mover is Player.MAX else (Outcome.LOST, Outcome.WON)
            if position in solved or not nexts:
                continue
            if wish in found:
                news[position] = Solution(wish, plies)
            elif set(found) == {fear}:
                news[position] = Solution(fear, plies)
        solved = solved | news
    return {position: solved.get(position, DRAWN) for position in positions}
