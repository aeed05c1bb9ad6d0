"""How C holds the values of a type.

    integers        I, 64 bits                  floats          D, double
    both            N, tagged                   atoms           A, a number of one or two bytes
    atoms made at run time  O, 4 bytes          lists           a slice: a pointer and a length
    one compound    a struct                    anything else   a tagged union

A struct or union that holds itself, not only behind a list, is held by a pointer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from pydecl.compiler.c import printer, tree
from pydecl.compiler.c.text import c_string, utf8
from pydecl.compiler.c.type_equivalence import Equivalence
from pydecl.compiler.c.types import Type

LIST_HELPERS: dict[str, tuple[str, ...]] = {
    "read": ("room",),
    "get": ("read",),
    "copy": ("room",),
    "append": ("room",),
    "finish": ("room",),
    "finish_anew": ("room",),
    "has": (),
    "set": ("copy",),
    "filled": ("room",),
    "gathered": ("room",),
}
"""What else a list helper needs of its own type."""

WIDE_HELPERS = ("order", "put", "get")
"""What is done otherwise for compounds of any number of arguments than for lists."""

OF_ELEMENTS = {
    **dict.fromkeys(("has", "equal"), "equal"),
    "order": "order",
    "put": "put",
    "read": "get",
}
"""What a list helper needs of the elements."""

OF_ATOMS = ("equal", "has")
"""What is done otherwise for lists of atoms: by words."""


MOST_BYTES = 4096
"""Larger compounds are held by a pointer."""

WORDS = 16
"""So many bytes are passed in registers."""


@dataclass(frozen=True)
class Shape:
    """How one type is held: its name in C; one letter, or list, struct, union; whether by a pointer."""

    name: str
    kind: str
    boxed: bool
    deep: bool
    """Whether values can be nested as deep as one likes: what walks them looks at the stack."""
    node: Type

    @property
    def dot(self) -> str:
        return "->" if self.boxed else "."


class Layout:
    """The C types of one program, made as they are asked for."""

    def __init__(
        self,
        atoms: Collection[str],
        helper: Callable[[Layout, str, Shape], str],
        *,
        has_strings: bool = False,
    ) -> None:
        """`helper` writes a function on structs and unions: see `helpers.py`."""
        self.helper = helper
        self.has_strings = has_strings
        """Whether an atom that is made at run time may be a string: see `text.py`."""
        self.atoms = {name: number for number, name in enumerate(sorted(atoms, key=utf8))}
        self.alike = Equivalence()
        self.shapes: dict[int, Shape] = {}
        self.forward: list[str] = []
        self.bodies: dict[str, tuple[str, list[str]]] = {}
        """The definition of each struct, and the types that it holds by value."""
        self.prototypes: list[str] = []
        self.functions: list[str] = []
        self._made: set[tuple[str, str]] = set()
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

    def passed(self, node: Type) -> str:
        """The C type of a parameter: large structs are passed by a pointer."""
        return f"const {self.c(node)} *" if self.size(node) > WORDS else self.c(node)

    def given(self, x: tree.Expr, node: Type) -> tree.Expr:
        """The argument that passes a value that has a name."""
        return tree.Unary("&", x) if self.size(node) > WORDS else x

    def taken(self, x: tree.Expr, node: Type) -> tree.Expr:
        """The value of a parameter."""
        return tree.Unary("*", x) if self.size(node) > WORDS else x

    def functors(self, node: Type) -> list[tuple[str, int]]:
        """The compounds of a type in the order of their tags."""
        return sorted(node.find().structs)

    def tag(self, node: Type, functor: tuple[str, int]) -> tree.Expr:
        """The tag of a compound in a union."""
        node = node.find()
        number = len(node.structs) + sorted(node.wide).index(functor[0]) if functor[0] in node.wide else None
        at = self.functors(node).index(functor) if number is None else number
        return tree.Binary("+", tree.Name("TAG_STRUCT"), tree.number(at))

    def tag_text(self, node: Type, functor: tuple[str, int]) -> str:
        return printer.expression(self.tag(node, functor))

    def member(self, x: tree.Expr, node: Type, name: str) -> tree.Expr:
        """A member of the union `x`."""
        return tree.Field(tree.Field(x, "u", self.shape(node).boxed), name)

    def has_tag(self, x: tree.Expr, node: Type, tag: tree.Expr | str) -> tree.Expr:
        """Whether the union or tagged number `x` has a tag."""
        return tree.equals(self.tag_of(x, node), tree.Name(tag) if isinstance(tag, str) else tag)

    def tag_of(self, x: tree.Expr, node: Type) -> tree.Expr:
        """The tag that the union or tagged number `x` has."""
        return tree.Field(x, "tag", self.shape(node).boxed)

    def field(self, x: tree.Expr, node: Type, functor: tuple[str, int], index: int) -> tree.Expr:
        """An argument of the compound `x`, counted from 0."""
        shape = self.shape(node)
        if functor[0] in node.find().wide:
            return tree.item(self.wide_value(x, node, functor[0]), tree.number(index))
        if shape.kind == "struct":
            return tree.Field(x, f"f{index}", shape.boxed)
        return tree.Field(self.member(x, node, f"s{self.functors(node).index(functor)}"), f"f{index}")

    def field_text(self, x: str, node: Type, functor: tuple[str, int], index: int) -> str:
        return printer.expression(self.field(tree.Name(x), node, functor, index))

    def wide_value(self, x: tree.Expr, node: Type, name: str) -> tree.Expr:
        """The slice of the arguments of `x`, a compound of any number of them."""
        if self.shape(node).kind == "wide":
            return x
        return self.member(x, node, f"w{sorted(node.find().wide).index(name)}")

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
            shape = self.shapes[key] = Shape(simple, simple, False, False, node)
            return shape
        kinds = [kind for kind in node.kinds if kind != "string"]
        kind = kinds[0] if len(kinds) == 1 else "union"
        number = len(self.shapes)
        boxed = self.is_boxed(node)
        name = f"{kind[0].upper()}{number}"
        shape = self.shapes[key] = Shape(name, kind, boxed, self.alike.is_deep(node), node)
        self.forward.append(f"typedef struct {name}_ {'*' if boxed else ''}{name};")
        self.bodies[name] = self._body(shape)
        return shape

    def _body(self, shape: Shape) -> tuple[str, list[str]]:
        """The definition of a struct, and the types that it holds by value."""
        node, start = shape.node, f"struct {shape.name}_ {{"
        if shape.kind in ("list", "wide"):
            (element,) = node.wide.values() if shape.kind == "wide" else [node.list_element()]
            return f"{start} {self.c(element)} *p; Length n; }};", []
        held = [self.c(one) for functor in self.functors(node) for one in node.structs[functor]]
        structs = [self._fields(node, functor) for functor in self.functors(node)]
        if shape.kind == "struct":
            return f"{start} {structs[0]} }};", held
        members = [text for text, there in (("I i;", node.ints), ("D d;", node.floats)) if there]
        if node.atoms or node.open:
            members.append("W a;")
        if node.element is not None:
            held.append(self.list_name(node))
            members.append(f"{held[-1]} l;")
        members += [f"struct {{ {fields} }} s{number};" for number, fields in enumerate(structs)]
        for number, name in enumerate(sorted(node.wide)):
            held.append(self.c(self.wide_part(node, name)))
            members.append(f"{held[-1]} w{number};")
        return f"{start} W tag; union {{ {' '.join(members)} }} u; }};", held

    def _fields(self, node: Type, functor: tuple[str, int]) -> str:
        types = [self.c(one) for one in node.find().structs[functor]]
        names = (
            _in_words(types) if max(map(self.size, node.find().structs[functor]), default=0) >= 8 else types
        )
        return " ".join(f"{kind} f{number};" for number, kind in enumerate(names)) or "E f;"

    def list_name(self, node: Type) -> str:
        """The slice of a type with lists, also where it is one member of a union."""
        return self.c(self.list_part(node))

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
        if (helper, shape.name) in self._made or shape.kind in ("E", "I", "D", "O", "N", "A"):
            return name
        self._made.add((helper, shape.name))
        if shape.kind in ("list", "wide"):
            self._slice_helper(helper, shape)
        else:
            self._own_helper(helper, shape)
        return name

    def add(self, helper: str, node: Type, text: str) -> None:
        """A function that someone else has written."""
        name = self.shape(node).name
        if (helper, name) not in self._made:
            self._made.add((helper, name))
            self.functions.append(text)

    def made(self, helper: str, node: Type) -> bool:
        return (helper, self.shape(node).name) in self._made

    def _slice_helper(self, helper: str, shape: Shape) -> None:
        name = next(iter(shape.node.find().wide), None)
        element = self.element(shape.node)
        for other in LIST_HELPERS.get(helper, ()):
            self.need(other, shape.node)
        if helper in OF_ELEMENTS:
            self.need(OF_ELEMENTS[helper], element)
        self._prototype(helper, shape)
        of = self._deep_element(helper, element) if helper in OF_ELEMENTS else self.c(element)
        if name is None or helper not in WIDE_HELPERS:
            how = "_atoms" if of in ("A", "O") and helper in OF_ATOMS else ""
            self.functions.append(f"LIST_{helper}{how}({shape.name}, {of})")
            return
        functor = f", {c_string(name)}, {len(utf8(name))}" if helper in ("put", "get") else ""
        self.functions.append(f"WIDE_{helper}({shape.name}, {of}{functor})")

    def _deep_element(self, helper: str, element: Type) -> str:
        """The name of a type of items; lists within lists have another: its functions look at the stack."""
        shape, function = self.shape(element), OF_ELEMENTS[helper]
        if shape.kind not in ("list", "wide") or not shape.deep:
            return shape.name
        t, name = shape.name, f"deep_{shape.name}"
        if ("deep", t) not in self._made:
            self._made.add(("deep", t))
            self.forward.append(f"typedef {t} {name};")
        if (function, name) not in self._made:
            self._made.add((function, name))
            head, back = _head(function, name, t), "" if function == "put" else "return "
            given = {"put": "a", "get": ""}.get(function, "a, b")
            self.prototypes.append(f"SOME {head};")
            self.functions.append(f"SOME {head} {{ check_stack(); {back}{function}_{t}({given}); }}")
        return name

    def _prototype(self, helper: str, shape: Shape) -> None:
        if helper in ("equal", "order", "put", "get", "read"):
            self.prototypes.append(f"SOME {_head(helper, shape.name, shape.name)};")

    def _own_helper(self, helper: str, shape: Shape) -> None:
        self._prototype(helper, shape)
        self.functions.append(self.helper(self, helper, shape))

    def text(self) -> str:
        """All types, then all functions on them."""
        return "\n".join((*self.forward, *self._sorted_bodies(), *self.prototypes, *self.functions))

    def _sorted_bodies(self) -> list[str]:
        """Each struct after those that it holds by value."""
        boxed = {shape.name for shape in self.shapes.values() if shape.boxed}
        done: dict[str, str] = {}

        def visit(name: str) -> None:
            if name in done or name not in self.bodies:
                return
            body, held = self.bodies[name]
            done[name] = ""
            for other in held:
                if other not in boxed:
                    visit(other)
            del done[name]
            done[name] = body

        for name in self.bodies:
            visit(name)
        return list(done.values())


def _head(helper: str, name: str, kind: str) -> str:
    """How a function on values begins."""
    result = {"equal": "bool", "order": "int", "put": "void"}.get(helper, kind)
    given = {"put": f"{kind} a", "get": "void", "read": "void"}.get(helper, f"{kind} a, {kind} b")
    return f"{result} {helper}_{name}({given})"


def _in_words(types: Sequence[str]) -> list[str]:
    """Small fields that have a word to themselves are written as one: structs are copied by words, and a
    processor waits for a word of which it has just written a part."""
    small = [False, *(c in ("A", "O", "E") for c in types), False]
    return ["W" if small[i + 1] and not small[i] and not small[i + 2] else c for i, c in enumerate(types)]


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
