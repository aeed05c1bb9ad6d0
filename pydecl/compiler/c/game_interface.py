"""What the search programs in C ask of a game's rules, as functions in C."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pydecl.compiler import ir
from pydecl.compiler.c.layout import Layout
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.type_inference import Instance, Place
from pydecl.compiler.c.types import Type
from pydecl.compiler.passes.rational_pairs import CHANCE, ODDS, STATICVAL, WORTH

MOVES = ir.Key("moves", "+-")
MOVE = ir.Key("move", "+-")
NAMED_MOVE = ir.Key("move", "+--")
UNNAMED = ir.Key("move, without names", "+-")
"""move/3 as a search asks it: it has no use for the names of moves."""
MAX, MIN = ir.Key("max_to_move", "+"), ir.Key("min_to_move", "+")
WON, LOST = ir.Key("terminalwon", "+"), ir.Key("terminallost", "+")
ENUMERATED = ir.Key("position", "-")
LAYER = ir.Key("layer", "+-")
TURBULENT, PLAUSIBLE = ir.Key("turbulent", "+"), ir.Key("plausible", "++")

POSITIONS: tuple[Place, ...] = (
    (MAX, 0),
    (MIN, 0),
    (ir.Key("initial", "-"), 0),
    (ENUMERATED, 0),
    (LAYER, 0),
    *((MOVES, 0), (MOVES, 1, True)),
    *((MOVE, 0), (MOVE, 1)),
    *((NAMED_MOVE, 0), (NAMED_MOVE, 2)),
    *((UNNAMED, 0), (UNNAMED, 1)),
    *((STATICVAL, 0), (WORTH, 0), (WON, 0), (LOST, 0)),
    *((CHANCE, 0), (CHANCE, 2), (ODDS, 0), (ODDS, 2)),
    *((TURBULENT, 0), (PLAUSIBLE, 0), (PLAUSIBLE, 1)),
)
"""Where positions pass through a game's entries."""

QUOTIENT, MINUS, PASS = ("/", 2), ("-", 1), ("pass", 2)
INFINITE = "inf"


@dataclass(frozen=True)
class GameEntries:
    """The compiled entries of a game, and which of its predicates are not compiled."""

    movers: tuple[Instance, Instance]
    successors: Instance
    compiled: Mapping[ir.Key, Instance]
    refused: Collection[ir.Key]

    @property
    def value(self) -> Instance | None:
        """staticval/2, in quotients where that is needed."""
        return self.compiled.get(WORTH) or self.compiled.get(STATICVAL)


def gives_lists(layout: Layout, moves: Instance) -> bool:
    """Whether what moves/2 gives is a list, whatever the position."""
    return layout.shape(moves.results[0]).kind == "list"


def game_entries(compiled: Mapping[ir.Key, Instance], refused: Collection[ir.Key]) -> GameEntries | None:
    """What a search needs, if all of it is compiled: who is to move, and the first of moves/2, move/2 and
    move/3 that the file has."""
    told = [key for key in (MOVES, MOVE, NAMED_MOVE) if key in compiled or key in refused]
    if not told or not {told[0], MAX, MIN} <= compiled.keys():
        return None
    successors = compiled[UNNAMED if told[0] == NAMED_MOVE and UNNAMED in compiled else told[0]]
    return GameEntries((compiled[MAX], compiled[MIN]), successors, compiled, refused)


def asked_text(whole: Module, game: GameEntries) -> str:
    """The functions that `search.h` and what follows it call."""
    max_to_move, min_to_move = (_test(whole, one) for one in game.movers)
    won = _decided(whole, game, WON, "value_less(value_zero, v)")
    lost = _decided(whole, game, LOST, "value_less(v, value_zero)")
    return f"""
COLD static void broken(const char *fault, Given position, const char *detail);
static bool gather(void *context, Given position);
SOME bool any_proof(void *context) {{ (void)context; return true; }}
SOME bool any_position(void *context, Given p) {{ (void)context; (void)p; return true; }}
SOME bool is_max(Given p) {{ {max_to_move} }}
SOME bool is_min(Given p) {{ {min_to_move} }}
SOME bool is_pass(Given p) {{ {_pass_text(whole, game.movers[0].parameters[0])} }}
{_successor_text(whole, game.successors)}
{_chance_text(whole, game)}
{_evaluated_text(whole, game)}
{_enumerated_text(whole, game)}
{_layer_text(whole, game)}
SOME bool is_won(Given p) {{ {won} }}
SOME bool is_lost(Given p) {{ {lost} }}
SOME bool is_turbulent(Given p) {{ {_optional(whole, game, TURBULENT)} }}
SOME bool is_plausible(Given p, Given next) {{ (void)next; {_optional(whole, game, PLAUSIBLE)} }}
"""


