"""Functions of atoms that C remembers: `worth(Piece, Worth)` is worked out once for each piece.

The results hold no memory that is given back; where the function traps, nothing is remembered.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.serialisation import coded
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.call_graph import called

MOST = 4096
"""So many combinations of atoms are remembered."""

SIMPLE = ("I", "D", "A")


def is_remembered(whole: Module, instance: Instance) -> bool:
    """Whether a procedure is such a function, and not so short that nothing would be gained."""
    layout, procedure = whole.layout, instance.procedure
    given = {layout.c(node) for node in instance.parameters}
    made = {layout.c(node) for node in instance.results}
    few = len(layout.atoms) ** len(instance.parameters) <= MOST
    simple = given == {"A"} and made and made <= set(SIMPLE) and few and procedure.key not in whole.counting
    return bool(
        simple
        and not procedure.tabled
        and procedure.determinism is not ir.Determinism.NONDET
        and called(procedure)
    )


def table_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The same of what makes all answers of a tabled predicate, which a table keeps; None if it does not."""
    layout, name, procedure = whole.layout, whole.names[instance], instance.procedure
    if not procedure.tabled:
        return None
    for node in (*instance.parameters, *instance.results):
        coded(layout, "pack", node)
    given = [f"{layout.passed(node)} a{i}" for i, node in enumerate(instance.parameters)]
    made = [f"{layout.c(node)} *out{i}" for i, node in enumerate(instance.results)]
    declared = ", ".join([*given, *made]) or "void"
    passed = [f"a{i}" for i in range(len(given))] + [f"out{i}" for i in range(len(made))]
    key = " ".join(
        f"pack_{layout.c(node)}({printer.expression(layout.taken(c.Name(f'a{i}'), node))});"
        for i, node in enumerate(instance.parameters)
    )
    kept = " ".join(f"pack_{layout.c(node)}(*out{i});" for i, node in enumerate(instance.results))
    told = " ".join(f"*out{i} = unpack_{layout.c(node)}();" for i, node in enumerate(instance.results))
    none = ", ".join(_packed_empty_list(whole, node) for node in instance.results)
    return (
        f"\nSOME bool {name}({declared});",
        f"""
SOME bool {name}({declared}) {{
    static AnswerTable table;
    static const uint8_t none[] = {{ {none or "0"} }};
    table_begin(&table);
    packed_size = 0;
    {key}
    I question = table_question(table.trie);
    if (table_unanswered(question)) {{
        char *mark = hp;
        do {{
            release(mark);
            (void){name}_whole({", ".join(passed)});
            packed_size = 0;
            {kept}
        }} while (!table_answered(question));
        release(mark);
    }}
    unpacking = table_told(question, none);
    {told}
    return true;
}}
""",
    )


def _packed_empty_list(whole: Module, node: Type) -> str:
    """The bytes of an empty list of a type."""
    if whole.layout.shape(node).kind == "list":
        return "0"
    for number, part in enumerate(whole.layout.parts(node)):
        if part.tag == "TAG_LIST":
            return f"{number}, 0"
    raise NotCoveredError("a table whose answers are no list", None)


def remembered_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of what a function of atoms becomes; its own is `_whole`.

    None where it is no such function.
    """
    if not is_remembered(whole, instance):
        return None
    layout, name = whole.layout, whole.names[instance]
    given = [layout.c(node) for node in instance.parameters]
    made = [layout.c(node) for node in instance.results]
    combinations = len(layout.atoms) ** len(given)
    atoms = [f"a{i}" for i in range(len(given))]
    results = [f"r{i}" for i in range(len(made))]
    declared = ", ".join([*(f"A {a}" for a in atoms), *(f"{c} *out{i}" for i, c in enumerate(made))])
    at = " + ".join(f"{a} * {len(layout.atoms) ** i}" for i, a in enumerate(atoms))
    fields = " ".join(f"{c} {r};" for c, r in zip(made, results, strict=True))
    whole_call = ", ".join([*atoms, *(f"&one->{r}" for r in results)])
    told = " ".join(f"*out{i} = one->{r};" for i, r in enumerate(results))
    return (
        f"\nSOME bool {name}({declared});",
        f"""
static struct {name}_held {{ {fields} uint8_t known; }} {name}_held[{combinations}];
SOME bool {name}({declared}) {{
    struct {name}_held *one = &{name}_held[{at}];
    if (!LIKELY(one->known)) {{
        one->known = {name}_whole({whole_call}) ? FOUND : NOT_FOUND;
    }}
    {told}
    return one->known == FOUND;
}}
""",
    )
