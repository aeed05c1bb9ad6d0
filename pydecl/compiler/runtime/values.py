"""Prolog's values in compiled Python, chosen for speed, and Prolog's errors.

    integer     int
    float       Float, which is equal only to a float
    rational    Rational, likewise
    atom        str, interned
    string      PrologString
    list        tuple; the empty list is ()
    compound    tuple whose first item is a Functor: f(a,1) is (functor("f", 2), "a", 1)

So Python's `==` is Prolog's identity of ground terms. A list whose tail is no list is refused: no value
stands for it.

>>> str(to_term((functor("at", 2), "x", (1, Float(2.0)))))
'at(x,[1,2.0])'
>>> to_value(Compound("at", (Atom("x"), PrologList((1, 2.0))))) == (functor("at", 2), "x", (1, Float(2.0)))
True
>>> (1,) == (Float(1.0),)
False
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from sys import intern
from typing import Any, TypeAlias

from pydecl.errors import InputError
from pydecl.model.number import as_float
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, term_text


class PrologError(Exception):
    """An exception of the rules: `ball` is what was thrown; an error of Prolog's is `error(Formal, _)`."""

    def __init__(self, ball: Term) -> None:
        self.ball = ball
        super().__init__(term_text(ball))


class ThrownError(PrologError):
    """What throw/1 raises."""


NOT_COVERED = ": not covered by compiled rules"


class UncoveredError(InputError):
    """The rules do at run time what compiled rules cannot."""


class Functor:
    """The name and arity of compounds. There is one object of each: ask `functor` for it."""

    __slots__ = ("arity", "name")

    def __init__(self, name: str, arity: int) -> None:
        self.name = name
        self.arity = arity

    def __repr__(self) -> str:
        return f"{self.name}/{self.arity}"


_FUNCTORS: dict[tuple[str, int], Functor] = {}


def functor(name: str, arity: int) -> Functor:
    """The functor of this name and arity, always the same object."""
    found = _FUNCTORS.get((name, arity))
    if found is None:
        found = _FUNCTORS.setdefault((name, arity), Functor(intern(name), arity))
    return found


class Float(float):
    """A float of Prolog's: equal to floats that look the same, compared with numbers as SWI-Prolog does."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Float and float.__repr__(self) == float.__repr__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__

    def __lt__(self, other: Any) -> bool:
        return number_less(self, other) if _is_number(other) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return number_less(other, self) if _is_number(other) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return number_at_most(self, other) if _is_number(other) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return number_at_most(other, self) if _is_number(other) else NotImplemented


def _closed(operation: Callable[..., Any]) -> Any:
    """An operation of fractions as one of rationals."""

    def closed(*numbers: Any) -> Any:
        found = operation(*numbers)
        return rational_value(found) if isinstance(found, Fraction) else found

    return closed


class Rational(Fraction):
    """A rational of Prolog's: equal to rationals alone. It is no integer, but within an expression."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return other.__class__ is Rational and Fraction.__eq__(self, other)

    __hash__ = Fraction.__hash__

    __floordiv__ = __rfloordiv__ = None  # type: ignore[assignment]  # it would give an integer; Prolog, an error
    __mod__ = __rmod__ = None  # type: ignore[assignment]

    __add__, __radd__ = _closed(Fraction.__add__), _closed(Fraction.__radd__)
    __sub__, __rsub__ = _closed(Fraction.__sub__), _closed(Fraction.__rsub__)
    __mul__, __rmul__ = _closed(Fraction.__mul__), _closed(Fraction.__rmul__)
    __neg__, __abs__ = _closed(Fraction.__neg__), _closed(Fraction.__abs__)

    def __lt__(self, other: Any) -> bool:
        return number_less(self, other) if _is_number(other) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return number_less(other, self) if _is_number(other) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return number_at_most(self, other) if _is_number(other) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return number_at_most(other, self) if _is_number(other) else NotImplemented


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Fraction)


def number_less(one: Any, other: Any) -> bool:
    """`<` of numbers, as `pydecl.model.number.less` has it."""
    if isinstance(one, float) or isinstance(other, float):
        return nearest(one) < nearest(other)
    if isinstance(one, int) and isinstance(other, int):
        return one < other
    return Fraction(one) < Fraction(other)


SMALLEST = Fraction(2) ** -1022
"""The least float above 0 that has all its bits."""