def _test(whole: Module, instance: Instance) -> str:
    function = whole.function(instance)
    arguments = "p" if len(instance.parameters) == 1 else "p, next"
    if instance.procedure.determinism is not ir.Determinism.NONDET:
        return f"return {function}({arguments});"
    return f"return {function}({arguments}, any_proof, 0);"


def _pass_text(whole: Module, position: Type) -> str:
    """Whether it is a pass, as `prolog/support/passing.pl` has them, if the rules have passes."""
    shape = whole.layout.shape(position)
    if PASS not in position.find().structs:
        return "(void)p; return false;"
    if shape.kind != "union":
        return "(void)p; return true;"
    tag = whole.layout.tag_text(position, PASS)
    return f"Position there = THE(p); return there{shape.dot}tag == {tag};"


def _optional(whole: Module, game: GameEntries, key: ir.Key) -> str:
    """A predicate that holds nowhere where the file has none."""
    if key in game.refused:
        return _not_compiled(key)
    return _test(whole, game.compiled[key]) if key in game.compiled else "(void)p; return false;"


def _not_compiled(key: ir.Key, nothing: str = "false") -> str:
    return f'(void)p; unsupported("{key.name}/{key.arity}, which is not compiled"); return {nothing};'


def _successor_text(whole: Module, instance: Instance) -> str:
    """each_successor calls `visit` with each until that gives true; gather_successors calls `gather`."""
    layout, name = whole.layout, whole.function(instance)
    key, nondet = instance.procedure.key, instance.procedure.determinism is ir.Determinism.NONDET
    head = "SOME bool each_successor(Given p, Visit visit, void *context)"
    last = layout.c(instance.results[-1])
    simple = "SOME void gather_successors(Given p) { each_successor(p, gather, 0); }"
    if key == MOVES:
        call = f"{last} all; if (!{name}(p, &all)) return false;"
        if nondet:
            call = f"{last} all; if (!{name}(p, keep_moves, &all)) return false;"
        parameters = f"void *context, {layout.passed(instance.results[-1])} all"
        keep = f"SOME bool keep_moves({parameters}) {{ *({last} *)context = all; return true; }}\n"
        each = "for (int32_t i = 0; i < all.n; i++) if (visit(context, GIVE(all.p[i]))) return true;"
        return f"{keep}{head} {{ {call} {each} return false; }}\n{simple}"
    if not nondet:
        declared = "".join(f"{layout.c(node)} r{i}; " for i, node in enumerate(instance.results))
        outs = ", ".join(f"&r{i}" for i in range(len(instance.results)))
        visit = f"visit(context, GIVE(r{len(instance.results) - 1}))"
        return f"{head} {{ {declared}return {name}(p, {outs}) && {visit}; }}\n{simple}"
    if key in (MOVE, UNNAMED):
        return f"{head} {{ return {name}(p, visit, context); }}\n{simple}"
    move = layout.passed(instance.results[0])
    return (
        "struct visitor { Visit visit; void *context; };\n"
        f"static bool visit_named(void *context, {move} move, Given p) {{ (void)move; "
        "struct visitor *v = context; return v->visit(v->context, p); }\n"
        f"{head} {{ struct visitor v = {{visit, context}}; return {name}(p, visit_named, &v); }}\n"
        f"static bool gather_named(void *context, {move} move, Given p) "
        "{ (void)move; return gather(context, p); }\n"
        f"SOME void gather_successors(Given p) {{ {name}(p, gather_named, 0); }}"
    )


