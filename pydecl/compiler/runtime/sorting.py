"""Sums, extremes, sorting and pairs of the predicates of `library.py` in compiled Python.

What each function gives is said in `runtime/lists.py`.
"""

from __future__ import annotations

from typing import Any

from pydecl.compiler.runtime.arithmetic import COMPARISONS, FUNCTIONS
from pydecl.compiler.runtime.checks import (
    List,
    Predicate,
    Table,
    checked_integer,
    checked_list,
    covered_list,
    entering,
)
from pydecl.compiler.runtime.order import order_key, sorted_set, sorted_values
from pydecl.compiler.runtime.values import (
    arguments,
    functor,
    is_compound,
    is_list,
    type_error,
    uncovered,
)

SORTING: Table = {}
"""By name and mode."""

predicate = entering(SORTING)

MOST_ARGUMENTS = 1 << 31
"""More than any compound has; SWI-Prolog takes a larger key for a smaller one."""

PAIR = functor("-", 2)

add, maximum, minimum = FUNCTIONS["+", 2], FUNCTIONS["max", 2], FUNCTIONS["min", 2]
number_less = COMPARISONS["<"]


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
    if key.__class__ is not int or not 0 <= key < MOST_ARGUMENTS:
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
