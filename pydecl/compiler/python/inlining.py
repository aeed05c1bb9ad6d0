"""Short procedures in the place of their calls: a call costs Python more than what most of them do.

Only one clause may fit the arguments of the call, as far as they are constants, or each compares one
argument with another constant. They have no cut and no branches of several solutions, and do not lead back to
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import count
from typing import TypeVar

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Commit,
    Const,
    Equal,
    Expr,
    Fail,
    Goal,
    IfThenElse,
    Key,
    ListShape,
    Match,
    Or,
    Procedure,
    Shape,
    Var,
)
from pydecl.compiler.python.goals import Facts, walk, weight
from pydecl.compiler.python.tables import table_of

MOST = 12
"""How many goals the clause of a call has at most."""

LONGEST = 60
"""How many goals a clause has at most, to get others."""

Thing = TypeVar("Thing")


def inlined(procedures: Mapping[Key, Procedure]) -> dict[Key, Procedure]:
    """The same procedures, with short ones in the place of their calls."""
    return _Inliner(procedures).all()


class _Inliner:
    """Replaces calls; the procedures that are called come first."""

    def __init__(self, procedures: Mapping[Key, Procedure]) -> None:
        self._given = procedures
        self._facts = Facts(procedures)
        self._done: dict[Key, Procedure] = {}
        self._active: set[Key] = set()
        self._recursive = {key for key in procedures if key in _reached(procedures, key)}
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
                made.append(self._inside(goal))
        return tuple(made)

    def _inside(self, goal: Goal) -> Goal:
        """A goal with other goals inside."""
        parts = {
            field.name: getattr(goal, field.name)
            for field in fields(goal)
            if field.name in ("goals", "condition", "then", "otherwise")
        }
        made = {name: self._goals(part) for name, part in parts.items()}
        if isinstance(goal, Or):
            return replace(goal, branches=tuple(map(self._goals, goal.branches)))
        return replace(goal, **made) if made else goal  # type: ignore[arg-type]

    def _instead(self, goal: Call) -> tuple[Goal, ...] | None:
        """The goals that a call stands for, or None where the call stays."""
        key = goal.procedure
        if key in self._recursive or key in self._active:
            return None
        procedure = self._procedure(key)
        known = dict(zip(procedure.parameters, goal.arguments, strict=True))
        fitting = [made for clause in procedure.clauses if (made := _fitted(clause, known)) is not None]
        if not fitting or not self._simple([inner for clause in fitting for inner in clause.goals]):
            return None
        if len(fitting) == 1:
            return self._made(fitting[0], known, goal)
        place = None if table_of(procedure) else _told_apart(fitting, procedure.parameters)
        return None if place is None else self._chosen(fitting, place, known, goal)

    def _chosen(
        self, clauses: Sequence[Clause], place: int, known: Mapping[str, Expr], goal: Call
    ) -> tuple[Goal, ...]:
        """The clause is chosen by the constant that the test at this place of each compares with."""
        number = next(self._numbers)
        names = [f"result {number} {at}" for at in range(len(goal.results))]
        call = replace(goal, results=tuple(map(Bind, names)))
        chosen: tuple[Goal, ...] = (Fail(goal.place),)
        for clause in reversed(clauses):
            test = clause.goals[place]
            assert isinstance(test, Match)
            assert isinstance(test.value, Var)
            rest = replace(clause, goals=(*clause.goals[:place], *clause.goals[place + 1 :]))
            condition = replace(test, value=known[test.value.name])
            chosen = (IfThenElse((condition,), self._made(rest, known, call), chosen, goal.place),)
        last = [
            Match(Var(name), pattern, goal.place) for name, pattern in zip(names, goal.results, strict=True)
        ]
        return (*chosen, *last)

    def _simple(self, goals: Sequence[Goal]) -> bool:
        if weight(goals) > MOST:
            return False
        return not any(
            isinstance(goal, Or | Commit) or (isinstance(goal, IfThenElse) and self._facts.many(goal))
            for goal in walk(goals)
        )

    def _made(self, clause: Clause, known: Mapping[str, Expr], goal: Call) -> tuple[Goal, ...]:
        number = next(self._numbers)
        names = {name: f"{name} {number}" for name in _bound(clause)}
        values: dict[str, Expr] = {name: Var(new) for name, new in names.items()}
        first: list[Goal] = []
        for parameter, argument in known.items():
            if isinstance(argument, Var) or (isinstance(argument, Const) and argument.value.__class__ is int):
                values[parameter] = argument
            else:
                first.append(Match(argument, Bind(f"{parameter} {number}"), goal.place))
                values[parameter] = Var(f"{parameter} {number}")
        goals = _renamed(clause.goals, names, values)
        results = _renamed(clause.results, names, values)
        last = [
            Match(result, pattern, goal.place) for result, pattern in zip(results, goal.results, strict=True)
        ]
        return (*first, *goals, *last)


def _fitted(clause: Clause, known: Mapping[str, Expr]) -> Clause | None:
    """A clause without the tests that constants pass; None where one does not."""
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


def _told_apart(clauses: Sequence[Clause], parameters: Sequence[str]) -> int | None:
    """The place of a test that compares one parameter with another constant in each clause.

    Nothing but such tests stands before it. None where there is no such place.
    """
    for place in range(min(len(clause.goals) for clause in clauses)):
        goals = [clause.goals[place] for clause in clauses]
        tests = [_constant_test(goal, parameters) for goal in goals]
        if None in tests:
            return None
        names = {test[0] for test in tests if test is not None}
        values = {repr(test[1]) for test in tests if test is not None}
        if len(names) == 1 and len(values) == len(tests):
            return place
    return None


def _constant_test(goal: Goal, parameters: Sequence[str]) -> tuple[str, Const] | None:
    """The parameter and the constant that a goal compares."""
    if not isinstance(goal, Match) or not isinstance(goal.value, Var) or goal.value.name not in parameters:
        return None
    if not isinstance(goal.pattern, Equal) or not isinstance(goal.pattern.value, Const):
        return None
    return goal.value.name, goal.pattern.value


def _same(one: Const, other: Const) -> bool:
    return one.value.__class__ is other.value.__class__ and repr(one.value) == repr(other.value)


def _reached(procedures: Mapping[Key, Procedure], start: Key) -> set[Key]:
    """The procedures that a procedure calls, directly or not."""
    found: set[Key] = set()
    todo = [start]
    while todo:
        for clause in procedures[todo.pop()].clauses:
            for goal in walk(clause.goals):
                if isinstance(goal, Call) and goal.procedure not in found:
                    found.add(goal.procedure)
                    todo.append(goal.procedure)
    return found


def _bound(thing: object) -> set[str]:
    """The variables that goals assign."""
    if isinstance(thing, Bind):
        return {thing.name}
    if isinstance(thing, tuple):
        return {name for part in thing for name in _bound(part)}
    if not is_dataclass(thing):
        return set()
    return {name for field in fields(thing) for name in _bound(getattr(thing, field.name))}


def _renamed(thing: Thing, names: Mapping[str, str], values: Mapping[str, Expr]) -> Thing:
    """The same goals with other variables assigned, and other values read."""
    if isinstance(thing, Bind):
        return Bind(names[thing.name])  # type: ignore[return-value]
    if isinstance(thing, Var):
        return values.get(thing.name, thing)  # type: ignore[return-value]
    if isinstance(thing, tuple):
        return tuple(_renamed(part, names, values) for part in thing)  # type: ignore[return-value]
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    parts = {field.name: getattr(thing, field.name) for field in fields(thing)}
    return type(thing)(**{name: _renamed(part, names, values) for name, part in parts.items()})
