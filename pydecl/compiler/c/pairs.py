"""Library predicates in C that sort lists, or take pairs apart, or add numbers up."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import given, given_as, less, taken_list
from pydecl.compiler.c.arithmetic import as_number, either
from pydecl.compiler.c.boxing import compound
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type

PAIR = "-", 2


def sort_four(e: Emitter, goal: ir.Library, after: After) -> None:
    """sort/4 by a known key (0 or an argument of pairs) in a known order."""
    key, order = goal.arguments[0], goal.arguments[1]
    if not (isinstance(key, ir.Const) and isinstance(order, ir.Const)):
        raise NotCoveredError("sort/4 by a key or an order that is not written there", goal)
    items, part = taken_list(e, goal, 2)
    element, sign = part.list_element(), str(order.value)
    by, functor, argument = element, PAIR, -1
    if key != ir.Const(0):
        structs = element.find().structs
        if e.layout.shape(element).kind != "struct" or not isinstance(key.value, int):
            raise NotCoveredError("sort/4 by an argument of what is not one compound", goal)
        ((functor, fields),) = structs.items()
        if not 0 < key.value <= functor[1]:
            raise NotCoveredError("sort/4 by an argument that is not there", goal)
        argument = key.value - 1
        by = fields[argument]
    if sign not in ("@<", "@=<", "@>", "@>="):
        raise NotCoveredError(f"sort/4 in the order {sign}", goal)
    ordered = e.layout.need("order", by)

    def key_of(x: c.Expr) -> c.Expr:
        return x if argument < 0 else e.layout.field(x, element, functor, argument)

    def compare(a: c.Expr, b: c.Expr) -> c.Expr:
        a, b = key_of(a), key_of(b)
        return c.call(ordered, b, a) if sign.startswith("@>") else c.call(ordered, a, b)

    name = e.module.sorter(part, element, compare, once=sign in ("@<", "@>"))
    given(e, goal, 0, "L", c.call(name, items))
    after()


def keysort(e: Emitter, goal: ir.Library, after: After) -> None:
    """keysort/2 in mode `+-`."""
    items, part = taken_list(e, goal, 0)
    element = part.list_element()
    _only_pairs(e, goal, element)
    ordered = e.layout.need("order", element.find().structs[PAIR][0])

    def compare(a: c.Expr, b: c.Expr) -> c.Expr:
        return c.call(ordered, *(e.layout.field(x, element, PAIR, 0) for x in (a, b)))

    given(e, goal, 0, "L", c.call(e.module.sorter(part, element, compare, once=False), items))
    after()


def _only_pairs(e: Emitter, goal: ir.Library, element: Type) -> None:
    if e.layout.shape(element).kind != "struct":
        raise NotCoveredError(f"{goal.procedure.name} of what is not only pairs", goal)


def pairs_apart(e: Emitter, goal: ir.Library, after: After) -> None:
    """pairs_keys_values/3, pairs_keys/2, pairs_values/2."""
    items, part = taken_list(e, goal, 0)
    element = part.list_element()
    _only_pairs(e, goal, element)
    fields = {"pairs_keys": (0,), "pairs_values": (1,)}.get(goal.procedure.name, (0, 1))
    for index, number in enumerate(fields):
        own = e.layout.list_part(e.instance.place(goal, RESULT + index))
        found, i = e.local(e.layout.c(own), "t"), e.local("int32_t", "i")
        one = e.layout.field(c.item(items, i), element, PAIR, number)
        e.write(c.assign(found, c.call(e.layout.need("room", own), c.count(items))))
        e.each_index(i, c.count(items), c.assign(c.item(found, i), one))
        given(e, goal, index, "L", found)
    after()


def pairs_together(e: Emitter, goal: ir.Library, after: After) -> None:
    """pairs_keys_values/3 in mode `-++`."""
    keys, _ = taken_list(e, goal, 0)
    values, _ = taken_list(e, goal, 1)
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    found, i = e.local(e.layout.c(part), "t"), e.local("int32_t", "i")
    e.require(c.equals(c.count(keys), c.count(values)))
    e.write(c.assign(found, c.call(e.layout.need("room", part), c.count(keys))))
    pair = compound(e.layout, "-", (c.item(keys, i), c.item(values, i)), element)
    e.each_index(i, c.count(keys), c.assign(c.item(found, i), pair))
    given(e, goal, 0, "L", found)
    after()


def group_pairs(e: Emitter, goal: ir.Library, after: After) -> None:
    """group_pairs_by_key/2 in mode `+-`."""
    items, part = taken_list(e, goal, 0)
    element = part.list_element()
    _only_pairs(e, goal, element)
    node = e.instance.place(goal, RESULT)
    groups, group = e.layout.list_part(node), node.list_element()
    values = group.find().structs[PAIR][1]
    if e.layout.shape(values).kind != "list" or e.layout.shape(group).kind != "struct":
        raise NotCoveredError("group_pairs_by_key/2 of values of several kinds", goal)
    name = e.module.grouper(part, element, groups, group, values)
    given(e, goal, 0, "L", c.call(name, items))
    after()


# Sums and extremes


def total(e: Emitter, goal: ir.Library, after: After) -> None:
    """sum_list/2, max_list/2, min_list/2."""
    items, part = taken_list(e, goal, 0)
    element = part.list_element()
    if goal.procedure.name != "sum_list" and e.layout.c(element) not in ("I", "D", "N"):
        raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no number", goal)
    found, i = e.local("N", "n"), e.local("int32_t", "i")
    one = e.local(e.layout.c(element), "t")
    number = either(*as_number(e.layout, one, element))
    operation, start = goal.procedure.name[:3], c.ZERO
    if operation == "sum":
        operation = "add"
        e.write(c.assign(found, c.call("n_I", c.ZERO)))
    else:
        start = c.number(1)
        e.require(less(c.ZERO, c.count(items)))
        e.write(c.assign(one, c.item(items, c.ZERO)), c.assign(found, number))
    added = c.assign(found, c.call(f"n_{operation}", found, number))
    e.each_index(i, c.count(items), c.assign(one, c.item(items, i)), added, start=start)
    given(e, goal, 0, "N", found)
    after()


def extreme(e: Emitter, goal: ir.Library, after: After) -> None:
    """max_member/2, min_member/2: by the standard order."""
    items, part = taken_list(e, goal, 0)
    ordered = e.layout.need("order", part.list_element())
    i, best = e.local("int32_t", "i"), e.local("int32_t", "i")
    sign = ">" if goal.procedure.name.startswith("max") else "<"
    e.require(less(c.ZERO, c.count(items)))
    better = c.Binary(sign, c.call(ordered, c.item(items, i), c.item(items, best)), c.ZERO)
    e.write(c.assign(best, c.ZERO))
    e.each_index(i, c.count(items), c.If(better, (c.assign(best, i),)), start=c.number(1))
    given_as(e, goal, 0, c.item(items, best))
    after()
