"""The search programs in C on a compiled game: what they ask of the rules, and what Python calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydecl.compiler import ir
from pydecl.compiler.constructors import Type
from pydecl.compiler.types import Instance, Place

if TYPE_CHECKING:
    from pydecl.compiler.cprogram import Program

MOVES = ir.Key("moves", "+-")
MOVE = ir.Key("move", "+-")
NAMED_MOVE = ir.Key("move", "+--")
UNNAMED = ir.Key("move~", "+-")
"""move/3 without the names, which a search does not ask for."""
MAX, MIN = ir.Key("max_to_move", "+"), ir.Key("min_to_move", "+")
STATICVAL = ir.Key("staticval", "+-")
WON, LOST = ir.Key("terminalwon", "+"), ir.Key("terminallost", "+")

POSITIONS: tuple[Place, ...] = (
    (MAX, 0),
    (MIN, 0),
    (ir.Key("initial", "-"), 0),
    *((MOVES, 0), (MOVES, 1, True)),
    *((MOVE, 0), (MOVE, 1)),
    *((NAMED_MOVE, 0), (NAMED_MOVE, 2)),
    *((UNNAMED, 0), (UNNAMED, 1)),
    (STATICVAL, 0),
    (WON, 0),
    (LOST, 0),
)
"""Where positions pass through a game's entries."""

PROGRAMS = ("perft", "minimax", "alphabeta", "won", "negamax_ply", "alphabeta_tt")
"""The programs, by their numbers."""


@dataclass(frozen=True)
class GameEntries:
    """The compiled entries of a game."""

    movers: tuple[Instance, Instance]
    successors: Instance
    value: Instance | None
    won: Instance | None
    lost: Instance | None


def game_entries(entries: Mapping[ir.Key, Instance]) -> GameEntries | None:
    """What a search needs, if all of it is compiled."""
    successors = entries.get(MOVES) or entries.get(MOVE) or entries.get(NAMED_MOVE)
    movers = entries.get(MAX), entries.get(MIN)
    if successors is None or movers[0] is None or movers[1] is None:
        return None
    return GameEntries(
        (movers[0], movers[1]), successors, entries.get(STATICVAL), entries.get(WON), entries.get(LOST)
    )


def search_text(whole: Program, game: GameEntries, search: str, prefix: str) -> str:
    """The programs of `search.h`, between what they ask and what asks them."""
    layout = whole.layout
    position = game.movers[0].parameters[0]
    c = layout.c(position)
    put, get = layout.need("put", position), layout.need("get", position)
    decided = [
        _decided(whole, game, game.won, "value_less(value_zero, v)"),
        _decided(whole, game, game.lost, "value_less(v, value_zero)"),
    ]
    max_to_move, min_to_move = (_test(whole, one) for one in game.movers)
    return f"""
typedef {c} Position;
typedef struct {{ Position *p; int32_t n; }} Positions;
typedef bool (*Visit)(void *, Position);
SOME bool any_proof(void *context) {{ (void)context; return true; }}
SOME bool any_position(void *context, Position p) {{ (void)context; (void)p; return true; }}
{_value_text(whole, game.value)}
#define put_Position {put}
#define get_Position {get}
SOME bool is_max(Position p) {{ {max_to_move} }}
SOME bool is_min(Position p) {{ {min_to_move} }}
{_successor_text(whole, game.successors)}
COLD static void broken(const char *fault, Position position, const char *detail);
{_evaluated_text(whole, game.value)}
SOME bool is_won(Position p) {{ {decided[0]} }}
SOME bool is_lost(Position p) {{ {decided[1]} }}
{search}
static void {prefix}_searching(struct pd_call *call) {{
    prepare(call);
    I program = get_int(), depth = get_int();
    bool max = get_int();
    win = get_int();
    max_ply = get_int();
    Value alpha = get_Value(-1), beta = get_Value(1), val;
    Position root = get_Position(), best;
    bool moved = depth > 0 && has_successor(root);
    switch (program) {{
    case 0: perft(root, depth); return;
    case 1: val = minimax(root, depth, max, &best); break;
    case 2: val = alphabeta(root, depth, max, alpha, beta, &best); break;
    case 4:
        if (max) val = negamax(root, depth, true, 0, alpha, beta, &best);
        else val = value_neg(negamax(root, depth, false, 0, value_neg(beta), value_neg(alpha), &best));
        break;
    case 5:
        table_clear(&tables[0]);
        if (max) val = alphabeta_tt(root, depth, true, 0, alpha, beta, &best);
        else val = value_neg(alphabeta_tt(root, depth, false, 0, value_neg(beta), value_neg(alpha), &best));
        break;
    case 3: put_name(won(root, depth) ? "true" : "false"); return;
    default: trap(NO_ENTRY, "");
    }}
    put_Value(val);
    if (moved) put_Position(best);
}}

PD_ENTRY({prefix}_search) {{
    int status;
    nodes = leaves = hits = 0;
    horizon = false;
    status = pd_setjmp(escape);
    if (!status) {prefix}_searching(call);
    pd_write_int(call, nodes);
    pd_write_int(call, leaves);
    pd_write_int(call, hits);
    pd_write_int(call, horizon);
    answer(status, 0);
}}
"""


