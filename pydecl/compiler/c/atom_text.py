"""Library predicates on the text of atoms in C: text taken apart and made."""

from __future__ import annotations

from pydecl.compiler import ir
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import at_most, given, less, minus, plus, taken, taken_int, taken_list
from pydecl.compiler.c.boxing import given_up, wrapped
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.errors import NotCoveredError
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import value

EMPTY = c.Cast("Text", c.Braces((c.Text(""), c.ZERO)))


def is_idle(e: Emitter, goal: ir.Library) -> bool:
    """Whether a call only makes text, of what has a text, and nobody wants it."""
    if goal.procedure.name not in ("atom_concat", "atomic_list_concat", "upcase_atom"):
        return False
    pieces = _pieces(e, goal) if goal.procedure.name == "atomic_list_concat" else None
    nodes = [e.instance.place(goal, i) for i in range(len(goal.arguments))]
    if pieces is not None:
        nodes[0:1] = [node for _, node in pieces]
    elif goal.procedure.name == "atomic_list_concat":
        items = nodes[0].find().element if nodes[0].kinds == ("list",) else None
        if items is None:
            return False
        nodes[0] = items
    return all(isinstance(pattern, ir.Ignore) for pattern in goal.results) and all(
        set(node.kinds) <= {"int", "atom"} for node in nodes
    )


def _text(e: Emitter, goal: ir.Library, index: int) -> c.Expr:
    """A name for the text of an atom or integer."""
    return _text_of(e, *taken(e, goal, index))


def _text_of(e: Emitter, x: c.Expr, node: Type) -> c.Expr:
    name = e.local("Text", "s")
    e.write(c.assign(name, _made_text(e, x, node)))
    return name


def _made_text(e: Emitter, x: c.Expr, node: Type) -> c.Expr:
    shape = e.layout.shape(node)
    t, dot = shape.name, shape.dot
    if shape.kind == "union":
        cases = []
        if node.find().ints:
            cases.append(f"if (x{dot}tag == TAG_INT) return text_of_int(x{dot}u.i);")
        if node.find().atoms or node.find().open:
            cases.append(f"if (x{dot}tag == TAG_ATOM) return text_of(x{dot}u.a);")
        none = 'unsupported("text of a term"); return names[0];'
        e.layout.add("text", node, f"SOME Text text_{t}({t} x) {{ {' '.join(cases)} {none} }}")
        return c.call(f"text_{t}", x)
    if shape.kind == "I":
        return c.call("text_of_int", x)
    if shape.kind in ("A", "O"):
        return c.call("text_of", x)
    return given_up("text of a term", c.Cast("Text", c.Braces((c.ZERO,))))


def _atom_text(e: Emitter, goal: ir.Library) -> c.Expr:
    """A name for the text of the first argument, which must be an atom."""
    x, node = taken(e, goal, 0)
    shape = e.layout.shape(node)
    if "atom" not in node.kinds or shape.kind not in ("A", "O", "union"):
        raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no atom", goal)
    if shape.kind == "union":
        e.unless(c.Unary("!", e.layout.has_tag(x, node, "TAG_ATOM")), "a text that is no atom")
    return _text_of(e, x, node)


