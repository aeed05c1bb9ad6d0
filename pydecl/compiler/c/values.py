"""Expressions and patterns in C: values made, values taken apart."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arithmetic import number
from pydecl.compiler.c.boxing import (
    MEMBERS,
    as_list,
    atomic,
    body,
    compound,
    constant,
    held,
    slice_of,
    tagged,
    trapped,
    wrapped,
)
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.module import Module
from pydecl.compiler.c.types import Type

# Making


def value(e: Emitter, expression: ir.Expr, node: Type) -> c.Expr:
    """An expression in C, held as the type says."""
    match expression:
        case ir.Var(name):
            return e.variable(name)
        case ir.Const(given):
            return constant(e.layout, given, node)
        case ir.Make(name, args):
            if not args:
                return trapped(e.layout, "a compound without arguments", node)
            wide = name in node.find().wide
            if is_ground(expression) and (wide or e.layout.shape(node).boxed):
                return static_value(e.module, expression, node)
            types = node.arguments(name, len(args))
            fields = [value(e, a, n) for a, n in zip(args, types, strict=True)]
            return compound(e.layout, name, fields, node)
        case ir.MakeList():
            return wrapped(e.layout, "L", list_value(e, expression, node), node)
        case ir.Arith():
            return wrapped(e.layout, *number(e, expression), node)


def static_value(module: Module, expression: ir.Expr, node: Type) -> c.Expr:
    """A ground compound that lies in static data."""
    made = initial(module, expression, node)
    if isinstance(made, c.Braces):
        return c.Made(module.layout.c(node), made)
    return made


def list_value(e: Emitter, expression: ir.MakeList, node: Type) -> c.Expr:
    """The slice of a list."""
    part, element = e.layout.list_part(node), node.list_element()
    none = c.Name(e.layout.need("none", part))
    if not expression.items and expression.tail is None:
        return none
    if is_ground(expression):
        return c.Made(e.layout.c(part), slice_initial(e.module, expression, node))
    items = [value(e, item, element) for item in expression.items]
    tail: c.Expr = none
    if expression.tail is not None:
        tail = as_list(e.layout, e.named(value(e, expression.tail, node), node), node)
    if len(items) == 1:
        return c.call(e.layout.need("cons", part), items[0], tail)
    return slice_of(e.layout, part, items, tail)


def initial(module: Module, expression: ir.Expr, node: Type) -> c.Expr:
    """What static data begin with that hold a ground expression."""
    layout = module.layout
    shape = layout.shape(node)
    match expression:
        case ir.Make(name, args):
            types = node.arguments(name, len(args))
            fields: list[c.Expr] = [initial(module, a, n) for a, n in zip(args, types, strict=True)]
            if name in node.find().wide:
                data = module.data(layout.c(types[0]), c.Braces(tuple(fields)), array=True)
                fields = [data, c.number(len(args))]
            made = body(layout, name, fields, node)
        case ir.MakeList():
            made = slice_initial(module, expression, node)
            if shape.kind == "union":
                made = tagged("TAG_LIST", "l", made)
        case ir.Const(given):
            kind, text = atomic(layout, given)
            if shape.kind not in ("union", "N"):
                return text
            made = tagged(*MEMBERS[kind], text)
        case _:
            raise AssertionError(expression)
    if not shape.boxed:
        return made
    return c.Unary("&", module.data(f"struct {shape.name}_", made))


def slice_initial(module: Module, expression: ir.MakeList, node: Type) -> c.Braces:
    """What a slice begins with whose items are static data."""
    items = list(expression.items)
    tail = expression.tail
    while isinstance(tail, ir.MakeList):
        items += tail.items
        tail = tail.tail
    assert tail is None
    if not items:
        return c.Braces((c.ZERO, c.ZERO))
    element = node.list_element()
    made = c.Braces(tuple(initial(module, item, element) for item in items))
    return c.Braces((module.data(module.layout.c(element), made, array=True), c.number(len(items))))


# Taking apart


def match(e: Emitter, x: c.Expr, node: Type, pattern: ir.Pattern) -> None:
    """Fit the value named `x`."""
    shape = e.layout.shape(node)
    match pattern:
        case ir.Bind(name):
            e.bind(name, x, node)
        case ir.Equal(given):
            e.require(equality(e, x, node, given))
        case ir.Shape(name, args):
            functor = name, len(args)
            if not args:
                e.do("unsupported", c.Text("a compound without arguments"))
            if shape.kind == "union":
                e.require(e.layout.has_tag(x, node, e.layout.tag(node, functor)))
            if name in node.find().wide:
                e.require(c.equals(c.count(e.layout.wide_value(x, node, name)), c.number(len(args))))
            types = node.arguments(*functor)
            for index, argument in enumerate(args):
                if not isinstance(argument, ir.Ignore):
                    match(e, e.layout.field(x, node, functor, index), types[index], argument)
        case ir.ListShape(items, tail):
            _match_list(e, x, node, items, tail)
        case ir.Ignore():
            pass


def _match_list(
    e: Emitter, x: c.Expr, node: Type, items: tuple[ir.Pattern, ...], tail: ir.Pattern | None
) -> None:
    part = e.layout.list_part(node)
    if e.layout.shape(node).kind == "union":
        e.require(e.layout.has_tag(x, node, "TAG_LIST"))
        x = e.layout.member(x, node, "l")
    if tail is not None and len(items) == 1:
        e.require(c.count(x))  # a compiler sees where a clause for the empty list has failed
    elif tail is None or items:
        e.require(c.Binary("==" if tail is None else ">=", c.count(x), c.number(len(items))))
    element = node.list_element()
    for index, item in enumerate(items):
        if not isinstance(item, ir.Ignore):
            match(e, c.item(x, c.number(index)), element, item)
    if tail is not None and not isinstance(tail, ir.Ignore):
        rest = c.call(e.layout.need("drop", part), x, c.number(len(items)))
        fit(e, wrapped(e.layout, "L", rest, node), node, tail)


def fit(e: Emitter, given: c.Expr, node: Type, pattern: ir.Pattern) -> None:
    """Fit a value that is not yet named."""
    if isinstance(pattern, ir.Bind):
        e.put(e.variable(pattern.name), given, node)
    elif isinstance(pattern, ir.Ignore):
        e.write(c.Do(c.cast("void", given)))
    else:
        match(e, e.named(given, node), node, pattern)


def equality(e: Emitter, x: c.Expr, node: Type, expression: ir.Expr) -> c.Expr:
    """Whether the value named `x` is identical to an expression, as a condition."""
    told = simple_equality(e.module, x, node, expression)
    if told is not None:
        return told
    return c.call(e.layout.need("equal", node), x, value(e, expression, node))


def simple_equality(module: Module, x: c.Expr, node: Type, expression: ir.Expr) -> c.Expr | None:
    """The same where the expression is static data; None where it is not."""
    layout = module.layout
    shape, found = layout.shape(node), node.find()
    has_numbers = found.ints or found.floats or found.unusual
    if isinstance(expression, ir.Const) and type(expression.value) is int and not has_numbers:
        return c.FALSE
    if isinstance(expression, ir.Const) and held(expression.value):
        kind, text = atomic(layout, expression.value)
        if shape.kind in ("I", "A", "O"):
            return c.equals(x, text)
        if shape.kind == "union" and kind != "D":
            there = found.ints if kind == "I" else found.atoms or found.open
            if not there:
                return c.FALSE
            tag, member = MEMBERS[kind]
            return c.Binary(
                "&&", layout.has_tag(x, node, tag), c.equals(layout.member(x, node, member), text)
            )
    if isinstance(expression, ir.MakeList) and not expression.items and expression.tail is None:
        if shape.kind == "list":
            return c.equals(c.count(x), c.ZERO)
        empty = c.equals(c.count(layout.member(x, node, "l")), c.ZERO)
        return c.Binary("&&", layout.has_tag(x, node, "TAG_LIST"), empty)
    return None


def is_ground(expression: ir.Expr) -> bool:
    """Whether static data can hold an expression."""
    match expression:
        case ir.Const(given):
            return held(given)
        case ir.Make(_, args):
            return bool(args) and all(map(is_ground, args))
        case ir.MakeList(items, tail):
            return all(map(is_ground, items)) and (
                tail is None or (isinstance(tail, ir.MakeList) and is_ground(tail))
            )
        case _:
            return False
