"""How values are held in C: constants, numbers and compounds as their types say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from pydecl.compiler.c.constructors import Type
from pydecl.compiler.c.functions import Writer
from pydecl.compiler.c.layout import Shape
from pydecl.compiler.c.text import c_string
from pydecl.model.term import Atom, PrologString

WORD = range(-(1 << 63), 1 << 63)

Number = tuple[str, str]
"""I, D or N, and the text."""


class Held(Writer):
    """Values of one instance."""

    def compound(self, name: str, fields: Sequence[str], node: Type) -> str:
        """A compound from the values of its arguments."""
        if name in node.find().wide:
            part = self.layout.wide_part(node, name)
            self.layout.need("of", part)
            t, c = self.layout.c(part), self.layout.c(node.find().wide[name])
            made = f"of_{t}(({c}[]){{{', '.join(fields)}}}, {len(fields)}, ({t}){{0, 0}})"
            return self.wide(name, made, node)
        return self.whole(self.layout.shape(node), self.body(name, len(fields), ", ".join(fields), node))

    def wide(self, name: str, part: str, node: Type) -> str:
        """A compound of any number of arguments, which are a slice."""
        shape = self.layout.shape(node)
        if shape.kind == "wide":
            return part
        number = sorted(node.find().wide).index(name)
        return self.whole(shape, f"{{.tag = {self.layout.tag(node, (name, 0))}, .u.w{number} = {part}}}")

    def body(self, name: str, arity: int, fields: str, node: Type) -> str:
        """The initializer of a compound; that of a slice where it may have any number of arguments."""
        if self.layout.shape(node).kind != "union":
            return f"{{{fields}}}"
        found = node.find()
        member = f"w{sorted(found.wide).index(name)}" if name in found.wide else ""
        member = member or f"s{self.layout.functors(node).index((name, arity))}"
        return f"{{.tag = {self.layout.tag(node, (name, arity))}, .u.{member} = {{{fields}}}}}"

    def whole(self, shape: Shape, body: str) -> str:
        """A struct or union from its initializer."""
        t = shape.name
        if not shape.boxed:
            return f"(({t}){body})"
        self.box(shape)
        return f"box_{t}((struct {t}_){body})"

    def box(self, shape: Shape) -> None:
        """There is a function that makes a value that is held by a pointer."""
        t = shape.name
        room = f"({t})alloc(sizeof v, _Alignof(struct {t}_))"
        made = f"SOME {t} box_{t}(struct {t}_ v) {{ {t} x = {room}; *x = v; return x; }}"
        self.layout.add("box", shape.node, made)

    def atomic(self, value: object) -> Number:
        """An atom or a number that C holds: I, D or A, and its text."""
        if isinstance(value, Atom):
            return "A", str(self.layout.atoms[value.name])
        if isinstance(value, float):
            text = value.hex() if math.isfinite(value) else f"{'-' if value < 0 else ''}(D)INFINITY"
            return "D", f"({text})"
        assert isinstance(value, int)
        return "I", f"(-INT64_C({-value - 1}) - 1)" if value < 0 else f"INT64_C({value})"

    def constant(self, value: object, node: Type) -> str:
        if not held(value):
            return self.trapped(unusual(value), node)
        return self.wrapped(*self.atomic(value), node)

    def trapped(self, why: str, node: Type) -> str:
        """A value that C does not hold: reached, it ends the call."""
        return f"(unsupported({c_string(why)}), ({self.layout.c(node)}){{0}})"

    def wrapped(self, kind: str, text: str, node: Type) -> str:
        """A value of one kind (I, D, N, A, O, L for a slice) held as the type says."""
        shape = self.layout.shape(node)
        if shape.kind in ("E",):
            return f"((void)({text}), (E)0)"
        if shape.kind == "N":
            return text if kind == "N" else f"n_{kind}({text})"
        fits = {"I": "IN", "D": "DN", "N": "IDN", "A": "AO", "O": "O", "L": ("list",)}[kind]
        if shape.kind not in ("union", *fits):
            return f"((void)({text}), {self.trapped('a value outside of its type', node)})"
        if shape.kind != "union":
            if kind == "N" and shape.kind == "I":
                return f"to_I({text})"
            return f"to_D({text})" if kind == "N" and shape.kind == "D" else text
        if not _may_hold(node, kind):
            return f"((void)({text}), {self.trapped('a value outside of its type', node)})"
        if kind == "N":
            t = shape.name
            one, other = (
                self.whole(shape, "{.tag = TAG_INT, .u.i = n.u.i}"),
                self.whole(shape, "{.tag = TAG_FLOAT, .u.d = n.u.d}"),
            )
            made = f"SOME {t} of_N_{t}(N n) {{ if (n.tag == TAG_INT) return {one}; return {other}; }}"
            if not node.find().floats:
                made = f"SOME {t} of_N_{t}(N n) {{ n = n_I(to_I(n)); return {one}; }}"
            elif not node.find().ints:
                made = f"SOME {t} of_N_{t}(N n) {{ return {other}; }}"
            self.layout.add("of_N", node, made)
            return f"of_N_{t}({text})"
        tag, member = {
            "I": ("TAG_INT", "i"),
            "D": ("TAG_FLOAT", "d"),
            "A": ("TAG_ATOM", "a"),
            "O": ("TAG_ATOM", "a"),
            "L": ("TAG_LIST", "l"),
        }[kind]
        return self.whole(shape, f"{{.tag = {tag}, .u.{member} = {text}}}")

    def as_list(self, x: str, node: Type) -> str:
        """The slice of a value that must be a list; `x` is a name."""
        shape = self.layout.shape(node)
        if shape.kind == "list":
            return x
        if shape.kind == "union" and node.find().element is not None:
            return f'({x}{shape.dot}tag == TAG_LIST ? (void)0 : unsupported("no list"), {x}{shape.dot}u.l)'
        return f'(unsupported("no list"), ({self.layout.list_name(node)}){{0}})'


def _may_hold(node: Type, kind: str) -> bool:
    """Whether a type of several constructors has one for values of a kind."""
    found = node.find()
    return bool(
        {
            "I": found.ints,
            "D": found.floats,
            "N": found.ints or found.floats,
            "A": found.atoms or found.open,
            "O": found.open,
            "L": found.element is not None,
        }[kind]
    )


def held(value: object) -> bool:
    """Whether C holds this constant."""
    if isinstance(value, float):
        return not math.isnan(value)
    return isinstance(value, Atom) or (isinstance(value, int) and value in WORD)


def unusual(value: object) -> str:
    """What a constant is that C does not hold."""
    if isinstance(value, Fraction):
        return "a rational"
    if isinstance(value, PrologString):
        return "a string"
    return "an integer of more than 64 bits" if isinstance(value, int) else "not a number"
