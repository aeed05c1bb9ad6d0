"""The list predicates of `library.py` in compiled Python.

Each is a function of the arguments of mode `+`. One that succeeds at most once gives its result, a tuple of
several, or None where it fails (True and False where it has none); one that succeeds any number of times
gives an iterator of the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydecl.compiler.runtime.checks import (
    List,
    Predicate,
    Table,
    checked_integer,
    checked_list,
    covered_list,
    entering,
    natural,
)
from pydecl.compiler.runtime.values import (
    Functor,
    cons,
    is_compound,
    is_list,
    prolog_error,
    type_error,
)
from pydecl.model.term import Atom

LISTS: Table = {}
"""By name and mode."""

predicate = entering(LISTS)

MOST = 2**63 - 1
"""The largest index that SWI-Prolog looks for in a list."""


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
    return front + back if is_list(back) else cons(front, back) if front else back


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
    for items in checked_list(lists):
        if not is_list(items):
            return None
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
        if not -MOST - 1 <= place <= MOST:
            raise prolog_error("representation_error", Atom("int64_t"))
        return items[place] if is_list(items) and 0 <= place < len(items) else None

    def each(items: Any) -> Iterator[tuple[int, Any]]:
        return iter(enumerate(items, base) if is_list(items) else ())

    def take(index: Any, items: Any) -> tuple[Any, List] | None:
        place = index - base if index.__class__ is int and index >= base else at(index)
        if not is_list(items) or place >= len(items):
            return None
        return items[place], items[:place] + items[place + 1 :]

    def insert(index: Any, item: Any, rest: Any) -> List | None:
        place = index - base if index.__class__ is int and index >= base else at(index)
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


@predicate("list_to_set", "+-")
def _list_to_set(items: Any) -> List:
    return tuple(dict.fromkeys(checked_list(items)))


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
