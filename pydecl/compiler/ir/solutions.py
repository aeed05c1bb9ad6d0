"""How many solutions goals have, which of them cannot fail, and which calls a clause ends with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydecl.compiler.ir import (
    Bind,
    Call,
    Catch,
    Collect,
    Collection,
    Compute,
    Determinism,
    Expr,
    Fail,
    Goal,
    IfThenElse,
    Ignore,
    Key,
    Library,
    Match,
    Once,
    Or,
    Pattern,
    Procedure,
    Raise,
    Var,
)
from pydecl.compiler.ir.visitor import parts, variables
from pydecl.compiler.library import MODES

EMPTY_FAILS = frozenset(
    (
        *(Collection.SORTED, Collection.BAG, Collection.MAX, Collection.MIN),
        *(Collection.MAX_WITNESS, Collection.MIN_WITNESS),
    )
)
"""The collections that fail where there is no solution."""


def refutable(pattern: Pattern) -> bool:
    """Whether there are values that do not fit."""
    return not isinstance(pattern, Bind | Ignore)


def determinism(goal: Call | Library, procedures: Mapping[Key, Procedure]) -> Determinism:
    """How many solutions a call can have, its results apart."""
    if isinstance(goal, Call):
        return procedures[goal.procedure].determinism
    key = goal.procedure
    modes = MODES[key.name, key.arity]
    return next(mode.determinism for mode in modes if mode.arguments == key.mode)


class Solutions:
    """Questions about goals of a program."""

    def __init__(self, procedures: Mapping[Key, Procedure]) -> None:
        self._procedures = procedures

    def many(self, goal: Goal) -> bool:
        """Whether a goal may succeed several times."""
        if isinstance(goal, Call | Library):
            return determinism(goal, self._procedures) is Determinism.NONDET
        if isinstance(goal, IfThenElse):
            return self.any_many((*goal.then, *goal.otherwise, *(goal.condition if goal.soft else ())))
        if isinstance(goal, Catch):
            return self.any_many((*goal.goals, *goal.recovery))
        return isinstance(goal, Or)

    def any_many(self, goals: Iterable[Goal]) -> bool:
        """Whether goals, one after another, may succeed several times."""
        return any(map(self.many, goals))

    def fails(self, goal: Goal) -> bool:
        """Whether a goal may fail."""
        if isinstance(goal, Match | Compute):
            return refutable(goal.pattern)
        if isinstance(goal, Call | Library):
            certain = determinism(goal, self._procedures) is Determinism.DET
            return not certain or any(map(refutable, goal.results))
        if isinstance(goal, IfThenElse):
            return self.any_fails((*goal.then, *goal.otherwise))
        if isinstance(goal, Catch):
            return self.any_fails((*goal.goals, *goal.recovery))
        if isinstance(goal, Once):
            return not goal.optional and self.any_fails(goal.goals)
        if isinstance(goal, Collect):
            return goal.kind in EMPTY_FAILS or refutable(goal.result)
        return not isinstance(goal, Raise) and goal.__class__.__name__ != "Commit"

    def any_fails(self, goals: Iterable[Goal]) -> bool:
        """Whether one of the goals may fail."""
        return any(map(self.fails, goals))


def dead(goals: Iterable[Goal]) -> bool:
    """Whether goals have no solution, whatever the variables are."""
    return any(isinstance(goal, Fail | Raise) for goal in goals)


def weight(goals: Iterable[Goal]) -> int:
    """How much text goals become, in goals."""
    return sum(1 + sum(map(weight, parts(goal))) for goal in goals)


def last_calls(goals: Sequence[Goal], results: tuple[Expr, ...]) -> Iterator[tuple[Call, tuple[Expr, ...]]]:
    """The calls that a clause's goals end with, in each branch, and its results there."""
    goals, results = without_results(goals, results)
    if not goals:
        return
    last = goals[-1]
    if isinstance(last, Call):
        yield last, results
    elif isinstance(last, IfThenElse):
        yield from last_calls(last.then, results)
        yield from last_calls(last.otherwise, results)
    elif isinstance(last, Or):
        for branch in last.branches:
            yield from last_calls(branch, results)


def without_results(
    goals: Sequence[Goal], results: tuple[Expr, ...]
) -> tuple[Sequence[Goal], tuple[Expr, ...]]:
    """A clause's goals without those at the end that only make its results, and the results themselves."""
    while goals:
        last = goals[-1]
        if not isinstance(last, Match) or not isinstance(last.pattern, Bind):
            break
        variable = Var(last.pattern.name)
        if variable not in results or any(
            variable.name in variables(expr) for expr in results if expr != variable
        ):
            break
        results = tuple(last.value if expr == variable else expr for expr in results)
        goals = goals[:-1]
    return goals, results
