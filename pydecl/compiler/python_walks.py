"""Procedures that walk along a list: each call of itself at the end of a clause goes on with the list's rest.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.rules.reader import read_rules
>>> last = "last([], L, L). last([X|Xs], _, L) :- last(Xs, X, L)."
>>> program = compile_rules(read_rules(f"staticval(Xs, V) :- last(Xs, 0, V). {last}", "s"))
>>> walk = walk_of(list(program.procedures.values())[1])
>>> walk.parameter, len(walk.empties), len(walk.others)
('in1', 1, 1)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TypeVar

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Equal,
    Expr,
    Ignore,
    ListShape,
    MakeList,
    Match,
    Pattern,
    Procedure,
    Var,
)
from pydecl.compiler.python_goals import last_calls

ITEM, REST = "item of the list", "rest of the list"
"""The variables that hold where the walk is; no clause has such names."""

EMPTY = MakeList((), None)

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Walk:
    """The clauses for the empty list, and the others, which begin with ITEM and REST."""

    parameter: str
    place: int
    empties: tuple[Clause, ...]
    others: tuple[Clause, ...]


def walk_of(procedure: Procedure) -> Walk | None:
    """How a procedure walks along one of its arguments, if it does."""
    for place, parameter in enumerate(procedure.parameters):
        found = _walk(procedure, place, parameter)
        if found is not None:
            return found
    return None


def _walk(procedure: Procedure, place: int, parameter: str) -> Walk | None:
    empties, others, turns = list[Clause](), list[Clause](), 0
    for clause in procedure.clauses:
        at = _look(clause, parameter)
        if at is None:
            return None
        goal = clause.goals[at]
        assert isinstance(goal, Match)
        rest = (*clause.goals[:at], *clause.goals[at + 1 :])
        if _is_empty(goal.pattern):
            empties.append(_with(replace(clause, goals=rest), {parameter: EMPTY}))
            continue
        pattern = goal.pattern
        assert isinstance(pattern, ListShape)
        item = Match(Var(ITEM), pattern.items[0], goal.place)
        made = replace(clause, goals=(item, *rest))
        if isinstance(pattern.tail, Bind):
            made = _with(made, {pattern.tail.name: Var(REST)})
        if parameter in names(made):
            return None
        others.append(made)
    for clause in others:
        for goal in _own_calls(procedure, clause):
            if goal.arguments[place] != Var(REST):
                return None
            turns += 1
    if not turns or any(_own_calls(procedure, clause) for clause in empties):
        return None
    return Walk(parameter, place, tuple(empties), tuple(others))


def _look(clause: Clause, parameter: str) -> int | None:
    """Which of the matches that a clause begins with takes the list apart."""
    for number, goal in enumerate(clause.goals):
        if not isinstance(goal, Match):
            return None
        if goal.value == Var(parameter):
            return number if _is_empty(goal.pattern) or _is_cell(goal.pattern) else None
    return None


def _is_empty(pattern: Pattern) -> bool:
    return pattern in (Equal(EMPTY), ListShape((), None))


def _is_cell(pattern: Pattern) -> bool:
    """One item, and a rest that may be anything."""
    if not isinstance(pattern, ListShape) or len(pattern.items) != 1:
        return False
    return isinstance(pattern.tail, Bind | Ignore)


def _own_calls(procedure: Procedure, clause: Clause) -> list[Call]:
    """The calls of itself that a clause ends with."""
    calls = [goal for goal, _ in last_calls(clause.goals, clause.results)]
    return [goal for goal in calls if goal.procedure == procedure.key]


def names(thing: object) -> set[str]:
    """The variables that goals and expressions read."""
    if isinstance(thing, Var):
        return {thing.name}
    parts: Sequence[object] = ()
    if isinstance(thing, tuple):
        parts = thing
    elif is_dataclass(thing):
        parts = [getattr(thing, field.name) for field in fields(thing)]
    return {name for part in parts for name in names(part)}


def _with(thing: Thing, values: Mapping[str, Expr]) -> Thing:
    """The same goals with other expressions for variables."""
    if isinstance(thing, Var):
        return values.get(thing.name, thing)  # type: ignore[return-value]
    if isinstance(thing, tuple):
        return tuple(_with(part, values) for part in thing)  # type: ignore[return-value]
    if not is_dataclass(thing) or isinstance(thing, type):
        return thing
    parts = {field.name: getattr(thing, field.name) for field in fields(thing)}
    return type(thing)(**{name: _with(part, values) for name, part in parts.items()})
