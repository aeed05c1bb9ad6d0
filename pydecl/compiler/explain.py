"""What was compiled, why the rest was not, and what a pass does, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, analysed
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Normal, Sources
from pydecl.compiler.ir.visitor import parts
from pydecl.compiler.passes import FRONT_END, NO_OPTIONS, C, Options, optimised, pass_named, steps
from pydecl.errors import Diagnostic
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import term_text
from pydecl.rules.finding import LONGEST_LINE
from pydecl.rules.operators import Operators
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
    heads = _goal_heads(goal)
    for line, part in zip_longest(heads, parts(goal)[: len(heads)], fillvalue=()):
        yield str(line)
        for inner in part:
            yield from ("    " + line for line in goal_lines(inner))


def _goal_heads(goal: ir.Goal) -> Sequence[str]:
    """The line of a goal; if it has goals inside, that above each sequence of them."""
    match goal:
        case ir.Match(value, pattern):
            return [f"{expr_text(value)} as {pattern_text(pattern)}"]
        case ir.Compute(value, pattern):
            return [f"{pattern_text(pattern)} is {expr_text(value)}"]
        case ir.Compare(op, left, right) | ir.Order(op, left, right):
            return [f"{expr_text(left)} {op} {expr_text(right)}"]
        case ir.Call(key, given, results) | ir.Library(key, given, results):
            inputs = ", ".join(map(expr_text, given))
            gives = " gives " + ", ".join(map(pattern_text, results)) if results else ""
            return [f"{key}{' (library)' if isinstance(goal, ir.Library) else ''}: {inputs}{gives}"]
        case ir.IfThenElse(_, (ir.Fail(),), ()):
            return ["not"]
        case ir.IfThenElse(_, (), (ir.Fail(),)):
            return ["once"]
        case ir.IfThenElse():
            return ["if (each)" if goal.soft else "if", "then", "else"]
        case ir.Or(branches):
            return ["or" if number else "either" for number in range(len(branches))]
        case ir.Collect(kind, template, _, result):
            return [f"{pattern_text(result)} is {kind.value} of {expr_text(template)} for"]
        case ir.Catch(_, ball):
            return ["try", f"caught {pattern_text(ball)}"]
        case ir.Raise(ball):
            return [f"raise {expr_text(ball)}"]
        case _:
            return ["cut" if isinstance(goal, ir.Commit) else "fail"]


_INFIX = Operators().infix


def expr_text(expr: ir.Expr, most: int = 1200) -> str:
    """An expression, near to Prolog; in parentheses if it is an operator of a priority over `most`.

    >>> expr_text(ir.Arith("*", (ir.Arith("+", (ir.Var("A"), ir.Const(1))), ir.Const(2))))
    '(A + 1) * 2'
    """
    if isinstance(expr, ir.Var):
        return expr.name
    if isinstance(expr, ir.Const):
        return term_text(expr.value)
    if isinstance(expr, ir.MakeList):
        tail = "" if expr.tail is None else "|" + expr_text(expr.tail)
        return "[" + ",".join(expr_text(item) for item in expr.items) + tail + "]"
    infix = _INFIX.get(expr.name)
    if infix is not None and isinstance(expr, ir.Arith) and len(expr.args) == 2:
        one, other = expr.args
        text = f"{expr_text(one, infix.left)} {expr.name} {expr_text(other, infix.right)}"
        return f"({text})" if infix.priority > most else text
    args = map(expr_text, expr.args)
    return f"{expr.name}({','.join(args)})" if expr.args else expr.name


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
