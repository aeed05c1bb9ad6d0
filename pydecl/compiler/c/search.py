"""What Python calls of a program in C: all solutions of an entry, and the search programs on a game.

`csearching.py` says how searches are asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.game_interface import GameEntries, asked_text, kind_of_values
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.serialisation import bits, key_functions, packing
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type

PROGRAMS = ("perft", "expectiminimax", "outcome", "and_or", "win", "df_pn")
"""The programs in C, by their numbers; `programs.h` has the same."""


PARTS = (
    *("chance", "positions", "codes", "sharing", "graph", "facts"),
    *("outcome", "and_or", "df_pn", "programs"),
)


def search_text(
    whole: Module,
    game: GameEntries,
    prefix: str,
    texts: Mapping[str, Instance],
    only: str | None = None,
) -> tuple[str, Sequence[str]]:
    """The programs, between what they ask and what asks them, and their names by number.

    Those in C, and what solves, are headers of the native engine. `texts` are the programs that are compiled
    from their texts, by name. With `only`, the name of one, the others in C are left out.
    """
    layout = whole.layout
    position = game.movers[0].parameters[0]
    values = kind_of_values(whole, game)
    fitting = {name: one for name, one in texts.items() if _fits(layout, one, position, values)}
    programs = (*PROGRAMS, *fitting)
    text = _text(whole, game, prefix, fitting, programs.index(only) if only in programs else None)
    return text, programs


def _text(
    whole: Module,
    game: GameEntries,
    prefix: str,
    texts: Mapping[str, Instance],
    only: int | None,
) -> str:
    layout = whole.layout
    position = game.movers[0].parameters[0]
    put, get = layout.need("put", position), layout.need("get", position)
    whole.packing |= packing(layout, position)
    key, functions = key_functions(layout, position)
    whole.packing |= functions
    as_bits = bits(whole, position)
    return f"""
typedef {layout.c(position)} Position;
typedef struct {{ Position *p; int32_t n; }} Positions;
typedef struct {{ I num, den; }} Odds;
typedef {layout.passed(position)} Given;
#define GIVE(x) {layout.given("(x)", position)}
#define THE(x) {layout.taken("(x)", position)}
typedef bool (*Visit)(void *, Given);
typedef bool (*VisitChance)(void *, Odds, Given);
#define VALUES_{kind_of_values(whole, game)}
{"" if only is None else f"#define ONLY {only}"}
{_included("values")}
#define put_Position {put}
#define get_Position {get}
#define pack_Position pack_{layout.c(position)}
#define unpack_Position unpack_{layout.c(position)}
#define key_Position key_{key}
#define unkey_Position unkey_{key}
#define bits_Position bits_{as_bits}
{asked_text(whole, game)}
{_included("search", "tables", "order")}
{_included(*PARTS)}
{_texts(whole, texts, kind_of_values(whole, game))}
static void {prefix}_searching(struct pd_call *call) {{
    prepare(call);
    out_most = MOST_TOLD;
    I program = get_int();
    read_settings();
    Value alpha = get_Value(-1), beta = get_Value(1);
    Position root = get_Position();
    if (noting) position_number(GIVE(root));
    run(program, GIVE(root), alpha, beta);
}}

