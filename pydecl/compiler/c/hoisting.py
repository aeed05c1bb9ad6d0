"""Parts of lists are made early: `[[C|L]|Ls]` has its `[C|L]` before the goal that makes `Ls`.

A slice is extended in place only where nothing was made since: so what a list holds must be there before the
list's rest is. Values are made without side effects, so that their time does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydecl.compiler import ir
from pydecl.compiler.ir.definite_assignment import after
from pydecl.compiler.ir.visitor import bound, variables


def hoisted(program: ir.Program) -> ir.Program:
    """The program with the parts of its results made early."""
    changed = {
        key: replace(procedure, clauses=tuple(_clause(procedure, clause) for clause in procedure.clauses))
        for key, procedure in program.procedures.items()
    }
    return replace(program, procedures=changed)


def _clause(procedure: ir.Procedure, clause: ir.Clause) -> ir.Clause:
    goals, results, count = list(clause.goals), [], 0
    for result in clause.results:
        if not (isinstance(result, ir.MakeList) and isinstance(result.tail, ir.Var)):
            results.append(result)
            continue
        items = []
        for item in result.items:
            at = _where(procedure, goals, item, result.tail.name)
            if at is None:
                items.append(item)
                continue
            name = f"part {count}"
            count += 1
            goals.insert(at, ir.Match(item, ir.Bind(name), clause.place))
            items.append(ir.Var(name))
        results.append(ir.MakeList(tuple(items), result.tail))
    return replace(clause, goals=tuple(goals), results=tuple(results)) if count else clause


def _where(procedure: ir.Procedure, goals: Sequence[ir.Goal], item: ir.Expr, tail: str) -> int | None:
    """Before which goal, the one that makes the tail, the item can be made; None where it need not be."""
    if not isinstance(item, ir.MakeList) or not any(variables(item)):
        return None
    for index, goal in enumerate(goals):
        if tail in bound((goal,)):
            known = after(goals[:index], frozenset(procedure.parameters))
            return index if known is not None and known.issuperset(variables(item)) else None
    return None
