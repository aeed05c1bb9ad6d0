"""A whole program in C: its types, its procedures, and what Python calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydecl.compiler import ir
from pydecl.compiler.c.allocation import taking
from pydecl.compiler.c.counting import counted_before
from pydecl.compiler.c.emitter import Emitter, plain
from pydecl.compiler.c.game_interface import (
    MOVE,
    MOVES,
    NAMED_MOVE,
    POSITIONS,
    UNNAMED,
    WALKED,
    entries_text,
    game_entries,
    gives_lists,
    search_text,
)
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.memoisation import remembered_text, table_text
from pydecl.compiler.c.module import Module, NotCoveredError, header, included
from pydecl.compiler.c.primitives import Primitive
from pydecl.compiler.c.procedures import printed, written
from pydecl.compiler.c.serialisation import places_text
from pydecl.compiler.c.tables import facts, table_of
from pydecl.compiler.c.text import c_string, utf8
from pydecl.compiler.c.type_inference import Argument, Instance, Place, Typed, infer
from pydecl.compiler.c.types import Type, reachable, show
from pydecl.compiler.frontend.predicates import OWN
from pydecl.compiler.frontend.terms import NOWHERE
from pydecl.compiler.ir.call_graph import calls_to, components, recursive, with_callers
from pydecl.compiler.ir.visitor import goals_of
from pydecl.compiler.library import CHANGES, COMES, KEEP, KEPT
from pydecl.compiler.passes import C, Options, optimised
from pydecl.compiler.passes.rational_pairs import IN_QUOTIENTS
from pydecl.compiler.passes.unused_arguments import whole
from pydecl.model.term import Term
from pydecl.rules.syntax import Span

INTERNAL = (UNNAMED, *IN_QUOTIENTS.values())
"""Entries that searches alone ask."""

FACTS = """\
typedef struct {{ I gone; {kind} fact; }} {name}_item;
static Facts {name} = {{ .size = sizeof({name}_item) }};"""


@dataclass(frozen=True)
class CText:
    """A program in C. `entries` are numbered as Python asks for them; the others are refused."""

    text: str
    entries: Mapping[ir.Key, int]
    refusals: Mapping[ir.Key, ir.Refusal]
    typed: Typed
    programs: Sequence[str]
    """The search programs, by their numbers."""


def compile_c(
    program: ir.Program,
    same: Iterable[Sequence[Place]] = (),
    examples: Mapping[Argument, Sequence[Term]] | None = None,
    game: bool = False,
    only: str | None = None,
    searches: Mapping[str, ir.Key] | None = None,
    apart: Collection[ir.Key] = (),
    counted: Mapping[str, Primitive] | None = None,
    called: str = "",
) -> CText:
    """The C text of a program; see `infer` for `same` and `examples`.

    With `game`, the search programs are there, too, or the one that `only` names; `searches` are those among
    the entries, `apart` those whose values may be of other kinds. `counted` are statements that functions
    begin with, by the names of their predicates; `called` is the C that these call.
    """
    searches = {name: key for name, key in (searches or {}).items() if key in program.entries}
    searching = game or counted is not None
    counted = _in_all_forms(counted or {}, program)
    same = list(same)
    if game:
        program = _of_one_kind_of_positions(program, same, examples, searches.values())
    source = program
    program = _prepared(program, set(counted), game=game)
    if game:
        same.append((*POSITIONS, *((key, 1) for key in searches.values())))
    examples = {**(examples or {}), **{(key, 0): [0] for key in searches.values()}}
    typed = _with_windows(program, same, examples, searches.values(), apart)
    types = list(reachable(node for instance in typed.instances for node in instance.nodes))
    layout = Layout(atoms_of(types) | {"<", "=", ">"}, has_strings=any(node.strings for node in types))
    whole = Module(typed, layout, counted=counted, counting=_counting(program, counted))
    whole.holds_facts = any(
        getattr(goal, "procedure", None) == COMES
        for one in program.procedures.values()
        for goal in goals_of(one)
    )
    code = _alike(typed, layout)
    own = list(dict.fromkeys(code.values()))
    whole.names |= {one: f"p{number}_{plain(one.procedure.key.name)}" for number, one in enumerate(own)}
    whole.names |= {one: whole.names[other] for one, other in code.items()}
    if game and only == WALKED:
        asked = next((key for key in (MOVES, MOVE, UNNAMED) if key in typed.entries), MOVES)
        whole.asking = {} if asked == MOVES else counted_before(whole, code[typed.entries[asked]])
    texts, refused = _written(whole, own, program)
    bad = _spoiled(own, refused, code)
    good = {key: instance for key, instance in typed.entries.items() if code[instance] not in bad}
    entries: dict[ir.Key, int] = {}
    refusals = dict(program.refusals)
    for key, instance in typed.entries.items():
        if key not in good and key not in INTERNAL:
            refusals[key] = _refusal(key, code[instance], bad, code, source)
        elif key in good and game and key == MOVES and not gives_lists(layout, instance):
            place = instance.procedure.place
            refusals[key] = ir.Refusal(key, place, "its second argument is not always a list of successors")
        elif key in good and key not in (*INTERNAL, *searches.values()):
            entries[key] = len(entries)
    compiled = {key: good[key] for key in (*entries, *INTERNAL) if key in good}
    found = game_entries(compiled, refusals) if game else None
    outside = entries_text(whole, [(n, good[key]) for key, n in entries.items()])
    programs: Sequence[str] = ()
    if found is not None:
        attached = {name: good[key] for name, key in searches.items() if key in good}
        text, programs = search_text(whole, found, attached, only)
        outside += text
    functions = [text for instance, text in texts.items() if instance not in bad]
    tabled = any(instance.procedure.tabled for instance in texts)
    keeping = layout.codecs or whole.position
    packing = tabled or bool(whole.cells)
    catches = any(isinstance(goal, ir.Catch) for one in texts for goal in goals_of(one.procedure))
    text = "\n".join(
        (
            *map(header, ("runtime.h", "numbers.h", "text.h", "lists.h", "terms.h")),
            *([included("counters")] if searching else ()),
            called,
            atoms_text(layout),
            layout.text(),
            *(map(header, ("packing.h", "tries.h")) if keeping or packing else ()),
            *(map(included, ("keys", "transpositions")) if keeping and searching else ()),
            places_text(layout, whole.kept, whole.position),
            *layout.codecs,
            *([header("cells.h")] if whole.cells else ()),
            *(f"static Cell {cell};" for cell in whole.cells.values()),
            *([header("changes.h")] if whole.holds_facts else ()),
            *(FACTS.format(name=name, kind=kind) for name, kind in whole.facts.items()),
            *([header("tabling.h")] if tabled else ()),
            *([header("catching.h")] if catches else ()),
            *whole.helpers,
            *whole.pointers_text(),
            *whole.static_text(),
            *whole.tabular,
            *(prototypes for prototypes, _ in functions),
            *(bodies for _, bodies in functions),
            *whole.each_solution.values(),
            outside,
        )
    )
    return CText(text, entries, refusals, typed, programs)


def _counting(program: ir.Program, counted: Collection[str]) -> set[ir.Key]:
    """The procedures each call of which is seen: they count, ask tables, or what is kept beside arguments."""

    def is_seen(key: ir.Key, procedure: ir.Procedure) -> bool:
        libraries = (goal.procedure for goal in goals_of(procedure) if isinstance(goal, ir.Library))
        return key.name in counted or procedure.tabled or not {KEEP, KEPT, *CHANGES}.isdisjoint(libraries)

    return with_callers(program, (key for key, one in program.procedures.items() if is_seen(key, one)))


def _in_all_forms(counted: Mapping[str, Primitive], program: ir.Program) -> dict[str, Primitive]:
    """The same by the names of the predicates' forms, too: those that the front end made for patterns."""
    found = {}
    for key in program.procedures:
        whole = key.name.partition("<")[0]
        for name in (whole, f"{OWN}{whole.rpartition(': ')[2]}"):
            if whole.startswith(OWN) and name in counted:
                found[key.name] = counted[name]
    return found


