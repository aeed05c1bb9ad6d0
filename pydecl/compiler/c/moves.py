"""What procedures become in C that only move items; the macros are in `moving.h`."""

from __future__ import annotations

from pydecl.compiler.c.module import Module
from pydecl.compiler.c.types import Instance


def moves_text(whole: Module, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of what a procedure becomes that only moves items."""
    layout, name = whole.layout, whole.names[instance]
    if instance.procedure.key not in whole.moving:
        return None
    (given,), (made,) = instance.parameters, instance.results
    lists, inner = layout.c(given), given.find().element
    if inner is None or layout.c(made) != lists or {layout.shape(n).kind for n in (given, inner)} != {"list"}:
        return None
    layout.need("room", given)
    names = f"{name}, {name}_whole, {lists}, {layout.c(inner)}, {layout.c(inner.list_element())}"
    return f"\nstatic bool {name}({lists} in, {lists} *out);", f"\nMOVED({names})\n"
