"""Functions of atoms that C remembers: `worth(Piece, Worth)` is worked out once for each piece.

The results hold no memory that is given back; where the function traps, nothing is remembered. A function
that adds something to an integer, such as `N is N0 + 1` for some pieces and `N = N0` for others, is asked
what it adds to 0, and the sum is made outside: a processor cannot foresee which branch counts.
"""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.module import Module, NotCoveredError
from pydecl.compiler.c.serialisation import coded
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type
from pydecl.compiler.ir.call_graph import called
from pydecl.compiler.ir.visitor import assigned_by, expressions, goals_within, variables

MOST = 4096
"""So many combinations of atoms are remembered."""

SIMPLE = ("I", "D", "A")


def is_remembered(whole: Module, instance: Instance) -> bool:
    """Whether a procedure is such a function, and not so short that nothing would be gained."""
    layout, added = whole.layout, added_to(whole, instance)
    given = {layout.c(node) for index, node in enumerate(instance.parameters) if index != added}
    made = {layout.c(node) for node in instance.results}
    few = len(layout.atoms) ** (len(instance.parameters) - (added is not None)) <= MOST
    simple = given == {"A"} and made and made <= set(SIMPLE) and few and _is_pure(whole, instance.procedure)
    return bool(simple and (added is not None or called(instance.procedure)))


def _is_pure(whole: Module, procedure: ir.Procedure) -> bool:
    """Whether a procedure has one answer, and nobody sees its calls."""
    several = procedure.determinism is ir.Determinism.NONDET
    return not (several or procedure.tabled or procedure.key in whole.counting)


def added_to(whole: Module, instance: Instance) -> int | None:
    """The number of the parameter of which the result is made by adding alone, in several places."""
    kind, procedure = whole.layout.c, instance.procedure
    if [*map(kind, instance.results)] == ["I"] and _is_pure(whole, procedure):
        for index, name in enumerate(procedure.parameters):
            places = [_places(clause, name) for clause in procedure.clauses]
            if kind(instance.parameters[index]) == "I" and all(places) and sum(places) > 1:
                return index
    return None


def _places(clause: ir.Clause, name: str) -> int:
    """In how many places a clause adds to a variable to make its one result; 0 if it does anything else."""
    result, goals = clause.results[0], [*goals_within(clause.goals)]
    if not isinstance(result, ir.Var):
        return 0
    others = [goal for goal in goals if _sum(goal) != (name, result.name)]
    places = len(goals) - len(others) + (result.name == name)
    used = [
        *variables(result),
        *(one for goal in goals for told in expressions(goal) for one in variables(told)),
    ]
    alone = used.count(name) == places and used.count(result.name) == 1
    return places if alone and result.name not in {one for goal in others for one in assigned_by(goal)} else 0


def _sum(goal: ir.Goal) -> tuple[str, str] | None:
    """A variable, and the one that is made of it by adding."""
    match goal:
        case ir.Match(ir.Var(name), ir.Bind(made)) | ir.Compute(
            ir.Arith("+" | "-", (ir.Var(name), _)), ir.Bind(made)
        ):
            return name, made
        case _:
            return None


def table_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The same of what makes all answers of a tabled predicate, which a table keeps; None if it does not."""
    layout, name, procedure = whole.layout, whole.names[instance], instance.procedure
    if not procedure.tabled:
        return None
    for node in (*instance.parameters, *instance.results):
        coded(layout, "pack", node)
    head = _head(whole, instance)
    passed = [f"a{i}" for i in range(len(instance.parameters))]
    passed += [f"out{i}" for i in range(len(instance.results))]
    key = " ".join(
        f"pack_{layout.c(node)}({printer.expression(layout.taken(c.Name(f'a{i}'), node))});"
        for i, node in enumerate(instance.parameters)
    )
    kept = " ".join(f"pack_{layout.c(node)}(*out{i});" for i, node in enumerate(instance.results))
    told = " ".join(f"*out{i} = unpack_{layout.c(node)}();" for i, node in enumerate(instance.results))
    none = ", ".join(_packed_empty_list(whole, node) for node in instance.results)
    return (
        f"\n{head};",
        f"""
{head} {{
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


def _head(whole: Module, instance: Instance) -> str:
    """What the definition of a function begins with."""
    layout = whole.layout
    given = [f"{layout.passed(node)} a{i}" for i, node in enumerate(instance.parameters)]
    made = [f"{layout.c(node)} *out{i}" for i, node in enumerate(instance.results)]
    return f"SOME bool {whole.names[instance]}({', '.join([*given, *made]) or 'void'})"


def remembered_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of what a function of atoms, or one that adds, becomes.

    Its own is `_whole`. None where it is neither.
    """
    layout, name, added = whole.layout, whole.names[instance], added_to(whole, instance)
    head, remembered = _head(whole, instance), is_remembered(whole, instance)
    given = ["0" if i == added else f"a{i}" for i in range(len(instance.parameters))]
    if not remembered:
        body = f"if (!{name}_whole({', '.join(given)}, out0)) return false; *out0 = i_add(a{added}, *out0);"
        return None if added is None else (f"\n{head};", f"\n{head} {{ {body} return true; }}\n")
    atoms = [one for one in given if one != "0"]
    made = {f"r{i}": layout.c(node) for i, node in enumerate(instance.results)}
    at = " + ".join(f"{a} * {len(layout.atoms) ** i}" for i, a in enumerate(atoms))
    fields = " ".join(f"{kind} {r};" for r, kind in made.items())
    whole_call = ", ".join([*given, *(f"&one->{r}" for r in made)])
    told = [f"one->{r}" if added is None else f"i_add(a{added}, one->{r})" for r in made]
    return (
        f"\n{head};",
        f"""
static struct {name}_held {{ {fields} uint8_t known; }} {name}_held[{len(layout.atoms) ** len(atoms)}];
{head} {{
    struct {name}_held *one = &{name}_held[{at}];
    if (!LIKELY(one->known)) {{
        one->known = {name}_whole({whole_call}) ? FOUND : NOT_FOUND;
    }}
    {" ".join(f"*out{i} = {one};" for i, one in enumerate(told))}
    return one->known == FOUND;
}}
""",
    )
