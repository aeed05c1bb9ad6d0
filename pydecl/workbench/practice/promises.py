"""What each level promises of an exercise, as the recorded search shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydecl.model.number import equal
from pydecl.tracing.events import Reach, Turn
from pydecl.workbench.practice.exercise import Level, Node
from pydecl.workbench.practice.solution import Solution

SAVED = 2
"""How many leaves the better order of a clear exercise saves, at least."""

PROMISED: Mapping[Level, str] = {
    Level.MINIMAX: "two moves at the root that are worth different values",
    Level.SHALLOW: "a cut, and no deep one",
    Level.DEEP: "a deep cut",
    Level.STRICT: "a tie that decides what is cut",
    Level.ORDERING: "an order of the moves that saves leaves",
    Level.CHANCE: "a move of chance and one of a player",
}
"""The promise of `keeps` in words."""


def keeps(solution: Solution) -> bool:
    """Whether an exercise has what its level promises."""
    return _KEEPS[solution.exercise.level](solution)


def is_clear(solution: Solution) -> bool:
    """Whether it has besides what makes it a good one: trees that a seed makes have it, positions may not.

    The rule for equal values decides only on the level that is about it, the best child is the only one where
    it is asked for, and whoever forgets the probabilities goes wrong somewhere.
    """
    return _CLEAR[solution.exercise.level](solution)


def _inner(solution: Solution) -> list[Node]:
    return [node for node in solution.exercise.nodes if not node.is_leaf]


def _reaches(solution: Solution) -> list[Reach | None]:
    """Where the bounds were set that the cuts met."""
    return [visit.cut.event.reach for visit in solution.visits.values() if visit.cut]


def _no_tie(solution: Solution) -> bool:
    return not any(event.tie for event in solution.recording.events())


def _saved(solution: Solution) -> int:
    return len(solution.leaves()) - len(solution.leaves(solution.ordered))


def _movers(solution: Solution) -> set[Turn]:
    return {node.mover for node in _inner(solution)}


def _weights_matter(solution: Solution, node: Node) -> bool:
    plain = sum(solution.full[child] for child in node.children)
    return not equal(plain, solution.full[node.id] * len(node.children))


_KEEPS: Mapping[Level, Callable[[Solution], bool]] = {
    Level.MINIMAX: lambda one: len(one.best_children(one.exercise.root.id)) < len(one.exercise.root.children),
    Level.SHALLOW: lambda one: set(_reaches(one)) == {Reach.SHALLOW},
    Level.DEEP: lambda one: Reach.DEEP in _reaches(one),
    Level.STRICT: lambda one: one.skipped.keys() != one.rival_skipped,
    Level.ORDERING: lambda one: _saved(one) > 0,
    Level.CHANCE: lambda one: Turn.CHANCE in _movers(one) and len(_movers(one)) > 1,
}

_CLEAR: Mapping[Level, Callable[[Solution], bool]] = {
    Level.MINIMAX: lambda one: len(one.best_children(one.exercise.root.id)) == 1,
    Level.SHALLOW: lambda one: len(_reaches(one)) > 1 and _no_tie(one),
    Level.DEEP: _no_tie,
    Level.STRICT: lambda one: bool(one.skipped) and bool(one.rival_skipped),
    Level.ORDERING: lambda one: (
        _saved(one) >= SAVED
        and bool(one.skipped)
        and _no_tie(one)
        and all(len(one.best_children(node.id)) == 1 for node in _inner(one))
    ),
    Level.CHANCE: lambda one: (
        _movers(one) == set(Turn)
        and any(node.mover is Turn.CHANCE and _weights_matter(one, node) for node in _inner(one))
    ),
}
