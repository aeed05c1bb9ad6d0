"""Library predicates in C: what a call takes and gives."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arithmetic import as_int
from pydecl.compiler.c.boxing import as_list, wrapped
from pydecl.compiler.c.emitter import Emitter
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import fit, value


def taken(e: Emitter, goal: ir.Library, index: int) -> tuple[c.Expr, Type]:
    """A name for an argument, and its type."""
    node = e.instance.place(goal, index)
    return e.named(value(e, goal.arguments[index], node), node), node


def taken_list(e: Emitter, goal: ir.Library, index: int) -> tuple[c.Expr, Type]:
    """A name for the slice of an argument, and the type of its lists."""
    x, node = taken(e, goal, index)
    part = e.layout.list_part(node)
    return e.named(as_list(e.layout, x, node), part), part


def kept_list(e: Emitter, goal: ir.Library, index: int) -> tuple[c.Expr, Type]:
    """The same, for a loop that may read it in whatever function follows."""
    items, part = taken_list(e, goal, index)
    return e.kept(items, e.layout.c(part)), part


def taken_int(e: Emitter, goal: ir.Library, index: int) -> c.Expr:
    """A name for an argument that must be an integer."""
    x, node = taken(e, goal, index)
    name = e.local("I", "i")
    e.write(c.assign(name, as_int(e.layout, x, node)))
    return name


def given(e: Emitter, goal: ir.Library, index: int, kind: str, made: c.Expr) -> None:
    """Fit a result of one kind; most integers that are given must be integers."""
    node, pattern = e.instance.place(goal, RESULT + index), goal.results[index]
    checked = kind == "I" and goal.procedure.name != "functor" and e.layout.shape(node).kind != "I"
    if checked and isinstance(pattern, ir.Equal):
        number = as_int(e.layout, e.named(value(e, pattern.value, node), node), node)
        e.write(c.Do(c.cast("void", number)))
    given_as(e, goal, index, wrapped(e.layout, kind, made, node))


def given_as(e: Emitter, goal: ir.Library, index: int, made: c.Expr) -> None:
    """Fit a result that is held as its type says."""
    fit(e, made, e.instance.place(goal, RESULT + index), goal.results[index])
