"""Procedures without what nobody reads: a variable that is not read is not bound.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.compiler.ir.printer import procedure_lines
>>> from pydecl.rules.reader import read_rules
>>> program = compile_rules(read_rules("max_to_move(p(max, Left)).", "g.pl"))
>>> print("\\n".join(procedure_lines(program.procedures[program.entries[0]])))
max_to_move(+): at most one
    in1 as p(max,_)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler import ir


def pruned(procedure: ir.Procedure) -> ir.Procedure:
    """The same procedure, binding only what is read."""
    return replace(procedure, clauses=tuple([_clause(clause) for clause in procedure.clauses]))


def _clause(clause: ir.Clause) -> ir.Clause:
    if not clause.goals:
        return clause
    read: set[str] = set()
    for result in clause.results:
        _read(result, read)
    _read_by(clause.goals, read)
    return ir.Clause(_goals(clause.goals, read), clause.results, clause.place)


def _read(expr: ir.Expr, read: set[str]) -> None:
    """Add the variables of an expression."""
    if isinstance(expr, ir.Var):
        read.add(expr.name)
    elif isinstance(expr, ir.Make | ir.Arith):
        for arg in expr.args:
            _read(arg, read)
    elif isinstance(expr, ir.MakeList):
        for item in expr.items:
            _read(item, read)
        if expr.tail is not None:
            _read(expr.tail, read)


def _read_by_pattern(pattern: ir.Pattern, read: set[str]) -> None:
    if isinstance(pattern, ir.Equal):
        _read(pattern.value, read)
    elif isinstance(pattern, ir.Shape):
        for arg in pattern.args:
            _read_by_pattern(arg, read)
    elif isinstance(pattern, ir.ListShape):
        for item in pattern.items:
            _read_by_pattern(item, read)
        if pattern.tail is not None:
            _read_by_pattern(pattern.tail, read)


def _read_by(goals: Sequence[ir.Goal], read: set[str]) -> None:
    """Add the variables that goals read."""
    for goal in goals:
        if isinstance(goal, ir.Match | ir.Compute):
            _read(goal.value, read)
            _read_by_pattern(goal.pattern, read)
        elif isinstance(goal, ir.Compare | ir.Order):
            _read(goal.left, read)
            _read(goal.right, read)
        elif isinstance(goal, ir.Call | ir.Library):
            for arg in goal.arguments:
                _read(arg, read)
            for result in goal.results:
                _read_by_pattern(result, read)
        elif isinstance(goal, ir.IfThenElse):
            for part in (goal.condition, goal.then, goal.otherwise):
                _read_by(part, read)
        elif isinstance(goal, ir.Or):
            for branch in goal.branches:
                _read_by(branch, read)
        elif isinstance(goal, ir.Not | ir.Once):
            _read_by(goal.goals, read)
        elif isinstance(goal, ir.Raise):
            _read(goal.ball, read)
        elif isinstance(goal, ir.Collect):
            _read(goal.template, read)
            _read_by_pattern(goal.result, read)
            _read_by(goal.goals, read)


def _pattern(pattern: ir.Pattern, read: set[str]) -> ir.Pattern:
    if isinstance(pattern, ir.Bind):
        return pattern if pattern.name in read else ir.Ignore()
    if isinstance(pattern, ir.Shape):
        return ir.Shape(pattern.name, tuple([_pattern(arg, read) for arg in pattern.args]))
    if isinstance(pattern, ir.ListShape):
        items = tuple([_pattern(item, read) for item in pattern.items])
        return ir.ListShape(items, None if pattern.tail is None else _pattern(pattern.tail, read))
    return pattern


def _goals(goals: Sequence[ir.Goal], read: set[str]) -> tuple[ir.Goal, ...]:
    made = [_goal(goal, read) for goal in goals]
    return tuple([goal for goal in made if not _idle(goal)])


def _idle(goal: ir.Goal) -> bool:
    """Whether a goal does nothing."""
    return isinstance(goal, ir.Match) and isinstance(goal.pattern, ir.Ignore)


def _goal(goal: ir.Goal, read: set[str]) -> ir.Goal:
    if isinstance(goal, ir.Match | ir.Compute):
        return replace(goal, pattern=_pattern(goal.pattern, read))
    if isinstance(goal, ir.Call | ir.Library):
        return replace(goal, results=tuple([_pattern(result, read) for result in goal.results]))
    if isinstance(goal, ir.IfThenElse):
        return replace(
            goal,
            condition=_goals(goal.condition, read),
            then=_goals(goal.then, read),
            otherwise=_goals(goal.otherwise, read),
        )
    if isinstance(goal, ir.Or):
        return replace(goal, branches=tuple([_goals(branch, read) for branch in goal.branches]))
    if isinstance(goal, ir.Not | ir.Once):
        return replace(goal, goals=_goals(goal.goals, read))
    if isinstance(goal, ir.Collect):
        return replace(goal, goals=_goals(goal.goals, read), result=_pattern(goal.result, read))
    return goal