def _with_windows(
    program: ir.Program,
    same: Sequence[Sequence[Place]],
    examples: Mapping[Argument, Sequence[Term]],
    searches: Collection[ir.Key],
    apart: Collection[ir.Key],
) -> Typed:
    """The types. If all values are floats, a window's bounds may be integers nevertheless.

    The names of moves may be parts of positions: with them, move/3 has a type of positions of its own.
    """
    wider = {(NAMED_MOVE, 0): (UNNAMED, 0)}
    typed = infer(program, same, examples, apart, wider)
    bounds = [(key, at) for key in searches for at in (2, 3) if key.mode.startswith("++++")]
    if not any(typed.entries[key].parameters[at].find().floats for key, at in bounds):
        return typed
    return infer(program, same, {**examples, **{bound: [0, 0.0] for bound in bounds}}, apart, wider)


def _of_one_kind_of_positions(
    program: ir.Program,
    same: Sequence[Sequence[Place]],
    examples: Mapping[Argument, Sequence[Term]] | None,
    searches: Collection[ir.Key],
) -> ir.Program:
    """The program without a move/2 or move/3 that is about something else than the positions of moves/2.

    A file that gives moves/2 may well have a move/2 of its own for boards, or for moves: then its arguments
    would be taken for positions, whose type would have to hold both.
    """
    others = [key for key in (MOVE, NAMED_MOVE) if key in program.entries]
    if MOVES not in program.entries or not others:
        return program
    positions = [key for key in program.entries if key not in others and key not in searches]
    plain = _positions(replace(program, entries=tuple(positions)), same, examples)
    refusals = dict(program.refusals)
    for key in others:
        if _positions(replace(program, entries=(*positions, key)), same, examples) != plain:
            place = program.procedures[key].place
            refusals[key] = ir.Refusal(key, place, "it is not about the positions that moves/2 is about")
    kept = tuple([key for key in program.entries if key not in refusals])
    return replace(program, entries=kept, refusals=refusals)


