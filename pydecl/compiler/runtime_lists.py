"""The list predicates of `library.py` in compiled Python.

Each is a function of the arguments of mode `+`. One that succeeds at most once gives its result, a tuple of
several, or None where it fails (True and False where it has none); one that succeeds any number of times
gives an iterator of the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from pydecl.compiler.runtime import (
    Functor,
    arguments,
    cons,
    domain_error,
    functor,
    is_compound,
    is_list,
    prolog_error,
    type_error,
    uncovered,
)
from pydecl.compiler.runtime_arithmetic import COMPARISONS, FUNCTIONS
from pydecl.compiler.runtime_order import order_key, sorted_set, sorted_values
from pydecl.model.term import Atom

List = tuple[Any, ...]
Predicate = Callable[..., Any]

LISTS: dict[tuple[str, str], Predicate] = {}
"""By name and mode."""

MOST = 2**63 - 1
"""The largest index that SWI-Prolog looks for in a list."""

PAIR = functor("-", 2)

add, maximum, minimum = FUNCTIONS["+", 2], FUNCTIONS["max", 2], FUNCTIONS["min", 2]
number_less = COMPARISONS["<"]


def predicate(name: str, mode: str) -> Callable[[Predicate], Predicate]:
    """Enter a function as the predicate `name` in this mode."""

    def enter(function: Predicate) -> Predicate:
        LISTS[name, mode] = function
        return function

    return enter


def checked_list(value: Any) -> List:
    """A list, or type_error(list, value)."""
    if not is_list(value):
        raise type_error("list", value)
    return value  # type: ignore[no-any-return]


def covered_list(value: Any) -> List:
    """A list; anything else is refused, where SWI-Prolog's libraries have errors of their own."""
    if not is_list(value):
        raise uncovered("a library predicate with something else than a list")
    return value  # type: ignore[no-any-return]


def checked_integer(value: Any) -> int:
    """An integer, or type_error(integer, value)."""
    if value.__class__ is not int:
        raise type_error("integer", value)
    return value


def natural(value: Any) -> int:
    """An integer from 0, or an error."""
    if checked_integer(value) < 0:
        raise domain_error("not_less_than_zero", value)
    return value  # type: ignore[no-any-return]


@predicate("member", "-+")
def _member(items: Any) -> Iterator[Any]:
    return iter(items if is_list(items) else ())


@predicate("memberchk", "++")
def _memberchk(item: Any, items: Any) -> bool:
    return item in checked_list(items)


@predicate("append", "++-")
def _append(front: Any, back: Any) -> List | None:
    if not is_list(front):
        return None
    return cons(front, back) if front else back


@predicate("append", "+-+")
def _append_back(front: Any, whole: Any) -> List | None:
    if front == ():
        return whole  # type: ignore[no-any-return]
    if not is_list(front) or not is_list(whole) or whole[: len(front)] != front:
        return None
    return whole[len(front) :]  # type: ignore[no-any-return]


@predicate("append", "-++")
def _append_front(back: Any, whole: Any) -> List | None:
    if not is_list(whole) or not is_list(back):
        return () if whole == back else None
    at = len(whole) - len(back)
    return whole[:at] if at >= 0 and whole[at:] == back else None


@predicate("append", "--+")
def _append_split(whole: Any) -> Iterator[tuple[Any, Any]]:
    yield (), whole
    if is_list(whole):
        for at in range(1, len(whole) + 1):
            yield whole[:at], whole[at:]


@predicate("append", "+-")
def _append_all(lists: Any) -> List | None:
    found: list[Any] = []
    checked_list(lists)
    for at, items in enumerate(lists):
        if not is_list(items):
            if at < len(lists) - 1:
                return None
            return cons(tuple(found), items) if found else items
        found += items
    return tuple(found)


@predicate("select", "-+-")
def _select(items: Any) -> Iterator[tuple[Any, List]]:
    if is_list(items):
        for at, item in enumerate(items):
            yield item, items[:at] + items[at + 1 :]


@predicate("select", "+-+")
def _select_insert(item: Any, rest: Any) -> Iterator[List]:
    for at in range(len(covered_list(rest)) + 1):
        yield (*rest[:at], item, *rest[at:])


@predicate("select", "-++-")
def _select_replace(items: Any, new: Any) -> Iterator[tuple[Any, List]]:
    if is_list(items):
        for at, item in enumerate(items):
            yield item, (*items[:at], new, *items[at + 1 :])


def _members(items: List) -> Any:
    """For `in`: a set where that is worth it."""
    return set(items) if len(items) > 8 else items


