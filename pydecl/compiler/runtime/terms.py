"""The predicates of `library.py` about integers, terms and types in compiled Python.

What each function gives is said in `runtime/lists.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from pydecl.compiler.runtime.checks import List, Table, checked_integer, checked_list, entering, natural
from pydecl.compiler.runtime.lists import LISTS
from pydecl.compiler.runtime.order import compare
from pydecl.compiler.runtime.sorting import SORTING
from pydecl.compiler.runtime.text import TEXTS
from pydecl.compiler.runtime.values import (
    Float,
    Rational,
    arguments,
    compound,
    domain_error,
    is_compound,
    is_list,
    type_error,
    uncovered,
)
from pydecl.model.term import PrologString

TERMS: Table = {}
"""By name and mode."""

predicate = entering(TERMS)


# Integers


def _is_infinite(value: Any) -> bool:
    return value in ("inf", "infinite")


@predicate("between", "+++")
def _is_between(low: Any, high: Any, value: Any) -> bool:
    checked_integer(low)
    if not _is_infinite(high):
        checked_integer(high)
    checked_integer(value)
    return low <= value and (_is_infinite(high) or value <= high)


@predicate("between", "++-")
def _between(low: Any, high: Any) -> Iterator[int]:
    checked_integer(low)
    if _is_infinite(high):
        return count(low)
    return iter(range(low, checked_integer(high) + 1))


@predicate("succ", "+-")
def _succ(value: Any) -> int:
    return natural(value) + 1


@predicate("succ", "-+")
def _pred(value: Any) -> int | None:
    return natural(value) - 1 if natural(value) else None


@predicate("plus", "++-")
def _plus(one: Any, other: Any) -> int:
    return checked_integer(one) + checked_integer(other)


@predicate("plus", "+-+")
def _plus_second(one: Any, total: Any) -> int:
    checked_integer(one)
    return checked_integer(total) - one  # type: ignore[no-any-return]


@predicate("plus", "-++")
def _plus_first(other: Any, total: Any) -> int:
    checked_integer(other)
    return checked_integer(total) - other  # type: ignore[no-any-return]


# Terms


@predicate("arg", "++-")
def _arg(index: Any, term: Any) -> Any:
    if not is_compound(term):
        raise type_error("compound", term)
    place = checked_integer(index)
    args = arguments(term)[1]
    natural(place)
    return args[place - 1] if 0 < place <= len(args) else None


@predicate("arg", "-+-")
def _arg_each(term: Any) -> Iterator[tuple[int, Any]]:
    if not is_compound(term):
        raise type_error("compound", term)
    return iter(enumerate(arguments(term)[1], 1))


@predicate("functor", "+--")
def _name_and_arity(term: Any) -> tuple[Any, int]:
    if not is_compound(term):
        return term, 0
    name, args = arguments(term)
    return name, len(args)


@predicate("=..", "+-")
def _univ(term: Any) -> List:
    if not is_compound(term):
        return (term,)
    name, args = arguments(term)
    return (name, *args)


@predicate("=..", "-+")
def _term_of(parts: Any) -> Any:
    if not checked_list(parts):
        raise domain_error("non_empty_list", ())
    name, args = parts[0], parts[1:]
    if not args:
        if is_compound(name):
            raise type_error("atomic", name)
        return name
    if name == ():
        raise uncovered("a compound named []")
    if name.__class__ is not str:
        raise type_error("atom", name)
    return compound(name, args)


@predicate("compare", "-++")
def _order_of(one: Any, other: Any) -> str:
    return "<=>"[compare(one, other) + 1]


# Types


def _types(name: str, *classes: type) -> None:
    predicate(name, "+")(lambda value: value.__class__ in classes)


_types("atom", str)
_types("float", Float)
_types("integer", int)
_types("number", int, Float, Rational)
_types("rational", int, Rational)
_types("string", PrologString)
predicate("atomic", "+")(lambda value: not is_compound(value))
predicate("callable", "+")(lambda value: value.__class__ is str or is_compound(value))
predicate("compound", "+")(is_compound)
predicate("is_list", "+")(is_list)


# The compiler's own


@predicate("$uncovered", "+")
def _uncovered(what: Any) -> bool:
    raise uncovered(what)


@predicate("$complete", "+")
def _complete(_answers: Any) -> bool:
    """Each program has a predicate of its own, which asks its tables."""
    return True


LIBRARY: Table = {**LISTS, **SORTING, **TEXTS, **TERMS}
"""All predicates of `library.py`, by name and mode."""
