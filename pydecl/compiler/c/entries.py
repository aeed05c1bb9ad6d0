"""What Python calls of a program in C: all solutions of an entry, and searches."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance


def entries_text(whole: Module, entries: Sequence[tuple[int, Instance]], prefix: str) -> str:
    """The functions for the entries, and the exported ones."""
    texts = [_entry(whole, number, instance) for number, instance in entries]
    cases = " ".join(f"case {number}: entry{number}(limit); break;" for number, _ in entries)
    return f"""
static int64_t solutions, wanted;

{"".join(texts)}
/*  The solutions of an entry, whose arguments are in the input; how many they are. */
SOME int64_t entry_solved(int64_t entry, int64_t limit) {{
    solutions = 0;
    wanted = limit;
    out_most = out_size + MOST_TOLD;
    switch (entry) {{ {cases} default: trap(NO_ENTRY, ""); }}
    out_most = INT64_MAX;
    return solutions;
}}

static void {prefix}_run(struct pd_call *call) {{
    prepare(call);
    int64_t entry = get_int();
    entry_solved(entry, get_int());
}}

PD_ENTRY({prefix}_solve) {{
    int status;
    solutions = 0;
    status = pd_setjmp(escape);
    if (!status) {prefix}_run(call);
    answer(status, solutions);
}}
"""


def _entry(whole: Module, number: int, instance: Instance) -> str:
    layout = whole.layout
    takes = [(f"a{i}", node) for i, node in enumerate(instance.parameters)]
    gives = [(f"r{i}", node) for i, node in enumerate(instance.results)]
    read = "".join(f"    {layout.c(node)} {x} = {layout.need('get', node)}();\n" for x, node in takes)
    name, inputs = whole.function(instance), ", ".join(layout.given(x, node) for x, node in takes)
    if instance.procedure.determinism is ir.Determinism.NONDET:
        put = " ".join(f"{layout.need('put', node)}({layout.taken(x, node)});" for x, node in gives)
        parameters = "".join(f", {layout.passed(node)} {x}" for x, node in gives)
        comma = ", " if takes else ""
        return f"""
static bool entry{number}_each(void *context{parameters}) {{
    (void)context;
    {put}
    return ++solutions >= wanted;
}}
static void entry{number}(int64_t limit) {{
{read}    if (limit > 0) {name}({inputs}{comma}entry{number}_each, 0);
}}
"""
    declared = "".join(f"    {layout.c(node)} {x};\n" for x, node in gives)
    put = " ".join(f"{layout.need('put', node)}({x});" for x, node in gives)
    arguments = ", ".join(part for part in (inputs, *(f"&{x}" for x, _ in gives)) if part)
    return f"""
static void entry{number}(int64_t limit) {{
{read}{declared}    if (limit > 0 && {name}({arguments})) {{ {put} solutions = 1; }}
}}
"""
