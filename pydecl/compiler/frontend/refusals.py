"""What was compiled, and why the rest was not, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator

from pydecl.compiler import ir
from pydecl.compiler.frontend.sources import Sources
from pydecl.compiler.ir.printer import procedure_lines
from pydecl.errors import Diagnostic
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
