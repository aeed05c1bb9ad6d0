"""Whether every variable of a procedure is assigned before it is read, on every path: what C relies on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.compiler import ir
from pydecl.compiler.calls import goals_within


class UnassignedError(Exception):
    """A variable is read that may not be assigned, in the goal or clause at hand."""

    def __init__(self, name: str, goal: ir.Goal | ir.Clause) -> None:
        super().__init__(f"the variable {name}, read where it may not be assigned,")
        self.goal = goal


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


def check_procedure(procedure: ir.Procedure) -> None:
    """Raises UnassignedError."""
    for clause in procedure.clauses:
        known = after(clause.goals, frozenset(procedure.parameters))
        for result in clause.results:
            _read(result, known, clause)


def after(goals: Sequence[ir.Goal], known: frozenset[str] | None) -> frozenset[str] | None:
    """What is assigned where the goals have succeeded; None where they never do."""
    for goal in goals:
        if known is None:
            return None
        known = _after(goal, known)
    return known


def _read(expression: ir.Expr, known: frozenset[str] | None, goal: ir.Goal | ir.Clause) -> None:
    for name in variables(expression):
        if known is not None and name not in known:
            raise UnassignedError(name, goal)


def _fitted(pattern: ir.Pattern, known: frozenset[str], goal: ir.Goal) -> frozenset[str]:
    match pattern:
        case ir.Bind(name):
            return known | {name}
        case ir.Equal(value):
            _read(value, known, goal)
        case ir.Shape(_, args):
            for argument in args:
                known = _fitted(argument, known, goal)
        case ir.ListShape(items, tail):
            for item in (*items, *(() if tail is None else (tail,))):
                known = _fitted(item, known, goal)
        case ir.Ignore():
            pass
    return known


def _after(goal: ir.Goal, known: frozenset[str]) -> frozenset[str] | None:
    match goal:
        case ir.Match(value, pattern) | ir.Compute(value, pattern):
            _read(value, known, goal)
            return _fitted(pattern, known, goal)
        case ir.Compare(_, left, right) | ir.Order(_, left, right):
            _read(left, known, goal)
            _read(right, known, goal)
        case ir.Call(_, arguments, results) | ir.Library(_, arguments, results):
            for argument in arguments:
                _read(argument, known, goal)
            for result in results:
                known = _fitted(result, known, goal)
        case ir.IfThenElse(condition, then, otherwise):
            there = after(condition, known)
            return _either(after(then, there), after(otherwise, known))
        case ir.Or(branches):
            found: frozenset[str] | None = None
            for branch in branches:
                found = _either(found, after(branch, known))
            return found
        case ir.Not(goals):
            after(goals, known)
        case ir.Once(goals, optional=optional):
            inside = after(goals, known)
            return known if optional else inside
        case ir.Fail():
            return None
        case ir.Raise(ball):
            _read(ball, known, goal)
            return None
        case ir.Collect(_, template, goals, result):
            _read(template, after(goals, known), goal)
            return _fitted(result, known, goal)
        case ir.Commit():
            pass
    return known


def _either(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def bound(goals: Sequence[ir.Goal]) -> set[str]:
    """The variables that goals, and those within them, bind."""
    found: set[str] = set()
    for goal in goals_within(goals):
        match goal:
            case ir.Match(_, pattern) | ir.Compute(_, pattern) | ir.Collect(result=pattern):
                found |= _names(pattern)
            case ir.Call(_, _, results) | ir.Library(_, _, results):
                for result in results:
                    found |= _names(result)
            case _:
                pass
    return found


def _names(pattern: ir.Pattern) -> set[str]:
    match pattern:
        case ir.Bind(name):
            return {name}
        case ir.Shape(_, args):
            return {name for argument in args for name in _names(argument)}
        case ir.ListShape(items, tail):
            inside = (*items, *(() if tail is None else (tail,)))
            return {name for item in inside for name in _names(item)}
        case _:
            return set()
