"""The library of the interpreter of the intermediate language: each mode as a generator of results."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import permutations

from differential import PrologError
from ir_numbers import error, evaluated, number_order, type_error
from ir_values import CELL, EMPTY, NotAListError, Real, Value, items_of, list_of, order

from pydecl.compiler import ir
from pydecl.errors import InputError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologString, term_text

Results = Iterator[tuple[Value, ...]]
Function = Callable[..., Results]

LIBRARY: dict[ir.Key, Function] = {}


def mode(name: str, *modes: str) -> Callable[[Function], Function]:
    def enter(function: Function) -> Function:
        for one in modes:
            LIBRARY[ir.Key(name, one)] = function
        return function

    return enter


def same(a: Value, b: Value) -> bool:
    return order(a, b) == 0


def is_cell(value: Value) -> bool:
    return isinstance(value, tuple) and value[0] == CELL and len(value) == 3


def begun(value: Value) -> tuple[list[Value], Value]:
    """The items that a list begins with, and the rest."""
    items = []
    while isinstance(value, tuple) and is_cell(value):
        items.append(value[1])
        value = value[2]
    return items, value


def proper(value: Value) -> list[Value]:
    """The items of what must be a list."""
    try:
        return items_of(value)
    except NotAListError:
        raise type_error("list", value) from None


def integer(value: Value) -> int:
    if not isinstance(value, int):
        raise type_error("integer", value)
    return value


def unmatched(name: str, *args: Value) -> PrologError:
    """What predicates of SWI-Prolog written with => raise."""
    goal = (":", Atom("lists"), (name, *args, ("$VAR", 0)))
    return error(("existence_error", Atom("matching_rule"), goal))


def matched(name: str, value: Value, *others: Value) -> list[Value]:
    """The items of the first argument of such a predicate."""
    items, tail = begun(value)
    if tail != EMPTY:
        raise unmatched(name, tail, *others)
    return items


def natural(value: Value) -> int:
    if integer(value) < 0:
        raise error(("domain_error", Atom("not_less_than_zero"), value))
    assert isinstance(value, int)
    return value


@mode("member", "-+")
def _member(whole: Value) -> Results:
    yield from ((item,) for item in begun(whole)[0])


@mode("memberchk", "++")
def _memberchk(item: Value, whole: Value) -> Results:
    if any(same(item, other) for other in begun(whole)[0]):
        yield ()


@mode("append", "++-")
def _append(front: Value, back: Value) -> Results:
    items, tail = begun(front)
    if tail == EMPTY:
        yield (list_of(items, back),)


@mode("append", "-++")
def _prefix(back: Value, whole: Value) -> Results:
    for front, rest in _splits(whole):
        if same(rest, back):
            yield (front,)


@mode("append", "+-+")
def _suffix(front: Value, whole: Value) -> Results:
    for start, rest in _splits(whole):
        if same(start, front):
            yield (rest,)


def _splits(whole: Value) -> Iterator[tuple[Value, Value]]:
    items, tail = begun(whole)
    for i in range(len(items) + 1):
        yield list_of(items[:i]), list_of(items[i:], tail)


@mode("append", "--+")
def _split(whole: Value) -> Results:
    yield from _splits(whole)


@mode("append", "+-")
def _flattened_once(lists: Value) -> Results:
    made: list[Value] = []
    parts = proper(lists)
    for i, part in enumerate(parts):
        items, tail = begun(part)
        made += items
        if tail != EMPTY:
            if i == len(parts) - 1:
                yield (list_of(made, tail),)
            return
    yield (list_of(made),)


@mode("select", "-+-")
def _select(whole: Value) -> Results:
    items, tail = begun(whole)
    for i, item in enumerate(items):
        yield item, list_of(items[:i] + items[i + 1 :], tail)


@mode("select", "+-+")
def _inserted(item: Value, rest: Value) -> Results:
    items, tail = begun(rest)
    for i in range(len(items) + 1):
        yield (list_of([*items[:i], item, *items[i:]], tail),)


@mode("select", "-++-")
def _replaced(whole: Value, new: Value) -> Results:
    items, tail = begun(whole)
    for i, item in enumerate(items):
        yield item, list_of([*items[:i], new, *items[i + 1 :]], tail)


def _has(items: list[Value], item: Value) -> bool:
    return any(same(item, other) for other in items)


@mode("subtract", "++-")
def _subtract(whole: Value, other: Value) -> Results:
    others = begun(other)[0]
    yield (list_of([item for item in matched("subtract", whole, other) if not _has(others, item)]),)


@mode("intersection", "++-")
def _intersection(whole: Value, other: Value) -> Results:
    others = begun(other)[0]
    yield (list_of([item for item in matched("intersection", whole, other) if _has(others, item)]),)


@mode("union", "++-")
def _union(whole: Value, other: Value) -> Results:
    others = begun(other)[0]
    yield (list_of([item for item in matched("union", whole, other) if not _has(others, item)], other),)


@mode("delete", "++-")
def _delete(whole: Value, item: Value) -> Results:
    items, tail = begun(whole)
    if tail == EMPTY:
        yield (list_of([other for other in items if not same(item, other)]),)


@mode("subset", "++")
def _subset(part: Value, whole: Value) -> Results:
    others = begun(whole)[0]
    if all(_has(others, item) for item in proper(part)):
        yield ()


def _nth(base: int) -> None:
    def checked(number: Value) -> int:
        if integer(number) < base:
            raise type_error("nonneg" if base == 0 else "positive_integer", number)
        return integer(number)

    def at(number: Value, whole: Value) -> Results:
        items = begun(whole)[0]
        if integer(number) - base >= 2**63:
            raise error(("representation_error", Atom("int64_t")))
        if base <= integer(number) < len(items) + base:
            yield (items[integer(number) - base],)

    def each(whole: Value) -> Results:
        yield from ((i, item) for i, item in enumerate(begun(whole)[0], base))

    def taken(number: Value, whole: Value) -> Results:
        items, tail = begun(whole)
        i = checked(number) - base
        if 0 <= i < len(items):
            yield items[i], list_of(items[:i] + items[i + 1 :], tail)

    def put(number: Value, item: Value, rest: Value) -> Results:
        items, tail = begun(rest)
        i = checked(number) - base
        if 0 <= i <= len(items):
            yield (list_of([*items[:i], item, *items[i:]], tail),)

    def each_taken(whole: Value) -> Results:
        items, tail = begun(whole)
        for i, item in enumerate(items):
            yield i + base, item, list_of(items[:i] + items[i + 1 :], tail)

    def each_put(item: Value, rest: Value) -> Results:
        items, tail = begun(rest)
        for i in range(len(items) + 1):
            yield i + base, list_of([*items[:i], item, *items[i:]], tail)

    name = f"nth{base}"
    for text, function in (
        *(("++-", at), ("-+-", each), ("++--", taken), ("+-++", put), ("-+--", each_taken)),
        ("--++", each_put),
    ):
        LIBRARY[ir.Key(name, text)] = function


_nth(0)
_nth(1)


@mode("length", "++")
def _has_length(whole: Value, count: Value) -> Results:
    integer(count)
    length = len(proper(whole))
    if integer(count) < 0:
        raise error(("domain_error", Atom("not_less_than_zero"), count))
    if length == count:
        yield ()


@mode("length", "+-")
def _length(whole: Value) -> Results:
    yield (len(proper(whole)),)


@mode("reverse", "+-")
def _reverse(whole: Value) -> Results:
    items, tail = begun(whole)
    if tail == EMPTY:
        yield (list_of(items[::-1]),)


@mode("last", "+-")
def _last(whole: Value) -> Results:
    items, tail = begun(whole)
    if items and tail == EMPTY:
        yield (items[-1],)


@mode("flatten", "+-")
def _flatten(value: Value) -> Results:
    def leaves(node: Value) -> list[Value]:
        if not is_cell(node):
            return [] if node == EMPTY else [node]
        items, tail = begun(node)
        return [leaf for item in items for leaf in leaves(item)] + leaves(tail)

    yield (list_of(leaves(value)),)


@mode("permutation", "+-")
def _permutation(whole: Value) -> Results:
    yield from ((list_of(list(items)),) for items in permutations(proper(whole)))


@mode("list_to_set", "+-")
def _list_to_set(whole: Value) -> Results:
    found: list[Value] = []
    for item in proper(whole):
        if not _has(found, item):
            found.append(item)
    yield (list_of(found),)


@mode("sum_list", "+-")
def _sum_list(whole: Value) -> Results:
    total: Value = 0
    for item in proper(whole):
        total = evaluated(("+", total, item))
    yield (total,)


def _extreme_of(name: str) -> Function:
    def extreme(whole: Value) -> Results:
        items = proper(whole)
        if items:
            best = items[0]
            for item in items[1:]:
                best = evaluated((name, item, best))
            yield (best,)

    return extreme


LIBRARY[ir.Key("max_list", "+-")] = _extreme_of("max")
LIBRARY[ir.Key("min_list", "+-")] = _extreme_of("min")


@mode("max_member", "-+")
def _max_member(whole: Value) -> Results:
    items = begun(whole)[0]
    if items:
        yield (max(items, key=cmp_to_key(order)),)


@mode("min_member", "-+")
def _min_member(whole: Value) -> Results:
    items = begun(whole)[0]
    if items:
        yield (min(items, key=cmp_to_key(order)),)


@mode("numlist", "++-")
def _numlist(low: Value, high: Value) -> Results:
    if integer(low) <= integer(high):
        yield (list_of(list(range(integer(low), integer(high) + 1))),)


@mode("msort", "+-")
def _msort(whole: Value) -> Results:
    yield (list_of(sorted(proper(whole), key=cmp_to_key(order))),)


@mode("sort", "+-")
def _sort(whole: Value) -> Results:
    yield from _sorted_by(0, Atom("@<"), whole)


@mode("sort", "+++-")
def _sorted_by(key: Value, how: Value, whole: Value) -> Results:
    if not isinstance(how, Atom) or how.name not in ("@<", "@=<", "@>", "@>="):
        raise error(("domain_error", Atom("order"), how))
    number = natural(key)

    def part(item: Value) -> Value:
        if number == 0:
            return item
        if not isinstance(item, tuple):
            raise type_error("compound", item)
        if number >= len(item):
            raise type_error("compound", item)
        chosen: Value = item[number]
        return chosen

    turned = how.name in ("@>", "@>=")
    items = sorted(proper(whole), key=lambda item: cmp_to_key(order)(part(item)), reverse=turned)
    if how.name in ("@<", "@>"):
        kept: list[Value] = []
        for item in items:
            if not kept or not same(part(kept[-1]), part(item)):
                kept.append(item)
        items = kept
    yield (list_of(items),)


def pair(value: Value) -> tuple[Value, Value]:
    if not isinstance(value, tuple) or value[0] != "-" or len(value) != 3:
        raise type_error("pair", value)
    return value[1], value[2]


@mode("keysort", "+-")
def _keysort(whole: Value) -> Results:
    for item in proper(whole):
        pair(item)
    yield (list_of(sorted(proper(whole), key=lambda item: cmp_to_key(order)(pair(item)[0]))),)


def pairs(whole: Value) -> list[tuple[Value, Value]] | None:
    items, tail = begun(whole)
    if tail != EMPTY or not all(isinstance(i, tuple) and i[0] == "-" and len(i) == 3 for i in items):
        return None
    return [pair(item) for item in items]


@mode("pairs_keys_values", "+--")
def _pairs_apart(whole: Value) -> Results:
    found = pairs(whole)
    if found is not None:
        yield list_of([key for key, _ in found]), list_of([value for _, value in found])


@mode("pairs_keys_values", "-++")
def _paired(keys: Value, values: Value) -> Results:
    (left, a), (right, b) = begun(keys), begun(values)
    if a == b == EMPTY and len(left) == len(right):
        yield (list_of([("-", key, value) for key, value in zip(left, right, strict=True)]),)


@mode("pairs_keys", "+-")
def _keys(whole: Value) -> Results:
    found = pairs(whole)
    if found is not None:
        yield (list_of([key for key, _ in found]),)


@mode("pairs_values", "+-")
def _values(whole: Value) -> Results:
    found = pairs(whole)
    if found is not None:
        yield (list_of([value for _, value in found]),)


@mode("group_pairs_by_key", "+-")
def _grouped(whole: Value) -> Results:
    found = pairs(whole)
    if found is None:
        return
    groups: list[tuple[Value, list[Value]]] = []
    for key, value in found:
        if groups and same(groups[-1][0], key):
            groups[-1][1].append(value)
        else:
            groups.append((key, [value]))
    yield (list_of([("-", key, list_of(values)) for key, values in groups]),)


def _upper(value: Value) -> float:
    if isinstance(value, Atom) and value.name in ("inf", "infinite"):
        return math.inf
    return integer(value)


@mode("between", "++-")
def _between(low: Value, high: Value) -> Results:
    number, most = integer(low), _upper(high)
    while number <= most:
        yield (number,)
        number += 1


@mode("between", "+++")
def _is_between(low: Value, high: Value, number: Value) -> Results:
    if integer(low) <= integer(number) and number_order(number, low) >= 0 and _upper(high) >= integer(number):
        yield ()


@mode("succ", "+-")
def _succ(number: Value) -> Results:
    yield (natural(number) + 1,)


@mode("succ", "-+")
def _pred(number: Value) -> Results:
    if natural(number) > 0:
        yield (natural(number) - 1,)


@mode("plus", "++-")
def _plus(a: Value, b: Value) -> Results:
    yield (integer(a) + integer(b),)


@mode("plus", "+-+", "-++")
def _minus(a: Value, c: Value) -> Results:
    yield (integer(c) - integer(a),)


def parts(term: Value) -> tuple[Value, ...]:
    if not isinstance(term, tuple) or term == EMPTY:
        raise type_error("compound", term)
    return term[1:]


@mode("arg", "++-")
def _arg(number: Value, term: Value) -> Results:
    found = parts(term)
    if 1 <= natural(number) <= len(found):
        yield (found[integer(number) - 1],)


@mode("arg", "-+-")
def _args(term: Value) -> Results:
    yield from enumerate(parts(term), 1)


@mode("$setarg", "+++-")
def _setarg(number: Value, term: Value, item: Value) -> Results:
    found = parts(term)
    i = integer(number)
    if 1 <= i <= len(found):
        assert isinstance(term, tuple)
        yield ((term[0], *found[: i - 1], item, *found[i:]),)


@mode("functor", "+--")
def _functor(term: Value) -> Results:
    if isinstance(term, tuple) and term != EMPTY:
        yield Atom(term[0]), len(term) - 1
    else:
        yield term, 0


@mode("=..", "+-")
def _univ(term: Value) -> Results:
    if isinstance(term, tuple) and term != EMPTY:
        yield (list_of([Atom(term[0]), *term[1:]]),)
    else:
        yield (list_of([term]),)


@mode("=..", "-+")
def _made(whole: Value) -> Results:
    items = proper(whole)
    if not items:
        raise error(("domain_error", Atom("non_empty_list"), whole))
    if len(items) == 1:
        if isinstance(items[0], tuple) and items[0] != EMPTY:
            raise type_error("atomic", items[0])
        yield (items[0],)
        return
    if not isinstance(items[0], Atom):
        raise type_error("atom", items[0])
    yield ((items[0].name, *items[1:]),)


@mode("compare", "-++")
def _compare(a: Value, b: Value) -> Results:
    yield (Atom("<=>"[order(a, b) + 1]),)


def _test(name: str, holds: Callable[[Value], bool]) -> None:
    def test(value: Value) -> Results:
        if holds(value):
            yield ()

    LIBRARY[ir.Key(name, "+")] = test


_test("atom", lambda v: isinstance(v, Atom))
_test("atomic", lambda v: not isinstance(v, tuple) or v == EMPTY)
_test("callable", lambda v: isinstance(v, Atom | tuple) and v != EMPTY)
_test("compound", lambda v: isinstance(v, tuple) and v != EMPTY)
_test("float", lambda v: isinstance(v, Real))
_test("integer", lambda v: isinstance(v, int))
_test("is_list", lambda v: begun(v)[1] == EMPTY)
_test("number", lambda v: isinstance(v, int | Fraction | Real))
_test("rational", lambda v: isinstance(v, int | Fraction))
_test("string", lambda v: isinstance(v, PrologString))


def text(value: Value) -> str:
    if isinstance(value, Atom):
        return value.name
    if isinstance(value, PrologString):
        return value.value
    if value == EMPTY:
        return "[]"
    if isinstance(value, tuple):
        raise type_error("atomic", value)
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}"
    return _float_text(value.number) if isinstance(value, Real) else str(value)


def _float_text(number: float) -> str:
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return "nan" if math.isnan(number) else term_text(number)


def number_in(name: str) -> Value | None:
    try:
        term = read_term(name)
    except InputError:
        return None
    if isinstance(term, float):
        return Real(term)
    return term if isinstance(term, int | Fraction) else None


def characters(whole: Value) -> str:
    made = ""
    for item in proper(whole):
        if isinstance(item, int):
            made += chr(item)
        elif isinstance(item, Atom) and len(item.name) == 1:
            made += item.name
        else:
            raise type_error("character", item)
    return made


@mode("atom_chars", "+-")
def _atom_chars(value: Value) -> Results:
    yield (list_of([Atom(char) for char in text(value)]),)


@mode("atom_chars", "-+")
@mode("atom_codes", "-+")
def _of_characters(whole: Value) -> Results:
    yield (Atom(characters(whole)),)


@mode("atom_codes", "+-")
def _atom_codes(value: Value) -> Results:
    yield (list_of([ord(char) for char in text(value)]),)


@mode("atom_length", "+-")
def _atom_length(value: Value) -> Results:
    if isinstance(value, tuple) and value != EMPTY:
        raise type_error("text", value)
    yield (len(text(value)),)


@mode("atom_number", "+-")
def _atom_number(value: Value) -> Results:
    if not isinstance(value, Atom | PrologString):
        raise type_error("atom", value)
    number = number_in(text(value))
    if number is not None:
        yield (number,)


@mode("atom_number", "-+")
def _number_atom(value: Value) -> Results:
    if not isinstance(value, int | Real | Fraction):
        raise type_error("number", value)
    yield (Atom(text(value)),)


@mode("atom_concat", "++-")
def _atom_concat(a: Value, b: Value) -> Results:
    yield (Atom(text(a) + text(b)),)


@mode("atom_concat", "--+")
def _atom_split(whole: Value) -> Results:
    name = text(whole)
    yield from ((Atom(name[:i]), Atom(name[i:])) for i in range(len(name) + 1))


@mode("atomic_list_concat", "+-")
def _concat(whole: Value) -> Results:
    yield (Atom("".join(text(item) for item in proper(whole))),)


@mode("atomic_list_concat", "++-")
def _concat_with(whole: Value, between: Value) -> Results:
    yield (Atom(text(between).join(text(item) for item in proper(whole))),)


@mode("atomic_list_concat", "-++")
def _split_at(between: Value, whole: Value) -> Results:
    if not text(between):
        raise error(("domain_error", Atom("non_empty_atom"), between))
    yield (list_of([Atom(part) for part in text(whole).split(text(between))]),)


@mode("char_code", "+-")
def _char_code(char: Value) -> Results:
    if not isinstance(char, Atom) or len(char.name) != 1:
        raise type_error("character", char)
    yield (ord(char.name),)


@mode("char_code", "-+")
def _code_char(code: Value) -> Results:
    try:
        yield (Atom(chr(integer(code))),)
    except ValueError:
        raise error(("representation_error", Atom("character_code"))) from None


@mode("number_codes", "+-")
def _number_codes(number: Value) -> Results:
    yield (list_of([ord(char) for char in text(number)]),)


@mode("number_codes", "-+")
def _codes_number(whole: Value) -> Results:
    number = number_in(characters(whole))
    if number is None:
        raise error(("syntax_error", Atom("illegal_number")))
    yield (number,)


@mode("sub_atom", "+++--")
def _part(atom: Value, before: Value, length: Value) -> Results:
    name, start, count = text(atom), natural(before), natural(length)
    if start + count <= len(name):
        yield len(name) - start - count, Atom(name[start : start + count])


@mode("sub_atom", "+----")
def _parts(atom: Value) -> Results:
    name = text(atom)
    for start in range(len(name) + 1):
        for count in range(len(name) - start + 1):
            yield start, count, len(name) - start - count, Atom(name[start : start + count])


@mode("upcase_atom", "+-")
def _upcase(value: Value) -> Results:
    yield (Atom(text(value).upper()),)


@mode("$filled", "++-")
def _filled(count: Value, item: Value) -> Results:
    if integer(count) < 0:
        raise error(("domain_error", Atom("not_less_than_zero"), count))
    yield (list_of([item] * integer(count)),)


@mode("$split", "++--")
def _split_off(count: Value, whole: Value) -> Results:
    items, tail = begun(whole)
    if 0 <= integer(count) <= len(items):
        yield list_of(items[: integer(count)]), list_of(items[integer(count) :], tail)
