"""Plain Python values as Prolog terms, and back: a game in Python need not say how its positions look.

A string is an atom, a number a number, a tuple a list. `None`, `True` and `False` are `@(none)`, `@(true)`
and `@(false)`, as SWI-Prolog's own interface to Python has them. A named tuple, a frozen dataclass and a
member of an enumeration are compounds, named after their classes. A frozenset is `frozenset(List)`, sorted.

>>> from typing import NamedTuple
>>> class Pile(NamedTuple):
...     player: str
...     left: int
>>> shapes = Shapes()
>>> term = shapes.term((Pile("max", 10), None))
>>> print(term)
[pile(max,10),@(none)]
>>> shapes.value(term)
(Pile(player='max', left=10), None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

from pydecl.errors import InputError, PositionError
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, term_text

MoveName: TypeAlias = "Term | str | bool | tuple[Any, ...]"
"""What a move may be called: a term, or a plain value that stands for one."""

_CONSTANTS: dict[str, bool | None] = {"none": None, "true": True, "false": False}

TERMS = (Atom, Compound, PrologList, PrologString, Variable)
"""The terms that are no values of Python's own."""


class Shapes:
    """The classes of the values that were met: what a compound that is read stands for."""

    def __init__(self) -> None:
        self._classes: dict[str, type] = {}

    def term(self, value: object) -> Term:
        """The term that stands for a value. Raises InputError for a value that is not plain."""
        if isinstance(value, str) and not isinstance(value, Enum):
            return Atom(value)
        if value is None or isinstance(value, bool):
            return Compound("@", (Atom(str(value).lower()),))
        if isinstance(value, Enum):
            return Compound(self._named(type(value)), (Atom(value.name.lower()),))
        if isinstance(value, int | float | Fraction):
            return _number(value)
        if isinstance(value, frozenset):
            return Compound("frozenset", (PrologList(tuple(sorted(map(self.term, value), key=term_text))),))
        if type(value) is tuple:
            return PrologList(tuple(map(self.term, value)))
        return Compound(self._named(type(value)), tuple(map(self.term, _parts(value))))

    def name(self, move: object) -> Term | None:
        """The term that a move is called; None for a move without a name. Raises InputError."""
        return move if move is None or isinstance(move, TERMS) else self.term(move)

    def value(self, term: Term) -> Any:
        """The value that a term stands for. Raises PositionError for one that stands for none."""
        match term:
            case Atom(name):
                return name
            case int() | float() | Fraction():
                return term
            case PrologList(items, None):
                return tuple(map(self.value, items))
            case Compound("@", (Atom(name),)) if name in _CONSTANTS:
                return _CONSTANTS[name]
            case Compound("frozenset", (PrologList(items, None),)):
                return frozenset(map(self.value, items))
            case Compound(name, parts) if name in self._classes:
                return self._made(self._classes[name], parts, term)
        raise PositionError(f"{term} stands for no value of this game")

    def _made(self, kind: type, parts: tuple[Term, ...], term: Term) -> Any:
        if issubclass(kind, Enum):
            members = {member.name.lower(): member for member in kind}
            if len(parts) == 1 and isinstance(parts[0], Atom) and parts[0].name in members:
                return members[parts[0].name]
        elif len(parts) == len(_field_names(kind)):
            values = dict(zip(_field_names(kind), map(self.value, parts), strict=True))
            return kind(**values)
        raise PositionError(f"{term} is no {kind.__name__}")

    def _named(self, kind: type) -> str:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
        if self._classes.setdefault(name, kind) is not kind:
            raise InputError(f"two classes are called {kind.__name__}: give one of them another name")
        return name


def _number(value: float | Fraction) -> Term:
    if value != value:
        raise InputError("NaN stands for no position: it does not even equal itself")
    return value


def _parts(value: object) -> Iterator[object]:
    kind = type(value)
    if not _field_names(kind):
        raise InputError(
            f"{value!r} is a {kind.__name__}: a position is a tuple, a string, a number, a frozenset,"
            " a named tuple or a frozen dataclass; of others, write to_term and from_term"
        )
    return (getattr(value, name) for name in _field_names(kind))


def _field_names(kind: type) -> tuple[str, ...]:
    """The fields of a named tuple or a frozen dataclass; none of anything else."""
    if issubclass(kind, tuple):
        return tuple(getattr(kind, "_fields", ()))
    if is_dataclass(kind) and kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        return tuple(field.name for field in fields(kind) if field.init)
    return ()
