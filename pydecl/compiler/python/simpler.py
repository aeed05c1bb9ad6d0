"""The intermediate language made simpler for Python, with the same meaning.

Where only the first solution of a call counts, a procedure of its own finds it: a function, not a generator.
What nobody reads is not assigned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Collect,
    Commit,
    Compute,
    Determinism,
    Goal,
    IfThenElse,
    Ignore,
    Key,
    Library,
    ListShape,
    Match,
    Not,
    Once,
    Or,
    Pattern,
    Procedure,
    Program,
    Shape,
    Var,
)
from pydecl.compiler.python.goals import refutable, walk
from pydecl.compiler.python.inlining import inlined
from pydecl.compiler.python.unread import unread
from pydecl.compiler.unused import used

Goals = tuple[Goal, ...]

Thing = TypeVar("Thing")


Copies = Sequence[tuple[Key, Key, frozenset[int]]]
"""More entries: the name, the procedure, and which of its results are left out."""


def simpler(program: Program, copies: Copies = ()) -> Program:
    """The same program for Python."""
    program = used(program, copies)
    found = _Firsts(inlined(_with_constants(program.procedures))).reached(program.entries)
    return Program({key: _read(made) for key, made in found.items()}, program.entries, program.refusals)


def _with_constants(procedures: Mapping[Key, Procedure]) -> dict[Key, Procedure]:
    """The same procedures, in which no call asks for a constant, such as the size of a board."""
    constants = {
        key: made.clauses[0].results[0]
        for key, made in procedures.items()
        if key.mode == "-" and len(made.clauses) == 1 and not made.clauses[0].goals
    }

    def constant(goal: Goal) -> Goal:
        if isinstance(goal, Call) and goal.procedure in constants:
            return Match(constants[goal.procedure], goal.results[0], goal.place)
        return goal

    return {key: replace(made, clauses=each_goal(made.clauses, constant)) for key, made in procedures.items()}


def each_goal(thing: Thing, change: Callable[[Goal], Goal]) -> Thing:
    """The same clauses with each goal changed, inner goals first."""
    if isinstance(thing, tuple):
        return tuple(each_goal(part, change) for part in thing)  # type: ignore[return-value]
    if not isinstance(thing, Clause | Goal):
        return thing
    parts = {field.name: getattr(thing, field.name) for field in fields(thing)}
    made = type(thing)(**{name: each_goal(part, change) for name, part in parts.items()})
    return made if isinstance(made, Clause) else change(made)  # type: ignore[return-value]


class _Firsts:
    """Replaces calls whose first solution alone counts."""

    def __init__(self, procedures: Mapping[Key, Procedure]) -> None:
        self._given = procedures
        self._firsts: dict[Key, Key] = {}

    def reached(self, entries: Iterable[Key]) -> dict[Key, Procedure]:
        """The procedures that the entries need, those for first solutions among them."""
        found: dict[Key, Procedure] = {}
        todo = list(reversed(list(entries)))
        while todo:
            key = todo.pop()
            if key in found:
                continue
            found[key] = self._procedure(key)
            calls = [
                goal.procedure
                for clause in found[key].clauses
                for goal in walk(clause.goals)
                if isinstance(goal, Call)
            ]
            todo += reversed(calls)
        return found

    def _procedure(self, key: Key) -> Procedure:
        of_all = self._firsts.get(key)
        procedure = self._given[key if of_all is None else of_all]
        if of_all is not None:
            procedure = replace(procedure, key=key, determinism=Determinism.SEMIDET)
        several = procedure.determinism is Determinism.NONDET
        clauses = tuple(
            replace(clause, goals=self._all(clause.goals) if several else self._first(clause.goals))
            for clause in procedure.clauses
        )
        return replace(procedure, clauses=clauses)

    def _all(self, goals: Sequence[Goal]) -> Goals:
        """Goals all of whose solutions count."""
        return tuple(self._goal(goal, first=False) for goal in goals)

    def _first(self, goals: Sequence[Goal]) -> Goals:
        """Goals whose first solution alone counts."""
        at = len(goals) - 1
        while at >= 0 and _certain(goals[at]):
            at -= 1
        return tuple(self._goal(goal, first=number >= at) for number, goal in enumerate(goals))

    def _goal(self, goal: Goal, *, first: bool) -> Goal:
        last = self._first if first else self._all
        if isinstance(goal, Call):
            return self._call(goal) if first else goal
        if isinstance(goal, Not | Once):
            return replace(goal, goals=self._first(goal.goals))
        if isinstance(goal, Collect):
            return replace(goal, goals=self._all(goal.goals))
        if isinstance(goal, Or):
            return replace(goal, branches=tuple(map(last, goal.branches)))
        if isinstance(goal, IfThenElse):
            condition = self._all(goal.condition) if goal.soft else self._first(goal.condition)
            return replace(goal, condition=condition, then=last(goal.then), otherwise=last(goal.otherwise))
        return goal

    def _call(self, goal: Call) -> Call:
        key = goal.procedure
        of_all = self._firsts.get(key, key)
        if self._given[of_all].determinism is not Determinism.NONDET or any(map(refutable, goal.results)):
            return goal
        first = Key(f"{of_all.name}, first", of_all.mode)
        self._firsts[first] = of_all
        return replace(goal, procedure=first)


def _certain(goal: Goal) -> bool:
    """A goal that succeeds exactly once."""
    if isinstance(goal, Match | Compute):
        return not refutable(goal.pattern)
    return isinstance(goal, Commit)


def _read(procedure: Procedure) -> Procedure:
    """A procedure that assigns only what it reads."""
    return replace(procedure, clauses=tuple(_read_clause(unread(clause)) for clause in procedure.clauses))


def _read_clause(clause: Clause) -> Clause:
    names = {name for part in (clause.goals, clause.results) for name in _variables(part)}
    return replace(clause, goals=_without(clause.goals, names))


def _variables(thing: object) -> Iterable[str]:
    """The variables that goals and expressions read."""
    if isinstance(thing, Var):
        yield thing.name
    elif isinstance(thing, tuple):
        for item in thing:
            yield from _variables(item)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from _variables(getattr(thing, field.name))


def _without(goals: Sequence[Goal], read: set[str]) -> Goals:
    return tuple(_without_unread(goal, read) for goal in goals)


def _without_unread(goal: Goal, read: set[str]) -> Goal:
    if isinstance(goal, Match):
        return replace(goal, pattern=_pattern(goal.pattern, read))
    if isinstance(goal, Call | Library):
        return replace(goal, results=tuple(_pattern(result, read) for result in goal.results))
    if isinstance(goal, IfThenElse):
        return replace(
            goal,
            condition=_without(goal.condition, read),
            then=_without(goal.then, read),
            otherwise=_without(goal.otherwise, read),
        )
    if isinstance(goal, Or):
        return replace(goal, branches=tuple(_without(branch, read) for branch in goal.branches))
    if isinstance(goal, Not | Once | Collect):
        return replace(goal, goals=_without(goal.goals, read))
    return goal


def _pattern(pattern: Pattern, read: set[str]) -> Pattern:
    if isinstance(pattern, Bind):
        return pattern if pattern.name in read else Ignore()
    if isinstance(pattern, Shape):
        return replace(pattern, args=tuple(_pattern(arg, read) for arg in pattern.args))
    if isinstance(pattern, ListShape):
        tail = None if pattern.tail is None else _pattern(pattern.tail, read)
        return ListShape(tuple(_pattern(item, read) for item in pattern.items), tail)
    return pattern
