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

from collections.abc import Collection
from dataclasses import dataclass, fields, is_dataclass, replace

from pydecl.compiler.ir import (
    Bind,
    Call,
    Clause,
    Equal,
    Ignore,
    ListShape,
    MakeList,
    Match,
    Pattern,
    Procedure,
    Var,
)
from pydecl.compiler.ir.solutions import last_calls
from pydecl.compiler.ir.visitor import read, substituted

ITEM, REST = "item of ", "rest of "
"""The variables that hold where the walk along a parameter is begin so; no clause has such names."""

EMPTY = MakeList((), None)


@dataclass(frozen=True)
class Walk:
    """The clauses for the empty list, and the others, which begin with an item and the rest.

    `beside` are other parameters that are lists, of which each turn drops an item, too.
    """

    parameter: str
    place: int
    empties: tuple[Clause, ...]
    others: tuple[Clause, ...]
    beside: tuple[str, ...] = ()


def walk_of(procedure: Procedure, lists: Collection[str] = ()) -> Walk | None:
    """How a procedure walks along one of its arguments, if it does; `lists` are parameters that are lists."""
    for place, parameter in enumerate(procedure.parameters):
        found = _walk(procedure, place, parameter)
        if found is not None:
            return _with_others(procedure, found, lists)
    return None


def _walk(procedure: Procedure, place: int, parameter: str) -> Walk | None:
    empties, others = list[Clause](), list[Clause]()
    for clause in procedure.clauses:
        at = _look(clause, parameter)
        if at is None:
            return None
        goal = clause.goals[at]
        assert isinstance(goal, Match)
        if not _is_empty(goal.pattern):
            others.append(_stepping(clause, at, parameter))
            continue
        rest = (*clause.goals[:at], *clause.goals[at + 1 :])
        empties.append(substituted(replace(clause, goals=rest), {parameter: EMPTY}))
    turns = [goal for clause in others for goal in _own_calls(procedure, clause)]
    if not turns or any(goal.arguments[place] != Var(REST + parameter) for goal in turns):
        return None
    if any(parameter in read(clause) for clause in others):
        return None
    if any(_own_calls(procedure, clause) for clause in empties):
        return None
    return Walk(parameter, place, tuple(empties), tuple(others))


def _with_others(procedure: Procedure, found: Walk, lists: Collection[str]) -> Walk:
    """The same walk, along other parameters as well."""
    for place, parameter in enumerate(procedure.parameters):
        if parameter in (found.parameter, *found.beside):
            continue
        ats = [_look(clause, parameter) for clause in found.others]
        if any(at is None for at in ats) or (
            parameter not in lists and any(parameter in read(clause) for clause in found.empties)
        ):
            continue
        pairs = zip(found.others, ats, strict=True)
        if any(_is_empty(_pattern(clause, at or 0)) for clause, at in pairs):
            continue
        others = [_stepping(c, at or 0, parameter) for c, at in zip(found.others, ats, strict=True)]
        turns = [len(_own_calls(procedure, clause)) for clause in others]
        steps = [
            goal.arguments[place] == Var(REST + parameter)
            for clause in others
            for goal in _own_calls(procedure, clause)
        ]
        used = [_count(clause, REST + parameter) for clause in others]
        if all(steps) and used == turns and not any(parameter in read(clause) for clause in others):
            found = replace(found, others=tuple(others), beside=(*found.beside, parameter))
    return found


def _pattern(clause: Clause, at: int) -> Pattern:
    goal = clause.goals[at]
    assert isinstance(goal, Match)
    return goal.pattern


def _stepping(clause: Clause, at: int, parameter: str) -> Clause:
    """A clause that takes an item from a list, with that item and the rest in variables."""
    goal = clause.goals[at]
    assert isinstance(goal, Match)
    assert isinstance(goal.pattern, ListShape)
    item = Match(Var(ITEM + parameter), goal.pattern.items[0], goal.place)
    made = replace(clause, goals=(*clause.goals[:at], item, *clause.goals[at + 1 :]))
    tail = goal.pattern.tail
    return substituted(made, {tail.name: Var(REST + parameter)}) if isinstance(tail, Bind) else made


def _count(thing: object, name: str) -> int:
    """How often a variable is read."""
    if isinstance(thing, Var):
        return int(thing.name == name)
    if isinstance(thing, tuple):
        return sum(_count(part, name) for part in thing)
    if not is_dataclass(thing):
        return 0
    return sum(_count(getattr(thing, field.name), name) for field in fields(thing))


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
