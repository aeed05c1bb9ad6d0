"""Positions as short strings of bytes, equal exactly where the positions are: the keys of tables in C."""

from __future__ import annotations

from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.types import Type


def packing_text(layout: Layout, node: Type) -> tuple[str, str]:
    """C functions that pack and unpack the values of a type: their prototypes, and the functions.

    What packs numbers and atoms is in `tables.h`.
    """
    found: dict[str, str] = {}
    shapes: list[Shape] = []

    def visit(one: Type) -> str:
        shape = layout.shape(one)
        name = shape.name
        if shape.kind in ("E", "I", "D", "O", "N", "A") or name in found:
            return name
        found[name] = ""
        shapes.append(shape)
        if shape.kind in ("list", "wide"):
            found[name] = _list(shape, visit(layout.element(shape.node)))
        if shape.kind == "struct":
            found[name] = _struct(layout, shape, visit_fields(shape))
        elif shape.kind == "union":
            found[name] = _union(layout, shape, visit_fields(shape))
        return name

    def visit_fields(shape: Shape) -> dict[tuple[str, int], list[str]]:
        functors = layout.functors(shape.node)
        fields = {functor: [visit(one) for one in shape.node.find().structs[functor]] for functor in functors}
        if shape.kind == "union" and shape.node.find().element is not None:
            visit(layout.list_part(shape.node))
        for name in shape.node.find().wide if shape.kind == "union" else ():
            visit(layout.wide_part(shape.node, name))
        return fields

    visit(node)
    prototypes = "".join(
        f"static void pack_{shape.name}({shape.name} a); static {shape.name} unpack_{shape.name}(void);\n"
        for shape in shapes
    )
    return prototypes, "\n".join(found.values())


def _both(shape: Shape, pack: str, unpack: str) -> str:
    t, check = shape.name, "check_stack(); " if shape.deep else ""
    pack, unpack = check + pack, check + unpack
    return (
        f"static void pack_{t}({t} a) {{ {pack} }}\n"
        f"static {t} unpack_{t}(void) {{ {t} a; {unpack} return a; }}"
    )


def _list(shape: Shape, element: str) -> str:
    size = f"sizeof({element})"
    pack = "pack_I(a.n); for (int32_t i = 0; i < a.n; i++) " + f"pack_{element}(a.p[i]);"
    unpack = (
        f"a.n = (int32_t)unpack_I(); a.p = ({element} *)alloc({size} * (size_t)a.n, _Alignof({element})); "
        f"for (int32_t i = 0; i < a.n; i++) a.p[i] = unpack_{element}();"
    )
    return _both(shape, pack, unpack)


def _made(shape: Shape) -> str:
    """Makes room for a value that is held by a pointer."""
    return f"a = ({shape.name})alloc(sizeof *a, _Alignof(struct {shape.name}_)); " if shape.boxed else ""


def _struct(layout: Layout, shape: Shape, fields: dict[tuple[str, int], list[str]]) -> str:
    ((functor, names),) = fields.items()
    places = [(name, layout.field_text("a", shape.node, functor, i)) for i, name in enumerate(names)]
    pack = " ".join(f"pack_{name}({place});" for name, place in places)
    unpack = " ".join(f"{place} = unpack_{name}();" for name, place in places)
    return _both(shape, pack or "(void)a;", _made(shape) + unpack)


def _union(layout: Layout, shape: Shape, fields: dict[tuple[str, int], list[str]]) -> str:
    node, dot = shape.node.find(), shape.dot
    cases = [
        (tag, [(name, f"a{dot}u.{member}")])
        for tag, member, name, there in (
            ("TAG_INT", "i", "I", node.ints),
            ("TAG_FLOAT", "d", "D", node.floats),
            ("TAG_ATOM", "a", "O" if node.open else "A", bool(node.atoms) or node.open),
        )
        if there
    ]
    if node.element is not None:
        cases.append(("TAG_LIST", [(layout.list_name(node), f"a{dot}u.l")]))
    for number, name in enumerate(sorted(node.wide)):
        part = layout.c(layout.wide_part(node, name))
        cases.append((layout.tag_text(node, (name, 0)), [(part, f"a{dot}u.w{number}")]))
    for functor, names in fields.items():
        places = [(name, layout.field_text("a", node, functor, i)) for i, name in enumerate(names)]
        cases.append((layout.tag_text(node, functor), places))
    packs = (
        f"case {tag}: {' '.join(f'pack_{name}({place});' for name, place in places)} return;"
        for tag, places in cases
    )
    unpacks = (
        f"case {tag}: {' '.join(f'{place} = unpack_{name}();' for name, place in places)} return a;"
        for tag, places in cases
    )
    pack = f"pack_tag(a{dot}tag); switch (a{dot}tag) {{ {' '.join(packs)} }}"
    unpack = f"{_made(shape)}a{dot}tag = unpack_tag(); switch (a{dot}tag) {{ {' '.join(unpacks)} }}"
    return _both(shape, pack, unpack)
