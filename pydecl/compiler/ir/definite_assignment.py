"""Whether every variable of a procedure is assigned before it is read, on every path: what C relies on."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import patterns_within, variables


class UnassignedError(Exception):
    """A variable is read that may not be assigned, in the goal or clause at hand."""

    def __init__(self, name: str, goal: ir.Goal | ir.Clause) -> None:
        super().__init__(f"the variable {name}, read where it may not be assigned,")
        self.goal = goal


def check_procedure(procedure: ir.Procedure) -> None:
    """Raises UnassignedError."""
    for clause in procedure.clauses:
        known = after(clause.goals, frozenset(procedure.parameters))
        for result in clause.results:
            _read(result, known, clause)


def succeeds(clause: ir.Clause, parameters: Sequence[str]) -> bool:
    """Whether a clause can have a solution, as far as its goals tell: one that ends with throw/1 has none."""
    try:
        return after(clause.goals, frozenset(parameters)) is not None
    except UnassignedError:
        return True


def after(goals: Sequence[ir.Goal], known: frozenset[str] | None) -> frozenset[str] | None:
    """What is assigned where the goals have succeeded; None if they never do."""
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
    for one in patterns_within(pattern):
        if isinstance(one, ir.Bind):
            known |= {one.name}
        elif isinstance(one, ir.Equal):
            _read(one.value, known, goal)
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
        case ir.Catch(goals, ball, recovery):
            return _either(after(goals, known), after(recovery, _fitted(ball, known, goal)))
        case ir.Commit():
            pass
    return known


def _either(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other
