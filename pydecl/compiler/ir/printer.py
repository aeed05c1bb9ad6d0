"""The intermediate language as a person reads it.

>>> from pydecl.compiler.compile import compile_rules
>>> from pydecl.rules.reader import read_rules
>>> program = compile_rules(read_rules("move(p(N), take, p(M)) :- N > 0, M is N - 1.", "g.pl"))
>>> print("\\n".join(procedure_lines(program.procedures[program.entries[0]])))
move(+,-,-): at most one
    in1 as p(N)
    N > 0
    M is N - 1
    gives take, p(M)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.compiler import ir
from pydecl.model.term import term_text


def procedure_lines(procedure: ir.Procedure) -> Iterator[str]:
    """A procedure, clause by clause."""
    exclusive = ", clauses exclude each other" if procedure.exclusive and len(procedure.clauses) > 1 else ""
    yield f"{procedure.key}: {procedure.determinism.value}{exclusive}"
    for number, clause in enumerate(procedure.clauses):
        if number:
            yield "  or"
        for goal in clause.goals:
            yield from ("    " + line for line in goal_lines(goal))
        if clause.results:
            yield "    gives " + ", ".join(expr_text(result) for result in clause.results)


def goal_lines(goal: ir.Goal) -> Iterator[str]:
    """A goal, in one line or, if it has goals inside, in several."""
    if isinstance(goal, ir.Match):
        yield f"{expr_text(goal.value)} as {pattern_text(goal.pattern)}"
    elif isinstance(goal, ir.Compute):
        yield f"{pattern_text(goal.pattern)} is {expr_text(goal.value)}"
    elif isinstance(goal, ir.Compare | ir.Order):
        yield f"{expr_text(goal.left)} {goal.op} {expr_text(goal.right)}"
    elif isinstance(goal, ir.Call | ir.Library):
        inputs = ", ".join(expr_text(arg) for arg in goal.arguments)
        results = ", ".join(pattern_text(result) for result in goal.results)
        library = " (library)" if isinstance(goal, ir.Library) else ""
        yield f"{goal.procedure}{library}: {inputs}" + (f" gives {results}" if results else "")
    elif isinstance(goal, ir.IfThenElse):
        yield "if" + (" (each)" if goal.soft else "")
        yield from _indented(goal.condition)
        yield "then"
        yield from _indented(goal.then)
        yield "else"
        yield from _indented(goal.otherwise)
    elif isinstance(goal, ir.Or):
        for number, branch in enumerate(goal.branches):
            yield "or" if number else "either"
            yield from _indented(branch)
    elif isinstance(goal, ir.Not):
        yield "not"
        yield from _indented(goal.goals)
    elif isinstance(goal, ir.Once):
        yield "once" + (", if any" if goal.optional else "")
        yield from _indented(goal.goals)
    elif isinstance(goal, ir.Collect):
        yield f"{pattern_text(goal.result)} is {goal.kind.value} of {expr_text(goal.template)} for"
        yield from _indented(goal.goals)
    elif isinstance(goal, ir.Catch):
        yield "try"
        yield from _indented(goal.goals)
        yield f"caught {pattern_text(goal.ball)}"
        yield from _indented(goal.recovery)
    elif isinstance(goal, ir.Raise):
        yield f"raise {expr_text(goal.ball)}"
    else:
        yield "cut" if isinstance(goal, ir.Commit) else "fail"


def _indented(goals: Sequence[ir.Goal]) -> Iterator[str]:
    for goal in goals:
        yield from ("    " + line for line in goal_lines(goal))


def expr_text(expr: ir.Expr) -> str:
    """An expression, near to Prolog."""
    if isinstance(expr, ir.Var):
        return expr.name
    if isinstance(expr, ir.Const):
        return term_text(expr.value)
    if isinstance(expr, ir.MakeList):
        tail = "" if expr.tail is None else "|" + expr_text(expr.tail)
        return "[" + ",".join(expr_text(item) for item in expr.items) + tail + "]"
    args = [expr_text(arg) for arg in expr.args]
    if isinstance(expr, ir.Arith) and len(args) == 2 and not expr.name.isalpha():
        return f"{args[0]} {expr.name} {args[1]}"
    return f"{expr.name}({','.join(args)})" if args else expr.name


def pattern_text(pattern: ir.Pattern) -> str:
    """A pattern: `=X` is the value of X, a name alone is assigned."""
    if isinstance(pattern, ir.Bind):
        return pattern.name
    if isinstance(pattern, ir.Ignore):
        return "_"
    if isinstance(pattern, ir.Equal):
        return ("=" if isinstance(pattern.value, ir.Var) else "") + expr_text(pattern.value)
    if isinstance(pattern, ir.Shape):
        return f"{pattern.name}({','.join(pattern_text(arg) for arg in pattern.args)})"
    tail = "" if pattern.tail is None else "|" + pattern_text(pattern.tail)
    return "[" + ",".join(pattern_text(item) for item in pattern.items) + tail + "]"
