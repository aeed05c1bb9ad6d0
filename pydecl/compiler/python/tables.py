"""Procedures that are tables: facts of ground values, which are looked up.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.rules.reader import read_rules
>>> rules = read_rules("move(a, m, b). move(a, n, c). move(b, m, c).", "t")
>>> (procedure,) = compile_rules(rules).procedures.values()
>>> table_of(procedure)
{'a': (('m', 'b'), ('n', 'c')), 'b': (('m', 'c'),)}
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydecl.compiler.ir import (
    Bind,
    Clause,
    Const,
    Determinism,
    Equal,
    Expr,
    Ignore,
    ListShape,
    Make,
    MakeList,
    Match,
    Pattern,
    Procedure,
    Shape,
    Var,
)
from pydecl.compiler.python.ground import ground

LEAST = 2
"""How many facts a table has at least."""

Table = dict[Any, Any]
"""By the argument, or the tuple of arguments: the result, a tuple of several, True if there is none; the
tuple of all of them if there may be any number."""


def table_of(procedure: Procedure) -> Table | None:
    """The table that a procedure is, if it is one."""
    if len(procedure.clauses) < LEAST or not procedure.parameters:
        return None
    found: dict[Any, list[Any]] = {}
    for clause in procedure.clauses:
        row = _row(clause, procedure.parameters)
        if row is None:
            return None
        found.setdefault(row[0], []).append(row[1])
    if procedure.determinism is Determinism.NONDET:
        return {key: tuple(results) for key, results in found.items()}
    return {key: results[0] for key, results in found.items()}


def _row(clause: Clause, parameters: tuple[str, ...]) -> tuple[Any, Any] | None:
    """The arguments and the results of a fact."""
    given: dict[str, Any] = {}
    clause = _with_values(clause)
    for goal in clause.goals:
        if not isinstance(goal, Match) or not isinstance(goal.value, Var) or goal.value.name in given:
            return None
        made = _expression(goal.pattern)
        value = None if made is None else ground(made)
        if value is None:
            return None
        given[goal.value.name] = value
    results = tuple(ground(result) for result in clause.results)
    if given.keys() != set(parameters) or None in results:
        return None
    arguments = tuple(given[parameter] for parameter in parameters)
    key = arguments[0] if len(arguments) == 1 else arguments
    return key, True if not results else results[0] if len(results) == 1 else results


def _with_values(clause: Clause) -> Clause:
    """A fact whose results are written there, not bound to variables first."""
    values = {
        Var(goal.pattern.name): goal.value
        for goal in clause.goals
        if isinstance(goal, Match) and isinstance(goal.pattern, Bind) and isinstance(goal.value, Const)
    }
    goals = tuple(
        goal
        for goal in clause.goals
        if not (isinstance(goal, Match) and isinstance(goal.pattern, Bind) and isinstance(goal.value, Const))
    )
    results = tuple(values.get(expr, expr) if isinstance(expr, Var) else expr for expr in clause.results)
    return replace(clause, goals=goals, results=results)


def _expression(pattern: Pattern) -> Expr | None:
    """The one value that fits a pattern."""
    if isinstance(pattern, Equal):
        return pattern.value
    if isinstance(pattern, Bind | Ignore):
        return None
    inner = pattern.args if isinstance(pattern, Shape) else pattern.items
    parts = [_expression(part) for part in inner]
    tail = None
    if isinstance(pattern, ListShape) and pattern.tail is not None:
        tail = _expression(pattern.tail)
        parts.append(tail)
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return None
    if isinstance(pattern, Shape):
        return Make(pattern.name, known)
    return MakeList(known[: len(pattern.items)], tail)
