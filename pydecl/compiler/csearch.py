"""The search programs in C on a compiled game: what they ask of the rules, and what Python calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydecl.compiler import ir
from pydecl.compiler.constructors import Type
from pydecl.compiler.cpacking import packing_text
from pydecl.compiler.types import Instance, Place

if TYPE_CHECKING:
    from pydecl.compiler.cprogram import Program

MOVES = ir.Key("moves", "+-")
MOVE = ir.Key("move", "+-")
NAMED_MOVE = ir.Key("move", "+--")
MAX, MIN = ir.Key("max_to_move", "+"), ir.Key("min_to_move", "+")
STATICVAL = ir.Key("staticval", "+-")
WON, LOST = ir.Key("terminalwon", "+"), ir.Key("terminallost", "+")
CHANCE = ir.Key("chance", "+--")
TURBULENT, PLAUSIBLE = ir.Key("turbulent", "+"), ir.Key("plausible", "++")

POSITIONS: tuple[Place, ...] = (
    (MAX, 0),
    (MIN, 0),
    (ir.Key("initial", "-"), 0),
    (ir.Key("position", "-"), 0),
    *((MOVES, 0), (MOVES, 1, True)),
    *((MOVE, 0), (MOVE, 1)),
    *((NAMED_MOVE, 0), (NAMED_MOVE, 2)),
    *((STATICVAL, 0), (WON, 0), (LOST, 0)),
    *((CHANCE, 0), (CHANCE, 2)),
    *((TURBULENT, 0), (PLAUSIBLE, 0), (PLAUSIBLE, 1)),
)
"""Where positions pass through a game's entries."""

QUOTIENT = ("/", 2)

PROGRAMS = (
    *("perft", "minimax", "alphabeta", "won", "negamax_ply", "alphabeta_tt", "deepening", "expectiminimax"),
    *("outcome", "white_black_minimax", "white_black_alphabeta", "ab_procedure", "quiescence"),
    "forward_pruning",
)
"""The programs, by their numbers; `programs.h` has the same."""

SEEN = {"quiescence": "extended_moves", "forward_pruning": "plausible_moves"}
"""The programs that are alphabeta with other moves."""


@dataclass(frozen=True)
class GameEntries:
    """The compiled entries of a game, and which of its predicates are not compiled."""

    movers: tuple[Instance, Instance]
    successors: Instance
    compiled: Mapping[ir.Key, Instance]
    refused: Collection[ir.Key]

    @property
    def value(self) -> Instance | None:
        return self.compiled.get(STATICVAL)


def game_entries(compiled: Mapping[ir.Key, Instance], refused: Collection[ir.Key]) -> GameEntries | None:
    """What a search needs, if all of it is compiled: who is to move, and the first of moves/2, move/2 and
    move/3 that the file has."""
    told = [key for key in (MOVES, MOVE, NAMED_MOVE) if key in compiled or key in refused]
    if not told or not {told[0], MAX, MIN} <= compiled.keys():
        return None
    return GameEntries((compiled[MAX], compiled[MIN]), compiled[told[0]], compiled, refused)


