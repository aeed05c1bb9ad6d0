"""Library predicates on integers in C: between/3, succ/2, plus/3, numlist/3."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import at_most, given, less, minus, plus, taken_int
from pydecl.compiler.c.boxing import wrapped
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT

MOST = c.Name("INT64_MAX")


def numlist(e: Emitter, goal: ir.Library, after: After) -> None:
    """numlist/3 in mode `++-`."""
    low, high = taken_int(e, goal, 0), taken_int(e, goal, 1)
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    found, i = e.local(e.layout.c(part), "t"), e.local("I", "i")
    e.require(at_most(low, high))
    size = c.call("i_add", c.call("i_sub", high, low), c.number(1))
    e.write(c.assign(found, c.call(e.layout.need("room", part), size)))
    one = wrapped(e.layout, "I", plus(low, i), element)
    e.each_index(i, c.count(found), c.assign(c.item(found, i), one))
    given(e, goal, 0, "L", found)
    after()


def between_test(e: Emitter, goal: ir.Library, after: After) -> None:
    """between/3 in mode `+++`."""
    low = taken_int(e, goal, 0)
    high = None if _endless(e, goal) else taken_int(e, goal, 1)
    x = taken_int(e, goal, 2)
    e.require(at_most(low, x) if high is None else c.both(at_most(low, x), at_most(x, high)))
    after()


def _endless(e: Emitter, goal: ir.Library) -> bool:
    """Whether between/3 has no upper bound."""
    bound = goal.arguments[1]
    if isinstance(bound, ir.Const):
        return str(bound.value) in ("inf", "infinite")
    found = e.instance.place(goal, 1).find()
    if found.open or {"inf", "infinite"} & set(found.atoms):
        raise NotCoveredError("between/3 with a bound that may be inf", goal)
    return False


def between(e: Emitter, goal: ir.Library, after: After) -> None:
    """between/3 in mode `++-`."""
    low = taken_int(e, goal, 0)
    high = MOST if _endless(e, goal) else taken_int(e, goal, 1)
    i, top = e.fresh("i", "I"), e.fresh("top", "I")
    e.write(c.assign(top, high))

    def write() -> None:
        given(e, goal, 0, "I", i)
        after()

    past = c.If(c.equals(i, MOST), (c.Do(c.call("overflown")),))
    step = c.Assign(i, c.number(1), "+=")
    e.repeat(c.Assign(i, low), at_most(i, top), step, write, past)


def succ(e: Emitter, goal: ir.Library, after: After) -> None:
    """succ/2."""
    i = taken_int(e, goal, 0)
    e.unless(less(i, c.ZERO), "succ of a negative number")
    if goal.procedure.mode == "-+":
        e.require(less(c.ZERO, i))
        given(e, goal, 0, "I", minus(i, c.number(1)))
    else:
        given(e, goal, 0, "I", c.call("i_add", i, c.number(1)))
    after()


def plus_three(e: Emitter, goal: ir.Library, after: After) -> None:
    """plus/3."""
    a, b = taken_int(e, goal, 0), taken_int(e, goal, 1)
    given(e, goal, 0, "I", c.call("i_add", a, b) if goal.procedure.mode == "++-" else c.call("i_sub", b, a))
    after()
