"""Library predicates on lists in C."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import (
    at_most,
    given,
    given_as,
    is_int,
    kept_list,
    less,
    minus,
    plus,
    taken,
    taken_int,
    taken_list,
)
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.values import simple_equality

FEW = 16
"""So many constants are compared with a value one by one."""


def member(e: Emitter, goal: ir.Library, after: After) -> None:
    """member/2 in mode `-+`."""
    items, _ = kept_list(e, goal, 0)
    e.loop(c.count(items), after, lambda i: given_as(e, goal, 0, c.item(items, i)))


def memberchk(e: Emitter, goal: ir.Library, after: After) -> None:
    """memberchk/2 in mode `++`; a few constants are compared one by one."""
    x, node = taken(e, goal, 0)
    among = goal.arguments[1]
    if isinstance(among, ir.MakeList) and among.tail is None and 0 < len(among.items) <= FEW:
        tests = [simple_equality(e.module, x, node, item) for item in among.items]
        told = [test for test in tests if test is not None]
        if len(told) == len(tests):
            e.require(c.any_of(told))
            after()
            return
    items, part = taken_list(e, goal, 1)
    e.require(c.call(e.layout.need("has", part), x, items))
    after()


def append_three(e: Emitter, goal: ir.Library, after: After) -> None:
    """append/3 in mode `++-`."""
    a, part = taken_list(e, goal, 0)
    b, _ = taken_list(e, goal, 1)
    given(e, goal, 0, "L", c.call(e.layout.need("append", part), a, b))
    after()


def append_after(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+-+`: what comes after the front."""
    front, part = taken_list(e, goal, 0)
    whole, _ = taken_list(e, goal, 1)
    take, drop = e.layout.need("take", part), e.layout.need("drop", part)
    e.require(at_most(c.count(front), c.count(whole)))
    e.require(c.call(e.layout.need("equal", part), front, c.call(take, whole, c.count(front))))
    given(e, goal, 0, "L", c.call(drop, whole, c.count(front)))
    after()


def append_before(e: Emitter, goal: ir.Library, after: After) -> None:
    """`-++`: what comes before the end."""
    back, part = taken_list(e, goal, 0)
    whole, _ = taken_list(e, goal, 1)
    take, drop = e.layout.need("take", part), e.layout.need("drop", part)
    start = minus(c.count(whole), c.count(back))
    e.require(at_most(c.count(back), c.count(whole)))
    e.require(c.call(e.layout.need("equal", part), back, c.call(drop, whole, start)))
    given(e, goal, 0, "L", c.call(take, whole, start))
    after()


def append_split(e: Emitter, goal: ir.Library, after: After) -> None:
    """append/3 in mode `--+`."""
    whole, part = kept_list(e, goal, 0)
    take, drop = e.layout.need("take", part), e.layout.need("drop", part)

    def body(i: c.Expr) -> None:
        given(e, goal, 1, "L", c.call(drop, whole, i))
        given(e, goal, 0, "L", c.call(take, whole, i))

    e.loop(plus(c.count(whole), 1), after, body)


def append_two(e: Emitter, goal: ir.Library, after: After) -> None:
    """append/2 in mode `+-`."""
    lists, part = taken_list(e, goal, 0)
    inner = part.list_element()
    if e.layout.shape(inner).kind != "list":
        raise NotCoveredError("append/2 of what is not only lists", goal)
    join = e.layout.need("join", e.layout.list_part(inner))
    given(e, goal, 0, "L", c.call(join, c.items(lists), c.count(lists)))
    after()


def select(e: Emitter, goal: ir.Library, after: After) -> None:
    """select/3 in mode `-+-`."""
    items, part = kept_list(e, goal, 0)
    without = e.layout.need("without", part)

    def body(i: c.Expr) -> None:
        given_as(e, goal, 0, c.item(items, i))
        if not isinstance(goal.results[1], ir.Ignore):
            given(e, goal, 1, "L", c.call(without, items, i))

    e.loop(c.count(items), after, body)