PD_ENTRY({prefix}_search) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) {prefix}_searching(call);
    finish(status);
}}
{_of_facts(f"{prefix}_facts", "tell_facts", "tell_all_facts();")}
{_of_facts(f"{prefix}_positions", "tell_positions")}
{_walking(prefix) if only == PROGRAMS.index("perft") else ""}
{_solving(prefix) if only in (None, PROGRAMS.index("outcome")) else ""}"""


def _included(*names: str) -> str:
    """Headers of the native engine, in `pydecl/engines/native/headers`."""
    return "\n".join(f'#include "headers/{name}.h"' for name in names)


def _of_facts(entry: str, function: str, tell: str = "") -> str:
    """What a search that runs elsewhere is told: see `facts.h`."""
    return f"""PD_ENTRY({entry}) {{
    int status;
    solutions_told = 0;
    status = pd_setjmp(escape);
    if (!status) {function}(call);
    {tell}
    answer(status, solutions_told);
}}"""


def _walking(prefix: str) -> str:
    """Positions and matches, walked from another process: `walking.py` asks an object with perft alone."""
    return f"""
{_included("batching", "walking")}
{_of_facts(f"{prefix}_walk", "walk")}"""


def _solving(prefix: str) -> str:
    """All positions solved, at once or layer by layer, and their keys read."""
    return f"""
{_included("value_iteration", "solving", "knowledge", "layers", "bounds", "helping")}
PD_ENTRY({prefix}_solve_all) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) solve_roots(call);
    tell_solved(status);
}}
PD_ENTRY({prefix}_values) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) value_roots(call);
    tell_solved(status);
}}
PD_ENTRY({prefix}_help) {{
    int status;
    start();
    status = pd_setjmp(escape);
    help(call, status);
}}
{_asking_of_keys(f"{prefix}_keys", "read_keys")}
{_asking_of_keys(f"{prefix}_layers", "layer_sampled", "tell_sample(status);")}
{_asking_of_keys(f"{prefix}_roots", "layer_roots", "tell_layers(status);")}
{_asking_of_keys(f"{prefix}_expand", "layer_expanded", "tell_layers(status);")}
{_asking_of_keys(f"{prefix}_merge", "layer_merged", "tell_layers(status);")}
{_asking_of_keys(f"{prefix}_due", "layer_due", "tell_due(status);")}
{_asking_of_keys(f"{prefix}_bounds", "hold_bounds", "tell_held(status);")}
"""


def _asking_of_keys(entry: str, function: str, tell: str = "") -> str:
    return f"""PD_ENTRY({entry}) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) {function}(call);
    {tell}
    atoms_there = 0;
    layers_clear();
    layered(NO_LAYERS);
    graph_clear();
    answer(status, solutions_told);
}}"""


# Programs that are compiled from their texts


def _fits(layout: Layout, one: Instance, position: Type, values: str) -> bool:
    """Whether its positions and values are those of the game."""
    _, root, *window = one.parameters
    numbers = [layout.c(node) for node in (*window, *one.results[2:])]
    positions = [layout.c(node) for node in (root, *one.results[1:2])]
    kinds = () if values == "Q" else ("I", "D", "N")
    windows = all(layout.c(node) == values for node in window)
    same = all(name == layout.c(position) for name in positions)
    return same and windows and all(kind in kinds for kind in numbers)


def _texts(whole: Module, texts: Mapping[str, Instance], values: str) -> str:
    """The function that runs them."""
    cases = "".join(
        f"    case {number}: {{ {_call(whole, one, values)} return; }}\n"
        for number, one in enumerate(texts.values(), len(PROGRAMS))
    )
    told = "".join(_teller(whole, one, values) for one in texts.values())
    head = "static void run_text(I program, Given root, Value alpha, Value beta)"
    return f'{told}{head} {{\n    switch (program) {{\n{cases}    default: trap(NO_ENTRY, "");\n    }}\n}}\n'


def _call(whole: Module, one: Instance, values: str) -> str:
    name = whole.function(one)
    arguments = ", ".join(("plies", "root", "alpha", "beta")[: len(one.parameters)])
    nondet = one.procedure.determinism is ir.Determinism.NONDET
    if not one.results:
        return f"tell_whether({name}({arguments}{', any_proof, 0' if nondet else ''}));"
    if nondet:
        return f"{name}({arguments}, tell_{name}, 0);"
    kind = whole.layout.c(one.results[2])
    call = f"{name}({arguments}, &moved, &best, &val)"
    return (
        f"I moved; Position best; {kind} val; if ({call}) tell({_value('val', kind, values)}, moved, best);"
    )


def _teller(whole: Module, one: Instance, values: str) -> str:
    """What is called with the first answer of a program that may have several."""
    if not one.results or one.procedure.determinism is not ir.Determinism.NONDET:
        return ""
    kind = whole.layout.c(one.results[2])
    return (
        f"static bool tell_{whole.function(one)}(void *context, I moved, Given best, {kind} val) {{ "
        f"(void)context; tell({_value('val', kind, values)}, moved, THE(best)); return true; }}\n"
    )


def _value(x: str, kind: str, values: str) -> str:
    return x if kind == values else f"value_told(n_{kind}({x}))"


# Entries


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
