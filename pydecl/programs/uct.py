"""uct: Monte-Carlo tree search with upper confidence bounds. The twin of `prolog/refined/uct.pl`.

A tree grows by one position with each playout: down the tree it goes to the successor of which most can
be hoped for, from there on it plays at random, and the value of the end counts for all positions on its
way. The bound is mean + sqrt(2 ln N / n), times the range of the values that were seen, in whole numbers:
65536ths, the logarithm to base 2 and rounded up. So it is the same everywhere.

The value is an estimate: the mean of the playouts through the successor that was visited most; it tends
to V(P) as the setting `playouts` grows. All numbers are exact, so it is rational; values must be finite.
Ties: any; the first that was visited most.

Source: L. Kocsis and C. Szepesvari, 'Bandit based Monte-Carlo planning', ECML 2006.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic

from pydecl.model.number import INFINITY, Number, exact
from pydecl.model.program import Contract, Declaration, Kind, Setting, Tie, Traced
from pydecl.programs.interface import Interface, N

PROGRAM = Declaration(
    "uct",
    Contract(Kind.ESTIMATE, Tie.ANY),
    summary="Monte-Carlo tree search with upper confidence bounds",
    source="Kocsis, Szepesvari 2006",
    settings=(Setting("playouts", 1000, "how many games are played", least=1, tried=(1, 7, 40)),),
    traced=(Traced("visit"), Traced("playout")),
)

Exact = int | Fraction


@dataclass
class Tree(Generic[N]):
    """A position in the tree: how often it was visited, and the sum of the values of these visits.

    It has no children where it is a leaf, and before its first visit.
    """

    pos: N
    visits: int = 0
    total: Exact = 0
    children: list[Tree[N]] = field(default_factory=list)


@dataclass
class State:
    """The state of the random numbers, of order.py, and the least and the greatest value so far."""

    random: int
    low: Number = INFINITY
    high: Number = -INFINITY


def uct(game: Interface[N], pos: N) -> tuple[N | None, Number]:
    """The successor that was visited most (None where there is none) and its mean, for MAX."""
    root = Tree(pos)
    state = State(game.setting("seed"))
    val = visit(game, pos, root, state)
    if not root.children:
        return None, val
    for _ in range(game.setting("playouts")):
        visit(game, pos, root, state)
    best = max(root.children, key=lambda child: child.visits)
    return best.pos, exact(Fraction(best.total) / best.visits)


def visit(game: Interface[N], pos: N, tree: Tree[N], state: State) -> Exact:
    """One playout from `pos` on, of which the tree below is `tree`; the value of its end."""
    if not tree.visits:
        successors = game.moves(pos)
        if successors:
            val = playout(game, random_one(successors, state), state)
            tree.children = list(map(Tree, successors))
        else:
            val = evaluated(game, pos, state)
    else:
        game.enter(pos)
        if tree.children:
            child = most_hopeful(tree, state, for_max=game.max_to_move(pos))
            val = visit(game, child.pos, child, state)
        else:
            val = exact(Fraction(tree.total) / tree.visits)
    tree.visits += 1
    tree.total += val
    return val


def most_hopeful(tree: Tree[N], state: State, *, for_max: bool) -> Tree[N]:
    """The first child that was not visited, or else the first of those with the greatest bound."""
    for child in tree.children:
        if not child.visits:
            return child
    spread = state.high - state.low
    return max(tree.children, key=lambda child: hope(child, for_max, spread, tree.visits.bit_length()))


def hope(tree: Tree[N], for_max: bool, spread: Number, log: int) -> Number:
    """The upper confidence bound of the mean, for the player who moves there, in 65536ths."""
    mean = (65536 if for_max else -65536) * tree.total // tree.visits
    return mean + spread * math.isqrt((2 * log << 32) // tree.visits)


def playout(game: Interface[N], pos: N, state: State) -> Exact:
    """To the end of the game, or to the horizon, at random."""
    successors = game.moves(pos)
    if not successors:
        return evaluated(game, pos, state)
    return playout(game, random_one(successors, state), state)


def evaluated(game: Interface[N], pos: N, state: State) -> Exact:
    """The value of a leaf, exact; raises ContractError where it is infinite."""
    val = game.staticval(pos)
    if val in (INFINITY, -INFINITY):
        raise game.broken("no_expectation", pos)
    found = exact(Fraction(val))
    state.low = min(state.low, found)
    state.high = max(state.high, found)
    return found


def random_one(successors: Sequence[N], state: State) -> N:
    """One of the successors."""
    state.random = (state.random * 1664525 + 1013904223) & 0xFFFFFFFF  # Numerical Recipes
    return successors[(state.random >> 16) % len(successors)]