def _enumerated_text(whole: Module, game: GameEntries) -> str:
    """each_root: calls `visit` with each position of position/1, if it is compiled."""
    head = "SOME bool each_root(Visit visit, void *context)"
    instance = game.compiled.get(ENUMERATED)
    if instance is None:
        return f'{head} {{ (void)visit; (void)context; trap(NO_ENTRY, ""); return false; }}'
    name = whole.function(instance)
    if instance.procedure.determinism is ir.Determinism.NONDET:
        return f"{head} {{ return {name}(visit, context); }}"
    return f"{head} {{ Position root; return {name}(&root) && visit(context, GIVE(root)); }}"


def _layer_text(whole: Module, game: GameEntries) -> str:
    """layer_told: the first answer of layer/2, if it is compiled."""
    instance = game.compiled.get(LAYER)
    head = "SOME I layer_told(Given p)"
    if instance is None or whole.layout.c(instance.results[0]) != "I":
        return f"{head} {{ (void)p; return 0; }}"
    keep, outs = "", "&n"
    if instance.procedure.determinism is ir.Determinism.NONDET:
        keep, outs = (
            "static bool keep_layer(void *to, I n) { *(I *)to = n; return true; }\n",
            "keep_layer, &n",
        )
    call = f"{whole.function(instance)}(p, {outs})"
    fails = 'unsupported("a position without layer/2");'
    return f"{keep}{head} {{ char *mark = hp; I n = 0; if (!{call}) {fails} hp = mark; return n; }}"


def _evaluated_text(whole: Module, game: GameEntries) -> str:
    """evaluated: the one static value."""
    value = game.value
    if value is None and STATICVAL in game.refused:
        return f"SOME Value evaluated(Given p) {{ {_not_compiled(STATICVAL, 'value_zero')} }}"
    if value is None:
        return 'SOME Value evaluated(Given p) { broken("no_value", p, 0); return value_zero; }'
    layout, node = whole.layout, value.results[0]
    c, name = layout.c(node), whole.function(value)
    convert, taken = _value_of(whole, node), layout.taken("given", node)
    if value.procedure.determinism is not ir.Determinism.NONDET:
        return (
            f"SOME Value evaluated(Given p) {{ char *mark = hp; {c} v; "
            f'if (!{name}(p, &v)) broken("no_value", p, 0); {convert} hp = mark; return value; }}'
        )
    same = layout.need("equal", node)
    return (
        f"struct one_value {{ bool found, several; {c} v; }};\n"
        f"static bool keep_value(void *context, {layout.passed(node)} given) {{ "
        f"{c} v = {taken}; struct one_value *o = context; "
        f"if (o->found && !{same}(o->v, v)) return o->several = true; o->v = v; o->found = true; "
        "hp_floor = hp; return false; }\n"
        "SOME Value evaluated(Given p) { char *mark = hp, *floor = hp_floor; struct one_value o = {0}; "
        f"{name}(p, keep_value, &o); hp_floor = floor; {c} v = o.v; "
        'if (o.several) unsupported("several static values"); if (!o.found) broken("no_value", p, 0); '
        f"{convert} hp = mark; return value; }}"
    )


def kind_of_values(whole: Module, game: GameEntries) -> str:
    """I, N or Q, as `values.h` says."""
    if game.value is None:
        return "I"
    if game.value is game.compiled.get(WORTH):
        return "Q"
    return "I" if whole.layout.c(game.value.results[0]) == "I" else "N"


def _value_of(whole: Module, node: Type) -> str:
    """`value` from `v`."""
    layout, shape = whole.layout, whole.layout.shape(node)
    if shape.kind in ("I", "D", "N"):
        return f"Value value = value_of_number(n_{shape.kind}(v));"
    parts = ["Value value;"]
    if shape.kind == "union" and node.find().ints:
        parts.append(f"if (v{shape.dot}tag == TAG_INT) value = value_of_number(n_I(v{shape.dot}u.i)); else")
    if shape.kind == "union" and node.find().floats:
        parts.append(f"if (v{shape.dot}tag == TAG_FLOAT) value = value_of_number(n_D(v{shape.dot}u.d)); else")
    if shape.kind == "union":
        parts += [f"if ({test}) value = infinite({sign}); else" for test, sign in infinities(layout, node)]
    quotient = _quotient(whole, node)
    if quotient:
        test = f"if (v{shape.dot}tag == {layout.tag_text(node, QUOTIENT)}) " if shape.kind == "union" else ""
        parts.append(f"{test}value = q_quotient({quotient}); {'else' if test else 'if (0)'}")
    parts.append('{ unsupported("a static value that is no number"); value = value_zero; }')
    return " ".join(parts)


