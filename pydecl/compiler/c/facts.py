"""Facts: procedures that are nothing but rows of constants."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.ir.visitor import within


def facts(procedure: ir.Procedure) -> bool:
    """Whether a procedure is nothing but a table."""
    many = len(procedure.clauses) >= 8 or (
        procedure.determinism is ir.Determinism.NONDET and len(procedure.clauses) > 1
    )
    return many and all(row(procedure, clause) is not None for clause in procedure.clauses)


def row(procedure: ir.Procedure, clause: ir.Clause) -> tuple[ir.Expr, ...] | None:
    """The arguments that a fact is for; None where it is no such fact."""
    found: dict[str, ir.Expr] = {}
    for goal in clause.goals:
        if not (isinstance(goal, ir.Match) and isinstance(goal.value, ir.Var)):
            return None
        told = written(goal.pattern)
        if told is None or goal.value.name in found:
            return None
        found[goal.value.name] = told
    if set(found) != set(procedure.parameters) or not all(map(constant, clause.results)):
        return None
    return tuple(found[name] for name in procedure.parameters)


def written(pattern: ir.Pattern) -> ir.Expr | None:
    """The one value that a pattern fits, if there is one and it is written there."""
    match pattern:
        case ir.Equal(told):
            return told if constant(told) else None
        case ir.Shape(name, args):
            made = [written(arg) for arg in args]
            return ir.Make(name, tuple(one for one in made if one)) if all(made) and args else None
        case ir.ListShape(items, tail):
            made = [written(item) for item in items]
            if not all(made) or tail is not None:
                return None
            return ir.MakeList(tuple(one for one in made if one), None)
        case _:
            return None


def constant(expression: ir.Expr) -> bool:
    """Whether an expression is a value that is written there."""
    return not any(isinstance(one, ir.Var | ir.Arith) for one in within(expression))
