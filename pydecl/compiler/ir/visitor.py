"""Walks over goals, patterns and expressions; and the same made anew, with something in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from operator import is_
from typing import Any

from pydecl.compiler import ir

Rename = Callable[[str], str]


_EXPRESSIONS: Mapping[type, Sequence[str]] = {
    ir.Match: ("value",),
    ir.Compute: ("value",),
    ir.Compare: ("left", "right"),
    ir.Order: ("left", "right"),
    ir.Call: ("arguments",),
    ir.Library: ("arguments",),
    ir.Raise: ("ball",),
    ir.Collect: ("template",),
}
"""The fields of goals that hold an expression, or several."""

_PATTERNS: Mapping[type, Sequence[str]] = {
    ir.Match: ("pattern",),
    ir.Compute: ("pattern",),
    ir.Call: ("results",),
    ir.Library: ("results",),
    ir.Catch: ("ball",),
    ir.Collect: ("result",),
}

_PARTS: Mapping[type, Sequence[str]] = {
    ir.IfThenElse: ("condition", "then", "otherwise"),
    ir.Or: ("branches",),
    ir.Catch: ("goals", "recovery"),
    ir.Collect: ("goals",),
}
"""Those that hold a sequence of goals; that of Or holds several."""


def parts(goal: ir.Goal) -> Sequence[Sequence[ir.Goal]]:
    """The sequences of goals directly within a goal."""
    if isinstance(goal, ir.Or):
        return goal.branches
    return [getattr(goal, name) for name in _PARTS.get(goal.__class__, ())]


def patterns(goal: ir.Goal) -> Iterator[ir.Pattern]:
    """The patterns of a goal itself, not those within them."""
    for name in _PATTERNS.get(goal.__class__, ()):
        held = getattr(goal, name)
        yield from held if isinstance(held, tuple) else (held,)


def goals_within(goals: Sequence[ir.Goal]) -> Iterator[ir.Goal]:
    """All goals, and those within them, in the order of the text."""
    for goal in goals:
        yield goal
        if goal.__class__ in _PARTS:  # most goals hold no others
            for part in parts(goal):
                yield from goals_within(part)


def goals_of(procedure: ir.Procedure) -> Iterator[ir.Goal]:
    """All goals of a procedure, and those within them."""
    return (goal for clause in procedure.clauses for goal in goals_within(clause.goals))


def commits(goals: Sequence[ir.Goal]) -> bool:
    """Whether there is a cut among the goals, and those within them."""
    return any(isinstance(goal, ir.Commit) for goal in goals_within(goals))


def succeeds(goals: Sequence[ir.Goal]) -> bool:
    """Whether goals can have a solution, as far as they tell: those that end with throw/1 have none."""
    return all(map(_succeeds, goals))


def _succeeds(goal: ir.Goal) -> bool:
    match goal:
        case ir.Fail() | ir.Raise():
            return False
        case ir.IfThenElse(condition, then, otherwise):
            return succeeds((*condition, *then)) or succeeds(otherwise)
        case ir.Or(branches):
            return any(map(succeeds, branches))
        case ir.Catch(goals, _, recovery):
            return succeeds(goals) or succeeds(recovery)
        case _:
            return True


def within(expression: ir.Expr) -> Iterator[ir.Expr]:
    """An expression, and those within it, in the order of the text."""
    todo = [expression]
    while todo:
        one = todo.pop()
        yield one
        match one:
            case ir.Make(_, args) | ir.Arith(_, args):
                todo += reversed(args)
            case ir.MakeList(items, tail):
                todo += [tail] if tail is not None else []
                todo += reversed(items)
            case _:
                pass


def variables(expression: ir.Expr) -> Iterator[str]:
    """The variables of an expression."""
    return (one.name for one in within(expression) if isinstance(one, ir.Var))


def bound(goals: Sequence[ir.Goal]) -> set[str]:
    """The variables that goals, and those within them, bind."""
    return set(assigned(goals))


def assigned(goals: Sequence[ir.Goal]) -> list[str]:
    """The same in the order of the text, each once."""
    return list(dict.fromkeys(name for goal in goals_within(goals) for name in assigned_by(goal)))


def assigned_by(goal: ir.Goal) -> Iterator[str]:
    """The variables that a goal itself binds."""
    for pattern in patterns(goal):
        for one in patterns_within(pattern):
            if isinstance(one, ir.Bind):
                yield one.name


def patterns_within(given: ir.Pattern) -> Iterator[ir.Pattern]:
    """A pattern, and those within it, in the order of the text."""
    yield given
    match given:
        case ir.Shape(_, args):
            for arg in args:
                yield from patterns_within(arg)
        case ir.ListShape(items, tail):
            for item in (*items, *(() if tail is None else (tail,))):
                yield from patterns_within(item)
        case _:
            pass


def expression(value: ir.Expr, rename: Rename) -> ir.Expr:
    """An expression with its variables renamed."""
    return substituted(value, lambda name: ir.Var(rename(name)))


def substituted(value: ir.Expr, given: Callable[[str], ir.Expr]) -> ir.Expr:
    """An expression with others in the place of its variables; `[a|[b|T]]` is `[a,b|T]` then."""
    match value:
        case ir.Var(name):
            return given(name)
        case ir.Make(name, args):
            return ir.Make(name, tuple([substituted(arg, given) for arg in args]))
        case ir.Arith(name, args):
            return ir.Arith(name, tuple([substituted(arg, given) for arg in args]))
        case ir.MakeList(items, tail):
            made, rest = [substituted(item, given) for item in items], tail and substituted(tail, given)
            while isinstance(rest, ir.MakeList):
                made, rest = [*made, *rest.items], rest.tail
            return ir.MakeList(tuple(made), rest)
        case _:
            return value


def pattern(given: ir.Pattern, rename: Rename) -> ir.Pattern:
    """A pattern with its variables renamed."""

    def renamed(leaf: ir.Pattern) -> ir.Pattern:
        match leaf:
            case ir.Bind(name):
                return ir.Bind(rename(name))
            case ir.Equal(value):
                return ir.Equal(expression(value, rename))
            case _:
                return leaf

    return leaves_changed(given, renamed)


def leaves_changed(given: ir.Pattern, change: Callable[[ir.Pattern], ir.Pattern]) -> ir.Pattern:
    """A pattern in which those that hold no others are changed."""
    match given:
        case ir.Shape(name, args):
            return ir.Shape(name, tuple([leaves_changed(arg, change) for arg in args]))
        case ir.ListShape(items, tail):
            rest = None if tail is None else leaves_changed(tail, change)
            return ir.ListShape(tuple([leaves_changed(item, change) for item in items]), rest)
        case _:
            return change(given)


def patterns_changed(goal: ir.Goal, change: Callable[[ir.Pattern], ir.Pattern]) -> ir.Goal:
    """A goal whose own patterns are changed; those of goals within it stay."""
    return _changed(goal, _PATTERNS.get(goal.__class__, ()), change)


def expressions_changed(goal: ir.Goal, change: Callable[[ir.Expr], ir.Expr]) -> ir.Goal:
    """A goal whose own expressions, outside of patterns, are changed; those of goals within it stay."""
    return _changed(goal, _EXPRESSIONS.get(goal.__class__, ()), change)


def _changed(goal: ir.Goal, names: Sequence[str], change: Callable[[Any], Any]) -> ir.Goal:
    """A goal with these fields changed, each item of those that hold several."""
    made: dict[str, Any] = {}
    for name in names:
        held = getattr(goal, name)
        new = tuple(map(change, held)) if isinstance(held, tuple) else change(held)
        if new is not held and not (isinstance(held, tuple) and _same(new, held)):
            made[name] = new
    return replace(goal, **made) if made else goal


def _same(made: Sequence[object], given: Sequence[object]) -> bool:
    """Whether sequences hold the very same objects: then what holds the one need not be made anew."""
    return len(made) == len(given) and all(map(is_, made, given))


def parts_changed(goal: ir.Goal, change: Callable[[Sequence[ir.Goal]], tuple[ir.Goal, ...]]) -> ir.Goal:
    """A goal in which the sequences of goals directly within it are changed."""
    if goal.__class__ not in _PARTS:
        return goal
    given = parts(goal)
    made = tuple([change(part) for part in given])
    if all(map(_same, made, given)):
        return goal
    if isinstance(goal, ir.Or):
        return replace(goal, branches=made)
    fields: dict[str, Any] = dict(zip(_PARTS[goal.__class__], made, strict=True))
    return replace(goal, **fields)


def goals(given: Sequence[ir.Goal], rename: Rename) -> tuple[ir.Goal, ...]:
    """Goals with their variables renamed."""
    return tuple(
        [
            parts_changed(
                expressions_changed(
                    patterns_changed(goal, lambda one: pattern(one, rename)),
                    lambda one: expression(one, rename),
                ),
                lambda part: goals(part, rename),
            )
            for goal in given
        ]
    )


def numbered(procedure: ir.Procedure) -> ir.Procedure:
    """A procedure whose goals have numbers, from 1 on."""
    numbers = count(1)

    def number(given: Sequence[ir.Goal]) -> tuple[ir.Goal, ...]:
        return tuple(replace(parts_changed(goal, number), number=next(numbers)) for goal in given)

    clauses = (replace(clause, goals=number(clause.goals)) for clause in procedure.clauses)
    return replace(procedure, clauses=tuple(clauses))


def read(clause: ir.Clause) -> set[str]:
    """The variables whose values a clause uses anywhere."""
    found = {name for result in clause.results for name in variables(result)}
    return found.union(*map(read_by, goals_within(clause.goals)))


def read_by(goal: ir.Goal) -> set[str]:
    """The variables that a goal itself reads, not those within it."""
    return {name for one in expressions(goal) for name in variables(one)}


def expressions(goal: ir.Goal) -> Iterator[ir.Expr]:
    """The expressions of a goal itself, those in its patterns, too."""
    for name in _EXPRESSIONS.get(goal.__class__, ()):
        held = getattr(goal, name)
        yield from held if isinstance(held, tuple) else (held,)
    for pattern in patterns(goal):
        for one in patterns_within(pattern):
            if isinstance(one, ir.Equal):
                yield one.value