def search_text(whole: Program, game: GameEntries, header: Callable[[str], str], prefix: str) -> str:
    """The programs, between what they ask and what asks them; `header` gives a part of them."""
    layout = whole.layout
    position = game.movers[0].parameters[0]
    put, get = layout.need("put", position), layout.need("get", position)
    prototypes, packing = packing_text(layout, position)
    decided = [
        _decided(whole, game, WON, "value_less(value_zero, v)"),
        _decided(whole, game, LOST, "value_less(v, value_zero)"),
    ]
    max_to_move, min_to_move = (_test(whole, one) for one in game.movers)
    alphabeta = header("alphabeta.h")
    seen = [
        alphabeta[alphabeta.index("*/") + 2 :]
        .replace("alphabeta(", f"{name}(")
        .replace("moves(", f"{moves}(")
        for name, moves in SEEN.items()
    ]
    before = "\n".join(map(header, ("search.h", "alphabeta.h", "tables.h")))
    after = ("order.h", "refined.h", "deepening.h", "lectures.h", "seen.h")
    return f"""
typedef {layout.c(position)} Position;
typedef struct {{ Position *p; int32_t n; }} Positions;
typedef struct {{ I num, den; }} Odds;
typedef bool (*Visit)(void *, Position);
typedef bool (*VisitChance)(void *, Odds, Position);
SOME bool any_proof(void *context) {{ (void)context; return true; }}
SOME bool any_position(void *context, Position p) {{ (void)context; (void)p; return true; }}
{_value_text(whole, game.value)}
#define put_Position {put}
#define get_Position {get}
#define pack_Position pack_{layout.c(position)}
#define unpack_Position unpack_{layout.c(position)}
SOME bool is_max(Position p) {{ {max_to_move} }}
SOME bool is_min(Position p) {{ {min_to_move} }}
{_successor_text(whole, game.successors)}
{_chance_text(whole, game)}
COLD static void broken(const char *fault, Position position, const char *detail);
{_evaluated_text(whole, game)}
SOME bool is_won(Position p) {{ {decided[0]} }}
SOME bool is_lost(Position p) {{ {decided[1]} }}
SOME bool is_turbulent(Position p) {{ {_optional(whole, game, TURBULENT)} }}
SOME bool is_plausible(Position p, Position next) {{ (void)next; {_optional(whole, game, PLAUSIBLE)} }}
{prototypes}
{before}
{packing}
{"".join(map(header, after))}
{"".join(seen)}
{"".join(map(header, ("chance.h", "outcome.h", "programs.h")))}
static void {prefix}_searching(struct pd_call *call) {{
    prepare(call);
    I program = get_int();
    read_settings();
    Value alpha = get_Value(-1), beta = get_Value(1);
    run(program, get_Position(), alpha, beta);
}}

PD_ENTRY({prefix}_search) {{
    int status;
    start();
    status = pd_setjmp(escape);
    if (!status) {prefix}_searching(call);
    finish(status);
}}
"""


def _test(whole: Program, instance: Instance) -> str:
    function = whole.function(instance)
    arguments = "p" if len(instance.parameters) == 1 else "p, next"
    if instance.procedure.determinism is not ir.Determinism.NONDET:
        return f"return {function}({arguments});"
    return f"return {function}({arguments}, any_proof, 0);"


def _optional(whole: Program, game: GameEntries, key: ir.Key) -> str:
    """A predicate that holds nowhere where the file has none."""
    if key in game.refused:
        return _not_compiled(key)
    return _test(whole, game.compiled[key]) if key in game.compiled else "(void)p; return false;"


def _not_compiled(key: ir.Key) -> str:
    return f'(void)p; unsupported("{key.name}/{key.arity}, which is not compiled"); return false;'


