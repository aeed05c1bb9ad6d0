"""How C holds the values of a type.

    integers        I, 64 bits                  floats          D, double
    both            N, tagged                   atoms           A, a number of one or two bytes
    atoms made at run time  O, 4 bytes          lists           a slice: a pointer and a length
    one compound    a struct                    anything else   a tagged union

A struct or union that holds itself, not only behind a list, is held by a pointer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter

from pydecl.compiler.c import printer, tree
from pydecl.compiler.c.text import c_string, utf8
from pydecl.compiler.c.type_equivalence import Equivalence
from pydecl.compiler.c.types import Type

OF_LISTS: dict[str, tuple[str, ...]] = {
    "get": ("read",),
    "set": ("copy",),
    "int": ("put",),
    "append": ("of",),
    **dict.fromkeys(("read", "copy", "finish", "filled", "gathered"), ("room",)),
    **dict.fromkeys(("unpack", "unbits", "unkey"), ("room",)),
}
"""What else a function on a type of lists needs of that type."""

OF_COMPOUNDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("order", "num", "text"), ("rank",)),
    "int": ("put", "rank"),
}
"""The same of structs and unions."""

CODES = ("pack", "unpack", "bits", "unbits", "key", "unkey")
"""Functions that rest on the headers of tables."""

WALKS = {
    "equal": "bool {name}({t} a, {t} b)",
    "order": "int {name}({t} a, {t} b)",
    **dict.fromkeys(("put", "pack", "bits", "key"), "void {name}({t} a)"),
    **dict.fromkeys(("get", "unpack", "unbits", "unkey"), "{t} {name}(void)"),
}
"""What is done with the whole of a value: the functions that `terms.h` makes of the parts of its type."""

OF_ELEMENTS = {"has": "equal", "read": "get", **{one: one for one in WALKS if one != "get"}}
"""What a list helper needs of the elements."""

OF_ATOMS = {"A": ("equal", "has", "pack", "unpack", "bits", "key", "unkey"), "O": ("equal", "has")}
"""What is done otherwise for lists of atoms, by words."""

INTEGERS, FLOATS = Type(), Type()
INTEGERS.ints = FLOATS.floats = True

SIMPLE = ("E", "I", "D", "O", "N", "A")
"""The kinds of values that the headers know."""

MOST_BYTES = 4096
"""Larger compounds are held by a pointer."""

WORDS = 16
"""So many bytes are passed in registers."""


@dataclass(frozen=True)
class Part:
    """One kind of values of a struct or union: its tag, and the types of its members, with their places.

    The kinds are those of `terms.h`.
    """

    tag: str
    kind: str
    functor: tuple[str, int]
    members: Sequence[tuple[Type, str]]


@dataclass(frozen=True)
class Shape:
    """How one type is held: its name in C; one letter, or list, struct, union; whether by a pointer."""

    name: str
    kind: str
    boxed: bool
    node: Type


class Layout:
    """The C types of one program, made as they are asked for."""

    def __init__(self, atoms: Collection[str], *, has_strings: bool = False) -> None:
        self.has_strings = has_strings
        """Whether an atom that is made at run time may be a string: see `text.py`."""
        self.atoms = {name: number for number, name in enumerate(sorted(atoms, key=utf8))}
        self.alike = Equivalence()
        self.shapes: dict[int, Shape] = {}
        self.forward: list[str] = []
        self.bodies: dict[str, tuple[str, Sequence[str]]] = {}
        """The definition of each struct, and those that it holds by value."""
        self.told: dict[str, str] = {}
        """What `terms.h` is told of each struct."""
        self.prototypes: list[str] = []
        self.functions: list[str] = []
        self.codecs: list[str] = []
        """Functions that rest on the headers of tables."""
        self._made: dict[tuple[str, str], None] = {}
        self._sizes: dict[int, int] = {}

    # Shapes

    def shape(self, node: Type) -> Shape:
        """How values of this type are held."""
        node = node.find()
        key = self.alike.number(node)
        return self.shapes.get(key) or self._shape(node, key)

    def c(self, node: Type) -> str:
        """The C name of a type."""
        return self.shape(node).name

    def size(self, node: Type) -> int:
        """About how many bytes a value takes."""
        return 8 if self.is_boxed(node) else self._bytes(node)

    def is_boxed(self, node: Type) -> bool:
        """Whether compounds are held by a pointer: those that hold others of their type, and large ones.

        A pair of pairs of pairs may share its parts; its fields, written out, would double each time.
        """
        node = node.find()
        return bool(node.structs) and (self.alike.holds_itself(node) or self._bytes(node) > MOST_BYTES)

    def _bytes(self, node: Type) -> int:
        """What the fields take of a value that does not hold itself."""
        number = self.alike.number(node)
        if number not in self._sizes:
            self._sizes[number] = self._counted(node.find())
        return self._sizes[number]

    def _counted(self, node: Type) -> int:
        simple = _simple(node)
        if simple is not None:
            return 8 if simple in ("I", "D") else 16 if simple == "N" else 4
        fields = [_together([self.size(one) for one in node.structs[f]]) for f in self.functors(node)]
        kinds = [kind for kind in node.kinds if kind != "string"]
        if len(kinds) == 1:
            return fields[0] if fields else 16
        return 8 + max([8, *fields, *([16] if node.element is not None or node.wide else [])])

    def is_large(self, node: Type) -> bool:
        """Whether values are passed by a pointer."""
        return self.size(node) > WORDS

    def passed(self, node: Type) -> str:
        """The C type of a parameter."""
        return f"const {self.c(node)} *" if self.is_large(node) else self.c(node)

    def given(self, x: tree.Expr, node: Type) -> tree.Expr:
        """The argument that passes a value that has a name."""
        return tree.Unary("&", x) if self.is_large(node) else x

    def taken(self, x: tree.Expr, node: Type) -> tree.Expr:
        """The value of a parameter."""
        return tree.Unary("*", x) if self.is_large(node) else x

    def functors(self, node: Type) -> list[tuple[str, int]]:
        """The compounds of a type in the order of their tags."""
        return sorted(node.find().structs)

    def variant(self, node: Type, functor: tuple[str, int]) -> tuple[tree.Expr, str]:
        """The tag of a compound in a union, and its member."""
        node = node.find()
        if functor[0] in node.wide:
            at = sorted(node.wide).index(functor[0])
            number, name = len(node.structs) + at, f"w{at}"
        else:
            number = self.functors(node).index(functor)
            name = f"s{number}"
        return tree.Binary("+", tree.Name("TAG_STRUCT"), tree.number(number)), name

    def tag(self, node: Type, functor: tuple[str, int]) -> tree.Expr:
        """The tag of a compound in a union."""
        return self.variant(node, functor)[0]

    def member(self, x: tree.Expr, node: Type, name: str) -> tree.Expr:
        """A member of the union `x`."""
        return tree.Field(tree.Field(x, "u", self.shape(node).boxed), name)

    def has_tag(self, x: tree.Expr, node: Type, tag: tree.Expr | str) -> tree.Expr:
        """Whether the union or tagged number `x` has a tag."""
        there = tree.Field(x, "tag", self.shape(node).boxed)
        return tree.equals(there, tree.Name(tag) if isinstance(tag, str) else tag)

    def field(self, x: tree.Expr, node: Type, functor: tuple[str, int], index: int) -> tree.Expr:
        """An argument of the compound `x`, counted from 0."""
        shape = self.shape(node)
        if functor[0] in node.find().wide:
            return tree.item(self.wide_value(x, node, functor[0]), tree.number(index))
        if shape.kind == "struct":
            return tree.Field(x, f"f{index}", shape.boxed)
        return tree.Field(self.member(x, node, self.variant(node, functor)[1]), f"f{index}")

    def field_text(self, x: str, node: Type, functor: tuple[str, int], index: int) -> str:
        """The same as text."""
        return printer.expression(self.field(tree.Name(x), node, functor, index))

    def wide_value(self, x: tree.Expr, node: Type, name: str) -> tree.Expr:
        """The slice of the arguments of `x`, a compound of any number of them."""
        if self.shape(node).kind == "wide":
            return x
        return self.member(x, node, self.variant(node, (name, 0))[1])

    def element(self, node: Type) -> Type:
        """What a list, or a compound of any number of arguments, consists of."""
        node = node.find()
        return next(iter(node.wide.values()), None) or node.list_element()

    def wide_part(self, node: Type, name: str) -> Type:
        """The compounds of a name and any number of arguments alone."""
        node = node.find()
        if self.shape(node).kind == "wide":
            return node
        alone = Type()
        alone.wide[name] = node.wide[name]
        return alone

    def _shape(self, node: Type, key: int) -> Shape:
        simple = _simple(node)
        if simple is not None:
            shape = self.shapes[key] = Shape(simple, simple, False, node)
            return shape
        kinds = [kind for kind in node.kinds if kind != "string"]
        kind = kinds[0] if len(kinds) == 1 else "union"
        number = len(self.shapes)
        boxed = self.is_boxed(node)
        name = f"{kind[0].upper()}{number}"
        shape = self.shapes[key] = Shape(name, kind, boxed, node)
        self.forward.append(f"typedef struct {name}_ {'*' if boxed else ''}{name};")
        self.bodies[name] = self._body(shape)
        return shape

    def _body(self, shape: Shape) -> tuple[str, Sequence[str]]:
        """The definition of a struct, and those that it holds by value; `terms.h` is told of it."""
        t, node = shape.name, shape.node
        value, walk = "(&(x))", "check_stack()" if self.alike.is_deep(node) else "(void)0"
        macros = {
            f"AT_{t}(x)": "(x)" if shape.boxed else value,
            f"NEW_{t}(x)": f"(x = ({t})alloc(sizeof *x, _Alignof(struct {t}_)))" if shape.boxed else value,
            f"SAME_{t}(a, b)": "((a) == (b))" if shape.boxed else "0",
            f"WALK_{t}()": walk,
        }
        held: list[Shape] = []
        if shape.kind in ("list", "wide"):
            body = f"{self.c(self.element(node))} *p; Length n;"
            macros[f"ITEM_{t}(F, G)"] = self._member(t, self.element(node), "p[i]", "p")
        else:
            parts = list(self.parts(node))
            held = [self.shape(one) for one, _ in self.members(node)]
            body = " ".join(self._fields(part.members) for part in parts)
            if shape.kind == "union":
                body = f"W tag; union {{ {' '.join(map(self._united, parts))} }} u;"
            told = " ".join(self._told(t, number, part) for number, part in enumerate(parts))
            macros |= {
                f"PARTS_{t}(PART, F, G)": told,
                f"TAG_{t}": "x->tag" if shape.kind == "union" else "TAG_STRUCT",
                f"TAGGED_{t}(x)": "x" if shape.kind == "union" else "",
                f"WIDTH_{t}": f"{(len(parts) - 1).bit_length()}",
            }
        self.told[t] = "\n".join(f"#define {name} {meant}" for name, meant in macros.items())
        by_value = [one.name for one in held if not one.boxed and one.kind not in SIMPLE]
        return f"struct {t}_ {{ {body} }};", by_value

    def parts(self, node: Type) -> Iterator[Part]:
        """What values of a struct or union are made of, in the order of the tags."""
        node = node.find()
        union = self.shape(node).kind == "union"
        if union:
            if node.ints:
                yield Part("TAG_INT", "I", ("", 0), [(INTEGERS, "u.i")])
            if node.floats:
                yield Part("TAG_FLOAT", "D", ("", 0), [(FLOATS, "u.d")])
            if node.atoms or node.open:
                alone = Type()
                alone.atoms, alone.open = node.atoms, node.open
                yield Part("TAG_ATOM", "A", ("", 0), [(alone, "u.a")])
            if node.element is not None:
                yield Part("TAG_LIST", "L", ("", 0), [(self.list_part(node), "u.l")])
        for number, functor in enumerate(self.functors(node)):
            start = f"u.s{number}." if union else ""
            fields = [(one.find(), f"{start}f{i}") for i, one in enumerate(node.structs[functor])]
            yield Part(f"TAG_STRUCT + {number}", "S", functor, fields)
        for number, name in enumerate(sorted(node.wide)):
            tag = f"TAG_STRUCT + {len(node.structs) + number}"
            yield Part(tag, "W", (name, 0), [(self.wide_part(node, name), f"u.w{number}")])

    def members(self, node: Type) -> list[tuple[Type, str]]:
        """The types of what a value holds, with their places."""
        shape = self.shape(node)
        if shape.kind in ("list", "wide"):
            return [(self.element(node), "p")]
        return [] if shape.kind in SIMPLE else [one for part in self.parts(node) for one in part.members]

    def _fields(self, members: Sequence[tuple[Type, str]]) -> str:
        return " ".join(f"{self.c(one)} {path.rpartition('.')[2]};" for one, path in members) or "E f;"

    def _united(self, part: Part) -> str:
        """A part of a union as C declares it; atoms take a word."""
        if part.kind == "S":
            number = part.tag.rpartition(" ")[2]
            return f"struct {{ {self._fields(part.members)} }} s{number};"
        ((one, path),) = part.members
        return f"{'W' if part.kind == 'A' else self.c(one)} {path.removeprefix('u.')};"

    def _told(self, t: str, number: int, part: Part) -> str:
        """A part as `terms.h` takes it."""
        name, arity = part.functor
        members = " ".join(self._member(t, one, path, path) for one, path in part.members)
        size = len(utf8(name))
        return f"PART({t}, {number}, {part.tag}, {part.kind}, {c_string(name)}, {size}, {arity}, {members})"

    def _member(self, t: str, node: Type, path: str, place: str) -> str:
        kind = self.c(node)
        return f"{'G' if kind in ('A', 'I') else 'F'}({kind}, {path}, {place_name(t, place)})"

    def list_part(self, node: Type) -> Type:
        """The lists of a type alone."""
        node = node.find()
        if node.kinds == ("list",) or [k for k in node.kinds if k != "string"] == ["list"]:
            return node
        alone = Type()
        alone.element = Type() if node.element is None else node.element  # the type itself stays as it is
        return alone

    # Functions

    def need(self, helper: str, node: Type) -> str:
        """The name of a function on a type, which is made if need be."""
        shape = self.shape(node)
        name = f"{helper}_{shape.name}"
        if (helper, shape.name) in self._made or shape.kind in SIMPLE:
            return name
        self._made[helper, shape.name] = None
        if helper in WALKS:
            self.prototypes.append(f"SOME {WALKS[helper].format(name=name, t=shape.name)};")
        is_list = shape.kind in ("list", "wide")
        for other in (OF_LISTS if is_list else OF_COMPOUNDS).get(helper, ()):
            self.need(other, node)
        if helper in (OF_ELEMENTS if is_list else WALKS):
            for one, _ in self.members(node):
                self.need(OF_ELEMENTS.get(helper, helper), one)
        made = self.codecs if helper in CODES else self.functions
        made.append(self._function(helper, shape))
        return name

    def _function(self, helper: str, shape: Shape) -> str:
        """A function as a macro of `lists.h` or `terms.h` makes it."""
        if shape.kind not in ("list", "wide"):
            return f"TYPE_{helper}({shape.name})"
        name, of = next(iter(shape.node.wide), None), self.c(self.element(shape.node))
        if name is not None and helper in ("order", "put", "get", "kind"):
            return f"WIDE_{helper}({shape.name}, {of}, {c_string(name)}, {len(utf8(name))})"
        how = "_atoms" if helper in OF_ATOMS.get(of, ()) else ""
        return f"LIST_{helper}{how}({shape.name}, {of})"

    def text(self) -> str:
        """All types, then all functions on them."""
        told = (self.told[name] for name in dict.fromkeys(name for _, name in self._made))
        order = TopologicalSorter({name: held for name, (_, held) in self.bodies.items()}).static_order()
        bodies = *self.forward, *(self.bodies[name][0] for name in order), *told
        return "\n".join((*bodies, *self.prototypes, *self.functions))


def place_name(t: str, path: str) -> str:
    """What the place of a member of a type is called."""
    return f"{t}_{path.replace('.', '_')}"


def _together(sizes: Sequence[int]) -> int:
    """What a struct takes with fields of these sizes."""
    whole = 8 if any(size >= 8 for size in sizes) else 4
    return sum(-(-size // whole) * whole for size in sizes)


def _simple(node: Type) -> str | None:
    """The C type of atoms and numbers that need no tag; None for other values."""
    if node.element is not None or node.structs or node.wide:
        return None
    kinds = node.ints, node.floats, bool(node.atoms) or node.open
    known = {
        (False, False, False): "E",
        (True, False, False): "I",
        (False, True, False): "D",
        (True, True, False): "N",
        (False, False, True): "O" if node.open else "A",
    }
    return known.get(kinds)
