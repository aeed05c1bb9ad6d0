"""Operations on numbers as SWI-Prolog 9.0 has them, with its default flags.

They take and give numbers as Python computes with them (int, float, Fraction), and raise Prolog's errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pydecl.compiler.runtime.values import (
    Float,
    PrologError,
    domain_error,
    nearest,
    number_same,
    prolog_error,
    type_error,
    uncovered,
)
from pydecl.model.term import Atom

Operation = Callable[..., Any]

WIDEST = 1 << 27
"""The most bits that an integer may have."""


def evaluation_error(kind: str) -> PrologError:
    """`error(evaluation_error(kind), _)`."""
    return prolog_error("evaluation_error", Atom(kind))


def divide(one: Any, other: Any) -> Any:
    """`/`: an integer where it comes out even, otherwise the quotient of the nearest floats."""
    if isinstance(one, float):
        if other == 0:
            raise evaluation_error("undefined" if one == 0 or math.isnan(one) else "zero_divisor")
        return one / other
    if other == 0:
        raise evaluation_error("zero_divisor")
    if isinstance(one, int) and isinstance(other, int):
        whole, rest = divmod(one, other)
        return float(one) / float(other) if rest else whole
    return Fraction(one) / Fraction(other)


def rdiv(one: Any, other: Any) -> Any:
    """`rdiv`: an exact quotient."""
    for value in (one, other):
        if isinstance(value, float):
            raise type_error("rational", Float(value))
    return Fraction(one) / Fraction(other)


def quotient(one: int, other: int) -> int:
    """`//`, which truncates."""
    whole = abs(one) // abs(other)
    return whole if (one < 0) is (other < 0) else -whole


def remainder(one: int, other: int) -> int:
    """`rem`, of the sign of the first."""
    return one - other * quotient(one, other)


EDGE = 1 << 63
"""The first number beyond 64 bits, where SWI-Prolog 9.0.4 errs."""


def shift(one: int, places: int) -> int:
    """`<<`; to the right if there are less than 0 places."""
    if places <= -EDGE:  # where SWI-Prolog shifts by none
        raise uncovered("a shift by so many places")
    if places < 0:
        return one >> -places
    if one and places > WIDEST:
        raise uncovered("a shift by so many places")
    return one << places


def most_significant(value: int) -> int:
    """`msb`: where the highest bit is."""
    if value < 1:
        raise domain_error("not_less_than_one", value)
    return value.bit_length() - 1


def popcount(value: int) -> int:
    """How many bits are 1."""
    if value < 0:
        raise domain_error("not_less_than_zero", value)
    return value.bit_count()


def power(base: Any, exponent: Any) -> Any:
    """`**` and `^`."""
    if isinstance(exponent, Fraction):
        raise uncovered("a root")
    if isinstance(base, float) or isinstance(exponent, float):
        return float_power(base, exponent)
    if isinstance(base, Fraction):
        if exponent == 0:
            return 1
        if max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(exponent) > WIDEST:
            raise uncovered("a power so large")
        return Fraction(base) ** exponent
    if exponent >= 0:
        if abs(base) > 1 and base.bit_length() * exponent > WIDEST:
            raise uncovered("a power so large")
        return base**exponent
    if base == 0:
        raise evaluation_error("zero_divisor")
    if base in (1, -1):
        return base if exponent % 2 else 1
    if exponent < -1 << 63:
        raise uncovered("a power so large")
    return float(base) ** exponent


def float_power(base: Any, exponent: Any) -> Any:
    """A power where one of the two is a float; the integer 1 where that is certain."""
    if exponent == 0 or (isinstance(base, int) and base == 1):
        return 1
    base, exponent = base if isinstance(base, int) else nearest(base), float(exponent)
    if base == 0:
        if exponent < 0:
            raise evaluation_error("zero_divisor")
        return 0 if isinstance(base, int) else base**exponent
    if base < 0 and not exponent.is_integer():
        raise evaluation_error("undefined")
    return float(base) ** exponent


def chosen_by(takes_first: Callable[[Any, Any], bool]) -> Operation:
    """`max` or `min`; where an integer and a float are equal, the float."""

    def choose(one: Any, other: Any) -> Any:
        if math.isnan(one) or math.isnan(other) or (math.isinf(one) and math.isinf(other)):
            raise uncovered("max or min of nan or infinities")
        if one == 0 and other == 0 and (math.copysign(1, one) != math.copysign(1, other)):
            return one if takes_first(math.copysign(1, one), math.copysign(1, other)) else other  # -0.0 < 0
        if number_same(one, other) and (isinstance(one, float) is not isinstance(other, float)):
            return one if isinstance(one, float) else other
        chosen = one if takes_first(one, other) else other
        is_rational = isinstance(one, Fraction) or isinstance(other, Fraction)
        return Fraction(chosen) if is_rational and isinstance(chosen, int) else chosen

    return choose


def half_up(value: Any) -> int:
    """The nearest integer, away from zero if two are equally near."""
    if value == EDGE and isinstance(value, float):  # SWI-Prolog gives one less
        raise uncovered("the float 2.0**63 as an integer")
    exact = Fraction(value)
    whole = math.floor(abs(exact) + Fraction(1, 2))
    return whole if exact >= 0 else -whole


def logarithm(value: float) -> float:
    """`log`."""
    if value == 0:
        raise evaluation_error("float_overflow")
    return math.log(value)


def inverse_tanh(value: float) -> float:
    """`atanh`."""
    if abs(value) == 1:
        raise evaluation_error("float_overflow")
    return math.atanh(value)


def sign(value: Any) -> Any:
    """-1, 0 or 1, of the kind of the value."""
    if isinstance(value, float):
        return 0.0 if value == 0 else math.copysign(1.0, value)
    return (value > 0) - (value < 0)


def integer_part(value: Any) -> Any:
    """What is before the point."""
    return math.copysign(math.trunc(value), value) if isinstance(value, float) else math.trunc(value)


def fractional_part(value: Any) -> Any:
    """What is behind the point."""
    whole = math.trunc(value)
    return math.fmod(value, 1.0) if isinstance(value, float) else value - whole


def rational(value: Any) -> Any:
    """The exact value."""
    if isinstance(value, float) and (math.isinf(value) or math.isnan(value)):
        raise uncovered("rational of inf or nan")
    return Fraction(value)
