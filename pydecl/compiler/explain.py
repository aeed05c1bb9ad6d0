"""What was compiled, why the rest was not, and what a pass does, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.compiler import ir
from pydecl.compiler.compile import ENTRIES, analysed
from pydecl.compiler.frontend.normal import normal
from pydecl.compiler.frontend.predicates import Normal, Sources
from pydecl.compiler.ir.printer import procedure_lines
from pydecl.compiler.passes import FRONT_END, NO_OPTIONS, C, Options, optimised, pass_named, steps
from pydecl.errors import Diagnostic
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import LONGEST_LINE


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
    """What a pass does to the rules of a text, in the first pipeline that has it.

    >>> print(example("dead_code", "max_to_move(p(max, Left))."))
    max_to_move(+): any number
        in1 as p(max,Left)
    =>
    max_to_move(+): any number
        in1 as p(max,_)
    """
    where = next(one for one in WHERE if one in pass_named(name).pipelines)
    before, after = _around(name, where, normal(read_rules(text, "example.pl")), options)
    return "\n".join((*_changed(before, after), "=>", *_changed(after, before)))


def explained(name: str, rules: Normal, options: Options = NO_OPTIONS) -> str:
    """What a pass changes wherever it runs: the procedures before and after it. Raises KeyError."""
    lines: list[str] = []
    for where in WHERE:
        if where in pass_named(name).pipelines:
            before, after = _around(name, where, rules, options)
            told = list(_changed(before, after)), list(_changed(after, before))
            lines.append(f"{name}, {WHERE[where]}: " + ("before" if any(told) else "it changes nothing"))
            lines += (
                ["", *told[0], "", f"{name}, {WHERE[where]}: after", "", *told[1], ""] if any(told) else [""]
            )
    return "\n".join(lines)


def _around(name: str, where: str, rules: Normal, options: Options) -> tuple[ir.Program, ir.Program]:
    """The program before a pass and after it."""
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