def _positions(
    program: ir.Program, same: Sequence[Sequence[Place]], examples: Mapping[Argument, Sequence[Term]] | None
) -> str:
    """The type of positions."""
    typed = infer(program, (*same, (*POSITIONS, (NAMED_MOVE, 0), (NAMED_MOVE, 2))), examples)
    return show(typed.entries[MOVES].parameters[0])


def _prepared(program: ir.Program, counted: Collection[str], *, game: bool) -> ir.Program:
    """The program with nothing that nobody uses, and calls replaced; those of counted predicates stay.

    A game has more entries, for searches.
    """
    unnamed = game and NAMED_MOVE in program.entries
    options = Options(
        copies=((UNNAMED, NAMED_MOVE, frozenset({0})),) if unnamed else (),
        kept=counted,
        looked_up=facts,
        rational_pairs=game,
    )
    return optimised(program, C, options)


def _written(
    whole: Module, instances: Sequence[Instance], program: ir.Program
) -> tuple[dict[Instance, tuple[str, str]], dict[Instance, NotCoveredError]]:
    """The prototypes and the definitions of the instances' functions, and the instances that are refused."""
    made: dict[Instance, tuple[Emitter, tuple[str, str]]] = {}
    refused = too_wide(instances)
    component = components(program)
    recursions = recursive(program, component)
    members = Counter(component.values())
    asked = {whole.names[instance] for instance in whole.typed.entries.values()}
    for instance in instances:
        if instance in refused:
            continue
        name = whole.names[instance]
        if table_of(whole, instance) is not None and name not in asked:
            continue
        try:
            shell = table_text(whole, instance) or remembered_text(whole, instance)
            key = instance.procedure.key
            procedure = written(
                whole,
                instance,
                name if shell is None else f"{name}_whole",
                recursive=key in recursions,
                alone=members[component[key]] == 1,
            )
            made[instance] = procedure, shell or ("", "")
        except NotCoveredError as error:
            refused[instance] = error
    bodies = {part.name: part.body for procedure, _ in made.values() for part in procedure.functions}
    bodies |= {whole.names[one]: procedure.functions[0].body for one, (procedure, _) in made.items()}
    known = taking(bodies)
    texts = {}
    for instance, (procedure, shell) in made.items():
        heads, functions = printed(procedure, known)
        texts[instance] = heads + shell[0], functions + shell[1]
    return texts, refused


Bad = dict[Instance, "NotCoveredError | Instance"]
"""Why an instance is not compiled: itself, or what it calls."""

Code = Mapping[Instance, Instance]
"""Whose code an instance has: its own, or that of another."""


def _spoiled(instances: Sequence[Instance], refused: Mapping[Instance, NotCoveredError], code: Code) -> Bad:
    bad: Bad = dict(refused)
    before = -1
    while before < len(bad):
        before = len(bad)
        for one in instances:
            why = next((code[other] for other in one.calls.values() if code[other] in bad), None)
            if why is not None:
                bad.setdefault(one, why)
    return bad


def _refusal(key: ir.Key, instance: Instance, bad: Bad, code: Code, source: ir.Program) -> ir.Refusal:
    """Why an entry is not compiled; `source` is the program in which no call has been replaced."""
    chain = [instance.procedure.key]
    why = bad[instance]
    while isinstance(why, Instance):
        instance = code[why]
        chain.append(instance.procedure.key)
        why = bad[instance]
    place = getattr(why.goal, "place", instance.procedure.place)
    way = _chain(chain, place, source)
    return ir.Refusal(
        key, _in_file([key, *way], place, source), f"{why.reason} is not covered in C", tuple(way)
    )


