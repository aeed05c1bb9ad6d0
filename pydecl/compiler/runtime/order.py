"""Standard order of terms, as SWI-Prolog 9.0 has it.

Numbers, then strings, the empty list, atoms, compounds. Numbers are compared by value; of a float and another
that are equal the float comes first. Strings and atoms are compared by their characters' codes; compounds by
arity, then name, then arguments.

>>> sorted_values(("b", 1, Float(1.0), ("a",), "a"))
(1.0, 1, 'a', 'b', ('a',))
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from pydecl.compiler.runtime.values import CONS, Float, Functor, arguments, is_nan, number_less
from pydecl.model.term import PrologString

_NUMBER, _STRING, _EMPTY, _ATOM, _COMPOUND = range(5)


def _kind(value: Any) -> int:
    kind = value.__class__
    if kind is tuple:
        return _COMPOUND if value else _EMPTY
    if kind is str:
        return _ATOM
    return _STRING if kind is PrologString else _NUMBER


def compare(one: Any, other: Any) -> int:
    """-1, 0 or 1: `one` stands before `other`, is identical, or stands after it."""
    while True:
        if one is other:
            return 0
        first, second = one.__class__, other.__class__
        if first is second is int or first is second is str:
            return int(one > other) - int(one < other)
        kind = _kind(one)
        if kind != _kind(other):
            return -1 if kind < _kind(other) else 1
        if kind == _NUMBER:
            return _numbers(one, other)
        if kind == _STRING:
            return int(one.value > other.value) - int(one.value < other.value)
        if kind == _EMPTY:
            return 0
        name, args = arguments(one)
        other_name, other_args = arguments(other)
        if len(args) != len(other_args):
            return -1 if len(args) < len(other_args) else 1
        if name != other_name:
            return -1 if name < other_name else 1
        for mine, others in zip(args[:-1], other_args[:-1], strict=True):
            found = compare(mine, others)
            if found:
                return found
        if not args:
            return 0
        one, other = args[-1], other_args[-1]


def _numbers(one: Any, other: Any) -> int:
    if is_nan(one) or is_nan(other):
        return is_nan(other) - is_nan(one)
    if number_less(one, other):
        return -1
    if number_less(other, one):
        return 1
    floats = isinstance(other, Float) - isinstance(one, Float)
    if floats or not isinstance(one, Float):
        return floats
    return int(math.copysign(1, other) < math.copysign(1, one)) - int(
        math.copysign(1, one) < math.copysign(1, other)
    )


_key = cmp_to_key(compare)


def order_key(value: Any) -> Any:
    """A key by which `sorted` sorts in standard order."""
    return _key(value)


_PLAIN = {Functor, int, str}
"""Classes of what stands in lists and compounds that Python orders as Prolog does, where it orders them."""


def sorted_values(values: Iterable[Any]) -> tuple[Any, ...]:
    """msort/2: in standard order; identical ones stay."""
    return tuple(_sorted(values)[0])


def _sorted(values: Iterable[Any]) -> tuple[list[Any], bool]:
    """The values in standard order, and whether they were compared one by one."""
    found = list(values)
    kinds = {value.__class__ for value in found}
    if len(kinds) <= 1 and (not kinds or kinds & {int, str}):
        found.sort()
        return found, False
    if kinds == {tuple} and {item.__class__ for value in found for item in value} <= _PLAIN:
        try:
            found.sort()
            return found, False
        except TypeError:  # atoms and integers in one place, or different functors
            pass
    try:
        found.sort(key=_flat)
        return found, False
    except _MixedError:
        found.sort(key=_key)
        return found, True


class _MixedError(Exception):
    """A float or a rational: numbers of several kinds are compared one by one."""


def _flat(value: Any) -> list[Any]:
    """A key that Python compares as Prolog compares the value, for terms whose numbers are integers."""
    key: list[Any] = []
    _flatten(value, key)
    return key


def _flatten(value: Any, key: list[Any]) -> None:
    kind = value.__class__
    if kind is int:
        key += (_NUMBER, value)
    elif kind is str:
        key += (_ATOM, value)
    elif kind is tuple:
        if not value:
            key.append(_EMPTY)
        elif value[0].__class__ is Functor:
            key += (_COMPOUND, value[0].arity, value[0].name)
            for arg in value[1:]:
                _flatten(arg, key)
        else:
            for item in value:
                key += (_COMPOUND, 2, CONS)
                _flatten(item, key)
            key.append(_EMPTY)
    elif kind is PrologString:
        key += (_STRING, value.value)
    else:
        raise _MixedError


def sorted_set(values: Iterable[Any]) -> tuple[Any, ...]:
    """sort/2: in standard order, each once."""
    found, one_by_one = _sorted(dict.fromkeys(values))
    if one_by_one:  # NaN is identical to NaN, though not equal
        found[1:] = [item for before, item in pairwise(found) if compare(before, item)]
    return tuple(found)


def before(one: Any, other: Any) -> bool:
    """`@<`."""
    return compare(one, other) < 0
