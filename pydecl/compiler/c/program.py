"""A whole program in C: its types, its procedures, and what Python calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from pydecl.compiler import ir
from pydecl.compiler.c.asked import MOVES, NAMED_MOVE, POSITIONS, UNNAMED, game_entries, gives_lists
from pydecl.compiler.c.constructors import Type, reachable
from pydecl.compiler.c.entries import entries_text
from pydecl.compiler.c.functions import NotCoveredError, plain
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.moves import moves_text
from pydecl.compiler.c.moving import moved
from pydecl.compiler.c.procedures import ProcedureWriter
from pydecl.compiler.c.quotients import IN_QUOTIENTS, with_quotients
from pydecl.compiler.c.remembered import remembered_text
from pydecl.compiler.c.search import search_text
from pydecl.compiler.c.signatures import SIGNATURES
from pydecl.compiler.c.stepping import steps_text
from pydecl.compiler.c.tables import Table, facts
from pydecl.compiler.c.text import c_string
from pydecl.compiler.c.types import Argument, Instance, Place, Typed, infer
from pydecl.compiler.c.widths import too_wide
from pydecl.compiler.frontend.prelude import prelude
from pydecl.compiler.ir.call_graph import calls_to, components, recursive
from pydecl.compiler.ir.definite_assignment import UnassignedError, check_procedure
from pydecl.compiler.passes.options import Options
from pydecl.compiler.passes.registry import C, optimised
from pydecl.compiler.passes.unused_arguments import whole
from pydecl.model.term import Term
from pydecl.rules.syntax import Span

INTERNAL = (UNNAMED, *IN_QUOTIENTS.values())
"""Entries that searches alone ask."""

HEADERS = ("runtime.h", "numbers.h", "text.h", "lists.h")


@dataclass(frozen=True)
class CText:
    """A program in C. `entries` are numbered as Python asks for them; the others are refused."""

    text: str
    entries: Mapping[ir.Key, int]
    refusals: Mapping[ir.Key, ir.Refusal]
    typed: Typed


@dataclass
class Program:
    """What the procedures of a program share while they are written."""

    typed: Typed
    layout: Layout
    names: dict[Instance, str] = field(default_factory=dict)
    looping: set[str] = field(default_factory=set)
    static: dict[str, str] = field(default_factory=dict)
    pointers: dict[tuple[str, ...], str] = field(default_factory=dict)
    sorters: dict[tuple[str, str, bool], str] = field(default_factory=dict)
    helpers: list[str] = field(default_factory=list)
    tables: dict[str, Table | None] = field(default_factory=dict)
    """Of facts, by the function that would be called."""
    tabular: list[str] = field(default_factory=list)
    counted: Mapping[str, str] = field(default_factory=dict)
    """What functions begin with, by the names of their predicates."""
    moving: Collection[ir.Key] = ()
    """Procedures that only move the items of lists of lists."""

    def procedure(self, key: ir.Key) -> ir.Procedure:
        return self.typed.program.procedures[key]

    def function(self, instance: Instance) -> str:
        """The name of an instance's main function."""
        return self.names[instance]

    def data(self, text: str) -> str:
        """The name of static data; `%` in the text is the name. The same data are there once."""
        return self.static.setdefault(text, f"data{len(self.static)}")

    def pointer(self, types: Sequence[str]) -> str:
        """The type of a function that is called with each solution."""
        key = tuple(types)
        return self.pointers.setdefault(key, f"each{len(self.pointers)}")

    def sorter(self, part: Type, element: Type, compare: str, *, once: bool) -> str:
        """The name of a function that sorts; `once`: of equal keys, the first alone stays."""
        c = self.layout.c(part)
        self.layout.need("copy", part)
        name = self.sorters.get((c, compare, once))
        if name is None:
            name = self.sorters[c, compare, once] = f"sorter{len(self.sorters)}"
            t = self.layout.c(element)
            whole = f"{name}_all" if once else name
            self.helpers.append(f"MERGE_SORT({whole}, {c}, {t}, {compare})")
            if once:
                self.helpers.append(
                    f"SOME {c} {name}({c} list) {{ {c} r = {whole}(list); int32_t k = 0; "
                    f"for (int32_t i = 0; i < r.n; i++) {{ {t} b = r.p[i]; "
                    f"if (k) {{ {t} a = r.p[k - 1]; if (!({compare})) continue; }} r.p[k++] = b; }} "
                    f"r.n = k; return r; }}"
                )
        return name

    def grouper(self, part: Type, element: Type, groups: Type, group: Type, values: Type) -> str:
        """The name of a function that gives the values of each run of equal keys."""
        c, out, t = (self.layout.c(node) for node in (part, groups, group))
        inner = self.layout.c(values)
        equal = self.layout.need("equal", element.find().structs["-", 2][0])
        key, item = (self.layout.field("{0}", element, ("-", 2), n) for n in (0, 1))
        key_to, value_to = (self.layout.field("g", group, ("-", 2), n) for n in (0, 1))
        self.layout.need("room", groups)
        self.layout.need("room", values)
        name = f"grouped{len(self.helpers)}"
        self.helpers.append(
            f"SOME {out} {name}({c} a) {{ {out} r = room_{out}(a.n); r.n = 0; "
            f"{inner} all = room_{inner}(a.n); "
            f"for (int32_t i = 0, j; i < a.n; i = j) {{ {t} g; "
            f"for (j = i; j < a.n && {equal}({key.format('a.p[j]')}, {key.format('a.p[i]')}); j++) "
            f"all.p[j] = {item.format('a.p[j]')}; "
            f"{key_to} = {key.format('a.p[i]')}; {value_to} = ({inner}){{all.p + i, j - i}}; "
            f"r.p[r.n++] = g; }} return r; }}"
        )
        return name