def _in_file(chain: Sequence[ir.Key], place: Span, source: ir.Program) -> Span:
    """A place, or, if it is in the prelude, that of the call which leads there."""
    for caller, callee in zip(reversed(chain[:-1]), reversed(chain[1:]), strict=True):
        if place != NOWHERE:
            break
        made = source.procedures.get(caller)
        goals = goals_of(made) if made else ()
        place = next((goal.place for goal in goals if getattr(goal, "procedure", None) == callee), NOWHERE)
    return source.procedures[chain[0]].place if place == NOWHERE else place


def _chain(made: Sequence[ir.Key], place: Span, source: ir.Program) -> list[ir.Key]:
    """A chain of calls as it is in the file: the calls between, which have been replaced, are there, too."""
    start, *rest = [whole(key) for key in made]
    chain = [start]
    for key in rest:
        chain += calls_to(source, chain[-1], lambda one, key=key: one.key == key) or [key]  # type: ignore[misc]

    def holds_place(one: ir.Procedure) -> bool:
        return any(clause.place.start <= place.start < clause.place.end for clause in one.clauses)

    return [*chain[1:], *calls_to(source, chain[-1], holds_place)]


def _alike(typed: Typed, layout: Layout) -> dict[Instance, Instance]:
    """The first of the instances that have the same code, for each."""
    classes: dict[Instance, int] = {}
    known: dict[object, int] = {}
    for instance in typed.instances:
        shape = (instance.procedure.key, *(layout.c(node) for node in instance.nodes))
        classes[instance] = known.setdefault(shape, len(known))
    while True:
        finer: dict[object, int] = {}
        refined = {
            instance: finer.setdefault(
                (classes[instance], *(classes[called] for called in instance.calls.values())), len(finer)
            )
            for instance in typed.instances
        }
        if len(finer) == len(set(classes.values())):
            first: dict[int, Instance] = {}
            return {instance: first.setdefault(number, instance) for instance, number in refined.items()}
        classes = refined


# Atoms: numbers in the standard order, and their names


def atoms_of(types: Iterable[Type]) -> set[str]:
    """All atoms, and the names of compounds."""
    names = (node.atoms | {functor[0] for functor in node.structs} | set(node.wide) for node in types)
    return set[str]().union(*names)


def atoms_text(layout: Layout) -> str:
    """The program's atoms, in the standard order."""
    kind = "uint8_t" if len(layout.atoms) < 256 else "uint16_t" if len(layout.atoms) < 65536 else "uint32_t"
    rows = ", ".join(f"{{{c_string(name)}, {len(utf8(name))}}}" for name in layout.atoms)
    return f"""\
typedef {kind} A;
static const Text names[] = {{ {rows} }};
static const uint32_t names_count = {len(layout.atoms)};
static const bool has_strings = {int(layout.has_strings)};
#define equal_A(a, b) ((a) == (b))
SOME int order_A(A a, A b) {{ return (a > b) - (a < b); }}
SOME void put_A(A a) {{ put_tag('a'); put_text(names[a].text, names[a].size); }}
SOME A read_A(void) {{
    Text t;
    t.text = get_text(&t.size);
    uint32_t found = known_atom(t);
    if (found == names_count) foreign();
    return (A)found;
}}
SOME A get_A(void) {{ if (get_tag() != 'a') foreign(); return read_A(); }}
"""


# What is too wide: each argument is a field, each variable a local one of a function, and from some hundreds
# on a C compiler takes four times as long for twice as many


MOST_ARGUMENTS = 256
MOST_VARIABLES = 400


def too_wide(instances: Sequence[Instance]) -> dict[Instance, NotCoveredError]:
    """The instances that are too wide, and why they are refused."""
    refused: dict[Instance, NotCoveredError] = {}
    any_wide = _wide(node for instance in instances for node in instance.nodes)
    for instance in instances:
        for number, count in Counter(clause for clause, _ in instance.variables).items():
            if count > MOST_VARIABLES:
                what = f"a clause of more than {MOST_VARIABLES} variables"
                refused.setdefault(instance, NotCoveredError(what, instance.procedure.clauses[number]))
        for name, arity in _wide(instance.nodes) if any_wide else ():
            what = f"a compound of more than {MOST_ARGUMENTS} arguments, {name}/{arity},"
            refused.setdefault(instance, NotCoveredError(what, instance.procedure))
    return refused


def _wide(nodes: Iterable[Type]) -> list[tuple[str, int]]:
    """The compounds with too many arguments, the widest first."""
    functors = {functor for node in reachable(nodes) for functor in node.structs}
    return sorted((one for one in functors if one[1] > MOST_ARGUMENTS), key=lambda one: (-one[1], one[0]))
