"""Positions as short strings of bytes, equal exactly where the positions are: the keys of tables in C."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.types import Type

VALUE, INDEX = c.Name("a"), c.Name("i")

SIMPLE = ("E", "I", "D", "O", "N", "A")
"""The kinds of values that `packing.h` packs."""

Place = tuple[str, c.Expr]
"""The type of a part of a value, and where it is."""


def packing(layout: Layout, node: Type) -> dict[str, tuple[str, str]]:
    """C functions that pack and unpack the values of a type, by name: their prototypes, and the functions."""
    functions: list[c.Function] = []
    for shape in _shapes(layout, node):
        if shape.kind in ("list", "wide"):
            functions += _list(shape, layout.c(layout.element(shape.node)))
        elif shape.kind == "struct":
            functions += _struct(layout, shape)
        else:
            functions += _union(layout, shape)
    return {one.name: (f"{printer.head(one)};", printer.function(one)) for one in functions}


def _shapes(layout: Layout, node: Type) -> list[Shape]:
    """What values of a type hold, and how these are held, each once."""
    found: dict[str, Shape] = {}
    for one in (todo := [node]):
        shape = layout.shape(one)
        if shape.kind in SIMPLE or shape.name in found:
            continue
        found[shape.name] = shape
        if shape.kind in ("list", "wide"):
            todo.append(layout.element(shape.node))
            continue
        held = shape.node.find()
        todo += [field for functor in layout.functors(held) for field in held.structs[functor]]
        if shape.kind == "union" and held.element is not None:
            todo.append(layout.list_part(held))
        todo += [layout.wide_part(held, name) for name in held.wide] if shape.kind == "union" else []
    return list(found.values())


def _both(
    shape: Shape, pack: Sequence[c.Statement], unpack: Sequence[c.Statement], *locals_: c.Parameter
) -> tuple[c.Function, c.Function]:
    """The function that packs values, and the one that unpacks them."""
    kind, value = shape.name, c.Parameter(shape.name, VALUE)
    first: list[c.Statement] = [c.Do(c.call("check_stack"))] if shape.deep else []
    made: list[c.Statement] = []
    if shape.boxed:
        size = c.call("sizeof", c.Unary("*", VALUE)), c.call("_Alignof", c.Name(f"struct {kind}_"))
        made.append(c.assign(VALUE, c.Cast(kind, c.call("alloc", *size))))
    body = (*first, *made, *unpack, c.Return(VALUE))
    return (
        c.Function(f"pack_{kind}", (value,), locals_, (*first, *pack), result="void"),
        c.Function(f"unpack_{kind}", (), (value, *locals_), body, result=kind),
    )


def _packed(places: Sequence[Place]) -> tuple[c.Statement, ...]:
    return tuple(c.Do(c.call(f"pack_{name}", place)) for name, place in places)


def _unpacked(places: Sequence[Place]) -> tuple[c.Statement, ...]:
    return tuple(c.assign(place, c.call(f"unpack_{name}")) for name, place in places)


def _list(shape: Shape, element: str) -> tuple[c.Function, c.Function]:
    size, one = c.count(VALUE), [(element, c.item(VALUE, INDEX))]
    room = c.Binary("*", c.call("sizeof", c.Name(element)), c.Cast("size_t", size))
    items = c.Cast(f"{element} *", c.call("alloc", room, c.call("_Alignof", c.Name(element))))

    def each(*body: c.Statement) -> c.Statement:
        step = c.Assign(INDEX, c.number(1), "+=")
        return c.For(c.Assign(INDEX, c.ZERO), c.Binary("<", INDEX, size), step, body)

    pack = c.Do(c.call("pack_I", size)), each(*_packed(one))
    unpack = (
        c.assign(size, c.Cast("int32_t", c.call("unpack_I"))),
        c.assign(c.items(VALUE), items),
        each(*_unpacked(one)),
    )
    return _both(shape, pack, unpack, c.Parameter("int32_t", INDEX))


def _fields(layout: Layout, shape: Shape, functor: tuple[str, int]) -> list[Place]:
    fields = shape.node.find().structs[functor]
    return [(layout.c(one), layout.field(VALUE, shape.node, functor, i)) for i, one in enumerate(fields)]


def _struct(layout: Layout, shape: Shape) -> tuple[c.Function, c.Function]:
    (functor,) = layout.functors(shape.node)
    places = _fields(layout, shape, functor)
    return _both(shape, _packed(places), _unpacked(places))


def _union(layout: Layout, shape: Shape) -> tuple[c.Function, c.Function]:
    node = shape.node.find()
    atom = "O" if node.open else "A"
    simple = (
        ("TAG_INT", "i", "I", node.ints),
        ("TAG_FLOAT", "d", "D", node.floats),
        ("TAG_ATOM", "a", atom, bool(node.atoms) or node.open),
    )
    cases: list[tuple[c.Expr, list[Place]]] = [
        (c.Name(tag), [(name, layout.member(VALUE, node, member))])
        for tag, member, name, there in simple
        if there
    ]
    if node.element is not None:
        cases.append((c.Name("TAG_LIST"), [(layout.list_name(node), layout.member(VALUE, node, "l"))]))
    for number, name in enumerate(sorted(node.wide)):
        part = layout.c(layout.wide_part(node, name))
        cases.append((layout.tag(node, (name, 0)), [(part, layout.member(VALUE, node, f"w{number}"))]))
    cases += [(layout.tag(node, one), _fields(layout, shape, one)) for one in layout.functors(node)]
    tag = layout.tag_of(VALUE, node)
    pack = c.Switch(tag, tuple((one, _packed(places)) for one, places in cases))
    unpack = c.Switch(tag, tuple((one, _unpacked(places)) for one, places in cases))
    return _both(
        shape,
        (c.Do(c.call("pack_tag", tag)), pack),
        (c.assign(tag, c.call("unpack_tag")), unpack),
    )
