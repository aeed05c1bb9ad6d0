"""Values of the interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

CELL = "[|]"
EMPTY = (CELL,)


@dataclass(frozen=True, eq=False)
class Real:
    """A float, told apart from the integer that it equals."""

    number: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Real) and other.number.hex() == self.number.hex()

    def __hash__(self) -> int:
        return hash(self.number)


Value: TypeAlias = "int | Fraction | Real | Atom | PrologString | tuple[Any, ...]"
"""A tuple begins with a name, the other items are values."""


class NotAListError(Exception):
    """A value is no list."""


def list_of(items: Sequence[Value], tail: Value = EMPTY) -> Value:
    """A list of these items, with a tail."""
    for item in reversed(items):
        tail = (CELL, item, tail)
    return tail


def items_of(value: Value) -> list[Value]:
    """The items of a list; raises NotAListError."""
    found = []
    while isinstance(value, tuple) and value[0] == CELL and len(value) == 3:
        found.append(value[1])
        value = value[2]
    if value != EMPTY:
        raise NotAListError
    return found


def of_term(term: Term) -> Value:
    """The value of a ground term."""
    if isinstance(term, Compound):
        return (term.name, *[of_term(arg) for arg in term.args])
    if isinstance(term, PrologList):
        tail = EMPTY if term.tail is None else of_term(term.tail)
        return list_of([of_term(item) for item in term.items], tail)
    assert not isinstance(term, Variable)
    return Real(term) if isinstance(term, float) else term


def to_term(value: Value) -> Term:
    """The term of a value."""
    if isinstance(value, Real):
        return value.number
    if not isinstance(value, tuple):
        return value
    if value[0] != CELL:
        return Compound(value[0], tuple(to_term(arg) for arg in value[1:]))
    items = []
    while isinstance(value, tuple) and value[0] == CELL and len(value) == 3:
        items.append(to_term(value[1]))
        value = value[2]
    return PrologList(tuple(items), None if value == EMPTY else to_term(value))
