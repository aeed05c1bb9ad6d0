"""Inlining: a short procedure in the place of its call, which costs Python more than what most of them do.

Only one clause may fit the arguments of the call, as far as they are constants. It has no cut and no
branches of several solutions, and does not lead back to itself; so its goals have the same solutions, in the
same order, wherever they stand.

>>> from pydecl.compiler.explain import example
>>> print(example("inlining", "max_to_move(p(X)) :- next(X, Y), Y > 1. next(X, Y) :- Y is X + 1."))
max_to_move(+): at most one
    in1 as p(X)
    next(+,-): X gives Y
    Y > 1
=>
max_to_move(+): at most one
    in1 as p(X)
    Y 1 is X + 1
    Y 1 as Y
    Y > 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from pydecl.compiler.ir import (
    Bind,
    Call,
    Catch,
    Clause,
    Commit,
    Const,
    Equal,
    Expr,
    Goal,
    IfThenElse,
    Key,
    ListShape,
    Match,
    Or,
    Procedure,
    Program,
    Shape,
    Var,
)
from pydecl.compiler.ir.call_graph import recursive
from pydecl.compiler.ir.solutions import Solutions, weight
from pydecl.compiler.ir.visitor import assigned, goals_within, parts_changed, substituted
from pydecl.compiler.passes.options import Options

PIPELINES = {"python": 30}

MOST = 12
"""How many goals the clause of a call has at most."""

LONGEST = 60
"""How many goals a clause has at most, to get others."""


def run(program: Program, _: Options) -> Program:
    """The program with short procedures in the place of their calls."""
    return replace(program, procedures=_Inliner(program).all())


class _Inliner:
    """Replaces calls; the procedures that are called come first."""

    def __init__(self, program: Program) -> None:
        self._given = program.procedures
        self._facts = Solutions(program.procedures)
        self._done: dict[Key, Procedure] = {}
        self._active: set[Key] = set()
        self._recursive = recursive(program)
        self._numbers = count(1)

    def all(self) -> dict[Key, Procedure]:
        return {key: self._procedure(key) for key in self._given}

    def _procedure(self, key: Key) -> Procedure:
        if key not in self._done:
            self._active.add(key)
            made = self._given[key]
            clauses = tuple(replace(clause, goals=self._goals(clause.goals)) for clause in made.clauses)
            self._done[key] = replace(made, clauses=clauses)
            self._active.remove(key)
        return self._done[key]

    def _goals(self, goals: Sequence[Goal]) -> tuple[Goal, ...]:
        made: list[Goal] = []
        for goal in goals:
            found = self._instead(goal) if isinstance(goal, Call) else None
            if found is not None and weight(made) + weight(found) <= LONGEST:
                made += found
            else:
                made.append(parts_changed(goal, self._goals))
        return tuple(made)

    def _instead(self, goal: Call) -> tuple[Goal, ...] | None:
        """The goals that a call stands for, or None if the call stays."""
        key = goal.procedure
        if key in self._recursive or key in self._active:
            return None
        procedure = self._procedure(key)
        if procedure.tabled:
            return None
        known = dict(zip(procedure.parameters, goal.arguments, strict=True))
        fitting = [made for clause in procedure.clauses if (made := _fitted(clause, known)) is not None]
        if len(fitting) != 1 or not self._simple(fitting[0].goals):
            return None
        return self._made(fitting[0], known, goal)

    def _simple(self, goals: Sequence[Goal]) -> bool:
        if weight(goals) > MOST:
            return False
        return not any(
            isinstance(goal, Catch | Or | Commit) or (isinstance(goal, IfThenElse) and self._facts.many(goal))
            for goal in goals_within(goals)
        )

    def _made(self, clause: Clause, known: Mapping[str, Expr], goal: Call) -> tuple[Goal, ...]:
        number = next(self._numbers)
        names = {name: f"{name} {number}" for name in assigned(clause.goals)}
        values: dict[str, Expr] = {name: Var(new) for name, new in names.items()}
        first: list[Goal] = []
        for parameter, argument in known.items():
            if isinstance(argument, Var) or (isinstance(argument, Const) and argument.value.__class__ is int):
                values[parameter] = argument
            else:
                first.append(Match(argument, Bind(f"{parameter} {number}"), goal.place))
                values[parameter] = Var(f"{parameter} {number}")
        made = substituted(clause, values, names)
        last = [
            Match(result, pattern, goal.place)
            for result, pattern in zip(made.results, goal.results, strict=True)
        ]
        return (*first, *made.goals, *last)


def _fitted(clause: Clause, known: Mapping[str, Expr]) -> Clause | None:
    """A clause without the tests that constants pass; None if one does not."""
    goals: list[Goal] = []
    for number, goal in enumerate(clause.goals):
        if not isinstance(goal, Match):
            goals += clause.goals[number:]
            break
        value = known.get(goal.value.name) if isinstance(goal.value, Var) else None
        if isinstance(value, Const):
            if isinstance(goal.pattern, Equal) and isinstance(goal.pattern.value, Const):
                if not _same(value, goal.pattern.value):
                    return None
                continue
            if isinstance(goal.pattern, Shape | ListShape):
                return None
        goals.append(goal)
    return replace(clause, goals=tuple(goals))


def _same(one: Const, other: Const) -> bool:
    return one.value.__class__ is other.value.__class__ and repr(one.value) == repr(other.value)