def atom_length(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_length/2 in mode `+-`."""
    given(e, goal, 0, "I", c.call("characters", _text(e, goal, 0)))
    after()


def atom_concat(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_concat/3 in mode `++-`."""
    a, b = _text(e, goal, 0), _text(e, goal, 1)
    given(e, goal, 0, "O", c.call("joined", a, b))
    after()


def concat_list(e: Emitter, goal: ir.Library, after: After) -> None:
    """atomic_list_concat/2 and, with a separator, /3."""
    pieces = _pieces(e, goal)
    if pieces is not None:
        _concat_pieces(e, goal, pieces)
        after()
        return
    items, part = taken_list(e, goal, 0)
    between = _text(e, goal, 1) if len(goal.arguments) == 2 else None
    element = part.list_element()
    whole, i = e.local("Text", "s"), e.local("int32_t", "i")
    one = e.local(e.layout.c(element), "t")
    e.write(c.assign(whole, EMPTY))

    def body() -> None:
        e.write(c.assign(one, c.item(items, i)))
        text = _text_of(e, one, element)
        if between is not None:
            e.write(c.If(i, (_join(whole, between),)))
        e.write(_join(whole, text))

    e.each_index(i, c.count(items), *e.block(body))
    given(e, goal, 0, "O", c.call("atom_of", whole))
    after()


def _join(whole: c.Expr, text: c.Expr) -> c.Statement:
    """A text with another one behind it."""
    return c.assign(whole, c.call("text_joined", whole, text))


def _pieces(e: Emitter, goal: ir.Library) -> list[tuple[ir.Expr, Type]] | None:
    """The items of a list that is written there: each has a type of its own."""
    written = goal.arguments[0]
    if not isinstance(written, ir.MakeList) or written.tail is not None:
        return None
    first = len(goal.arguments)
    places = (e.instance.place(goal, first + i) for i in range(len(written.items)))
    return list(zip(written.items, places, strict=True))


def _concat_pieces(e: Emitter, goal: ir.Library, pieces: list[tuple[ir.Expr, Type]]) -> None:
    between = _text(e, goal, 1) if len(goal.arguments) == 2 else None
    whole = e.local("Text", "s")
    e.write(c.assign(whole, EMPTY))
    for number, (item, node) in enumerate(pieces):
        text = _text_of(e, e.named(value(e, item, node), node), node)
        if between is not None and number:
            e.write(_join(whole, between))
        e.write(_join(whole, text))
    given(e, goal, 0, "O", c.call("atom_of", whole))


def characters(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_chars/2, atom_codes/2: the characters of an atom or a number."""
    text = _text(e, goal, 0)
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    made, i = e.local(e.layout.c(part), "t"), e.local("int32_t", "i")
    one, left = e.local("Text", "s"), e.local("I", "i")
    e.write(c.assign(made, c.call(e.layout.need("room", part), c.call("characters", text))))
    codes = goal.procedure.name == "atom_codes"
    kind, found = ("I", c.call("code_of_char", one)) if codes else ("O", c.call("atom_of", one))
    character = c.assign(c.item(made, i), wrapped(e.layout, kind, found, element))
    e.each_index(i, c.count(made), _part(text, i, c.number(1), one, left), character)
    given(e, goal, 0, "L", made)
    after()


def _part(text: c.Expr, start: c.Expr, size: c.Expr, part: c.Expr, left: c.Expr) -> c.Statement:
    """A part of a text, and how much is left behind it."""
    return c.Do(_found_part(text, start, size, part, left))


def _found_part(text: c.Expr, start: c.Expr, size: c.Expr, part: c.Expr, left: c.Expr) -> c.Expr:
    return c.call("text_part", text, start, size, c.Unary("&", part), c.Unary("&", left))


def atom_of(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_chars/2, atom_codes/2: the atom of characters or codes."""
    items, part = taken_list(e, goal, 0)
    kind = e.layout.shape(part.list_element()).kind
    if kind not in ("A", "O", "I"):
        raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no character", goal)
    whole, i = e.local("Text", "s"), e.local("int32_t", "i")
    one: c.Expr = c.item(items, i)
    text = c.call("text_of", c.call("char_of_code", one) if kind == "I" else one)
    e.write(c.assign(whole, EMPTY))
    e.each_index(i, c.count(items), c.Do(c.call("code_of_char", text)), _join(whole, text))
    given(e, goal, 0, "O", c.call("atom_of", whole))
    after()


def part_of_atom(e: Emitter, goal: ir.Library, after: After) -> None:
    """sub_atom/5 where it is known from where on and how long."""
    text, start, size = _text(e, goal, 0), taken_int(e, goal, 1), taken_int(e, goal, 2)
    part, left = e.local("Text", "s"), e.local("I", "i")
    e.require(_found_part(text, start, size, part, left))
    given(e, goal, 0, "I", left)
    given(e, goal, 1, "O", c.call("atom_of", part))
    after()


def parts_of_atom(e: Emitter, goal: ir.Library, after: After) -> None:
    """sub_atom/5: every part, by its start, then by its size."""
    text = e.fresh("text", "Text")
    e.write(c.assign(text, _text(e, goal, 0)))
    whole, start, size = (e.fresh(stem, "int32_t") for stem in ("all", "start", "size"))
    e.write(c.assign(whole, c.Cast("int32_t", c.call("characters", text))))
    e.write(c.assign(start, c.ZERO), c.assign(size, c.Name("-1")))

    def body(_: c.Expr) -> None:
        part, left = e.local("Text", "s"), e.local("I", "i")
        e.write(c.increment(size))
        following = c.increment(start), c.assign(size, c.ZERO)
        e.write(c.If(less(minus(whole, start), size), following), _part(text, start, size, part, left))
        numbers: tuple[c.Expr, ...] = c.Cast("I", start), c.Cast("I", size), left
        for index, number in enumerate(numbers):
            given(e, goal, index, "I", number)
        given(e, goal, 3, "O", c.call("atom_of", part))

    parts = c.Binary("*", plus(whole, 1), plus(whole, 2))
    e.loop(c.Binary("/", parts, c.number(2)), after, body)


def upcase(e: Emitter, goal: ir.Library, after: After) -> None:
    """upcase_atom/2 in mode `+-`."""
    given(e, goal, 0, "O", c.call("atom_of", c.call("text_upper", _text(e, goal, 0))))
    after()


def atom_number(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_number/2 in mode `+-`."""
    text, number = _atom_text(e, goal), e.local("I", "i")
    e.require(c.call("text_integer", text, c.Unary("&", number)))
    given(e, goal, 0, "I", number)
    after()


def split_text(e: Emitter, goal: ir.Library, after: After) -> None:
    """atomic_list_concat/3: the text between separators."""
    between, whole = _text(e, goal, 0), _text(e, goal, 1)
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    made, n, at = e.local(e.layout.c(part), "t"), e.local("I", "i"), e.local("I", "i")
    end = e.local("I", "i")
    width = c.Cast("I", c.Field(between, "size"))
    e.unless(c.equals(c.Field(between, "size"), c.ZERO), "an empty separator")
    following = c.call("text_found", whole, between, c.Cast("size_t", at))
    another = at_most(c.ZERO, c.Assign(at, following))
    e.write(c.assign(n, c.number(1)))
    e.write(c.For(c.Assign(at, c.ZERO), another, c.Assign(at, width, "+="), (c.increment(n),)))
    e.write(c.assign(made, c.call(e.layout.need("room", part), n)), c.assign(at, c.ZERO))
    size = c.Cast("size_t", minus(end, at))
    piece = c.Cast("Text", c.Braces((plus(c.Field(whole, "text"), at), size)))
    e.each_index(
        n,
        c.count(made),
        c.assign(end, following),
        c.If(less(end, c.ZERO), (c.assign(end, c.Cast("I", c.Field(whole, "size"))),)),
        c.assign(c.item(made, n), wrapped(e.layout, "O", c.call("atom_of", piece), element)),
        c.assign(at, plus(end, width)),
    )
    given(e, goal, 0, "L", made)
    after()


def code_char(e: Emitter, goal: ir.Library, after: After) -> None:
    """char_code/2 in mode `-+`."""
    code = taken_int(e, goal, 0)
    if isinstance(goal.results[0], ir.Ignore):
        e.do("char_checked", code)
    else:
        given(e, goal, 0, "O", c.call("char_of_code", code))
    after()


def char_code(e: Emitter, goal: ir.Library, after: After) -> None:
    """char_code/2 in mode `+-`."""
    given(e, goal, 0, "I", c.call("code_of_char", _atom_text(e, goal)))
    after()
