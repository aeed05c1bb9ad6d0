"""Terms as short strings, equal exactly where the terms are: what tables in C keep of them.

- `packing`: strings of bytes, for the tables of one search (`packing.h`).
- `bits`: strings of bits, none of which begins another one, for transposition tables (`transpositions.h`).
- `key_functions`: strings of bits, for solvers. Each place of a position, a number or a symbol (an atom, a
  constructor), has codes of its own, which are made of the values that it has had in positions that were met:
  `keys.h` says how. Other values take more bits (for numbers exponential Golomb codes, J. Teuhola, 'A
  compression method for clustered bit-vectors', 1978). No string of bits begins another one, so that strings
  that are filled up with zeros differ, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.module import Module
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


# Bits: unlike keys, they do not depend on what has been met before


def bits(whole: Module, node: Type) -> str:
    """What a type's functions are called by, after `bits` and `unbits`; the module gets them.

    They write values, and read them, by the functions of `keys.h` and `transpositions.h`. Types that are held
    alike share them, whatever atoms they have: they are written for all types of the module that are kept.
    """
    whole.kept.append(node)
    writer = _Bits(whole.layout)
    functions = writer.functions(*whole.kept)
    name = [writer.name([one]) for one in whole.kept][-1]
    whole.packing |= {**writer.atoms, **functions}
    return name


class _Bits(Packing):
    pack, unpack = "bits", "unbits"

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.atoms: dict[str, tuple[str, str]] = {}
        """The functions for sets of atoms, by the names of these."""

    def name(self, nodes: Sequence[Type]) -> str:
        name = super().name(nodes)
        return self.atom(nodes) if name == "A" else name

    def tag(self, tags: Sequence[c.Expr], value: c.Expr) -> Both:
        width = c.number((len(tags) - 1).bit_length())
        codes = list(map(c.number, range(len(tags))))
        pack = [(tag, (c.Do(c.call("key_put", code, width)),)) for tag, code in zip(tags, codes, strict=True)]
        unpack = [(code, (c.assign(value, tag),)) for tag, code in zip(tags, codes, strict=True)]
        return (c.Switch(value, tuple(pack)),), (c.Switch(c.call("key_take", width), tuple(unpack)),)

    def atom(self, nodes: Sequence[Type]) -> str:
        if any(node.find().open for node in nodes):
            return "O"
        numbers = sorted({self.layout.atoms[name] for node in nodes for name in node.find().atoms})
        name = "A" + sha256(repr(numbers).encode()).hexdigest()[:12]
        codes = {atom: code for code, atom in enumerate(numbers)}
        all_codes = ", ".join(str(codes.get(atom, 0)) for atom in range(len(self.layout.atoms)))
        width = (len(numbers) - 1).bit_length() if numbers else 0
        there = ", ".join(map(str, numbers)) or "0"
        text = (
            f"static const uint32_t codes_{name}[] = {{ {all_codes} }};\n"
            f"static const A atoms_{name}[] = {{ {there} }};\n"
            f"SOME void bits_{name}(A a) {{ key_put(codes_{name}[a], {width}); }}\n"
            f"SOME A unbits_{name}(void) {{ return atoms_{name}[key_take({width})]; }}"
        )
        self.atoms[f"atoms {name}"] = text, ""
        return name


# Keys


def key_functions(layout: Layout, node: Type) -> tuple[str, dict[str, tuple[str, str]]]:
    """What a type's functions are called by, after `key` and `unkey`; and these, with their prototypes.

    They write the bits of its values, and read them, by those of `keys.h`; `key_places` are the places.
    KEY_ATOMS says whether there are places for any atom; KEY_LAYOUT stands for how all that is done: who
    reads keys must have the same.
    """
    keys = _Keys(layout)
    functions = keys.functions(node)
    name = keys.name([node])
    data = [line for number, atoms in enumerate(keys.atoms) for line in _atoms(layout, number, atoms)]
    data += [_place(number, *place) for number, place in enumerate(keys.places)]
    places = ", ".join(f"&key_place{number}" for number in range(len(keys.places)))
    data.append(f"static Place *const key_places[] = {{ {places or 0} }};")
    data.append(f"enum {{ KEY_PLACES = {len(keys.places)} }};")
    open_atoms = any("key_O(" in text for _, text in functions.values())
    data.append(f"enum {{ KEY_ATOMS = {int(open_atoms)} }};")
    whole = "".join((*data, *(text for _, text in functions.values())))
    data.append(f"#define KEY_LAYOUT {int.from_bytes(sha256(whole.encode()).digest()[:7])}")
    return name, {"key_places": ("\n".join(data), ""), **functions}


class _Keys(Packing):
    pack, unpack = "key", "unkey"

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.atoms: list[Sequence[int]] = []
        """The sets of atoms that there are at a place, in order."""
        self.places: list[tuple[int, int | None]] = []
        """How many symbols a place has, 0 for numbers; and the set of its atoms, if it has some."""

    def name(self, nodes: Sequence[Type]) -> str:
        name = super().name(nodes)
        return self.atom(nodes) if name == "A" else self.integer() if name == "I" else name

    def integer(self) -> str:
        return f"I{self._place(0)}"

    def size(self, value: c.Expr) -> tuple[c.Expr, c.Expr]:
        place = c.Name(f"&key_place{self._place(0)}")
        return c.call("key_number", place, value), c.call("unkey_length", place)

    def items(self, name: str) -> tuple[c.Statement, c.Statement]:
        if not name.startswith("A"):
            return super().items(name)
        there = c.items(VALUE), c.count(VALUE)
        return c.Do(c.call(f"key_all_{name}", *there)), c.Do(c.call(f"unkey_all_{name}", *there))

    def tag(self, tags: Sequence[c.Expr], value: c.Expr) -> Both:
        place = c.Name(f"&key_place{self._place(len(tags))}")
        codes = list(map(c.number, range(len(tags))))
        pack = [
            (tag, (c.Do(c.call("key_symbol", place, code)),)) for tag, code in zip(tags, codes, strict=True)
        ]
        unpack = [(code, (c.assign(value, tag),)) for tag, code in zip(tags, codes, strict=True)]
        return (c.Switch(value, tuple(pack)),), (c.Switch(c.call("unkey_symbol", place), tuple(unpack)),)

    def atom(self, nodes: Sequence[Type]) -> str:
        if any(node.find().open for node in nodes):
            return "O"
        numbers = sorted({self.layout.atoms[name] for node in nodes for name in node.find().atoms})
        if numbers not in self.atoms:
            self.atoms.append(numbers)
        return f"A{self._place(len(numbers), self.atoms.index(numbers))}"

    def _place(self, symbols: int, atoms: int | None = None) -> int:
        self.places.append((symbols, atoms))
        return len(self.places) - 1


def _atoms(layout: Layout, number: int, atoms: Sequence[int]) -> tuple[str, str]:
    """The atoms of a set by their numbers in it, and these numbers."""
    numbers = {atom: number for number, atom in enumerate(atoms)}
    codes = ", ".join(str(numbers.get(atom, 0)) for atom in range(len(layout.atoms)))
    there = ", ".join(map(str, atoms)) or "0"
    return f"static const A key_atoms{number}[] = {{ {there} }};", (
        f"static const uint32_t key_codes{number}[] = {{ {codes} }};"
    )


def _place(number: int, symbols: int, atoms: int | None) -> str:
    """What is known of a place, and the functions that are called for it: `key_I7`, `key_A7` and others."""
    place, count = f"key_place{number}", max(symbols, 1)
    ranks = f"{{ ranks{number}[0], ranks{number}[1] }}, {{ ranked{number}[0], ranked{number}[1] }}"
    told = (
        f"static bool noted{number}[{count}]; static int32_t ranks{number}[2][{count}]; "
        f"static uint32_t ranked{number}[2][{count}];\n"
        f"static Place {place} = {{ {symbols}, 0, 0, noted{number}, {ranks}, {{{{0}}}} }};\n"
    )
    if not symbols:
        told += (
            f"SOME void key_I{number}(I a) {{ key_number(&{place}, a); }}\n"
            f"SOME I unkey_I{number}(void) {{ return unkey_number(&{place}); }}"
        )
    elif atoms is not None:
        told += (
            f"SOME void key_A{number}(A a) {{ key_symbol(&{place}, key_codes{atoms}[a]); }}\n"
            f"SOME A unkey_A{number}(void) {{ return key_atoms{atoms}[unkey_symbol(&{place})]; }}\n"
            f"SOME void key_all_A{number}(const A *p, int32_t n) "
            f"{{ key_symbols(&{place}, key_codes{atoms}, p, n); }}\n"
            f"SOME void unkey_all_A{number}(A *p, int32_t n) "
            f"{{ unkey_symbols(&{place}, key_atoms{atoms}, p, n); }}"
        )
    return told