def _value_text(whole: Program, value: Instance | None) -> str:
    """Value and what is done with it: I, or N for all else."""
    kind = whole.layout.c(value.results[0]) if value is not None else "I"
    kind = kind if kind == "I" else "N"
    less = {"I": "((a) < (b))", "N": "exact_less(a, b)"}[kind]
    infinite = {
        "I": "sign < 0 ? INT64_MIN : INT64_MAX",
        "N": "n_D(sign * INFINITY)",
    }[kind]
    other = "if (n.tag != TAG_INT || n.u.i == INT64_MIN || n.u.i == INT64_MAX) "
    number = {
        "I": f'{other}unsupported("a window of another kind than the values"); return n.u.i;',
        "N": "return n;",
    }[kind]
    plain = kind == "I"
    put = "if (a == INT64_MIN || a == INT64_MAX) put_D(a < 0 ? -INFINITY : INFINITY); else " if plain else ""
    zero, of = ("0", "(a)") if plain else ("n_I(0)", "n_I(a)")
    negative = "value_negated(a)" if plain else "n_neg(a)"
    return f"""
typedef {kind} Value;
#define number_of(a) {"n_I(a)" if plain else "(a)"}
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
SOME Value infinite(int sign) {{ return {infinite}; }}
SOME Value get_Value(int sign) {{
    N n = get_N();
    if (n.tag == TAG_FLOAT && n.u.d == sign * INFINITY) return infinite(sign);
    {number}
}}
SOME void put_Value(Value a) {{
    {put}put_{kind}(a);
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
    if key == MOVE:
        return f"{head} {{ return {name}(p, visit, context); }}"
    move = layout.c(instance.results[0])
    return (
        "struct visitor { Visit visit; void *context; };\n"
        f"static bool visit_named(void *context, {move} move, Position p) {{ (void)move; "
        "struct visitor *v = context; return v->visit(v->context, p); }\n"
        f"{head} {{ struct visitor v = {{visit, context}}; return {name}(p, visit_named, &v); }}"
    )


def _evaluated_text(whole: Program, game: GameEntries) -> str:
    """evaluated: the one static value."""
    value = game.value
    if STATICVAL in game.refused:
        return f"SOME Value evaluated(Position p) {{ {_not_compiled(STATICVAL)} }}".replace(
            "false", "value_zero"
        )
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


def _decided(whole: Program, game: GameEntries, key: ir.Key, sign: str) -> str:
    """Whether the leaf `p` is won, or lost: by the rules, or the value where nothing follows."""
    if key in game.refused or key in game.compiled:
        return _optional(whole, game, key)
    return f"if (each_successor(p, any_position, 0)) return false; Value v = evaluated(p); return {sign};"


def _chance_text(whole: Program, game: GameEntries) -> str:
    """each_chance: calls `visit` with each probability and what follows; true where that gives true."""
    head = "SOME bool each_chance(Position p, VisitChance visit, void *context)"
    if CHANCE in game.refused:
        return f"{head} {{ (void)visit; (void)context; {_not_compiled(CHANCE)} }}"
    instance = game.compiled.get(CHANCE)
    if instance is None:
        return f"{head} {{ (void)p; (void)visit; (void)context; return false; }}"
    layout, name = whole.layout, whole.function(instance)
    c = layout.c(instance.results[0])
    read = f"SOME Odds odds_of({c} v) {{ {_odds(whole, instance.results[0])} }}"
    if instance.procedure.determinism is not ir.Determinism.NONDET:
        call = f"{c} v; Position next; return {name}(p, &v, &next) && visit(context, odds_of(v), next);"
        return f"{read}\n{head} {{ {call} }}"
    return (
        f"{read}\nstruct chance_visitor {{ VisitChance visit; void *context; }};\n"
        f"static bool visit_chance(void *context, {c} v, Position next) {{ "
        "struct chance_visitor *o = context; return o->visit(o->context, odds_of(v), next); }\n"
        f"{head} {{ struct chance_visitor o = {{visit, context}}; return {name}(p, visit_chance, &o); }}"
    )


def _odds(whole: Program, node: Type) -> str:
    """A probability from `v`: a whole number, or a quotient of two; others are not known here."""
    layout, shape = whole.layout, whole.layout.shape(node)
    other = '(void)v; unsupported("a probability of an unusual kind"); return (Odds){0, 0};'
    if shape.kind == "I":
        return "return (Odds){v, 1};"
    parts = []
    if shape.kind == "N" or (shape.kind == "union" and node.find().ints):
        parts.append(f"if (v{shape.dot}tag == TAG_INT) return (Odds){{v{shape.dot}u.i, 1}};")
    fields = node.find().structs.get(QUOTIENT)
    if fields is not None and {layout.c(field) for field in fields} == {"I"}:
        top, bottom = (layout.field("v", node, QUOTIENT, n) for n in (0, 1))
        test = f"if (v{shape.dot}tag == {layout.tag(node, QUOTIENT)}) " if shape.kind == "union" else ""
        parts.append(f"{test}return (Odds){{{top}, {bottom}}};")
    return " ".join((*parts, other))
