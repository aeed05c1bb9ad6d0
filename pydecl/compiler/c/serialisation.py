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

Both = tuple[Sequence[c.Statement], Sequence[c.Statement]]
"""What packs a part of a value, and what unpacks it."""

Place = tuple[str, c.Expr]
"""The type of a part of a value, and where it is."""


def packing(layout: Layout, node: Type) -> dict[str, tuple[str, str]]:
    """C functions that pack and unpack the values of a type, by name: their prototypes, and the functions."""
    return Packing(layout).functions(node)


class Packing:
    """Writes a function that packs, and one that unpacks, for each type that values of a type hold.

    The simple values, tags and sizes are left to functions of these names in `packing.h`.
    """

    pack, unpack = "pack", "unpack"

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.alike: Sequence[Type] = ()
        """The types that are held alike, and for which the functions are that are being written."""

    def functions(self, *nodes: Type) -> dict[str, tuple[str, str]]:
        """By name: their prototypes, and the functions, which serve all of these types."""
        found: list[c.Function] = []
        for shape, alike in _shapes(self.layout, nodes):
            self.alike = alike
            if shape.kind in ("list", "wide"):
                found += self._list(shape)
            elif shape.kind == "struct":
                found += self._struct(shape)
            else:
                found += self._union(shape)
        return {one.name: (f"{printer.head(one)};", printer.function(one)) for one in found}

    def name(self, nodes: Sequence[Type]) -> str:
        """What the functions for types that are held alike are called by, after `pack` and `unpack`."""
        return self.layout.c(nodes[0])

    def size(self, value: c.Expr) -> tuple[c.Expr, c.Expr]:
        """How many items a list has, packed; and unpacked."""
        return c.call(f"{self.pack}_I", value), c.Cast("int32_t", c.call(f"{self.unpack}_I"))

    def tag(self, tags: Sequence[c.Expr], value: c.Expr) -> Both:  # noqa: ARG002  keys number them
        """Which of these tags a union has, packed; and unpacked."""
        pack = c.Do(c.call(f"{self.pack}_tag", value))
        return (pack,), (c.assign(value, c.call(f"{self.unpack}_tag")),)

    def _both(
        self, shape: Shape, pack: Sequence[c.Statement], unpack: Sequence[c.Statement], *locals_: c.Parameter
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
            c.Function(f"{self.pack}_{kind}", (value,), locals_, (*first, *pack), result="void"),
            c.Function(f"{self.unpack}_{kind}", (), (value, *locals_), body, result=kind),
        )

    def _packed(self, places: Sequence[Place]) -> tuple[c.Statement, ...]:
        return tuple(c.Do(c.call(f"{self.pack}_{name}", place)) for name, place in places)

    def _unpacked(self, places: Sequence[Place]) -> tuple[c.Statement, ...]:
        return tuple(c.assign(place, c.call(f"{self.unpack}_{name}")) for name, place in places)

    def _list(self, shape: Shape) -> tuple[c.Function, c.Function]:
        nodes = list(map(self.layout.element, self.alike))
        element = self.layout.c(nodes[0])
        count = c.count(VALUE)
        room = c.Binary("*", c.call("sizeof", c.Name(element)), c.Cast("size_t", count))
        items = c.Cast(f"{element} *", c.call("alloc", room, c.call("_Alignof", c.Name(element))))
        packed, unpacked = self.size(count)
        pack_items, unpack_items = self.items(self.name(nodes))
        pack = c.Do(packed), pack_items
        unpack = c.assign(count, unpacked), c.assign(c.items(VALUE), items), unpack_items
        return self._both(shape, pack, unpack, c.Parameter("int32_t", INDEX))

    def items(self, name: str) -> tuple[c.Statement, c.Statement]:
        """The items of a list, which are of this name, packed; and unpacked."""

        def each(body: tuple[c.Statement, ...]) -> c.Statement:
            step = c.Assign(INDEX, c.number(1), "+=")
            return c.For(c.Assign(INDEX, c.ZERO), c.Binary("<", INDEX, c.count(VALUE)), step, body)

        if name == "A":
            there = c.items(VALUE), c.count(VALUE)
            return c.Do(c.call(f"{self.pack}_all_A", *there)), c.Do(c.call(f"{self.unpack}_all_A", *there))
        one = [(name, c.item(VALUE, INDEX))]
        return each(self._packed(one)), each(self._unpacked(one))

    def _fields(self, shape: Shape, functor: tuple[str, int]) -> list[Place]:
        fields = zip(*(node.structs[functor] for node in self.alike), strict=True)
        return [
            (self.name(ones), self.layout.field(VALUE, shape.node, functor, i))
            for i, ones in enumerate(fields)
        ]

    def _struct(self, shape: Shape) -> tuple[c.Function, c.Function]:
        (functor,) = self.layout.functors(shape.node)
        places = self._fields(shape, functor)
        return self._both(shape, self._packed(places), self._unpacked(places))

    def _union(self, shape: Shape) -> tuple[c.Function, c.Function]:
        layout, node = self.layout, shape.node.find()
        simple = (
            ("TAG_INT", "i", self.integer, node.ints),
            ("TAG_FLOAT", "d", lambda: "D", node.floats),
            ("TAG_ATOM", "a", lambda: self.atom(self.alike), bool(node.atoms) or node.open),
        )
        cases: list[tuple[c.Expr, list[Place]]] = [
            (c.Name(tag), [(name(), layout.member(VALUE, node, member))])
            for tag, member, name, there in simple
            if there
        ]
        if node.element is not None:
            parts = list(map(layout.list_part, self.alike))
            cases.append((c.Name("TAG_LIST"), [(self.name(parts), layout.member(VALUE, node, "l"))]))
        for number, name in enumerate(sorted(node.wide)):
            parts = [layout.wide_part(one, name) for one in self.alike]
            place = self.name(parts), layout.member(VALUE, node, f"w{number}")
            cases.append((layout.tag(node, (name, 0)), [place]))
        cases += [(layout.tag(node, one), self._fields(shape, one)) for one in layout.functors(node)]
        tag = layout.tag_of(VALUE, node)
        pack = c.Switch(tag, tuple((one, self._packed(places)) for one, places in cases))
        unpack = c.Switch(tag, tuple((one, self._unpacked(places)) for one, places in cases))
        packed, unpacked = self.tag([one for one, _ in cases], tag)
        return self._both(shape, (*packed, pack), (*unpacked, unpack))

    def integer(self) -> str:
        """As `name`, for the integers of types that have other values, too."""
        return "I"

    def atom(self, nodes: Sequence[Type]) -> str:
        """As `name`, for the atoms of types that have other values, too."""
        return "O" if nodes[0].open else "A"


def _shapes(layout: Layout, nodes: Sequence[Type]) -> list[tuple[Shape, Sequence[Type]]]:
    """What values of types hold, and how these are held, each once, with the types that are held so."""
    found: dict[str, tuple[Shape, list[Type]]] = {}
    seen: set[Type] = set()
    for one in (todo := [*nodes]):
        shape, held = layout.shape(one), one.find()
        if shape.kind in SIMPLE or held in seen:
            continue
        seen.add(held)
        found.setdefault(shape.name, (shape, []))[1].append(held)
        if shape.kind in ("list", "wide"):
            todo.append(layout.element(held))
            continue
        todo += [field for functor in layout.functors(held) for field in held.structs[functor]]
        if shape.kind == "union" and held.element is not None:
            todo.append(layout.list_part(held))
        todo += [layout.wide_part(held, name) for name in held.wide] if shape.kind == "union" else []
    return list(found.values())
