"""What procedures become in C that only move items, and the questions to what they would make.

The macros are in `moving.h` and `views.h`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydecl.compiler.c.types import Instance

if TYPE_CHECKING:
    from pydecl.compiler.c.program import Program


def moves_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of what a procedure becomes that only moves items."""
    layout, name = whole.layout, whole.names[instance]
    if instance.procedure.key not in whole.moving:
        return None
    (given,), (made,) = instance.parameters, instance.results
    lists, inner = layout.c(given), given.find().element
    if inner is None or layout.c(made) != lists or {layout.shape(n).kind for n in (given, inner)} != {"list"}:
        return None
    layout.need("room", given)
    item = layout.c(inner.list_element())
    declared = f"static bool {name}({lists} in, {lists} *out);"
    told = f"static Moves {name}_moves;\nSOME bool {name}_told({lists} in);"
    items = f"SOME void {name}_items({lists} in, {item} *items);"
    names = f"{name}, {name}_whole, {lists}, {layout.c(inner)}, {item}"
    return f"\n{declared}\n{told}\n{items}", f"\nMOVED({names})\n"


def view_text(whole: Program, instance: Instance) -> tuple[str, str] | None:
    """The prototype and the definition of a question to lists that are not made; its own is `_whole`."""
    layout, name = whole.layout, whole.names[instance]
    view = whole.views.get(instance.procedure.key)
    if view is None:
        return None
    mover = next(one for one in instance.calls.values() if one.procedure.key == view.mover)
    if moves_text(whole, mover) is None:
        return None
    (given,) = mover.parameters
    inner = given.list_element()
    lists, item = layout.c(given), layout.c(inner.list_element())
    names = f"{name}, {whole.names[mover]}, {lists}"
    results = [layout.c(node) for node in instance.results]
    match view.kind:
        case "made":
            return f"\nSOME bool {name}({lists} in);", f"\nVIEWED_MADE({names})\n"
        case "length" if results == ["I"]:
            return f"\nSOME bool {name}({lists} in, I *out0);", f"\nVIEWED_LENGTH({names})\n"
        case "has" if layout.c(instance.parameters[0]) == layout.c(inner):
            one, equal = layout.c(inner), layout.need("equal", inner.list_element())
            text = f"\nVIEWED_HAS({names}, {one}, {item}, {equal})\n"
            return f"\nSOME bool {name}({one} a, {lists} in);", text
        case "adds" if item == "A" and layout.c(instance.parameters[view.number]) == "I" and results == ["I"]:
            return _adds_text(whole, instance, whole.names[mover], lists)
        case _:
            return None


def _adds_text(whole: Program, instance: Instance, mover: str, lists: str) -> tuple[str, str]:
    name, view = whole.names[instance], whole.views[instance.procedure.key]
    assert view.choice is not None
    kinds = ["I", "I"]
    kinds[1 - view.number] = lists
    declared = f"{kinds[0]} a0, {kinds[1]} a1, I *out0"
    atoms = [whole.layout.atoms[atom] for atom in view.choice.atoms]
    sets = " ".join(
        f"uint64_t s{i}[SET_WORDS]; PLACES(s{i}, {atom}, A, equal_A);" for i, atom in enumerate(atoms)
    )
    lists_of = " ".join(f"uint64_t c{i} = lists_with(m, v, s{i});" for i in range(len(atoms)))
    sums = " ".join(
        f"sum += {step} * (I)pd_popcount({' & '.join(('m->all[v]', *conditions))});"
        for conditions, step in view.choice.ways
        if step
    )
    number, board = f"a{view.number}", f"a{1 - view.number}"
    text = f"""
SOME bool {name}({declared}) {{
    A items[MOST_ITEMS];
    char *mark = hp;
    const Moves *m = &{mover}_moves;
    if ({number} <= MOST_SUM && {number} >= -MOST_SUM && {mover}_told({board})) {{
        I sum = {number};
        {mover}_items({board}, items);
        {sets}
        for (int32_t v = 0; v < m->list_words; v++) {{ {lists_of} {sums} }}
        *out0 = sum;
        return true;
    }}
    bool found = {name}_whole(a0, a1, out0);
    release(mark);
    return found;
}}
"""
    return f"\nSOME bool {name}({declared});", text
