"""sss_star: SSS*, a best-first search for the best solution tree. The twin of
`prolog/refined/sss_star.pl`.

Where alpha-beta goes from left to right, it goes on wherever most can still be hoped for. Ties in OPEN go
to the leftmost position: so it evaluates no leaf that alpha-beta, with cut-offs at equal values, does not
evaluate. The value is exact. Ties: the first of the best.

Source: G. C. Stockman, 'A minimax algorithm better than alpha-beta?', Artificial Intelligence 12, 1979,
with its list OPEN and its operator Gamma; I. Roizen and J. Pearl, 'A minimax algorithm better than
alpha-beta? Yes and no', Artificial Intelligence 21, 1983.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Contract, Declaration, Kind, Tie
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "sss_star",
    Contract(Kind.EXACT, Tie.FIRST),
    summary="SSS*: best first, with the list OPEN",
    source="Stockman 1979",
    ordered=True,
    leaves_within="ab_procedure",
)

Path = tuple[int, ...]
"""How a node is reached from the root: the numbers of the moves."""


@dataclass(frozen=True)
class Node(Generic[N]):
    """A position where it is in the tree; `siblings` are the positions that follow it."""

    path: Path
    pos: N
    siblings: Sequence[N]
    parent: Node[N] | None


@dataclass(frozen=True)
class State(Generic[N]):
    """What a node is worth at the most, as far as is known, and whether it is solved, or still live."""

    merit: Number
    solved: bool
    node: Node[N]


def sss_star(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The best successor (None where there is none) and the value, for MAX."""
    opened = [State(INFINITY, False, Node((), pos, (), None))]
    best: tuple[N, Number] | None = None
    while True:
        state, *opened = opened
        node = state.node
        if state.solved and node.parent is None:
            return None if best is None else best[0], state.merit
        if state.solved and len(node.path) == 1 and (best is None or less(state.merit, best[1])):
            best = node.pos, state.merit  # the first one is MAX's move; MIN's are solved one after another
        opened = after_solved(game, state, opened) if state.solved else after_live(game, state, opened)


def after_live(game: Interface[N], state: State[N], opened: list[State[N]]) -> list[State[N]]:
    """Gamma for a live node: OPEN with what follows from it."""
    node = state.node
    successors = game.moves(node.pos)
    if not successors:
        val = game.staticval(node.pos)
        merit = val if less(val, state.merit) else state.merit
        return in_order(opened, State(merit, True, node))
    if game.max_to_move(node.pos):  # each successor is tried by itself
        tried = enumerate(successors, 1)
        nodes = [Node((*node.path, number), successor, (), node) for number, successor in tried]
    else:
        nodes = [Node((*node.path, 1), successors[0], successors[1:], node)]
    return [State(state.merit, False, child) for child in nodes] + opened


def after_solved(game: Interface[N], state: State[N], opened: list[State[N]]) -> list[State[N]]:
    """Gamma for a solved node."""
    node, parent = state.node, state.node.parent
    assert parent is not None
    if game.min_to_move(node.pos):  # it solves its parent, where MAX chooses
        size = len(parent.path)
        opened = [other for other in opened if other.node.path[:size] != parent.path]
    elif node.siblings:
        path = (*parent.path, node.path[-1] + 1)
        return [State(state.merit, False, Node(path, node.siblings[0], node.siblings[1:], parent)), *opened]
    return [State(state.merit, True, parent), *opened]


def in_order(opened: list[State[N]], state: State[N]) -> list[State[N]]:
    """OPEN with one more: the greatest merit first, of equal ones the leftmost."""
    at = 0
    while at < len(opened) and before(opened[at], state):
        at += 1
    return [*opened[:at], state, *opened[at:]]


def before(one: State[N], other: State[N]) -> bool:
    """Whether a state comes before another one in OPEN."""
    if less(other.merit, one.merit):
        return True
    return not less(one.merit, other.merit) and one.node.path < other.node.path
