"""The list predicates of the interpreter of the intermediate language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cmp_to_key

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.numbers import error, evaluated, type_error
from pydecl.compiler.ir.interpreter.order import order
from pydecl.compiler.ir.interpreter.predicates import (
    LIBRARY,
    Function,
    Results,
    begun,
    integer,
    matched,
    mode,
    natural,
    proper,
    same,
    sure_list,
)
from pydecl.compiler.ir.interpreter.values import EMPTY, Value, list_of
from pydecl.model.term import Atom


@mode("member", "-+")
def _member(whole: Value) -> Results:
    yield from ((item,) for item in begun(whole)[0])


@mode("memberchk", "++")
def _memberchk(item: Value, whole: Value) -> Results:
    items, tail = begun(whole)
    if any(same(item, other) for other in items):
        yield ()
    else:
        proper(tail)


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
    for part in proper(lists):
        items, tail = begun(part)
        made += items
        if tail != EMPTY:
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
    others = sure_list(other)
    yield (list_of([item for item in matched("subtract", whole, other) if not _has(others, item)]),)


@mode("intersection", "++-")
def _intersection(whole: Value, other: Value) -> Results:
    others = sure_list(other)
    yield (list_of([item for item in matched("intersection", whole, other) if _has(others, item)]),)


@mode("union", "++-")
def _union(whole: Value, other: Value) -> Results:
    others = sure_list(other)
    yield (list_of([item for item in matched("union", whole, other) if not _has(others, item)], other),)


@mode("delete", "++-")
def _delete(whole: Value, item: Value) -> Results:
    items, tail = begun(whole)
    if tail == EMPTY:
        yield (list_of([other for other in items if not same(item, other)]),)


@mode("subset", "++")
def _subset(part: Value, whole: Value) -> Results:
    others = sure_list(whole)
    if all(_has(others, item) for item in sure_list(part)):
        yield ()


def _nth(base: int) -> None:
    def checked(number: Value) -> int:
        if not isinstance(number, int) or number < base:
            raise type_error("nonneg" if base == 0 else "positive_integer", number)
        return number

    def at(number: Value, whole: Value) -> Results:
        items = begun(whole)[0]
        if not -(2**63) <= integer(number) - base < 2**63:
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
    for item in sure_list(whole):
        total = evaluated(("+", total, item))
    yield (total,)


def _extreme_of(name: str) -> Function:
    def extreme(whole: Value) -> Results:
        items = sure_list(whole)
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
    items = sure_list(whole)
    if items:
        yield (max(items, key=cmp_to_key(order)),)


@mode("min_member", "-+")
def _min_member(whole: Value) -> Results:
    items = sure_list(whole)
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
    """The key and the value of `Key-Value`. Raises PrologError."""
    if not isinstance(value, tuple) or value[0] != "-" or len(value) != 3:
        raise type_error("pair", value)
    return value[1], value[2]


@mode("keysort", "+-")
def _keysort(whole: Value) -> Results:
    for item in proper(whole):
        pair(item)
    yield (list_of(sorted(proper(whole), key=lambda item: cmp_to_key(order)(pair(item)[0]))),)


def pairs(whole: Value) -> list[tuple[Value, Value]] | None:
    """The pairs of a list; None if it is no list of pairs."""
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
