"""What the predicates of the runtime ask of their arguments, and how a predicate is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydecl.compiler.runtime.values import (
    domain_error,
    is_list,
    type_error,
    uncovered,
)

List = tuple[Any, ...]
Predicate = Callable[..., Any]
Table = dict[tuple[str, str], Predicate]
"""Predicates by name and mode."""


def entering(table: Table) -> Callable[[str, str], Callable[[Predicate], Predicate]]:
    """A decorator that enters a function as the predicate of a name in a mode."""

    def predicate(name: str, mode: str) -> Callable[[Predicate], Predicate]:
        def enter(function: Predicate) -> Predicate:
            table[name, mode] = function
            return function

        return enter

    return predicate


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