def compile_c(
    program: ir.Program,
    same: Iterable[Sequence[Place]] = (),
    examples: Mapping[Argument, Sequence[Term]] | None = None,
    prefix: str = "pydecl",
    game: bool = False,
    only: str | None = None,
    counted: Mapping[str, str] | None = None,
) -> CText:
    """The C text of a program; see `infer` for `same` and `examples`.

    `prefix` begins the names of the functions that others may call; with `game`, the search programs are
    there, too, or the one that `only` names. `counted` are statements that functions begin with, by the names
    of their predicates.
    """
    source = program
    program, moving = _prepared(program, set(counted or ()), game=game)
    typed = infer(program, (*same, *((POSITIONS,) if game else ())), examples)
    layout = Layout(sorted(_atoms(typed) | {"<", "=", ">"}))
    whole = Program(typed, layout, counted=counted or {}, moving=moving)
    classes = _alike(typed, layout)
    first: dict[int, Instance] = {}
    for instance in typed.instances:
        first.setdefault(classes[instance], instance)
    for number, instance in enumerate(first.values()):
        whole.names[instance] = f"p{number}_{plain(instance.procedure.key.name)}"
    for instance in typed.instances:
        whole.names[instance] = whole.names[first[classes[instance]]]
    written, refused = _written(whole, list(first.values()), program)
    bad = _spoiled(list(first.values()), refused, classes, first)
    entries: dict[ir.Key, int] = {}
    refusals = dict(program.refusals)
    for key, instance in typed.entries.items():
        if key in INTERNAL:
            continue
        if first[classes[instance]] in bad:
            refusals[key] = _refusal(key, first[classes[instance]], bad, first, classes, source)
        elif game and key == MOVES and not gives_lists(layout, instance):
            place = instance.procedure.place
            refusals[key] = ir.Refusal(key, place, "its second argument is not always a list of successors")
        else:
            entries[key] = len(entries)
    compiled = {key: typed.entries[key] for key in entries}
    for key in INTERNAL:
        if key in typed.entries and first[classes[typed.entries[key]]] not in bad:
            compiled[key] = typed.entries[key]
    found = game_entries(compiled, refusals) if game else None
    callable_entries = [(n, typed.entries[key]) for key, n in entries.items()]
    outside = entries_text(whole, callable_entries, prefix)
    if found is not None:
        outside += search_text(whole, found, header, prefix, only)
    texts = [text for instance, text in written.items() if instance not in bad]
    text = "\n".join(
        (
            *(header(name) for name in HEADERS),
            *((header("moving.h"),) if moving else ()),
            _atom_text(layout),
            layout.text(),
            *whole.helpers,
            *(_pointer_text(types, name) for types, name in whole.pointers.items()),
            *(text.replace("%", name, 1) for text, name in whole.static.items()),
            *whole.tabular,
            *(prototypes for prototypes, _ in texts),
            *(bodies for _, bodies in texts),
            outside,
        )
    )
    return CText(text, entries, refusals, typed)


def _prepared(
    program: ir.Program, counted: Collection[str], *, game: bool
) -> tuple[ir.Program, frozenset[ir.Key]]:
    """The program with nothing that nobody uses, and calls replaced; those of counted predicates stay.

    A game has more entries, for searches. And which of its procedures only move the items of lists of lists.
    """
    copies = []
    if game:
        program = with_quotients(program)
        if NAMED_MOVE in program.procedures:
            copies.append((UNNAMED, NAMED_MOVE, frozenset({0})))
    options = Options(
        copies=copies,
        kept=counted,
        looked_up=facts,
        covered=lambda goal: (goal.procedure.name, goal.procedure.mode) in SIGNATURES,
    )
    program = optimised(program, C, options)
    if counted:
        return program, frozenset()
    return moved(program)


