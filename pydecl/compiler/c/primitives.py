"""What functions do besides what their clauses say: the primitives of searches, `attachment.pl`'s.

Each is a predicate of that file. The function of one begins with the statements that are made here; if they
do not return, its clauses follow. `counters.h` has what they work on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.emitter import FAILED, FOUND, Emitter
from pydecl.compiler.c.game_interface import infinities, numbers
from pydecl.compiler.c.serialisation import coded
from pydecl.compiler.c.types import Type

Primitive = Callable[[Emitter], Sequence[c.Statement]]


def _always(*statements: c.Statement) -> Primitive:
    return lambda _: statements


def _do(function: str, *arguments: c.Expr) -> c.Do:
    return c.Do(c.call(function, *arguments))


def _given(value: c.Expr) -> tuple[c.Statement, ...]:
    """The function gives this as its first result."""
    return c.assign(c.Unary("*", c.Variable("out0")), value), FOUND


def _parameter(e: Emitter, index: int) -> c.Expr:
    return e.variable(e.procedure.parameters[index])


def _copied(e: Emitter, index: int, function: str, *others: c.Expr) -> tuple[c.Statement, ...]:
    """A function is told where a copy of a position is: so positions need not lie in memory otherwise."""
    copy = e.local(e.layout.c(e.instance.parameters[index]), "copy")
    return c.assign(copy, _parameter(e, index)), _do(function, c.Unary("&", copy), *others)


def _entered(e: Emitter) -> Sequence[c.Statement]:
    noted = _copied(e, 1, "note_entered", _parameter(e, 0))
    return _do("count_node"), c.If(c.Name("noting"), noted)


LEAF = c.increment(c.Name("leaves"))


def _evaluated(e: Emitter) -> Sequence[c.Statement]:
    asked = c.any_of((c.Name("recording"), c.Name("noting")))
    return LEAF, c.If(asked, _copied(e, 0, "record_leaf"))


def _ordered(e: Emitter) -> Sequence[c.Statement]:
    """The list is new, and nobody else's: its nodes are put in order where they lie."""
    nodes = _parameter(e, 2)
    element = e.layout.element(e.instance.parameters[2])
    node = c.item(nodes, c.ZERO)
    position = e.layout.field(node, element, ("at", 3), 2)
    size = c.Name(f"sizeof({e.layout.c(element)})")
    where = c.Binary("-", c.cast("char *", c.Unary("&", position)), c.cast("char *", c.items(nodes)))
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


def _packed(e: Emitter, index: int) -> c.Statement:
    """The statement that packs a parameter."""
    return _do(f"pack_{coded(e.layout, 'pack', e.instance.parameters[index])}", _parameter(e, index))


PACKED = c.Name("packed_size")


def _looked_up(e: Emitter) -> Sequence[c.Statement]:
    """The value is unpacked in the arena."""
    made = coded(e.layout, "pack", e.instance.results[0])
    missing = c.If(c.Unary("!", c.call("trie_lookup", _parameter(e, 0))), (FAILED,))
    return c.assign(PACKED, c.ZERO), _packed(e, 1), missing, *_given(c.call(f"unpack_{made}"))


def _updated(e: Emitter) -> Sequence[c.Statement]:
    size = e.local("size_t", "size")
    key = c.assign(PACKED, c.ZERO), _packed(e, 1), c.assign(size, PACKED)
    return *key, _packed(e, 2), _do("trie_update", _parameter(e, 0), size), FOUND


def _kept_as(e: Emitter, node: Type) -> str:
    """The name of a type whose values a transposition table keeps."""
    e.module.kept.append(node)
    return coded(e.layout, "bits", node)


def _keyed(e: Emitter, index: int) -> tuple[c.Statement, ...]:
    """The statements that write the key of a parameter."""
    name = _kept_as(e, e.instance.parameters[index])
    return _do("known_begin"), _do(f"bits_{name}", _parameter(e, index)), _do("known_keyed")


def _found(e: Emitter) -> Sequence[c.Statement]:
    """What is known is read into the arena."""
    missing = c.If(c.Unary("!", c.call("table_lookup")), (FAILED,))
    return *_keyed(e, 1), missing, *_given(c.call(f"unbits_{_kept_as(e, e.instance.results[0])}"))


def _kept(e: Emitter) -> Sequence[c.Statement]:
    value = _do(f"bits_{_kept_as(e, e.instance.parameters[3])}", _parameter(e, 3))
    return *_keyed(e, 2), value, _do("table_keep", _parameter(e, 1)), FOUND


def _finished(e: Emitter) -> Sequence[c.Statement]:
    depth, most, _, val = (_parameter(e, index) for index in range(4))
    number = c.call(f"n_{e.layout.c(e.instance.parameters[3])}", val)
    copy = e.local(e.layout.c(e.instance.parameters[2]), "copy")
    told = _do("note_finished", depth, most, c.Unary("&", copy), number)
    return c.assign(copy, _parameter(e, 2)), told


HORIZON = c.Name("horizon")

PRIMITIVES: Mapping[str, Primitive] = {
    "own entered": _entered,
    "own leaf": _always(LEAF),
    "own evaluated": _evaluated,
    "own in_game_order": _always(c.If(c.Binary("!=", c.Name("order"), c.Name("GAME")), (FAILED,))),
    "own ordered": _ordered,
    "own at_first_horizon": _always(c.If(HORIZON, (FAILED,))),
    "own note_horizon": _always(c.assign(HORIZON, c.TRUE)),
    "own stop_at_horizon": _always(_do("trap", c.Name("FAILED"), c.Text("horizon"))),
    "own give_up": _always(_do("unsupported", c.Text("several static values"))),
    "own written_as_number": _written_as_number,
    "own alike": _always(FOUND),
    "own horizon_seen": _always(c.If(c.Unary("!", HORIZON), (FAILED,))),
    "own forget_horizon": _always(c.assign(HORIZON, c.FALSE)),
    "own table_hit": _always(c.increment(c.Name("nodes")), c.increment(c.Name("hits"))),
    "own note_finished": _finished,
    "own trie_new": _always(*_given(c.call("trie_new"))),
    "own trie_lookup": _looked_up,
    "own trie_update": _updated,
    "own table_new": _always(*_given(c.call("table_new"))),
    "own table_lookup": _found,
    "own table_keep": _kept,
    **{f"own {name}": _always(*_given(c.Name(name))) for name in ("win", "max_ply", "extension")},
}

WITHOUT_SETTINGS: Mapping[str, Primitive] = {
    name: one for name, one in PRIMITIVES.items() if name not in ("own in_game_order", "own ordered")
} | {"own entered": _always(_do("count_node")), "own evaluated": _always(LEAF)}
"""Those of a program that is asked in the game's order, and records no leaves."""