def nearest(value: Any) -> float:
    """The float nearest to a number. Raises UncoveredError for a rational that SWI-Prolog 9.0.4 misrounds."""
    found = as_float(value)
    if isinstance(value, Fraction) and math.isfinite(found):
        exact, rounded = Fraction(value), Fraction(found)
        beyond = Fraction(math.nextafter(found, math.inf if exact > rounded else -math.inf))
        is_tie = 2 * exact == rounded + beyond
        if (is_tie and exact < 0) or (exact != rounded and abs(exact) < SMALLEST):
            raise UncoveredError("the float of such a rational is not covered by compiled rules")
    return found


def is_nan(value: Any) -> bool:
    """NaN, not a number."""
    return isinstance(value, float) and math.isnan(value)


def number_same(one: Any, other: Any) -> bool:
    """`=:=` of numbers."""
    if is_nan(one) or is_nan(other):
        return False
    return not number_less(one, other) and not number_less(other, one)


def number_at_most(one: Any, other: Any) -> bool:
    """`=<` of numbers."""
    return number_less(one, other) or number_same(one, other)


Value: TypeAlias = int | Float | Rational | str | PrologString | tuple[Any, ...]
"""A ground term as compiled rules see it."""

CONS = "[|]"
"""The name of what a list is made of."""


def is_list(value: object) -> bool:
    """A list, which is proper."""
    return value.__class__ is tuple and not (value and value[0].__class__ is Functor)


def is_compound(value: object) -> bool:
    """A compound or a list that is not empty."""
    return value.__class__ is tuple and value != ()


def arguments(value: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """The name and the arguments of a compound; a list's are its head and its tail."""
    if value[0].__class__ is Functor:
        return value[0].name, value[1:]
    return CONS, (value[0], value[1:])


def cons(items: tuple[Any, ...], tail: Any) -> tuple[Any, ...]:
    """The list that begins with `items` and goes on with `tail`."""
    if tail.__class__ is not tuple or (tail and tail[0].__class__ is Functor):
        raise UncoveredError("a list whose tail is no list is not covered by compiled rules")
    return items + tail


def compound(name: str, args: Sequence[Any]) -> tuple[Any, ...]:
    """The compound of this name and these arguments, which may be a list."""
    if name == CONS and len(args) == 2:
        return cons((args[0],), args[1])
    return (functor(name, len(args)), *args)


def number_value(value: float | Fraction) -> int | Float | Rational:
    """A number as a value."""
    if isinstance(value, float):
        return Float(value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else rational_value(value)
    return value


def rational_value(value: Fraction) -> Rational:
    """A fraction as a value within an expression, where it may be whole."""
    return value if isinstance(value, Rational) else Rational(value)


def to_value(term: Term) -> Value:
    """The value that a ground term is. Raises UncoveredError for any other, and for a list without end."""
    if isinstance(term, Atom):
        return intern(term.name)
    if isinstance(term, int | float | Fraction):
        return number_value(term)
    if isinstance(term, PrologString):
        return term
    if isinstance(term, Compound):
        if term.name == CONS and len(term.args) == 2:
            return cons((to_value(term.args[0]),), to_value(term.args[1]))
        return (functor(term.name, len(term.args)), *map(to_value, term.args))
    if isinstance(term, PrologList):
        items = tuple(map(to_value, term.items))
        return items if term.tail is None else cons(items, to_value(term.tail))
    assert isinstance(term, Variable)
    raise UncoveredError("a free variable is no value of compiled rules")


def to_term(value: Any) -> Term:
    """The term that a value stands for."""
    if isinstance(value, str):
        return Atom(value)
    if isinstance(value, tuple):
        if value and value[0].__class__ is Functor:
            return Compound(value[0].name, tuple(map(to_term, value[1:])))
        return PrologList(tuple(map(to_term, value)))
    if isinstance(value, Float):
        return float(value)
    if isinstance(value, Rational):
        return Fraction(value)
    assert isinstance(value, int | PrologString)
    return value


# Prolog's errors


def prolog_error(name: str, *details: Term) -> PrologError:
    """`error(name(Details…), _)`."""
    return PrologError(Compound("error", (Compound(name, details), Variable("_"))))


def type_error(kind: str, culprit: Any) -> PrologError:
    """`error(type_error(kind, culprit), _)`."""
    return prolog_error("type_error", Atom(kind), to_term(culprit))


def domain_error(kind: str, culprit: Any) -> PrologError:
    """`error(domain_error(kind, culprit), _)`."""
    return prolog_error("domain_error", Atom(kind), to_term(culprit))


def uncovered(what: str) -> UncoveredError:
    """The refusal of something that is met at run time."""
    return UncoveredError(what + NOT_COVERED)
