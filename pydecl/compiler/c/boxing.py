"""How values are held in C: constants, numbers and compounds as their types say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.text import STRING_MARK
from pydecl.compiler.c.types import Type
from pydecl.model.term import Atom, PrologString

WORD = range(-(1 << 63), 1 << 63)

Number = tuple[str, c.Expr]
"""How a number is held, I, D or N, and its value."""

NOTHING = c.Braces((c.ZERO,))
"""What a struct begins with of which nothing is known."""

MEMBERS = {
    "I": ("TAG_INT", "i"),
    "D": ("TAG_FLOAT", "d"),
    "A": ("TAG_ATOM", "a"),
    "O": ("TAG_ATOM", "a"),
    "L": ("TAG_LIST", "l"),
}
"""The tag of each kind of value, and its member of a union."""


def tagged(tag: c.Expr | str, member: str, value: c.Expr) -> c.Braces:
    """What a union begins with."""
    return c.Braces((c.Name(tag) if isinstance(tag, str) else tag, value), ("tag", f"u.{member}"))


def compound(layout: Layout, name: str, fields: Sequence[c.Expr], node: Type) -> c.Expr:
    """A compound from the values of its arguments."""
    if name in node.find().wide:
        part = layout.wide_part(node, name)
        none = c.Made(layout.c(part), c.Braces((c.ZERO, c.ZERO)))
        return wide(layout, name, slice_of(layout, part, fields, none), node)
    return whole(layout, layout.shape(node), body(layout, name, fields, node))


def slice_of(layout: Layout, part: Type, values: Sequence[c.Expr], rest: c.Expr) -> c.Expr:
    """A slice of these items, and the rest."""
    layout.need("of", part)
    array = c.Made(f"{layout.c(layout.element(part))}[]", c.Braces(tuple(values)))
    return c.call(f"of_{layout.c(part)}", array, c.number(len(values)), rest)


def wide(layout: Layout, name: str, part: c.Expr, node: Type) -> c.Expr:
    """A compound of any number of arguments, which are a slice."""
    shape = layout.shape(node)
    if shape.kind == "wide":
        return part
    return whole(layout, shape, tagged(*layout.variant(node, (name, 0)), part))


def body(layout: Layout, name: str, fields: Sequence[c.Expr], node: Type) -> c.Braces:
    """What a compound begins with; a slice where it may have any number of arguments."""
    inner = c.Braces(tuple(fields))
    if layout.shape(node).kind != "union":
        return inner
    return tagged(*layout.variant(node, (name, len(fields))), inner)


def whole(layout: Layout, shape: Shape, value: c.Braces) -> c.Expr:
    """A struct or union from what it begins with."""
    if not shape.boxed:
        return c.Made(shape.name, value)
    return c.call(layout.need("box", shape.node), c.cast(f"struct {shape.name}_", value))


def atomic(layout: Layout, value: object) -> Number:
    """An atom, a string or a number that C holds: I, D or A, and its value."""
    if isinstance(value, Atom):
        return "A", c.number(layout.atoms[value.name])
    if isinstance(value, PrologString):
        return "A", c.number(layout.atoms[STRING_MARK + value.value])
    if isinstance(value, float):
        text = value.hex() if math.isfinite(value) else f"{'-' if value < 0 else ''}(D)INFINITY"
        return "D", c.Name(f"({text})")
    assert isinstance(value, int)
    return "I", c.Name(f"(-INT64_C({-value - 1}) - 1)" if value < 0 else f"INT64_C({value})")


def constant(layout: Layout, value: object, node: Type) -> c.Expr:
    """A constant held as the type says."""
    if not held(value):
        return trapped(layout, unusual(value), node)
    return wrapped(layout, *atomic(layout, value), node)


def given_up(why: str, value: c.Expr) -> c.Expr:
    """What ends the call where it is reached; the value is never there."""
    return c.comma(c.call("unsupported", c.Text(why)), value)


def trapped(layout: Layout, why: str, node: Type) -> c.Expr:
    """A value that C does not hold: reached, it ends the call."""
    return given_up(why, c.Made(layout.c(node), NOTHING))


def _instead(value: c.Expr, other: c.Expr) -> c.Expr:
    """Another value behind one that is computed for its errors."""
    return c.comma(c.cast("void", value), other)


def wrapped(layout: Layout, kind: str, value: c.Expr, node: Type) -> c.Expr:
    """A value of one kind (I, D, N, A, O, L for a slice) held as the type says."""
    shape = layout.shape(node)
    if shape.kind == "E":
        return _instead(value, c.cast("E", c.ZERO))
    if shape.kind == "N":
        return value if kind == "N" else c.call(f"n_{kind}", value)
    fits = {"I": "IN", "D": "DN", "N": "IDN", "A": "AO", "O": "O", "L": ("list",)}[kind]
    if shape.kind not in ("union", *fits) or (shape.kind == "union" and not _may_hold(node, kind)):
        return _instead(value, trapped(layout, "a value outside of its type", node))
    if shape.kind != "union":
        return c.call(f"to_{shape.kind}", value) if kind == "N" and shape.kind in ("I", "D") else value
    if kind == "N":
        return c.call(layout.need("of_N", node), value)
    return whole(layout, shape, tagged(*MEMBERS[kind], value))


def as_list(layout: Layout, x: c.Expr, node: Type) -> c.Expr:
    """The slice of a value that must be a list; `x` is a name."""
    shape = layout.shape(node)
    if shape.kind == "list":
        return x
    if shape.kind == "union" and node.find().element is not None:
        no_list = c.call("unsupported", c.Text("no list"))
        checked = c.Choice(layout.has_tag(x, node, "TAG_LIST"), c.cast("void", c.ZERO), no_list)
        return c.comma(checked, layout.member(x, node, "l"))
    return given_up("no list", c.Made(layout.c(layout.list_part(node)), NOTHING))


def _may_hold(node: Type, kind: str) -> bool:
    """Whether a type of several constructors has one for values of a kind."""
    fitting = {"I": ("int",), "D": ("float",), "N": ("int", "float"), "A": ("atom",), "L": ("list",)}
    return node.find().open if kind == "O" else not set(fitting[kind]).isdisjoint(node.kinds)


def held(value: object) -> bool:
    """Whether C holds this constant."""
    if isinstance(value, float):
        return not math.isnan(value)
    return isinstance(value, Atom | PrologString) or (isinstance(value, int) and value in WORD)


def unusual(value: object) -> str:
    """What a constant is that C does not hold."""
    if isinstance(value, Fraction):
        return "a rational"
    return "an integer of more than 64 bits" if isinstance(value, int) else "not a number"
