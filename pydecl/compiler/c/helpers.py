"""The C functions on structs and tagged unions: equality, standard order, writing and reading."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.compiler.c import printer
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.text import utf8

Functor = tuple[str, int]

A, B, X, SIGN = (c.Name(name) for name in "abxo")

RESULTS = {"equal": "bool", "order": "int", "put": "void", "rank": "int"}
"""What each function gives; those that compare take two values."""

TWO = ("equal", "order")

FOREIGN = c.Do(c.call("foreign"))


def own_helper(layout: Layout, helper: str, shape: Shape) -> str:
    """A function on a struct or a union, and what it needs of its own."""
    if helper == "get":
        made = [_get(layout, shape)]
    elif helper == "order" and shape.kind == "union":
        made = [_rank(layout, shape), _function("order", shape, _order_union(layout, shape))]
    elif shape.kind == "union":
        made = [_function(helper, shape, _on_members(layout, helper, shape))]
    else:
        (functor,) = layout.functors(shape.node)
        made = [_function(helper, shape, _on_fields(layout, helper, shape, functor))]
    return "\n".join(map(printer.function, made))


def _function(helper: str, shape: Shape, body: Sequence[c.Statement]) -> c.Function:
    kind = shape.name
    parameters = tuple(c.Parameter(kind, x) for x in ((A, B) if helper in TWO else (A,)))
    locals_ = (c.Parameter("int", SIGN),) if helper == "order" else ()
    first = [] if helper == "rank" else _checked(shape)
    if shape.boxed and helper in TWO:  # a value that is shared is equal to itself
        first.append(c.If(c.equals(A, B), (c.Return(c.TRUE if helper == "equal" else c.ZERO),)))
    return c.Function(f"{helper}_{kind}", parameters, locals_, (*first, *body), True, RESULTS[helper])


def _checked(shape: Shape) -> list[c.Statement]:
    """What walks values that can be nested as deep as one likes looks at the stack."""
    return [c.Do(c.call("check_stack"))] if shape.deep else []


def _on_fields(layout: Layout, helper: str, shape: Shape, functor: Functor) -> tuple[c.Statement, ...]:
    """What is done with the compounds `a` (and `b`) of one functor."""
    fields = shape.node.find().structs[functor]
    names = [layout.need(helper, field) for field in fields]
    a, b = ([layout.field(x, shape.node, functor, i) for i in range(len(fields))] for x in (A, B))
    if helper == "equal":
        tests = [c.call(name, x, y) for name, x, y in zip(names, a, b, strict=True)]
        return (c.Return(c.all_of(tests)),)
    body: list[c.Statement] = []
    if helper == "order":
        body.append(c.assign(SIGN, c.ZERO))
        for name, x, y in zip(names, a, b, strict=True):
            body += [c.assign(SIGN, c.call(name, x, y)), c.If(SIGN, (c.Return(SIGN),))]
        return (*body, c.Return(SIGN))
    assert helper == "put", helper
    body.append(c.Do(c.call("put_functor", c.Text(functor[0]), c.number(functor[1]))))
    return (*body, *(c.Do(c.call(name, x)) for name, x in zip(names, a, strict=True)))


# Unions


def _on_members(layout: Layout, helper: str, shape: Shape) -> list[c.Statement]:
    """Equality or writing, by the tag."""
    node, cases = shape.node, list[tuple[c.Expr | None, tuple[c.Statement, ...]]]()
    for tag, member, name in _members(layout, helper, shape):
        values = [layout.member(x, node, member) for x in ((A, B) if helper in TWO else (A,))]
        made = c.Call(name, tuple(values))
        cases.append((tag, (c.Do(made) if helper == "put" else c.Return(made),)))
    for functor in layout.functors(node):
        cases.append((layout.tag(node, functor), _on_fields(layout, helper, shape, functor)))
    body: list[c.Statement] = [c.Switch(layout.tag_of(A, node), tuple(cases))]
    if helper == "equal":
        other = c.Binary("!=", layout.tag_of(A, node), layout.tag_of(B, node))
        body.insert(0, c.If(other, (c.Return(c.FALSE),)))
    return body if helper == "put" else [*body, c.Return(c.ZERO)]


def _members(layout: Layout, helper: str, shape: Shape) -> list[tuple[c.Expr, str, str]]:
    """Tag, member and function for what is no compound."""
    node = shape.node.find()
    found: list[tuple[c.Expr, str, str]] = []
    if node.ints:
        found.append((c.Name("TAG_INT"), "i", f"{helper}_I"))
    if node.floats:
        found.append((c.Name("TAG_FLOAT"), "d", f"{helper}_D"))
    if node.atoms or node.open:
        found.append((c.Name("TAG_ATOM"), "a", f"{helper}_{'O' if node.open else 'A'}"))
    if node.element is not None:
        found.append((c.Name("TAG_LIST"), "l", layout.need(helper, layout.list_part(node))))
    for number, name in enumerate(sorted(node.wide)):
        part = layout.wide_part(node, name)
        found.append((layout.tag(node, (name, 0)), f"w{number}", layout.need(helper, part)))
    return found


def _rank(layout: Layout, shape: Shape) -> c.Function:
    """Standard order of kinds: numbers, strings, the empty list, atoms, compounds by arity and name."""
    node = shape.node.find()
    tags: list[tuple[Functor, c.Expr]] = [(one, layout.tag(node, one)) for one in layout.functors(node)]
    if node.element is not None:
        tags.append((("[|]", 2), c.Name("TAG_LIST")))
    tags.sort(key=lambda pair: (pair[0][1], pair[0][0]))
    numbers = (c.Return(c.ZERO),)
    text: c.Expr = c.number(3)
    if layout.has_strings and node.open:
        text = c.Choice(c.call("atom_is_string", layout.member(A, node, "a")), c.number(1), text)
    cases: list[tuple[c.Expr | None, tuple[c.Statement, ...]]] = [
        (c.Name("TAG_INT"), numbers),
        (c.Name("TAG_FLOAT"), numbers),
        (c.Name("TAG_ATOM"), (c.Return(text),)),
    ]
    for number, (_, tag) in enumerate(tags, 4):
        rank: c.Expr = c.number(number)
        if tag == c.Name("TAG_LIST"):
            rank = c.Choice(c.count(layout.member(A, node, "l")), rank, c.number(2))
        cases.append((tag, (c.Return(rank),)))
    unknown = c.Do(c.call("unsupported", c.Text("an order of terms")))
    cases += [(layout.tag(node, (name, 0)), (unknown,)) for name in sorted(node.wide)]
    return _function("rank", shape, [c.Switch(layout.tag_of(A, node), tuple(cases)), c.Return(c.ZERO)])


def _order_union(layout: Layout, shape: Shape) -> list[c.Statement]:
    """Standard order: by kind, then numbers by value, atoms by name, compounds by their arguments."""
    node, rank = shape.node.find(), f"rank_{shape.name}"
    cases: list[tuple[c.Expr | None, tuple[c.Statement, ...]]] = []
    mixed = node.ints and node.floats
    if mixed:
        numbers = c.Return(c.call("order_N", *(_number(layout, x, shape) for x in (A, B))))
        cases += [(c.Name("TAG_INT"), (numbers,)), (c.Name("TAG_FLOAT"), (numbers,))]
    for tag, member, name in _members(layout, "order", shape):
        if not (mixed and tag in (c.Name("TAG_INT"), c.Name("TAG_FLOAT"))):
            values = [layout.member(x, node, member) for x in (A, B)]
            cases.append((tag, (c.Return(c.Call(name, tuple(values))),)))
    for functor in layout.functors(node):
        cases.append((layout.tag(node, functor), _on_fields(layout, "order", shape, functor)))
    return [
        c.assign(SIGN, c.Binary("-", c.call(rank, A), c.call(rank, B))),
        c.If(SIGN, (c.Return(c.Choice(c.Binary("<", SIGN, c.ZERO), c.Name("-1"), c.number(1))),)),
        c.Switch(layout.tag_of(A, node), tuple(cases)),
        c.Return(c.ZERO),
    ]


def _number(layout: Layout, x: c.Expr, shape: Shape) -> c.Expr:
    """The number that a union is."""
    node = shape.node
    whole, broken = (c.call(f"n_{kind}", layout.member(x, node, kind.lower())) for kind in "ID")
    return c.Choice(layout.has_tag(x, node, "TAG_INT"), whole, broken)


# Reading


def _get(layout: Layout, shape: Shape) -> c.Function:
    """Reads a value."""
    kind, body = shape.name, _checked(shape)
    if shape.boxed:
        size = c.call("sizeof", c.Unary("*", X)), c.call("_Alignof", c.Name(f"struct {kind}_"))
        body.append(c.assign(X, c.Cast(kind, c.call("alloc", *size))))
    if shape.kind == "struct":
        (functor,) = layout.functors(shape.node)
        there = c.both(c.equals(c.call("get_tag"), c.Name("'c'")), _follows(functor))
        body += [c.If(c.Unary("!", there), (FOREIGN,)), *_read_fields(layout, shape, functor)]
    else:
        body += [c.Switch(c.call("get_tag"), tuple(_read_members(layout, shape))), FOREIGN]
    return c.Function(f"get_{kind}", (), (c.Parameter(kind, X),), (*body, c.Return(X)), True, kind)


def _follows(functor: Functor) -> c.Expr:
    """Whether a functor follows: then it is read."""
    name, arity = functor
    return c.call("known_functor", c.Text(name), c.number(len(utf8(name))), c.number(arity))


def _read_fields(layout: Layout, shape: Shape, functor: Functor) -> list[c.Statement]:
    return [
        c.assign(layout.field(X, shape.node, functor, i), c.call(layout.need("get", field)))
        for i, field in enumerate(shape.node.find().structs[functor])
    ]


def _read_members(layout: Layout, shape: Shape) -> list[tuple[c.Expr | None, tuple[c.Statement, ...]]]:
    """What is read behind each tag."""
    node = shape.node.find()

    def tagged(tag: c.Expr, *read: c.Statement) -> tuple[c.Statement, ...]:
        return (c.assign(layout.tag_of(X, node), tag), *read, c.Return(X))

    def member(name: str, function: str) -> c.Statement:
        return c.assign(layout.member(X, node, name), c.call(function))

    cases: list[tuple[c.Expr | None, tuple[c.Statement, ...]]] = []
    if node.ints:
        cases.append((c.Name("'i'"), tagged(c.Name("TAG_INT"), member("i", "get_int"))))
    if node.floats:
        cases.append((c.Name("'f'"), tagged(c.Name("TAG_FLOAT"), member("d", "get_float"))))
    if node.atoms or node.open:
        read = "read_O" if node.open else "read_A"
        cases.append((c.Name("'a'"), tagged(c.Name("TAG_ATOM"), member("a", read))))
        if node.open:
            cases.append((c.Name("'s'"), tagged(c.Name("TAG_ATOM"), member("a", "read_string"))))
    if node.element is not None:
        layout.need("get", layout.list_part(node))
        read = f"read_{layout.list_name(node)}"
        cases.append((c.Name("'l'"), tagged(c.Name("TAG_LIST"), member("l", read))))
    compounds: list[c.Statement] = []
    for functor in layout.functors(node):
        made = tagged(layout.tag(node, functor), *_read_fields(layout, shape, functor))
        compounds.append(c.If(_follows(functor), made))
    for number, name in enumerate(sorted(node.wide)):
        part = layout.wide_part(node, name)
        layout.need("get", part)
        made = tagged(layout.tag(node, (name, 0)), member(f"w{number}", f"read_{layout.c(part)}"))
        size = c.number(len(utf8(name)))
        compounds.append(c.If(c.call("known_name", c.Text(name), size), made))
    return [*cases, (c.Name("'c'"), tuple(compounds))] if compounds else cases