def _test(whole: Program, instance: Instance) -> str:
    function = whole.function(instance)
    if instance.procedure.determinism is not ir.Determinism.NONDET:
        return f"return {function}(p);"
    return f"return {function}(p, any_proof, 0);"


def _value_text(whole: Program, value: Instance | None) -> str:
    """Value and what is done with it: I, or N for all else."""
    kind = whole.layout.c(value.results[0]) if value is not None else "I"
    kind = kind if kind == "I" else "N"
    less = {"I": "((a) < (b))", "N": "exact_less(a, b)"}[kind]
    infinite = {
        "I": "sign < 0 ? INT64_MIN : INT64_MAX",
        "N": "n_D(sign * INFINITY)",
    }[kind]
    number = {
        "I": 'if (n.tag != TAG_INT) unsupported("a window of another kind than the values"); return n.u.i;',
        "N": "return n;",
    }[kind]
    plain = kind == "I"
    zero, of = ("0", "(a)") if plain else ("n_I(0)", "n_I(a)")
    negative = "value_negated(a)" if plain else "n_neg(a)"
    return f"""
typedef {kind} Value;
#define put_Value put_{kind}
#define value_less(a, b) {less}
#define value_zero {zero}
#define value_of(a) {of}
#define value_neg(a) {negative}
#define value_plus(a, b) {"i_add(a, b)" if plain else "n_add(a, n_I(b))"}
SOME I value_negated(I a) {{ return a == INT64_MIN ? INT64_MAX : a == INT64_MAX ? INT64_MIN : -a; }}
/* SWI-Prolog compares mixed numbers as floats, which is no order any more where that rounds. */
SOME bool exact_less(N a, N b) {{
    if (a.tag != b.tag) {{
        I i = a.tag == TAG_INT ? a.u.i : b.u.i;
        if (i > (I)1 << 53 || i < -((I)1 << 53)) unsupported("large values of two kinds");
    }}
    return n_less(a, b);
}}
SOME Value get_Value(int sign) {{
    N n = get_N();
    if (n.tag == TAG_FLOAT && n.u.d == sign * INFINITY) return {infinite};
    {number}
}}
"""