@predicate("subtract", "++-")
def _subtract(items: Any, others: Any) -> List:
    if covered_list(items) == ():
        return ()
    found = _members(checked_list(others))
    return tuple([item for item in items if item not in found])


@predicate("intersection", "++-")
def _intersection(items: Any, others: Any) -> List:
    if covered_list(items) == ():
        return ()
    found = _members(checked_list(others))
    return tuple([item for item in items if item in found])


@predicate("union", "++-")
def _union(items: Any, others: Any) -> List:
    if covered_list(items) == ():
        return others  # type: ignore[no-any-return]
    found = _members(checked_list(others))
    return tuple([item for item in items if item not in found]) + others  # type: ignore[no-any-return]


@predicate("delete", "++-")
def _delete(items: Any, item: Any) -> List | None:
    if not is_list(items):
        return None
    return tuple([other for other in items if other != item])


@predicate("subset", "++")
def _subset(items: Any, others: Any) -> bool:
    if covered_list(items) == ():
        return True
    found = _members(checked_list(others))
    return all(item in found for item in items)


# By index; `nth0` and `nth1` differ in where they count from


def _by_index(name: str, base: int) -> None:
    least = "nonneg" if base == 0 else "positive_integer"

    def at(index: Any) -> int:
        if index.__class__ is not int or index < base:
            raise type_error(least, index)
        return index - base

    def get(index: Any, items: Any) -> Any:
        place = checked_integer(index) - base
        if place > MOST:
            raise prolog_error("representation_error", Atom("int64_t"))
        return items[place] if is_list(items) and 0 <= place < len(items) else None

    def each(items: Any) -> Iterator[tuple[int, Any]]:
        return iter(enumerate(items, base) if is_list(items) else ())

    def take(index: Any, items: Any) -> tuple[Any, List] | None:
        place = at(index)
        if not is_list(items) or place >= len(items):
            return None
        return items[place], items[:place] + items[place + 1 :]

    def insert(index: Any, item: Any, rest: Any) -> List | None:
        place = at(index)
        if place > len(covered_list(rest)):
            return None
        return (*rest[:place], item, *rest[place:])

    def take_each(items: Any) -> Iterator[tuple[int, Any, List]]:
        if is_list(items):
            for place, item in enumerate(items):
                yield place + base, item, items[:place] + items[place + 1 :]

    def insert_each(item: Any, rest: Any) -> Iterator[tuple[int, List]]:
        for place in range(len(covered_list(rest)) + 1):
            yield place + base, (*rest[:place], item, *rest[place:])

    modes: dict[str, Predicate] = {
        "++-": get,
        "-+-": each,
        "++--": take,
        "+-++": insert,
        "-+--": take_each,
        "--++": insert_each,
    }
    for mode, function in modes.items():
        predicate(name, mode)(function)


_by_index("nth0", 0)
_by_index("nth1", 1)


@predicate("length", "++")
def _has_length(items: Any, length: Any) -> bool:
    natural(length)
    return bool(len(checked_list(items)) == length)


@predicate("length", "+-")
def _length(items: Any) -> int:
    return len(checked_list(items))


@predicate("reverse", "+-")
def _reverse(items: Any) -> List | None:
    return items[::-1] if is_list(items) else None


@predicate("last", "+-")
def _last(items: Any) -> Any:
    return items[-1] if is_list(items) and items else None


@predicate("flatten", "+-")
def _flatten(items: Any) -> List:
    if not is_list(items):
        return (items,)
    found: list[Any] = []
    todo = [iter(items)]
    while todo:
        for item in todo[-1]:
            if is_list(item):
                todo.append(iter(item))
                break
            found.append(item)
        else:
            todo.pop()
    return tuple(found)


@predicate("permutation", "+-")
def _permutation(items: Any) -> Iterator[List]:
    return permutations(checked_list(items))


@predicate("list_to_set", "+-")
def _list_to_set(items: Any) -> List:
    return tuple(dict.fromkeys(checked_list(items)))


@predicate("sum_list", "+-")
def _sum_list(items: Any) -> Any:
    total: Any = 0
    for item in covered_list(items):
        total = add(total, item)
    return total


def _extreme_number(items: Any, choose: Predicate) -> Any:
    if not covered_list(items):
        return None
    found = items[0]
    for item in items[1:]:
        found = choose(found, item)
    return found


@predicate("max_list", "+-")
def _max_list(items: Any) -> Any:
    return _extreme_number(items, maximum)


