"""The C functions on structs and tagged unions: equality, standard order, hashing, writing and reading."""

from __future__ import annotations

from pydecl.compiler.c.layout import Layout, Shape
from pydecl.compiler.c.text import c_string

Functor = tuple[str, int]


def own_helper(layout: Layout, helper: str, shape: Shape) -> str:
    """A function on a struct or a union."""
    return (struct_helper if shape.kind == "struct" else union_helper)(layout, helper, shape)


def _checked(shape: Shape) -> str:
    """What walks values that can be nested as deep as one likes looks at the stack."""
    return " check_stack();" if shape.deep else ""


def struct_helper(layout: Layout, helper: str, shape: Shape) -> str:
    """A function on a type of one compound."""
    (functor,) = layout.functors(shape.node)
    t, made = shape.name, ""
    if helper == "get":
        if shape.boxed:
            made = f"x = ({t})alloc(sizeof *x, _Alignof(struct {t}_)); "
        read = _read_fields(layout, shape, functor)
        return (
            f"SOME {t} get_{t}(void) {{{_checked(shape)} {t} x; {made}"
            f"if (get_tag() != 'c') foreign(); {read} return x; }}"
        )
    return _function(helper, shape, _same_pointer(helper, shape) + _on_fields(layout, helper, shape, functor))


def _same_pointer(helper: str, shape: Shape) -> str:
    """A value that is shared is equal to itself: nothing is compared that is there once."""
    if not shape.boxed or helper not in ("equal", "order"):
        return ""
    return f"if (a == b) return {'true' if helper == 'equal' else '0'}; "


def _function(helper: str, shape: Shape, body: str) -> str:
    t = shape.name
    heads = {
        "equal": f"SOME bool equal_{t}({t} a, {t} b)",
        "order": f"SOME int order_{t}({t} a, {t} b)",
        "hash": f"SOME uint64_t hash_{t}({t} a)",
        "put": f"SOME void put_{t}({t} a)",
        "rank": f"SOME int rank_{t}({t} a)",
    }
    checked = "" if helper == "rank" else _checked(shape)
    return f"{heads[helper]} {{{checked} {body} }}"


def _on_fields(layout: Layout, helper: str, shape: Shape, functor: Functor) -> str:
    """Statements for the compounds `a` (and `b`) of one functor, which return where there is something to."""
    fields = shape.node.find().structs[functor]
    a = [layout.field_text("a", shape.node, functor, i) for i in range(len(fields))]
    b = [layout.field_text("b", shape.node, functor, i) for i in range(len(fields))]
    names = [layout.need(helper, field) for field in fields]
    if helper == "equal":
        return (
            f"return {' && '.join(f'{n}({x}, {y})' for n, x, y in zip(names, a, b, strict=True)) or 'true'};"
        )
    if helper == "order":
        steps = [f"o = {n}({x}, {y}); if (o) return o;" for n, x, y in zip(names, a, b, strict=True)]
        return f"int o = 0; {' '.join(steps)} return o;"
    if helper == "hash":
        steps = [f"h = mixed(h, {n}({x}));" for n, x in zip(names, a, strict=True)]
        seed = sum(map(ord, functor[0])) + functor[1]
        return f"uint64_t h = {seed}; {' '.join(steps)} return h;"
    assert helper == "put", helper
    steps = [f"{n}({x});" for n, x in zip(names, a, strict=True)]
    return f"put_functor({c_string(functor[0])}, {functor[1]}); {' '.join(steps)}"


def _read_fields(layout: Layout, shape: Shape, functor: Functor) -> str:
    """Reads what follows the tag `c`."""
    fields = shape.node.find().structs[functor]
    return _check_functor(functor) + " ".join(
        f"{layout.field_text('x', shape.node, functor, i)} = {layout.need('get', field)}();"
        for i, field in enumerate(fields)
    )


def _check_functor(functor: Functor) -> str:
    name = c_string(functor[0])
    size = len(functor[0].encode())
    return (
        f"{{ Text t; t.text = get_text(&t.size); uint32_t arity = get_size(); "
        f"if (arity != {functor[1]} || t.size != {size} || memcmp(t.text, {name}, {size})) foreign(); }} "
    )


def union_helper(layout: Layout, helper: str, shape: Shape) -> str:
    """A function on a type of several constructors."""
    if helper == "get":
        return _union_get(layout, shape)
    if helper == "order":
        return _union_order(layout, shape)
    cases = []
    for tag, member, name in _members(layout, helper, shape):
        a, b = f"a{shape.dot}u.{member}", f"b{shape.dot}u.{member}"
        call = {
            "equal": f"return {name}({a}, {b});",
            "hash": f"return {name}({a});",
            "put": f"{name}({a}); return;",
        }
        cases.append(f"case {tag}: {call[helper]}")
    for number, functor in enumerate(layout.functors(shape.node)):
        after = " return;" if helper == "put" else ""
        cases.append(f"case TAG_STRUCT + {number}: {{ {_on_fields(layout, helper, shape, functor)}{after} }}")
    first = _same_pointer(helper, shape)
    first += f"if (a{shape.dot}tag != b{shape.dot}tag) return false; " if helper == "equal" else ""
    last = "" if helper == "put" else " return 0;"
    return _function(helper, shape, f"{first}switch (a{shape.dot}tag) {{ {' '.join(cases)} }}{last}")


