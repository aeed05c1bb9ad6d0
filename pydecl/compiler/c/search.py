"""The search programs on a compiled game, put together.

`pydecl/engines/native/serialisation.py` says how they are asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c.bits import bits
from pydecl.compiler.c.game_interface import GameEntries, asked_text, kind_of_values
from pydecl.compiler.c.keys import key_functions
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.serialisation import packing
from pydecl.compiler.c.type_inference import Instance
from pydecl.compiler.c.types import Type

PROGRAMS = ("perft", "expectiminimax", "outcome", "and_or", "win", "df_pn")
"""The programs in C, by their numbers; `programs.h` has the same."""


PARTS = ("chance", "positions", "sharing", "graph", "facts", "outcome", "and_or", "programs")


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
{_included("search", "order")}
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
    """Positions and matches, walked from another process, which asks an object with perft alone."""
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
