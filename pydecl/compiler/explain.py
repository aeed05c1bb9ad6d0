"""What was compiled, why the rest was not, and what a pass does, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, analysed
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Normal, Sources
from pydecl.compiler.passes import FRONT_END, NO_OPTIONS, C, Options, optimised, pass_named, steps
from pydecl.errors import Diagnostic
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import term_text
from pydecl.rules.finding import LONGEST_LINE
from pydecl.rules.reader import read_rules


def program_lines(program: ir.Program, sources: Sources) -> Iterator[str]:
    """All procedures, the entries first, and the refusals with their places."""
    for procedure in program.procedures.values():
        yield from procedure_lines(procedure)
        yield ""
    for refusal in program.refusals.values():
        yield refusal_text(refusal, sources)


def refusal_text(refusal: ir.Refusal, sources: Sources, to: str = "") -> str:
    """Why an entry is not compiled, where, and by way of which calls; `to` says into what."""
    rules, line, column = sources.located(refusal.place)
    said = f"{refusal.key} is not compiled{to}: {refusal.reason}"
    shown = rules.line(line)
    found = Diagnostic(
        rules.file, line, column, said, shown if max(column, len(shown)) <= LONGEST_LINE else ""
    )
    way = [refusal.key, *(key for key in refusal.chain if key != refusal.key)]
    called = "\n  called by way of " + " -> ".join(map(str, way)) if len(way) > 1 else ""
    return f"{found}{called}"


WHERE = {FRONT_END: "in the front end", C: "for C"}


def example(name: str, text: str, options: Options = NO_OPTIONS) -> str:
    """What a pass does to the rules of a text.

    >>> print(example("determinism", "max_to_move(p(max, Left))."))
    max_to_move(+): any number
        in1 as p(max,_)
    =>
    max_to_move(+): at most one
        in1 as p(max,_)
    """
    before, after = _around(name, normal(read_rules(text, "example.pl")), options)
    return "\n".join((*_changed(before, after), "=>", *_changed(after, before)))


def explained(name: str, rules: Normal, options: Options = NO_OPTIONS) -> str:
    """What a pass changes: the procedures before and after it. Raises KeyError."""
    before, after = _around(name, rules, options)
    told = list(_changed(before, after)), list(_changed(after, before))
    title = f"{name}, {WHERE[pass_named(name).where]}:"
    if not any(told):
        return f"{title} it changes nothing\n"
    return "\n".join((f"{title} before", "", *told[0], "", f"{title} after", "", *told[1], ""))


def _around(name: str, rules: Normal, options: Options) -> tuple[ir.Program, ir.Program]:
    """The program before a pass and after it."""
    where = pass_named(name).where
    with deep_recursion():
        program = analysed(rules, ENTRIES)
    if where != FRONT_END:
        program = optimised(program, FRONT_END)
    return next((before, after) for one, before, after in steps(program, where, options) if one.name == name)


def _changed(program: ir.Program, other: ir.Program) -> Iterator[str]:
    """The procedures that another program does not have, or has otherwise, one line between two."""
    between = False
    for key, procedure in program.procedures.items():
        lines = list(procedure_lines(procedure))
        known = other.procedures.get(key)
        if known is None or lines != list(procedure_lines(known)):
            yield from ("", *lines) if between else lines
            between = True


# The intermediate language


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
        yield "once"
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