def _members(layout: Layout, helper: str, shape: Shape) -> list[tuple[str, str, str]]:
    """Tag, member and function for what is no compound."""
    node = shape.node.find()
    found = []
    if node.ints:
        found.append(("TAG_INT", "i", f"{helper}_I"))
    if node.floats:
        found.append(("TAG_FLOAT", "d", f"{helper}_D"))
    if node.atoms or node.open:
        found.append(("TAG_ATOM", "a", f"{helper}_{'O' if node.open else 'A'}"))
    if node.element is not None:
        found.append(("TAG_LIST", "l", layout.need(helper, layout.list_part(node))))
    for number, name in enumerate(sorted(node.wide)):
        part = layout.wide_part(node, name)
        found.append((layout.tag_text(node, (name, 0)), f"w{number}", layout.need(helper, part)))
    return found


def _union_get(layout: Layout, shape: Shape) -> str:
    node, t, dot = shape.node.find(), shape.name, shape.dot
    cases = []
    if node.ints:
        cases.append(f"case 'i': x{dot}tag = TAG_INT; x{dot}u.i = get_int(); return x;")
    if node.floats:
        cases.append(f"case 'f': x{dot}tag = TAG_FLOAT; x{dot}u.d = get_float(); return x;")
    if node.atoms or node.open:
        read = "read_O" if node.open else "read_A"
        cases.append(f"case 'a': x{dot}tag = TAG_ATOM; x{dot}u.a = {read}(); return x;")
    if node.element is not None:
        layout.need("get", layout.list_part(node))
        cases.append(
            f"case 'l': x{dot}tag = TAG_LIST; x{dot}u.l = read_{layout.list_name(node)}(); return x;"
        )
    for number, functor in enumerate(layout.functors(node)):
        test = f"known_functor({c_string(functor[0])}, {len(functor[0].encode())}, {functor[1]})"
        read = _read_fields(layout, shape, functor)
        cases.append(f"case 'c': if ({test}) {{ x{dot}tag = TAG_STRUCT + {number}; {read} return x; }}")
    for number, name in enumerate(sorted(node.wide)):
        test = f"known_name({c_string(name)}, {len(name.encode())})"
        part = layout.wide_part(node, name)
        layout.need("get", part)
        read = f"x{dot}u.w{number} = read_{layout.c(part)}();"
        cases.append(
            f"case 'c': if ({test}) {{ x{dot}tag = {layout.tag_text(node, (name, 0))}; {read} return x; }}"
        )
    joined, seen = [], False
    for case in cases:  # one label for all compounds
        joined.append(case.removeprefix("case 'c': ") if seen and case.startswith("case 'c'") else case)
        seen = seen or case.startswith("case 'c'")
    made = f"x = ({t})alloc(sizeof *x, _Alignof(struct {t}_)); " if shape.boxed else ""
    switch = f"switch (get_tag()) {{ {' '.join(joined)} }}"
    return f"SOME {t} get_{t}(void) {{{_checked(shape)} {t} x; {made}{switch} foreign(); return x; }}"


def _union_order(layout: Layout, shape: Shape) -> str:
    """Standard order: numbers by value, the empty list, atoms, compounds by arity, name, arguments."""
    node, dot = shape.node.find(), shape.dot
    compounds: list[tuple[Functor, str]] = [
        (functor, f"TAG_STRUCT + {number}") for number, functor in enumerate(layout.functors(node))
    ]
    if node.element is not None:
        compounds.append((("[|]", 2), "TAG_LIST"))
    compounds.sort(key=lambda pair: (pair[0][1], pair[0][0]))
    ranks = ["case TAG_INT: case TAG_FLOAT: return 0;", "case TAG_ATOM: return 2;"]
    for number, (_, tag) in enumerate(compounds):
        value = f"a{dot}u.l.n ? {3 + number} : 1" if tag == "TAG_LIST" else str(3 + number)
        ranks.append(f"case {tag}: return {value};")
    for name in sorted(node.wide):
        ranks.append(f'case {layout.tag_text(node, (name, 0))}: unsupported("an order of terms"); return 0;')
    rank = _function("rank", shape, f"switch (a{dot}tag) {{ {' '.join(ranks)} }} return 0;")
    cases = []
    if node.ints and node.floats:
        numbers = [f"({x}{dot}tag == TAG_INT ? n_I({x}{dot}u.i) : n_D({x}{dot}u.d))" for x in "ab"]
        cases.append(f"case TAG_INT: case TAG_FLOAT: return order_N({', '.join(numbers)});")
    for tag, member, name in _members(layout, "order", shape):
        if not (node.ints and node.floats and tag in ("TAG_INT", "TAG_FLOAT")):
            cases.append(f"case {tag}: return {name}(a{dot}u.{member}, b{dot}u.{member});")
    for number, functor in enumerate(layout.functors(node)):
        cases.append(f"case TAG_STRUCT + {number}: {{ {_on_fields(layout, 'order', shape, functor)} }}")
    t = shape.name
    same = _same_pointer("order", shape)
    body = f"{same}int r = rank_{t}(a), s = rank_{t}(b); if (r != s) return r < s ? -1 : 1;"
    return (
        rank
        + "\n"
        + _function("order", shape, f"{body} switch (a{dot}tag) {{ {' '.join(cases)} }} return 0;")
    )