def _successor_text(whole: Program, instance: Instance) -> str:
    """each_successor: calls `visit` with each; true where that gives true."""
    layout, name = whole.layout, whole.function(instance)
    key, nondet = instance.procedure.key, instance.procedure.determinism is ir.Determinism.NONDET
    head = "SOME bool each_successor(Position p, Visit visit, void *context)"
    last = layout.c(instance.results[-1])
    if key == MOVES:
        call = f"{last} all; if (!{name}(p, &all)) return false;"
        if nondet:
            call = f"{last} all; if (!{name}(p, keep_moves, &all)) return false;"
        parameters = f"void *context, {last} all"
        keep = f"SOME bool keep_moves({parameters}) {{ *({last} *)context = all; return true; }}\n"
        each = "for (int32_t i = 0; i < all.n; i++) if (visit(context, all.p[i])) return true;"
        return f"{keep}{head} {{ {call} {each} return false; }}"
    if not nondet:
        declared = "".join(f"{layout.c(node)} r{i}; " for i, node in enumerate(instance.results))
        outs = ", ".join(f"&r{i}" for i in range(len(instance.results)))
        visit = f"visit(context, r{len(instance.results) - 1})"
        return f"{head} {{ {declared}return {name}(p, {outs}) && {visit}; }}"
    if key in (MOVE, UNNAMED):
        return f"{head} {{ return {name}(p, visit, context); }}"
    move = layout.c(instance.results[0])
    return (
        "struct visitor { Visit visit; void *context; };\n"
        f"static bool visit_named(void *context, {move} move, Position p) {{ (void)move; "
        "struct visitor *v = context; return v->visit(v->context, p); }\n"
        f"{head} {{ struct visitor v = {{visit, context}}; return {name}(p, visit_named, &v); }}"
    )


def _evaluated_text(whole: Program, value: Instance | None) -> str:
    """evaluated: the one static value."""
    if value is None:
        return 'SOME Value evaluated(Position p) { broken("no_value", p, 0); return value_zero; }'
    layout, node = whole.layout, value.results[0]
    c, name = layout.c(node), whole.function(value)
    convert = _number_of(whole, node)
    if value.procedure.determinism is not ir.Determinism.NONDET:
        return (
            f"SOME Value evaluated(Position p) {{ char *mark = hp; {c} v; "
            f'if (!{name}(p, &v)) broken("no_value", p, 0); {convert} hp = mark; return value; }}'
        )
    same = layout.need("equal", node)
    return (
        f"struct one_value {{ bool found, several; {c} v; }};\n"
        f"static bool keep_value(void *context, {c} v) {{ struct one_value *o = context; "
        f"if (o->found && !{same}(o->v, v)) return o->several = true; o->v = v; o->found = true; "
        "hp_floor = hp; return false; }\n"
        "SOME Value evaluated(Position p) { char *mark = hp, *floor = hp_floor; struct one_value o = {0}; "
        f"{name}(p, keep_value, &o); hp_floor = floor; {c} v = o.v; "
        'if (o.several) unsupported("several static values"); if (!o.found) broken("no_value", p, 0); '
        f"{convert} hp = mark; return value; }}"
    )


def _number_of(whole: Program, node: Type) -> str:
    """`value` from `v`."""
    shape = whole.layout.shape(node)
    infinite = 'if (v == INT64_MIN || v == INT64_MAX) unsupported("a value of 64 bits"); '
    if shape.kind in ("I", "D", "N"):
        made = {"I": f"{infinite}Value value = v;", "D": "Value value = n_D(v);", "N": "Value value = v;"}
        return made[shape.kind]
    parts = ["Value value;"]
    if shape.kind == "union" and node.find().ints:
        parts.append(f"if (v{shape.dot}tag == TAG_INT) value = n_I(v{shape.dot}u.i); else")
    if shape.kind == "union" and node.find().floats:
        parts.append(f"if (v{shape.dot}tag == TAG_FLOAT) value = n_D(v{shape.dot}u.d); else")
    parts.append('{ unsupported("a static value that is no number"); value = value_zero; }')
    return " ".join(parts)


def _decided(whole: Program, game: GameEntries, test: Instance | None, sign: str) -> str:
    """Whether the leaf `p` is won, or lost: by the rules, or the value where nothing follows."""
    if test is not None:
        return _test(whole, test)
    if game.value is None:
        return "return false;"
    return f"if (each_successor(p, any_position, 0)) return false; Value v = evaluated(p); return {sign};"
