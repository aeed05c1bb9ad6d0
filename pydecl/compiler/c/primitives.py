"""What functions do besides what their clauses say: the primitives of searches, `attachment.pl`'s.

Each is a predicate of that file. The function of one begins with the statements that are made here; if they
do not return, its clauses follow. `counters.h` has what they work on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.game_interface import infinities, numbers
from pydecl.compiler.c.serialisation import bits, packing

Primitive = Callable[[Emitter], Sequence[c.Statement]]


def _text(text: str) -> Primitive:
    return lambda _: (c.Verbatim(text),)


def _setting(name: str) -> Primitive:
    return _text(f"*out0 = {name}; return true;")


def _parameter(e: Emitter, index: int) -> c.Expr:
    return e.variable(e.procedure.parameters[index])


def _copied(e: Emitter, index: int, told: str) -> str:
    """The statements that tell of a copy of a position: so positions need not lie in memory otherwise."""
    kind, x = e.layout.c(e.instance.parameters[index]), printer.expression(_parameter(e, index))
    return f"{{ {kind} copy = {x}; {told} }}"


def _entered(e: Emitter) -> Sequence[c.Statement]:
    depth = printer.expression(_parameter(e, 0))
    return (c.Verbatim(f"count_node(); if (noting) {_copied(e, 1, f'note_entered(&copy, {depth});')}"),)


def _recorded(e: Emitter) -> Sequence[c.Statement]:
    return (c.Verbatim(f"if (recording || noting) {_copied(e, 0, 'record_leaf(&copy);')}"),)


def _ordered(e: Emitter) -> Sequence[c.Statement]:
    """The list is new, and nobody else's: its nodes are put in order where they lie."""
    nodes = _parameter(e, 2)
    element = e.layout.element(e.instance.parameters[2])
    node = c.item(nodes, c.ZERO)
    position = e.layout.field(node, element, ("at", 3), 2)
    size = c.Name(f"sizeof({e.layout.c(element)})")
    where = c.Binary("-", c.Cast("char *", c.Unary("&", position)), c.Cast("char *", c.items(nodes)))
    arguments = (c.items(nodes), c.count(nodes), size, where, _parameter(e, 1), _parameter(e, 0))
    return (c.If(c.count(nodes), (c.Do(c.call("order_nodes", *arguments)),)),)


def _written_as_number(e: Emitter) -> Sequence[c.Statement]:
    """A value is a number, or written `inf` or `-inf`; of anything else others say what is wrong with it."""
    node, x = e.instance.parameters[0], _parameter(e, 0)
    kind = e.layout.shape(node).kind
    if kind in ("D", "N"):
        return ()
    tests = [test for test, _ in (*infinities(e.layout, x, node), *numbers(e.layout, x, node))]
    test, why = c.any_of(tests), "a static value that is no number"
    if kind == "I":
        test, why = c.call("is_near", x), "a value of an unusual kind"
    return (c.If(c.Unary("!", test), (c.Do(c.call("unsupported", c.Text(why))),)),)


def _packed(e: Emitter, index: int) -> str:
    """The statement that packs a parameter."""
    node = e.instance.parameters[index]
    e.module.packing.update(packing(e.layout, node))
    return f"pack_{e.layout.c(node)}({printer.expression(_parameter(e, index))});"


def _looked_up(e: Emitter) -> Sequence[c.Statement]:
    """The value is unpacked in the arena."""
    node, table = e.instance.results[0], printer.expression(_parameter(e, 0))
    e.module.packing.update(packing(e.layout, node))
    found = f"if (!trie_lookup({table})) return false; *out0 = unpack_{e.layout.c(node)}(); return true;"
    return (c.Verbatim(f"packed_size = 0; {_packed(e, 1)} {found}"),)


def _updated(e: Emitter) -> Sequence[c.Statement]:
    table = printer.expression(_parameter(e, 0))
    key, value = _packed(e, 1), _packed(e, 2)
    kept = f"trie_update({table}, key_size); return true;"
    return (c.Verbatim(f"packed_size = 0; {key} size_t key_size = packed_size; {value} {kept}"),)


def _keyed(e: Emitter, index: int) -> str:
    """The statements that write the key of a parameter."""
    name = bits(e.module, e.instance.parameters[index])
    return f"known_begin(); bits_{name}({printer.expression(_parameter(e, index))}); known_keyed();"


def _found(e: Emitter) -> Sequence[c.Statement]:
    """What is known is read into the arena."""
    read = f"*out0 = unbits_{bits(e.module, e.instance.results[0])}(); return true;"
    return (c.Verbatim(f"{_keyed(e, 1)} if (!table_lookup()) return false; {read}"),)


def _kept(e: Emitter) -> Sequence[c.Statement]:
    name = bits(e.module, e.instance.parameters[3])
    ply, value = (printer.expression(_parameter(e, index)) for index in (1, 3))
    return (c.Verbatim(f"{_keyed(e, 2)} bits_{name}({value}); table_keep({ply}); return true;"),)


def _finished(e: Emitter) -> Sequence[c.Statement]:
    depth, position, val = (_parameter(e, index) for index in (0, 2, 3))
    kind, x = e.layout.c(e.instance.parameters[2]), printer.expression(position)
    number = f"n_{e.layout.c(e.instance.parameters[3])}({printer.expression(val)})"
    most = printer.expression(_parameter(e, 1))
    told = f"note_finished({printer.expression(depth)}, {most}, &best, {number});"
    return (c.Verbatim(f"{{ {kind} best = {x}; {told} }}"),)


PRIMITIVES: Mapping[str, Primitive] = {
    "own entered": _entered,
    "own leaf": _text("leaves++;"),
    "own recorded": _recorded,
    "own in_game_order": _text("if (order != GAME) return false;"),
    "own ordered": _ordered,
    "own at_first_horizon": _text("if (horizon) return false;"),
    "own note_horizon": _text("horizon = true;"),
    "own stop_at_horizon": _text('trap(FAILED, "horizon");'),
    "own give_up": _text('unsupported("several static values");'),
    "own written_as_number": _written_as_number,
    "own alike": _text("return true;"),
    "own horizon_seen": _text("if (!horizon) return false;"),
    "own forget_horizon": _text("horizon = false;"),
    "own table_hit": _text("nodes++; hits++;"),
    "own note_finished": _finished,
    "own trie_new": _text("*out0 = trie_new(); return true;"),
    "own trie_lookup": _looked_up,
    "own trie_update": _updated,
    "own table_new": _text("*out0 = table_new(); return true;"),
    "own table_lookup": _found,
    "own table_keep": _kept,
    "own win": _setting("win"),
    "own max_ply": _setting("max_ply"),
    "own extension": _setting("extension"),
}

WITHOUT_SETTINGS: Mapping[str, Primitive] = {
    name: one
    for name, one in PRIMITIVES.items()
    if name not in ("own recorded", "own in_game_order", "own ordered")
} | {"own entered": _text("count_node();")}
"""Those of a program that is asked in the game's order, and records no leaves."""
