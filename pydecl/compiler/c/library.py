"""Library predicates in C: lists, between/3, texts as lists of codes, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydecl.compiler import ir
from pydecl.compiler.c import term_inspection
from pydecl.compiler.c import tree as c
from pydecl.compiler.c.arguments import given, given_as, kept_list, taken, taken_int, taken_list
from pydecl.compiler.c.arithmetic import as_int
from pydecl.compiler.c.boxing import wrapped
from pydecl.compiler.c.emitter import After, Emitter
from pydecl.compiler.c.module import NotCoveredError
from pydecl.compiler.c.serialisation import coded
from pydecl.compiler.c.type_inference import RESULT
from pydecl.compiler.c.types import Type
from pydecl.compiler.c.values import match, simple_equality
from pydecl.compiler.library import MOST_JOINED, TYPE_TESTS
from pydecl.model.term import Atom

FEW = 16
"""So many constants are compared with a value one by one."""


def member(e: Emitter, goal: ir.Library, after: After) -> None:
    """member/2 in mode `-+`; large items are not copied."""
    items, part = kept_list(e, goal, 0)
    element = part.list_element()

    def body(i: c.Expr) -> None:
        if not e.layout.is_large(element) or isinstance(goal.results[0], ir.Equal):
            given_as(e, goal, 0, c.item(items, i))
            return
        place = e.local(e.layout.passed(element), "t")
        e.write(c.assign(place, c.Unary("&", c.item(items, i))))
        match(e, c.Unary("*", place), element, goal.results[0])

    e.loop(c.count(items), after, body)


def memberchk(e: Emitter, goal: ir.Library) -> None:
    """memberchk/2 in mode `++`; a few constants are compared one by one."""
    x, node = taken(e, goal, 0)
    among = goal.arguments[1]
    if isinstance(among, ir.MakeList) and among.tail is None and 0 < len(among.items) <= FEW:
        tests = [simple_equality(e.module, x, node, item) for item in among.items]
        told = [test for test in tests if test is not None]
        if len(told) == len(tests):
            e.require(c.any_of(told))
            return
    items, part = taken_list(e, goal, 1)
    e.require(c.call(e.layout.need("has", part), x, items))


def append_three(e: Emitter, goal: ir.Library) -> None:
    """append/3 in mode `++-`."""
    a, part = taken_list(e, goal, 0)
    b, _ = taken_list(e, goal, 1)
    given(e, goal, 0, "L", c.call(e.layout.need("append", part), a, b))


def length_of(e: Emitter, goal: ir.Library) -> None:
    """length/2 in mode `+-`."""
    items, _ = taken_list(e, goal, 0)
    given(e, goal, 0, "I", c.cast("I", c.count(items)))


def length_is(e: Emitter, goal: ir.Library) -> None:
    """length/2 in mode `++`."""
    items, _ = taken_list(e, goal, 0)
    n = taken_int(e, goal, 1)
    e.unless(c.Binary("<", n, c.ZERO), "a negative length")
    e.require(c.equals(c.count(items), n))


SORTS: Mapping[str, tuple[object, object]] = {"msort": (0, "@=<"), "sort": (0, "@<"), "keysort": (1, "@=<")}
"""The key and the order of sort/4 that other predicates have."""


def sort(e: Emitter, goal: ir.Library) -> None:
    """msort/2, sort/2, keysort/2, and sort/4 by a known key (0 or an argument) in a known order."""
    key, sign = SORTS.get(goal.procedure.name, (None, None))
    if len(goal.arguments) > 1:
        key, sign = (one.value if isinstance(one, ir.Const) else None for one in goal.arguments[:2])
    if key is None or sign is None:
        raise NotCoveredError("sort/4 by a key or an order that is not written there", goal)
    items, part = taken_list(e, goal, len(goal.arguments) - 1)
    element, argument = part.list_element(), None
    if key != 0:
        if e.layout.shape(element).kind != "struct" or not isinstance(key, int):
            raise NotCoveredError(f"{goal.procedure.name} by an argument of what is not one compound", goal)
        if not 0 < key <= next(iter(element.find().structs))[1]:
            raise NotCoveredError("sort/4 by an argument that is not there", goal)
        argument = key - 1
    if str(sign) not in ("@<", "@=<", "@>", "@>="):
        raise NotCoveredError(f"sort/4 in the order {sign}", goal)
    given(e, goal, 0, "L", c.call(e.module.sorter(part, str(sign), argument), items))


def filled(e: Emitter, goal: ir.Library) -> None:
    """$filled/3 in mode `++-`."""
    n = taken_int(e, goal, 0)
    x, _ = taken(e, goal, 1)
    part = e.layout.list_part(e.instance.place(goal, RESULT))
    given(e, goal, 0, "L", c.call(e.layout.need("filled", part), n, x))


def split(e: Emitter, goal: ir.Library) -> None:
    """$split/4 in mode `++--`."""
    n = taken_int(e, goal, 0)
    items, part = taken_list(e, goal, 1)
    e.require(c.Binary("&&", c.Binary("<=", c.ZERO, n), c.Binary("<=", n, c.count(items))))
    for index, helper in enumerate(("take", "drop")):
        made = c.call(e.layout.need(helper, part), items, c.cast("int32_t", n))
        given(e, goal, index, "L", made)


# Integers

MOST = c.Name("INT64_MAX")


def between_test(e: Emitter, goal: ir.Library) -> None:
    """between/3 in mode `+++`."""
    low = taken_int(e, goal, 0)
    high = None if _endless(e, goal) else taken_int(e, goal, 1)
    x = taken_int(e, goal, 2)
    e.require(
        c.Binary("<=", low, x)
        if high is None
        else c.Binary("&&", c.Binary("<=", low, x), c.Binary("<=", x, high))
    )


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
    e.repeat(c.Assign(i, low), c.Binary("<=", i, top), c.increment(i).value, write, past)


# Texts


def codes(e: Emitter, goal: ir.Library) -> None:
    """$codes/2 in mode `+-`."""
    x, node = taken(e, goal, 0)
    if isinstance(goal.results[0], ir.Ignore) and e.layout.shape(node).kind in ("A", "O", "I"):
        return
    whole = e.local("Text", "s")
    e.write(c.assign(whole, c.call(e.layout.need("text", node), x)))
    result = e.instance.place(goal, RESULT)
    part, element = e.layout.list_part(result), result.list_element()
    made, i = e.local(e.layout.c(part), "t"), e.local("int32_t", "i")
    e.write(c.assign(made, c.call(e.layout.need("room", part), c.call("characters", whole))))
    code = c.call("text_next", c.Unary("&", whole))
    e.each_index(i, c.count(made), c.assign(c.item(made, i), wrapped(e.layout, "I", code, element)))
    given(e, goal, 0, "L", made)


def text_of(e: Emitter, goal: ir.Library) -> None:
    """$atom_of/2 and $string_of/2 in mode `+-`."""
    items, part = taken_list(e, goal, 0)
    start, i = e.local("char *", "start"), e.local("int32_t", "i")
    e.write(c.assign(start, c.Name("up")))
    if goal.procedure.name == "$string_of":
        e.do("string_begins")
    code = as_int(e.layout, c.item(items, i), part.list_element())
    e.each_index(i, c.count(items), c.Do(c.call("code_push", code)))
    given(e, goal, 0, "O", c.call("atom_pushed", start))


def joined(e: Emitter, goal: ir.Library) -> None:
    """$atom_joined in all its modes; nothing is made of atoms and integers if nobody reads it."""
    texts = [taken(e, goal, index) for index in range(len(goal.arguments))]
    are_texts = all(e.layout.shape(node).kind in ("A", "O", "I") for _, node in texts)
    if not isinstance(goal.results[0], ir.Ignore) or not are_texts:
        start = e.local("char *", "start")
        e.write(c.assign(start, c.Name("up")))
        for x, node in texts:
            e.do("text_push", c.call(e.layout.need("text", node), x))
        given(e, goal, 0, "O", c.call("atom_pushed", start))


# Cells


def kept(e: Emitter, goal: ir.Library) -> None:
    """$kept/2 in mode `+-`."""
    made = coded(e.layout, "pack", e.instance.place(goal, RESULT))
    e.require(c.call("cell_kept", _cell(e, goal)))
    given_as(e, goal, 0, c.call(f"unpack_{made}"))


def keep(e: Emitter, goal: ir.Library) -> None:
    """$keep/2 in mode `++`."""
    x, node = taken(e, goal, 1)
    e.write(c.assign(c.Name("packed_size"), c.ZERO))
    e.do(f"pack_{coded(e.layout, 'pack', node)}", x)
    e.do("cell_keep", _cell(e, goal))


def _cell(e: Emitter, goal: ir.Library) -> c.Expr:
    cells = e.module.cells
    return c.Unary("&", c.Name(cells.setdefault(_constant(goal), f"cell{len(cells)}")))


def _constant(goal: ir.Library) -> object:
    """What the first argument is, which is written there."""
    (what, *_) = goal.arguments
    assert isinstance(what, ir.Const)
    return what.value.name if isinstance(what.value, Atom) else what.value


# Facts that change


def facts_each(e: Emitter, goal: ir.Library, after: After) -> None:
    """$fact/3 in mode `+--`."""
    facts, item = _facts(e, goal, node := e.instance.place(goal, RESULT + 1))
    i, top, now = (e.fresh(name, "I") for name in ("i", "top", "now"))
    e.write(c.assign(top, c.Field(facts.value, "count")), c.assign(now, c.Name("changes")))

    def write() -> None:
        place = e.local(f"{item} *", "t")
        e.write(c.assign(place, c.cast(f"{item} *", c.call("fact_gone", facts, i))))
        e.require(c.Binary("<", now, c.Field(place, "gone", True)))
        given(e, goal, 0, "I", i)
        match(e, c.Field(place, "fact", True), node, goal.results[1])
        after()

    e.repeat(c.Assign(i, c.Field(facts.value, "first")), c.Binary("<", i, top), c.increment(i).value, write)


def fact_comes(e: Emitter, goal: ir.Library) -> None:
    """$fact_comes/2 in mode `++`."""
    x, node = taken(e, goal, 1)
    facts, item = _facts(e, goal, node)
    place = e.local(f"{item} *", "t")
    e.write(c.assign(place, c.cast(f"{item} *", c.call("fact_comes", facts))))
    e.put(c.Field(place, "fact", True), x, node)
    if not node.find().is_plain:
        e.do("hold_facts")


def _facts(e: Emitter, goal: ir.Library, node: Type) -> tuple[c.Unary, str]:
    """Where the facts of a cell are, and what their items are called, which hold facts of a type."""
    name = f"facts{_constant(goal)}"
    e.module.facts[name] = e.layout.c(node)
    return _facts_at(goal), f"{name}_item"


def _facts_at(goal: ir.Library) -> c.Unary:
    return c.Unary("&", c.Name(f"facts{_constant(goal)}"))


# All of them

SEVERAL: Mapping[tuple[str, str], Callable[[Emitter, ir.Library, After], None]] = {
    ("member", "-+"): member,
    ("between", "++-"): between,
    ("arg", "-+-"): term_inspection.argument_each,
    ("$fact", "+--"): facts_each,
}
"""What writes predicates of several solutions, and what follows each."""

EMITTERS: Mapping[tuple[str, str], Callable[[Emitter, ir.Library], None]] = {
    ("memberchk", "++"): memberchk,
    ("append", "++-"): append_three,
    ("length", "+-"): length_of,
    ("length", "++"): length_is,
    **{(name, "+-"): sort for name in SORTS},
    ("sort", "+++-"): sort,
    ("between", "+++"): between_test,
    ("compare", "-++"): term_inspection.compare,
    ("arg", "++-"): term_inspection.argument,
    ("$setarg", "+++-"): term_inspection.set_argument,
    ("functor", "+--"): term_inspection.functor,
    ("=..", "-+"): term_inspection.built,
    ("=..", "+-"): term_inspection.apart,
    **{(name, "+"): term_inspection.type_test for name in TYPE_TESTS},
    ("$codes", "+-"): codes,
    **{(name, "+-"): text_of for name in ("$atom_of", "$string_of")},
    **{("$atom_joined", "+" * count + "-"): joined for count in range(2, MOST_JOINED + 1)},
    ("$filled", "++-"): filled,
    ("$split", "++--"): split,
    ("$uncovered", "+"): lambda e, goal: e.do("unsupported", c.Text(str(_constant(goal)))),
    ("$complete", "+"): lambda e, _: e.do("complete_answers"),
    ("$kept", "+-"): kept,
    ("$keep", "++"): keep,
    ("$snapshot", "+"): lambda e, goal: e.do(f"snapshot_{_constant(goal)}"),
    ("$changing", "+"): lambda e, _: e.require(c.call("changing")),
    ("$facts_loaded", "+"): lambda e, goal: e.require(c.call("facts_loaded", _facts_at(goal))),
    ("$fact_comes", "++"): fact_comes,
    ("$fact_goes", "++"): lambda e, goal: e.require(
        c.call("fact_goes", _facts_at(goal), taken_int(e, goal, 1))
    ),
    ("$wanted", ""): lambda e, _: e.require(c.Unary("!", c.call("passed_over"))),
}
"""What writes each other predicate in each mode of `library.MODES`."""
