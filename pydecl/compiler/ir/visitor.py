"""Walks over goals, patterns and expressions; and the same made anew, with something in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from operator import is_

from pydecl.compiler import ir

Rename = Callable[[str], str]


HOLDING = frozenset({ir.Catch, ir.IfThenElse, ir.Or, ir.Not, ir.Once, ir.Collect})
"""The goals that hold others. Most goals do not: they are told by this, which is quicker than by `match`."""


def parts(goal: ir.Goal) -> Sequence[Sequence[ir.Goal]]:
    """The sequences of goals directly within a goal."""
    if goal.__class__ not in HOLDING:
        return ()
    match goal:
        case ir.IfThenElse(condition, then, otherwise):
            return condition, then, otherwise
        case ir.Or(branches):
            return branches
        case ir.Catch(goals, _, recovery):
            return goals, recovery
        case ir.Not(goals) | ir.Once(goals) | ir.Collect(_, _, goals):
            return (goals,)
        case _:
            return ()


def goals_within(goals: Sequence[ir.Goal]) -> Iterator[ir.Goal]:
    """All goals, and those within them, in the order of the text."""
    for goal in goals:
        yield goal
        if goal.__class__ in HOLDING:
            for part in parts(goal):
                yield from goals_within(part)


def variables(expression: ir.Expr) -> Iterator[str]:
    """The variables of an expression."""
    match expression:
        case ir.Var(name):
            yield name
        case ir.Make(_, args) | ir.Arith(_, args):
            for argument in args:
                yield from variables(argument)
        case ir.MakeList(items, tail):
            for item in (*items, *(() if tail is None else (tail,))):
                yield from variables(item)
        case ir.Const():
            pass


def bound(goals: Sequence[ir.Goal]) -> set[str]:
    """The variables that goals, and those within them, bind."""
    return set(assigned(goals))


def assigned(goals: Sequence[ir.Goal]) -> list[str]:
    """The same in the order of the text, each once."""
    return list(dict.fromkeys(name for goal in goals_within(goals) for name in assigned_by(goal)))


def assigned_by(goal: ir.Goal) -> Iterator[str]:
    """The variables that a goal itself binds."""
    match goal:
        case ir.Match(_, fitted) | ir.Compute(_, fitted) | ir.Collect(result=fitted):
            yield from _names(fitted)
        case ir.Catch(_, ball):
            yield from _names(ball)
        case ir.Call(_, _, results) | ir.Library(_, _, results):
            for result in results:
                yield from _names(result)
        case _:
            pass


def _names(given: ir.Pattern) -> Iterator[str]:
    match given:
        case ir.Bind(name):
            yield name
        case ir.Shape(_, args):
            for arg in args:
                yield from _names(arg)
        case ir.ListShape(items, tail):
            for item in (*items, *(() if tail is None else (tail,))):
                yield from _names(item)
        case _:
            pass


def expression(value: ir.Expr, rename: Rename) -> ir.Expr:
    """An expression with its variables renamed."""
    match value:
        case ir.Var(name):
            return ir.Var(rename(name))
        case ir.Make(name, args):
            return ir.Make(name, tuple([expression(arg, rename) for arg in args]))
        case ir.Arith(name, args):
            return ir.Arith(name, tuple([expression(arg, rename) for arg in args]))
        case ir.MakeList(items, tail):
            made = None if tail is None else expression(tail, rename)
            return ir.MakeList(tuple([expression(item, rename) for item in items]), made)
        case _:
            return value


def pattern(given: ir.Pattern, rename: Rename) -> ir.Pattern:
    """A pattern with its variables renamed."""
    match given:
        case ir.Bind(name):
            return ir.Bind(rename(name))
        case ir.Equal(value):
            return ir.Equal(expression(value, rename))
        case ir.Shape(name, args):
            return ir.Shape(name, tuple([pattern(arg, rename) for arg in args]))
        case ir.ListShape(items, tail):
            made = None if tail is None else pattern(tail, rename)
            return ir.ListShape(tuple([pattern(item, rename) for item in items]), made)
        case _:
            return given


def patterns_changed(goal: ir.Goal, change: Callable[[ir.Pattern], ir.Pattern]) -> ir.Goal:
    """A goal whose own patterns are changed; those of goals within it stay."""
    match goal:
        case ir.Match() | ir.Compute():
            pattern = change(goal.pattern)
            return goal if pattern is goal.pattern else replace(goal, pattern=pattern)
        case ir.Call() | ir.Library():
            results = tuple(map(change, goal.results))
            return goal if _same(results, goal.results) else replace(goal, results=results)
        case ir.Catch():
            ball = change(goal.ball)
            return goal if ball is goal.ball else replace(goal, ball=ball)
        case ir.Collect():
            result = change(goal.result)
            return goal if result is goal.result else replace(goal, result=result)
        case _:
            return goal


def _same(made: Sequence[object], given: Sequence[object]) -> bool:
    """Whether sequences hold the very same objects: then what holds the one need not be made anew."""
    return len(made) == len(given) and all(map(is_, made, given))


def expressions_changed(goal: ir.Goal, change: Callable[[ir.Expr], ir.Expr]) -> ir.Goal:
    """A goal whose own expressions, outside of patterns, are changed; those of goals within it stay."""
    match goal:
        case ir.Match() | ir.Compute():
            return replace(goal, value=change(goal.value))
        case ir.Compare() | ir.Order():
            return replace(goal, left=change(goal.left), right=change(goal.right))
        case ir.Call() | ir.Library():
            return replace(goal, arguments=tuple(change(one) for one in goal.arguments))
        case ir.Raise():
            return replace(goal, ball=change(goal.ball))
        case ir.Collect():
            return replace(goal, template=change(goal.template))
        case _:
            return goal


def parts_changed(goal: ir.Goal, change: Callable[[Sequence[ir.Goal]], tuple[ir.Goal, ...]]) -> ir.Goal:
    """A goal in which the sequences of goals directly within it are changed."""
    if goal.__class__ not in HOLDING:
        return goal
    given = parts(goal)
    made = tuple([change(part) for part in given])
    if all(map(_same, made, given)):
        return goal
    match goal:
        case ir.IfThenElse():
            return replace(goal, condition=made[0], then=made[1], otherwise=made[2])
        case ir.Or():
            return replace(goal, branches=made)
        case ir.Catch():
            return replace(goal, goals=made[0], recovery=made[1])
        case ir.Not() | ir.Once() | ir.Collect():
            return replace(goal, goals=made[0])
        case _:
            return goal


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
    for goal in goals_within(clause.goals):
        found.update(name for one in expressions(goal) for name in variables(one))
    return found


def expressions(goal: ir.Goal) -> Iterator[ir.Expr]:
    """The expressions of a goal itself, those in its patterns, too."""
    match goal:
        case ir.Match(value, fitted) | ir.Compute(value, fitted):
            yield value
            yield from _of_pattern(fitted)
        case ir.Compare(_, left, right) | ir.Order(_, left, right):
            yield left
            yield right
        case ir.Call(_, arguments, results) | ir.Library(_, arguments, results):
            yield from arguments
            for result in results:
                yield from _of_pattern(result)
        case ir.Raise(ball):
            yield ball
        case ir.Catch(_, caught):
            yield from _of_pattern(caught)
        case ir.Collect(_, template, _, result):
            yield template
            yield from _of_pattern(result)
        case _:
            pass


def _of_pattern(given: ir.Pattern) -> Iterator[ir.Expr]:
    match given:
        case ir.Equal(value):
            yield value
        case ir.Shape(_, args):
            for arg in args:
                yield from _of_pattern(arg)
        case ir.ListShape(items, tail):
            for item in (*items, *(() if tail is None else (tail,))):
                yield from _of_pattern(item)
        case _:
            pass
