"""Library predicates on the text of atoms and strings in C: text made, and taken apart."""

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


def text(e: Emitter, goal: ir.Library, index: int) -> c.Expr:
    """A name for the text of an atom or integer."""
    return _text_of(e, *taken(e, goal, index))


def _text_of(e: Emitter, x: c.Expr, node: Type) -> c.Expr:
    name = e.local("Text", "s")
    e.write(c.assign(name, _made_text(e, x, node)))
    return name


def _made_text(e: Emitter, x: c.Expr, node: Type) -> c.Expr:
    shape = e.layout.shape(node)
    t, dot = shape.name, shape.dot
    function = "text_in" if e.layout.has_strings else "text_of"
    if shape.kind == "union":
        cases = []
        if node.find().ints:
            cases.append(f"if (x{dot}tag == TAG_INT) return text_of_int(x{dot}u.i);")
        if node.find().atoms or node.find().open:
            cases.append(f"if (x{dot}tag == TAG_ATOM) return {function}(x{dot}u.a);")
        none = 'unsupported("text of a term"); return names[0];'
        e.layout.add("text", node, f"SOME Text text_{t}({t} x) {{ {' '.join(cases)} {none} }}")
        return c.call(f"text_{t}", x)
    if shape.kind == "I":
        return c.call("text_of_int", x)
    if shape.kind in ("A", "O"):
        return c.call(function, x)
    return given_up("text of a term", c.Cast("Text", c.Braces((c.ZERO,))))


def _atom_text(e: Emitter, goal: ir.Library, index: int = 0, *, strings: bool = False) -> c.Expr:
    """A name for the text of an argument, which must be an atom, or, with `strings`, a string."""
    x, node = taken(e, goal, index)
    shape = e.layout.shape(node)
    if "atom" not in node.kinds or shape.kind not in ("A", "O", "union"):
        raise NotCoveredError(f"{goal.procedure.name}/{goal.procedure.arity} of what may be no atom", goal)
    if shape.kind == "union":
        e.unless(c.Unary("!", e.layout.has_tag(x, node, "TAG_ATOM")), "a text that is no atom")
    if e.layout.has_strings and not strings:
        named = x if shape.kind != "union" else e.layout.member(x, node, "a")
        e.unless(c.call("atom_is_string", named), "a string in the place of an atom")
    return _text_of(e, x, node)


def made(goal: ir.Library, found: c.Expr) -> c.Expr:
    """What a predicate makes of a text: an atom, or a string."""
    name, mode = goal.procedure.name, goal.procedure.mode
    backwards = mode == "-+"
    atoms = {"string_to_atom": not backwards, "atom_string": backwards}
    is_string = not atoms.get(name, "string" not in name)
    return c.call("string_of" if is_string else "atom_of_part", found)


