"""A procedure as the text of a Python function, or of a generator where there may be several solutions.

Success is nesting: what follows a goal is written inside the `if` or the `for` that the goal becomes, and
failing is falling out of it, into the next solution or the next clause. `Then` is what follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.ir import Clause, Expr, MakeList, Var
from pydecl.compiler.ir.solutions import last_calls
from pydecl.compiler.python.clauses import end_clauses, write_clauses
from pydecl.compiler.python.expressions import Kind, kind_of
from pydecl.compiler.python.loop_detection import walk_of
from pydecl.compiler.python.loops import write_walk
from pydecl.compiler.python.writer import Writer


def write_procedure(w: Writer) -> list[str]:
    """The lines of the function."""
    procedure = w.procedure
    parameters = [w.values.name(name) for name in procedure.parameters]
    table = w.values.pool.table(procedure.key)
    if table is not None:
        return _write_table(w, table, parameters)
    if w.conditions.deep:
        parameters.append("depth=0")
    loops = any(_turns(w, clause) for clause in procedure.clauses)
    lists = [name for name, kind in w.parameters.items() if kind is Kind.LIST and not w.values.exact]
    walk = walk_of(procedure, lists)
    with w.function(f"def {w.values.pool.function(procedure.key)}({', '.join(parameters)}):"):
        if w.conditions.deep:
            w.local.append(" if depth > DEEPEST: raise RecursionError")
        for place in sorted({place for c in procedure.clauses for place in built(w, c)}):
            w.prefixes[place] = f"built{place}"
            w.local.append(f" built{place} = []")
        if walk is not None:
            write_walk(w, walk)
        elif loops:
            with w.block("while True:"):
                write_clauses(w, procedure.clauses)
                end_clauses(w)
        else:
            write_clauses(w, procedure.clauses)
            end_clauses(w)
    return ["@tabled", *w.lines] if procedure.tabled and not w.generates else w.lines


def _write_table(w: Writer, table: str, parameters: Sequence[str]) -> list[str]:
    """The function of a table."""
    key = w.procedure.key
    for row in w.values.pool.rows(key):
        for kinds, value in zip(w.result_kinds, row, strict=True):
            kinds.add(kind_of(value))
    text = w.conditions.looked_up(table, key, parameters)
    with w.block(f"def {w.values.pool.function(key)}({', '.join(parameters)}):"):
        w.line(f"return iter({text})" if w.generates else f"return {text}")
    return w.lines


def _turns(w: Writer, clause: Clause) -> list[tuple[Expr, ...]]:
    """The results of the clause at each last call of itself."""
    return [
        results
        for goal, results in last_calls(clause.goals, clause.results)
        if goal.procedure == w.procedure.key
    ]


def built(w: Writer, clause: Clause) -> list[int]:
    """The results that are a list whose tail a last call of itself makes."""
    return [
        place
        for results in _turns(w, clause)
        for place, expr in enumerate(results)
        if isinstance(expr, MakeList) and isinstance(expr.tail, Var)
    ]