def header(name: str) -> str:
    """A part of the runtime system, in C."""
    return (resources.files("pydecl.compiler.c") / "headers" / name).read_text(encoding="utf-8")


def _written(
    whole: Program, instances: Sequence[Instance], program: ir.Program
) -> tuple[dict[Instance, tuple[str, str]], dict[Instance, NotCoveredError]]:
    written: dict[Instance, tuple[str, str]] = {}
    refused = too_wide(instances)
    recursions, component = recursive(program), components(program)
    members = Counter(component.values())
    asked = {whole.names[instance] for instance in whole.typed.entries.values()}
    for instance in instances:
        if instance in refused:
            continue
        name = whole.names[instance]
        shell = moves_text(whole, instance) or remembered_text(whole, instance)
        steps = None if whole.counted else steps_text(whole, instance)
        if steps is not None:
            written[instance] = steps
            continue
        writer = ProcedureWriter(whole, instance, name if shell is None else f"{name}_whole")
        if writer.table(instance) is not None and whole.names[instance] not in asked:
            continue
        try:
            check_procedure(instance.procedure)
            key = instance.procedure.key
            texts = writer.run(recursive=key in recursions, alone=members[component[key]] == 1)
            written[instance] = texts if shell is None else (texts[0] + shell[0], texts[1] + shell[1])
        except NotCoveredError as error:
            refused[instance] = error
        except UnassignedError as error:
            refused[instance] = NotCoveredError(str(error), error.goal)
    return written, refused


Bad = dict[Instance, "NotCoveredError | Instance"]
"""Why an instance is not compiled: itself, or what it calls."""


def _spoiled(
    instances: Sequence[Instance],
    refused: Mapping[Instance, NotCoveredError],
    classes: Mapping[Instance, int],
    first: Mapping[int, Instance],
) -> Bad:
    bad: Bad = dict(refused)
    changed = True
    while changed:
        changed = False
        for instance in instances:
            if instance in bad:
                continue
            for called in instance.calls.values():
                if first[classes[called]] in bad:
                    bad[instance] = first[classes[called]]
                    changed = True
                    break
    return bad


def _refusal(
    key: ir.Key,
    instance: Instance,
    bad: Bad,
    first: Mapping[int, Instance],
    classes: Mapping[Instance, int],
    source: ir.Program,
) -> ir.Refusal:
    """Why an entry is not compiled; `source` is the program in which no call has been replaced."""
    chain = [instance.procedure.key]
    why = bad[instance]
    while isinstance(why, Instance):
        instance = first[classes[why]]
        chain.append(instance.procedure.key)
        why = bad[instance]
    place = getattr(why.goal, "place", instance.procedure.place)
    return ir.Refusal(key, place, f"{why.reason} is not covered in C", tuple(_chain(chain, place, source)))


def _chain(made: Sequence[ir.Key], place: Span, source: ir.Program) -> list[ir.Key]:
    """A chain of calls as it is in the file: the calls between, which have been replaced, are there, too."""
    library = {name for name, _ in prelude()}
    start, *rest = [whole(key) for key in made]
    chain = [start]
    for key in rest:
        chain += calls_to(source, chain[-1], lambda one, key=key: one.key == key) or [key]  # type: ignore[misc]

    def holds_place(one: ir.Procedure) -> bool:
        inside = any(clause.place.start <= place.start < clause.place.end for clause in one.clauses)
        return inside and one.key.name.partition("<")[0] not in library

    return [*chain[1:], *calls_to(source, chain[-1], holds_place)]


def _alike(typed: Typed, layout: Layout) -> dict[Instance, int]:
    """Instances with the same number have the same code."""
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
            return refined
        classes = refined


def _atoms(typed: Typed) -> set[str]:
    """All atoms at any place."""
    found: set[str] = set()
    for node in reachable(node for instance in typed.instances for node in instance.nodes):
        found |= node.atoms | {functor[0] for functor in node.structs} | set(node.wide)
    return found


def _atom_text(layout: Layout) -> str:
    """The program's atoms, in the standard order."""
    kind = "uint8_t" if len(layout.atoms) < 256 else "uint16_t" if len(layout.atoms) < 65536 else "uint32_t"
    rows = ", ".join(f"{{{c_string(name)}, {len(name.encode())}}}" for name in layout.atoms)
    return f"""\
typedef {kind} A;
static const Text names[] = {{ {rows} }};
static const uint32_t names_count = {len(layout.atoms)};
#define equal_A(a, b) ((a) == (b))
SOME int order_A(A a, A b) {{ return (a > b) - (a < b); }}
SOME uint64_t hash_A(A a) {{ return mixed(5, a); }}
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


def _pointer_text(types: Sequence[str], name: str) -> str:
    return f"typedef bool (*{name})(void *{''.join(f', {t}' for t in types)});"