def infinities(layout: Layout, node: Type) -> list[tuple[str, int]]:
    """When `v`, which may be one of several kinds, is written `inf` or `-inf`: tests and signs."""
    found, dot = [], layout.shape(node).dot
    if INFINITE in node.find().atoms and not node.find().open:
        number = layout.atoms[INFINITE]
        found.append((f"v{dot}tag == TAG_ATOM && v{dot}u.a == {number}", 1))
    fields = node.find().structs.get(MINUS)
    if fields is not None and INFINITE in fields[0].find().atoms and layout.c(fields[0]) == "A":
        atom = layout.field_text("v", node, MINUS, 0)
        found.append(
            (f"v{dot}tag == {layout.tag_text(node, MINUS)} && {atom} == {layout.atoms[INFINITE]}", -1)
        )
    return found


def _quotient(whole: Module, node: Type) -> str:
    """Both parts of the quotient `v`; nothing where it cannot be one of whole numbers."""
    layout, fields = whole.layout, node.find().structs.get(QUOTIENT)
    if fields is None or not {layout.c(field) for field in fields} <= {"I", "N"}:
        return ""
    places = [layout.field_text("v", node, QUOTIENT, n) for n in (0, 1)]
    return ", ".join(
        place if layout.c(field) == "I" else f"to_I({place})"
        for place, field in zip(places, fields, strict=True)
    )


def _decided(whole: Module, game: GameEntries, key: ir.Key, sign: str) -> str:
    """Whether the leaf `p` is won, or lost: by the rules, or the value where nothing follows."""
    if key in game.refused or key in game.compiled:
        return _optional(whole, game, key)
    return f"if (each_successor(p, any_position, 0)) return false; Value v = evaluated(p); return {sign};"


def _chance_text(whole: Module, game: GameEntries) -> str:
    """each_chance: calls `visit` with each probability and what follows; true where that gives true."""
    head = "SOME bool each_chance(Given p, VisitChance visit, void *context)"
    instance = game.compiled.get(ODDS)
    if instance is None and (CHANCE in game.refused or CHANCE in game.compiled):
        return f"{head} {{ (void)visit; (void)context; {_not_compiled(CHANCE)} }}"
    if instance is None:
        return f"{head} {{ (void)p; (void)visit; (void)context; return false; }}"
    layout, name = whole.layout, whole.function(instance)
    c = layout.c(instance.results[0])
    taken = layout.taken("v", instance.results[0])
    read = f"SOME Odds odds_of({c} v) {{ {_odds(whole, instance.results[0])} }}"
    if instance.procedure.determinism is not ir.Determinism.NONDET:
        call = f"{c} v; Position next; return {name}(p, &v, &next) && visit(context, odds_of(v), GIVE(next));"
        return f"{read}\n{head} {{ {call} }}"
    return (
        f"{read}\nstruct chance_visitor {{ VisitChance visit; void *context; }};\n"
        f"static bool visit_chance(void *context, {layout.passed(instance.results[0])} v, Given next) {{ "
        f"struct chance_visitor *o = context; return o->visit(o->context, odds_of({taken}), next); }}\n"
        f"{head} {{ struct chance_visitor o = {{visit, context}}; return {name}(p, visit_chance, &o); }}"
    )


def _odds(whole: Module, node: Type) -> str:
    """A probability from `v`: a whole number, or a quotient of two; others are not known here."""
    layout, shape = whole.layout, whole.layout.shape(node)
    other = '(void)v; unsupported("a probability of an unusual kind"); return (Odds){0, 0};'
    if shape.kind == "I":
        return "return (Odds){v, 1};"
    parts = []
    if shape.kind == "N" or (shape.kind == "union" and node.find().ints):
        parts.append(f"if (v{shape.dot}tag == TAG_INT) return (Odds){{v{shape.dot}u.i, 1}};")
    quotient = _quotient(whole, node)
    if quotient:
        test = f"if (v{shape.dot}tag == {layout.tag_text(node, QUOTIENT)}) " if shape.kind == "union" else ""
        parts.append(f"{test}return (Odds){{{quotient}}};")
    return " ".join((*parts, other))
