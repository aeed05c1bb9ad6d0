"""The search programs in C on a compiled game, put together; `csearching.py` says how they are asked."""

from __future__ import annotations

from collections.abc import Callable

from pydecl.compiler.c.game_interface import GameEntries, asked_text, kind_of_values
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.serialisation import packing_text

PROGRAMS = (
    *("perft", "minimax", "alphabeta", "won", "negamax_ply", "alphabeta_tt", "deepening", "expectiminimax"),
    *("outcome", "white_black_minimax", "white_black_alphabeta", "ab_procedure", "quiescence"),
    *("forward_pruning", "and_or", "win"),
)
"""The programs, by their numbers; `programs.h` has the same."""

SEEN = {"quiescence": "extended_moves", "forward_pruning": "plausible_moves"}
"""The programs that are alphabeta with other moves."""


def search_text(
    whole: Module, game: GameEntries, header: Callable[[str], str], prefix: str, only: str | None = None
) -> str:
    """The programs, between what they ask and what asks them; `header` gives a part of them.

    `only` names one program: the others are left out, and compiling takes half the time.
    """
    layout = whole.layout
    position = game.movers[0].parameters[0]
    put, get = layout.need("put", position), layout.need("get", position)
    prototypes, packing = packing_text(layout, position)
    seen = [
        f"#define alphabeta {name}\n#define moves {moves}\n{header('alphabeta.h')}"
        "#undef alphabeta\n#undef moves\n"
        for name, moves in SEEN.items()
    ]
    before = "\n".join(map(header, ("search.h", "alphabeta.h", "tables.h")))
    after = ("order.h", "refined.h", "deepening.h", "lectures.h", "seen.h")
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
{"" if only is None else f"#define ONLY {PROGRAMS.index(only)}"}
{header("values.h")}
#define put_Position {put}
#define get_Position {get}
#define pack_Position pack_{layout.c(position)}
#define unpack_Position unpack_{layout.c(position)}
{asked_text(whole, game)}
{prototypes}
{before}
{packing}
{"".join(map(header, after))}
{"".join(seen)}
{"".join(map(header, ("chance.h", "outcome.h", "and_or.h", "programs.h")))}
static void {prefix}_searching(struct pd_call *call) {{
    prepare(call);
    I program = get_int();
    read_settings();
    Value alpha = get_Value(-1), beta = get_Value(1);
    Position root = get_Position();
    run(program, GIVE(root), alpha, beta);
}}

PD_ENTRY({prefix}_search) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) {prefix}_searching(call);
    finish(status);
}}
"""
