"""Collections in C: findall/3, setof/3, aggregate_all/3 and the like."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arithmetic import either, number
from pydecl.compiler.c.blocks import Form, every, first, form
from pydecl.compiler.c.boxing import wrapped
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import fit, value

FLOOR, HP, UP = c.Name("hp_floor"), c.Name("hp"), c.Name("up")
COLLECTING = c.Name("collecting")


def collect(e: Emitter, goal: ir.Collect) -> None:
    """One value of all solutions."""
    kind, node = goal.kind, e.instance.place(goal, RESULT)
    if kind is ir.Collection.COUNT:
        count = e.fresh("count", "I")
        e.write(c.assign(count, c.ZERO))
        every(e, goal.goals, lambda: e.write(c.increment(count)))
        fit(e, wrapped(e.layout, "I", count, node), node, goal.result)
    elif kind is ir.Collection.SUM:
        held = "I" if _is_whole(e, goal.template) else "N"
        total = e.fresh("sum", held)
        e.write(c.assign(total, c.ZERO if held == "I" else c.call("n_I", c.ZERO)))
        every(e, goal.goals, lambda: _add(e, total, held, goal.template))
        fit(e, wrapped(e.layout, held, total, node), node, goal.result)
    else:
        _gather(e, goal, node)


def _is_whole(e: Emitter, template: ir.Expr) -> bool:
    """Whether what is added up can be nothing but integers."""
    return isinstance(template, ir.Var) and e.layout.c(e.type_of(template.name)) == "I"


def _add(e: Emitter, total: c.Expr, held: str, template: ir.Expr) -> None:
    kind, added = number(e, template)
    if held == "I":
        e.write(c.assign(total, c.call("i_add", total, added)))
    else:
        e.write(c.assign(total, c.call("n_add", total, either(kind, added))))


def _gather(e: Emitter, goal: ir.Collect, node: Type) -> None:
    element, part = node.list_element(), e.layout.list_part(node)
    match goal:  # findall(X, Goal, [Y]) of a goal that has one solution at the most: there is no list
        case ir.Collect(_, template, goals, ir.ListShape((only,), None)) if not form(e, goals) & (
            Form.WITHIN | Form.APART
        ):
            first(e, goals, e.fail)
            fit(e, value(e, template, element), element, only)
            return
        case _:
            pass
    kind = e.layout.c(element)
    base, floor = e.fresh("base", "char *"), e.fresh("floor", "char *")
    start, top = e.fresh("start", "char *"), e.fresh("top", "char *")
    outer = e.fresh("outer", "bool")
    e.write(c.assign(start, UP), c.assign(base, c.call("up_align")))
    e.write(c.assign(floor, FLOOR), c.assign(top, HP))
    e.write(c.assign(outer, COLLECTING), c.assign(COLLECTING, c.TRUE))
    plain = element.find().is_plain  # what the goals made is needed no longer

    def keep() -> None:
        made, place = value(e, goal.template, element), e.local(f"{kind} *", "t")
        e.write(c.assign(place, c.Cast(f"{kind} *", c.call("up_push", c.call("sizeof", c.Name(kind))))))
        e.put(c.Unary("*", place), made, element)
        if not plain:
            e.write(c.assign(FLOOR, HP))

    every(e, goal.goals, keep)
    found = e.local(e.layout.c(part), "t")
    lowest = c.call("floor_of_facts", floor) if e.module.holds_facts else floor
    if plain:
        e.write(c.assign(FLOOR, lowest))
        e.do("release", top)
    e.write(c.assign(COLLECTING, outer), c.assign(FLOOR, lowest))
    e.write(c.assign(found, c.call(e.layout.need("gathered", part), base, start)))
    fit(e, wrapped(e.layout, "L", found, node), node, goal.result)