def select_insert(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+-+`: the lists that are the given one with the item put in somewhere."""
    x, node = taken(e, goal, 0)
    x = e.kept(x, node)
    items, part = kept_list(e, goal, 1)
    insert = e.layout.need("with", part)
    limit = plus(c.count(items), 1)
    e.loop(limit, after, lambda i: given(e, goal, 0, "L", c.call(insert, items, i, x)))


def select_four(e: Emitter, goal: ir.Library, after: After) -> None:
    """`-++-`: an item of the list, and the list with another in its place."""
    items, part = kept_list(e, goal, 0)
    y, node = taken(e, goal, 1)
    y = e.kept(y, node)
    put = e.layout.need("set", part)

    def body(i: c.Expr) -> None:
        given_as(e, goal, 0, c.item(items, i))
        given(e, goal, 1, "L", c.call(put, items, i, y))

    e.loop(c.count(items), after, body)


def subtract(e: Emitter, goal: ir.Library, after: After) -> None:
    """subtract/3, intersection/3, union/3."""
    a, part = taken_list(e, goal, 0)
    b, _ = taken_list(e, goal, 1)
    there = c.TRUE if goal.procedure.name == "intersection" else c.FALSE
    kept = c.call(e.layout.need("keep", part), a, b, there)
    if goal.procedure.name == "union":
        kept = c.call(e.layout.need("append", part), kept, b)
    given(e, goal, 0, "L", kept)
    after()


def delete(e: Emitter, goal: ir.Library, after: After) -> None:
    """delete/3 in mode `++-`."""
    items, part = taken_list(e, goal, 0)
    x, _ = taken(e, goal, 1)
    given(e, goal, 0, "L", c.call(e.layout.need("delete", part), items, x))
    after()


def subset(e: Emitter, goal: ir.Library, after: After) -> None:
    """subset/2 in mode `++`."""
    a, part = taken_list(e, goal, 0)
    b, _ = taken_list(e, goal, 1)
    kept = c.call(e.layout.need("keep", part), a, b, c.TRUE)
    e.require(c.equals(c.count(kept), c.count(a)))
    after()


def nth(e: Emitter, goal: ir.Library, after: After) -> None:
    """nth0/3, nth0/4, nth1/3, nth1/4."""
    i = _index(e, goal) if len(goal.results) == 2 else taken_int(e, goal, 0)
    items, part = taken_list(e, goal, 1)
    first = c.Name(goal.procedure.name[-1])
    at = minus(i, first)
    if len(goal.results) == 2:
        _check_index(e, i, first)
    e.require(c.both(at_most(first, i), less(at, c.count(items))))
    given_as(e, goal, 0, c.item(items, at))
    if len(goal.results) == 2:
        rest = c.call(e.layout.need("without", part), items, c.Cast("int32_t", at))
        given(e, goal, 1, "L", rest)
    after()


def _index(e: Emitter, goal: ir.Library) -> c.Expr:
    """The index of nth0/4 and nth1/4, whose type error is one of its own."""
    if not is_int(e, e.instance.place(goal, 0)):
        raise NotCoveredError(f"{goal.procedure.name}/4 with an index that may be no integer", goal)
    return taken_int(e, goal, 0)


def _check_index(e: Emitter, i: c.Expr, first: c.Name) -> None:
    """The type error of nth0/4 and nth1/4."""
    kind = "nonneg" if first.text == "0" else "positive_integer"
    error = c.call("TYPE_ERROR", c.Text(kind), c.call("put_I", i))
    e.write(c.If(less(i, first), (c.Do(error),)))


def nth_insert(e: Emitter, goal: ir.Library, after: After) -> None:
    """`+-++`: the list with the item at the index."""
    i = _index(e, goal)
    x, _ = taken(e, goal, 1)
    items, part = taken_list(e, goal, 2)
    first = c.Name(goal.procedure.name[-1])
    at = minus(i, first)
    _check_index(e, i, first)
    e.require(c.both(at_most(first, i), at_most(at, c.count(items))))
    given(e, goal, 0, "L", c.call(e.layout.need("with", part), items, c.Cast("int32_t", at), x))
    after()


def nth_each(e: Emitter, goal: ir.Library, after: After) -> None:
    """nth0/3, nth0/4, nth1/3, nth1/4."""
    items, part = kept_list(e, goal, 0)
    first = c.Name(goal.procedure.name[-1])

    def body(i: c.Expr) -> None:
        given_as(e, goal, 1, c.item(items, i))
        given(e, goal, 0, "I", plus(c.Cast("I", i), first))
        if len(goal.results) == 3:
            given(e, goal, 2, "L", c.call(e.layout.need("without", part), items, i))

    e.loop(c.count(items), after, body)


def nth_insert_each(e: Emitter, goal: ir.Library, after: After) -> None:
    """`--++`: the item put in at each index."""
    x, node = taken(e, goal, 0)
    x = e.kept(x, node)
    items, part = kept_list(e, goal, 1)
    first = c.Name(goal.procedure.name[-1])

    def body(i: c.Expr) -> None:
        given(e, goal, 0, "I", plus(c.Cast("I", i), first))
        given(e, goal, 1, "L", c.call(e.layout.need("with", part), items, i, x))

    e.loop(plus(c.count(items), 1), after, body)


def length_of(e: Emitter, goal: ir.Library, after: After) -> None:
    """length/2 in mode `+-`."""
    items, _ = taken_list(e, goal, 0)
    given(e, goal, 0, "I", c.Cast("I", c.count(items)))
    after()


def length_is(e: Emitter, goal: ir.Library, after: After) -> None:
    """length/2 in mode `++`."""
    items, _ = taken_list(e, goal, 0)
    n = taken_int(e, goal, 1)
    e.unless(less(n, c.ZERO), "a negative length")
    e.require(c.equals(c.count(items), n))
    after()


def one_list(e: Emitter, goal: ir.Library, after: After) -> None:
    """A list made of a list."""
    items, part = taken_list(e, goal, 0)
    helper = {"reverse": "reverse", "list_to_set": "distinct", "msort": "sorted", "sort": "sorted"}
    made = c.call(e.layout.need(helper[goal.procedure.name], part), items)
    if goal.procedure.name == "sort":
        made = c.call(e.layout.need("unique", part), made)
    given(e, goal, 0, "L", made)
    after()


def last(e: Emitter, goal: ir.Library, after: After) -> None:
    """last/2 in mode `+-`."""
    items, _ = taken_list(e, goal, 0)
    e.require(less(c.ZERO, c.count(items)))
    given_as(e, goal, 0, c.item(items, minus(c.count(items), c.number(1))))
    after()


def filled(e: Emitter, goal: ir.Library, after: After) -> None:
    """$filled/3 in mode `++-`."""
    n = taken_int(e, goal, 0)
    x, _ = taken(e, goal, 1)
    part = e.layout.list_part(e.instance.place(goal, RESULT))
    given(e, goal, 0, "L", c.call(e.layout.need("filled", part), n, x))
    after()


def split(e: Emitter, goal: ir.Library, after: After) -> None:
    """$split/4 in mode `++--`."""
    n = taken_int(e, goal, 0)
    items, part = taken_list(e, goal, 1)
    e.require(c.both(at_most(c.ZERO, n), at_most(n, c.count(items))))
    for index, helper in enumerate(("take", "drop")):
        made = c.call(e.layout.need(helper, part), items, c.Cast("int32_t", n))
        given(e, goal, index, "L", made)
    after()