def atom_length(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_length/2 in mode `+-`."""
    given(e, goal, 0, "I", c.call("characters", text(e, goal, 0)))
    after()


def concat_list(e: Emitter, goal: ir.Library, after: After) -> None:
    """atomic_list_concat/2 and, with a separator, /3."""
    pieces = _pieces(e, goal)
    if pieces is not None:
        _concat_pieces(e, goal, pieces)
        after()
        return
    items, part = taken_list(e, goal, 0)
    between = text(e, goal, 1) if len(goal.arguments) == 2 else None
    element = part.list_element()
    start, i = _begun(e), e.local("int32_t", "i")
    one = e.local(e.layout.c(element), "t")

    def body() -> None:
        e.write(c.assign(one, c.item(items, i)))
        part = _text_of(e, one, element)
        if between is not None:
            e.write(c.If(i, (_push(between),)))
        e.write(_push(part))

    e.each_index(i, c.count(items), *e.block(body))
    given(e, goal, 0, "O", c.call("atom_of", c.call("text_pushed", start)))
    after()


def _begun(e: Emitter) -> c.Expr:
    """Where a text begins that is written piece by piece."""
    start = e.local("char *", "start")
    e.write(c.assign(start, c.Name("up")))
    return start


def _push(text: c.Expr) -> c.Statement:
    """The next piece."""
    return c.Do(c.call("text_push", text))


def _pieces(e: Emitter, goal: ir.Library) -> list[tuple[ir.Expr, Type]] | None:
    """The items of a list that is written there: each has a type of its own."""
    written = goal.arguments[0]
    if not isinstance(written, ir.MakeList) or written.tail is not None:
        return None
    first = len(goal.arguments)
    places = (e.instance.place(goal, first + i) for i in range(len(written.items)))
    return list(zip(written.items, places, strict=True))


def _concat_pieces(e: Emitter, goal: ir.Library, pieces: list[tuple[ir.Expr, Type]]) -> None:
    between = text(e, goal, 1) if len(goal.arguments) == 2 else None
    values = [_text_of(e, e.named(value(e, item, node), node), node) for item, node in pieces]
    start = _begun(e)
    for number, part in enumerate(values):
        if between is not None and number:
            e.write(_push(between))
        e.write(_push(part))
    given(e, goal, 0, "O", c.call("atom_of", c.call("text_pushed", start)))


def characters(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_chars/2 and the like: the characters of an atom, a string or a number."""
    if goal.procedure.name == "number_codes" and e.layout.shape(e.instance.place(goal, 0)).kind not in "IDN":
        raise NotCoveredError("number_codes/2 of what may be no number", goal)
    whole = text(e, goal, 0)
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    made, i = e.local(e.layout.c(part), "t"), e.local("int32_t", "i")
    e.write(c.assign(made, c.call(e.layout.need("room", part), c.call("characters", whole))))
    one = c.call("text_slice", whole, c.count(made), i, c.number(1))
    codes = goal.procedure.name.endswith("codes")
    kind, found = ("I", c.call("code_of_char", one)) if codes else ("O", c.call("atom_of_part", one))
    e.each_index(i, c.count(made), c.assign(c.item(made, i), wrapped(e.layout, kind, found, element)))
    given(e, goal, 0, "L", made)
    after()


def atom_of(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_chars/2 and the like: the atom or string of characters or codes."""
    items, part = taken_list(e, goal, 0)
    kind = e.layout.shape(part.list_element()).kind
    if kind not in ("A", "O", "I"):
        raise NotCoveredError(f"{goal.procedure.name}/2 of what may be no character", goal)
    start, i, char = _begun(e), e.local("int32_t", "i"), e.local("Text", "s")
    one: c.Expr = c.item(items, i)
    found = c.call("text_of", c.call("char_of_code", one) if kind == "I" else one)
    checked = c.Do(c.call("code_of_char", char))
    e.each_index(i, c.count(items), c.assign(char, found), checked, _push(char))
    given(e, goal, 0, "O", made(goal, c.call("text_pushed", start)))
    after()


def recast(e: Emitter, goal: ir.Library, after: After) -> None:
    """upcase_atom/2 and the like in mode `+-`."""
    function = "text_upper" if goal.procedure.name in ("upcase_atom", "string_upper") else "text_lower"
    given(e, goal, 0, "O", made(goal, c.call(function, text(e, goal, 0))))
    after()


def converted(e: Emitter, goal: ir.Library, after: After) -> None:
    """An atom as a string, or a string as an atom; a number as a string."""
    x, node = taken(e, goal, 0)
    shape, name = e.layout.shape(node), goal.procedure.name
    numbers = (c.Name("TAG_INT"), c.Name("TAG_FLOAT"))
    if name == "number_string" and shape.kind not in "IDN":
        raise NotCoveredError("number_string/2 of what may be no number", goal)
    if name == "text_to_string" and shape.kind in "IDN":
        raise NotCoveredError("text_to_string/2 of a number", goal)
    if name == "text_to_string" and shape.kind == "union":
        is_number = c.any_of([e.layout.has_tag(x, node, tag) for tag in numbers])
        e.unless(is_number, "text_to_string/2 of a number")
    given(e, goal, 0, "O", made(goal, _text_of(e, x, node)))
    after()


def string_number(e: Emitter, goal: ir.Library, after: After) -> None:
    """number_string/2 in mode `-+`."""
    x, node = taken(e, goal, 0)
    if not node.find().strings:
        raise NotCoveredError("number_string/2 of what is no string", goal)
    whole, number = _atom_text(e, goal, strings=True), e.local("I", "i")
    named = x if e.layout.shape(node).kind != "union" else e.layout.member(x, node, "a")
    e.unless(c.Unary("!", c.call("atom_is_string", named)), "a number in what is no string")
    e.require(c.call("text_integer", whole, c.Unary("&", number)))
    given(e, goal, 0, "I", number)
    after()


def string_code(e: Emitter, goal: ir.Library, after: After) -> None:
    """string_code/3 in mode `++-`."""
    index, whole = taken_int(e, goal, 0), _atom_text(e, goal, 1, strings=True)
    code = e.local("I", "i")
    e.write(c.assign(code, c.call("text_code", whole, index)))
    e.require(at_most(c.ZERO, code))
    given(e, goal, 0, "I", code)
    after()


def split_string(e: Emitter, goal: ir.Library, after: After) -> None:
    """split_string/4 in mode `+++-`."""
    whole, ends, pad = (_atom_text(e, goal, index, strings=True) for index in range(3))
    node = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(node), node.list_element()
    fields, n = e.local("const Text *", "fields"), e.local("I", "i")
    result, i = e.local(e.layout.c(part), "t"), e.local("int32_t", "i")
    e.write(c.assign(fields, c.call("text_fields", whole, ends, pad, c.Unary("&", n))))
    e.write(c.assign(result, c.call(e.layout.need("room", part), n)))
    one = wrapped(e.layout, "O", c.call("string_of", c.Item(fields, i)), element)
    e.each_index(i, c.count(result), c.assign(c.item(result, i), one))
    given(e, goal, 0, "L", result)
    after()


def atom_number(e: Emitter, goal: ir.Library, after: After) -> None:
    """atom_number/2 in mode `+-`."""
    whole, number = _atom_text(e, goal, strings=True), e.local("I", "i")
    e.require(c.call("text_integer", whole, c.Unary("&", number)))
    given(e, goal, 0, "I", number)
    after()


def split_text(e: Emitter, goal: ir.Library, after: After) -> None:
    """atomic_list_concat/3: the text between separators."""
    between, whole = text(e, goal, 0), text(e, goal, 1)
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
