"""Library predicates in C that inspect and make terms: order, type tests, arguments and names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import given, given_as, taken, taken_int
from pydecl.compiler.c.boxing import as_list, compound, constant, slice_of, wide
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.module import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT, list_parts
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import equality, value
from pydecl.model.term import Atom

Functor = tuple[str, int]


def compare(e: Emitter, goal: ir.Library) -> None:
    """compare/3 in mode `-++`."""
    fitted = goal.results[0]
    if isinstance(fitted, ir.Equal) and fitted.value not in [ir.Const(Atom(name)) for name in "<=>"]:
        raise NotCoveredError("compare/3 with an order that is not written there", goal)
    a, node = taken(e, goal, 0)
    b, _ = taken(e, goal, 1)
    order, o = e.layout.need("order", node), e.local("int", "o")
    below, same, above = (c.number(e.layout.atoms[name]) for name in "<=>")
    e.write(c.assign(o, c.call(order, a, b)))
    more = c.Choice(c.Binary("<", c.ZERO, o), above, same)
    given(e, goal, 0, "A", c.Choice(c.Binary("<", o, c.ZERO), below, more))


def type_test(e: Emitter, goal: ir.Library) -> None:
    """Type tests; `terms.h` says what each is true of."""
    x, node = taken(e, goal, 0)
    kind = c.call(e.layout.need("kind", node), x)
    e.require(c.Binary("&", kind, c.Name(f"IS_{goal.procedure.name}")))


# Arguments and names


def argument(e: Emitter, goal: ir.Library) -> None:
    """arg/3 in mode `++-`."""
    x, node = taken(e, goal, 1)
    if e.layout.shape(e.instance.place(goal, 0)).kind != "I":
        _compounds(e, goal, x, node)  # a term without arguments is seen before a wrong number
    i = taken_int(e, goal, 0)
    given_as(e, goal, 0, _argument(e, goal, x, node, i))


def argument_each(e: Emitter, goal: ir.Library, after: After) -> None:
    """arg/3 in mode `-+-`."""
    x, node = taken(e, goal, 0)
    x = e.kept(x, e.layout.c(node))
    count = e.local("int32_t", "n")
    for condition, functor in _compounds(e, goal, x, node):
        _where(e, condition, c.assign(count, _arity(e, x, node, functor)))

    def body(i: c.Expr) -> None:
        given_as(e, goal, 1, _argument(e, goal, x, node, c.Binary("+", i, c.number(1)), there=True))
        given(e, goal, 0, "I", c.Binary("+", c.cast("I", i), c.number(1)))

    e.loop(e.kept(count, "int32_t"), after, body)


def _where(e: Emitter, condition: c.Expr | None, *statements: c.Statement) -> None:
    """Statements under a condition, if there is one."""
    e.write(*(statements if condition is None else (c.If(condition, statements),)))


def _compounds(e: Emitter, goal: ir.Library, x: c.Expr, node: Type) -> list[tuple[c.Expr | None, Functor]]:
    """Each compound that `x` may be, with the test for it, None for the only one; anything else is a trap.

    A name alone, with arity -1, has any number of arguments.
    """
    found = node.find()
    functors = [*e.layout.functors(node), *((name, -1) for name in sorted(found.wide))]
    if not functors:
        raise NotCoveredError(f"{goal.procedure.name}/{goal.procedure.arity} of what is no compound", goal)
    if e.layout.shape(node).kind != "union":
        return [(None, functors[0])]
    tests = [e.layout.has_tag(x, node, e.layout.tag(node, functor)) for functor in functors]
    e.unless(c.Unary("!", c.any_of(tests)), f"{goal.procedure.name} of no compound")
    return list(zip(tests, functors, strict=True))


def _arity(e: Emitter, x: c.Expr, node: Type, functor: Functor) -> c.Expr:
    name, arity = functor
    return c.count(e.layout.wide_value(x, node, name)) if arity < 0 else c.number(arity)


def _argument(
    e: Emitter, goal: ir.Library, x: c.Expr, node: Type, i: c.Expr, *, there: bool = False
) -> c.Expr:
    """A name for the argument of the number `i`; `there` says that there is such an argument."""
    result = e.instance.place(goal, RESULT + len(goal.results) - 1)
    found = e.local(e.layout.c(result), "t")
    _by_number(
        *(e, goal, x, node, i),
        lambda functor, n: c.assign(found, e.layout.field(x, node, functor, n)),
        lambda _, slice_: c.assign(found, c.item(slice_, c.Binary("-", i, c.number(1)))),
        there=there,
    )
    return found


def _by_number(
    e: Emitter,
    goal: ir.Library,
    x: c.Expr,
    node: Type,
    i: c.Expr,
    field: Callable[[Functor, int], c.Statement],
    item: Callable[[str, c.Expr], c.Statement],
    *,
    there: bool = False,
) -> None:
    """The statement for the argument of the number `i`, from 1, of a compound with so many, or of a slice."""
    asked = goal.arguments[0] if goal.procedure.mode[0] == "+" else None
    for condition, functor in _compounds(e, goal, x, node):
        name, arity = functor
        if arity < 0:
            slice_ = e.layout.wide_value(x, node, name)
            outside = c.any_of((c.Binary("<", i, c.number(1)), c.Binary("<", c.count(slice_), i)))
            checked = () if there else (c.If(outside, _no_argument(e, i)),)
            _where(e, condition, *checked, item(name, slice_))
            continue
        numbers = [n for n in range(1, arity + 1) if not isinstance(asked, ir.Const) or ir.Const(n) == asked]
        cases = [(c.number(n), (field(functor, n - 1),)) for n in numbers]
        _where(e, condition, c.Switch(i, (*cases, (None, _no_argument(e, i)))))


def _no_argument(e: Emitter, i: c.Expr) -> tuple[c.Statement, ...]:
    """What happens where a compound has no argument of this number."""
    negative = c.Do(c.call("unsupported", c.Text("an argument of a negative number")))
    return c.If(c.Binary("<", i, c.ZERO), (negative,)), e.fail


def set_argument(e: Emitter, goal: ir.Library) -> None:
    """`$setarg`: a term with another argument."""
    i = taken_int(e, goal, 0)
    x, node = taken(e, goal, 1)
    put, _ = taken(e, goal, 2)
    shape = e.layout.shape(node)
    made = e.local(e.layout.c(node), "t")
    copied = c.call(e.layout.need("box", node), c.Unary("*", x)) if shape.boxed else x
    e.write(c.assign(made, copied))

    def item(name: str, slice_: c.Expr) -> c.Statement:
        helper = e.layout.need("set", e.layout.wide_part(node, name))
        at = c.Binary("-", c.cast("int32_t", i), c.number(1))
        return c.assign(e.layout.wide_value(made, node, name), c.call(helper, slice_, at, put))

    _by_number(
        *(e, goal, x, node, i),
        lambda functor, n: c.assign(e.layout.field(made, node, functor, n), put),
        item,
    )
    given_as(e, goal, 0, made)


def functor(e: Emitter, goal: ir.Library) -> None:
    """Name and arity of a compound."""
    x, node = taken(e, goal, 0)
    result = e.instance.place(goal, RESULT)
    name, arity = e.local(e.layout.c(result), "t"), e.local("I", "i")
    for condition, one in _compounds(e, goal, x, node):
        atom = constant(e.layout, Atom(one[0]), result)
        _where(e, condition, c.assign(name, atom), c.assign(arity, _arity(e, x, node, one)))
    given_as(e, goal, 0, name)
    given(e, goal, 1, "I", arity)


def apart(e: Emitter, goal: ir.Library) -> None:
    """`Term =.. List` of a known compound."""
    x, node = taken(e, goal, 0)
    result = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(result), result.list_element()
    made = e.local(e.layout.c(part), "t")
    for condition, one in _compounds(e, goal, x, node):
        items, rest = [constant(e.layout, Atom(one[0]), element)], c.Braces((c.ZERO, c.ZERO))
        if one[1] < 0:
            slice_ = e.layout.wide_value(x, node, one[0])
            rest = c.Braces((c.items(slice_), c.count(slice_)))
        items += [e.layout.field(x, node, one, n) for n in range(one[1])]
        whole = slice_of(e.layout, part, items, c.Made(e.layout.c(part), rest))
        _where(e, condition, c.assign(made, whole))
    given(e, goal, 0, "L", made)


MOST_NAMES = 32
"""The most names that a term may get that is made of a list."""


def built(e: Emitter, goal: ir.Library) -> None:
    """`Term =.. [Name|Arguments]`: a compound whose name is written there, or is one of a few atoms."""
    items, tail = list_parts(goal)
    node = e.instance.place(goal, RESULT)
    if not items or (tail is None and len(items) == 1):
        raise NotCoveredError("=../2 with a name that is not written there, or without arguments", goal)
    places = [e.instance.place(goal, n) for n in range(1, len(items))]
    named = _names(e, goal, items[0])
    values = [e.named(value(e, item, one), one) for item, one in zip(items[1:], places, strict=True)]
    rest_node = e.instance.place(goal, len(items))
    rest = e.named(value(e, tail if tail is not None else ir.MakeList((), None), rest_node), rest_node)
    rest = e.named(as_list(e.layout, rest, rest_node), e.layout.list_part(rest_node))
    kinds = [*places, rest_node.list_element()]
    made = e.local(e.layout.c(node), "t")
    if not values:
        e.unless(c.equals(c.count(rest), c.ZERO), "a compound without arguments")
    for condition, name in named:
        if name in node.find().wide:
            part = e.layout.wide_part(node, name)
            more: c.Expr = c.Made(e.layout.c(part), c.Braces((c.items(rest), c.count(rest))))
            more = slice_of(e.layout, part, values, more) if values else more
            _where(e, condition, c.assign(made, wide(e.layout, name, more, node)))
        else:
            _where(e, condition, _known(e, name, values, rest, node, made, kinds))
    given_as(e, goal, 0, made)


def _names(e: Emitter, goal: ir.Library, head: ir.Expr) -> list[tuple[c.Expr | None, str]]:
    """Each name that a term may get, with the test for it, None for the one written there.

    These are the names that its type knows: procedures that differ in atoms alone are one function.
    """
    if isinstance(head, ir.Const) and isinstance(head.value, Atom):
        return [(None, head.value.name)]
    node, made = e.instance.place(goal, 0), e.instance.place(goal, RESULT).find()
    names = sorted({name for name, _ in made.structs} | set(made.wide))
    if isinstance(head, ir.Var) and e.layout.shape(node).kind in "IDN":
        raise NotCoveredError("=../2 with a number for a name", goal)
    if not isinstance(head, ir.Var) or node.find().open or not 0 < len(names) <= MOST_NAMES:
        raise NotCoveredError("=../2 with a name that may be any atom", goal)
    x = e.named(value(e, head, node), node)
    found = [(equality(e, x, node, ir.Const(Atom(name))), name) for name in names]
    e.unless(c.Unary("!", c.any_of([condition for condition, _ in found])), "a compound of such a name")
    return [*found]


def _known(
    e: Emitter,
    name: str,
    values: Sequence[c.Expr],
    rest: c.Expr,
    node: Type,
    made: c.Expr,
    given: Sequence[Type],
) -> c.Statement:
    """A compound of one of the numbers of arguments that its type knows; another is a trap.

    `given` are the types of the values and, last, of the items of the rest: a compound of this name that is
    made elsewhere alone may hold others.
    """
    held = [e.layout.c(one) for one in given]
    cases: list[tuple[c.Expr | None, tuple[c.Statement, ...]]] = []
    for one in e.layout.functors(node):
        more = one[1] - len(values)
        fitting = [*held[:-1], *held[-1:] * more] if more >= 0 else []
        if one[0] == name and more >= 0 and fitting == [e.layout.c(f) for f in node.find().structs[one]]:
            fields = [*values, *(c.item(rest, c.number(n)) for n in range(more))]
            cases.append((c.number(more), (c.assign(made, compound(e.layout, name, fields, node)),)))
    unknown = c.Do(c.call("unsupported", c.Text("a compound of an unknown number of arguments")))
    return c.Switch(c.count(rest), (*cases, (None, (unknown,))))