@predicate("min_list", "+-")
def _min_list(items: Any) -> Any:
    return _extreme_number(items, minimum)


@predicate("max_member", "-+")
def _max_member(items: Any) -> Any:
    return max(items, key=order_key) if covered_list(items) else None


@predicate("min_member", "-+")
def _min_member(items: Any) -> Any:
    return min(items, key=order_key) if covered_list(items) else None


@predicate("numlist", "++-")
def _numlist(low: Any, high: Any) -> List | None:
    first, end = checked_integer(low), checked_integer(high)
    return tuple(range(first, end + 1)) if first <= end else None


@predicate("msort", "+-")
def _msort(items: Any) -> List:
    return sorted_values(checked_list(items))


@predicate("sort", "+-")
def _sort(items: Any) -> List:
    return sorted_set(checked_list(items))


@predicate("sort", "+++-")
def _sort_by(key: Any, order: Any, items: Any) -> List:
    if order not in ("@<", "@>", "@=<", "@>="):
        raise uncovered("sort/4 in another order than @<, @>, @=< and @>=")
    if key.__class__ is not int or key < 0:
        raise uncovered("sort/4 by such a key")
    keyed = [(order_key(_sort_key(key, item)), item) for item in checked_list(items)]
    keyed.sort(key=lambda pair: pair[0], reverse=order in ("@>", "@>="))
    if order in ("@<", "@>"):
        keyed = [pair for at, pair in enumerate(keyed) if not at or keyed[at - 1][0] != pair[0]]
    return tuple([item for _, item in keyed])


def _sort_key(key: int, item: Any) -> Any:
    if key == 0:
        return item
    if not is_compound(item):
        raise type_error("compound", item)
    args = arguments(item)[1]
    if key > len(args):
        raise uncovered("sort/4 by an argument that is not there")
    return args[key - 1]


@predicate("keysort", "+-")
def _keysort(items: Any) -> List:
    for item in checked_list(items):
        if not _is_pair(item):
            raise type_error("pair", item)
    return tuple(sorted(items, key=lambda pair: order_key(pair[1])))


def _is_pair(item: Any) -> bool:
    return item.__class__ is tuple and item != () and item[0] is PAIR


def _all_pairs(items: Any) -> bool:
    return is_list(items) and all(map(_is_pair, items))


@predicate("pairs_keys_values", "+--")
def _pairs_keys_values(pairs: Any) -> tuple[List, List] | None:
    if not _all_pairs(pairs):
        return None
    return tuple([pair[1] for pair in pairs]), tuple([pair[2] for pair in pairs])


@predicate("pairs_keys_values", "-++")
def _pairs_of(keys: Any, values: Any) -> List | None:
    if not is_list(keys) or not is_list(values) or len(keys) != len(values):
        return None
    return tuple([(PAIR, key, value) for key, value in zip(keys, values, strict=True)])


@predicate("pairs_keys", "+-")
def _pairs_keys(pairs: Any) -> List | None:
    return tuple([pair[1] for pair in pairs]) if _all_pairs(pairs) else None


@predicate("pairs_values", "+-")
def _pairs_values(pairs: Any) -> List | None:
    return tuple([pair[2] for pair in pairs]) if _all_pairs(pairs) else None


@predicate("group_pairs_by_key", "+-")
def _group_pairs_by_key(pairs: Any) -> List | None:
    if not _all_pairs(pairs):
        return None
    groups: list[tuple[Any, list[Any]]] = []
    for _, key, value in pairs:
        if groups and groups[-1][0] == key:
            groups[-1][1].append(value)
        else:
            groups.append((key, [value]))
    return tuple([(PAIR, key, tuple(values)) for key, values in groups])


# The compiler's own


@predicate("$filled", "++-")
def _filled(count: Any, item: Any) -> List | None:
    return (item,) * natural(count)


@predicate("$split", "++--")
def _split(count: Any, whole: Any) -> tuple[List, Any] | None:
    if natural(count) == 0:
        return (), whole
    if not is_list(whole) or len(whole) < count:
        return None
    return whole[:count], whole[count:]


@predicate("$setarg", "+++-")
def _setarg(index: Any, term: Any, item: Any) -> Any:
    place = natural(index)
    if not is_compound(term):
        if term.__class__ is str:
            return None
        raise type_error("compound", term)
    if term[0].__class__ is not Functor:
        if place == 2:
            return cons((term[0],), item)
        return (item, *term[1:]) if place == 1 else None
    return (*term[:place], item, *term[place + 1 :]) if 0 < place < len(term) else None
