"""Numbers as SWI-Prolog compares them: the one place where two values are compared.

A game's value is an integer, a rational or a float, infinities included. SWI-Prolog converts both
sides to floats as soon as one of them is a float; Python compares exactly. The twins compare as
SWI-Prolog does, so that a tie on one engine is a tie on the other.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TypeGuard

from pydecl.errors import InputError

Number = int | float | Fraction

INFINITY = math.inf

DIGITS = 3
"""How many digits of a fraction people are shown."""


def is_number(value: object) -> TypeGuard[Number]:
    """Whether a value is a number; a truth value is none."""
    return isinstance(value, Number) and not isinstance(value, bool)


def as_float(value: Number) -> float:
    """The float nearest to a number; beyond the largest float it is infinite.

    >>> as_float(10**400), as_float(Fraction(1, 4))
    (inf, 0.25)
    """
    try:
        return float(value)
    except OverflowError:
        return INFINITY if value > 0 else -INFINITY


def less(a: Number, b: Number) -> bool:
    """Whether a < b in SWI-Prolog 9.0.

    >>> less(2**53, 2**53 + 1), less(2.0**53, 2**53 + 1)
    (True, False)
    """
    if a.__class__ is b.__class__ and a.__class__ is not Fraction:
        return a < b
    if isinstance(a, float):
        return a < (b if isinstance(b, float) else as_float(b))
    if isinstance(b, float):
        return as_float(a) < b
    top, bottom = a.as_integer_ratio()
    top1, bottom1 = b.as_integer_ratio()
    return top * bottom1 < top1 * bottom  # much sooner than Fraction's own comparison


def equal(a: Number, b: Number) -> bool:
    """Whether a =:= b in SWI-Prolog 9.0.

    >>> equal(2.0**53, 2**53 + 1), equal(1, 1.0)
    (True, True)
    """
    return not less(a, b) and not less(b, a)


class Sum:
    """Products, added up: exactly as long as there is no float among them, and then as floats, in order.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> exact, other = Sum(), Sum()
    >>> exact.add(half, 3), exact.add(third, half), other.add(third, 1), other.add(half, 0.5)
    (None, None, None, None)
    >>> exact.value, other.value
    (Fraction(5, 3), 0.5833333333333333)
    """

    __slots__ = ("_bottom", "_float", "_top")

    def __init__(self) -> None:
        self._top, self._bottom = 0, 1
        self._float: float | None = None

    def add(self, factor: Number, value: Number) -> None:
        """Add a product, whose factor is exact; beyond the largest float it is infinite."""
        if self._float is None and not isinstance(value, float):
            top, bottom = value.as_integer_ratio()
            by, over = factor.as_integer_ratio()
            bottom *= over
            if bottom == self._bottom:
                self._top += top * by
            else:
                more = bottom // math.gcd(bottom, self._bottom)
                whole = self._bottom * more
                self._top = self._top * more + top * by * (whole // bottom)
                self._bottom = whole
            return
        try:
            self._float = float(self.value + factor * value)
        except OverflowError:
            self._float = INFINITY

    @property
    def finite(self) -> bool:
        """Whether it is neither infinite nor NaN."""
        return self._float is None or math.isfinite(self._float)

    @property
    def value(self) -> Number:
        """The sum: an integer where it is whole and exact."""
        if self._float is not None:
            return self._float
        if not self._top % self._bottom:
            return self._top // self._bottom
        return Fraction(self._top, self._bottom)


def exact(value: Fraction) -> int | Fraction:
    """A rational as SWI-Prolog has it: a whole one is an integer.

    >>> exact(Fraction(2, 4)), exact(Fraction(0, 4))
    (Fraction(1, 2), 0)
    """
    return value.numerator if value.denominator == 1 else value


def number_text(value: Number) -> str:
    """A number as SWI-Prolog prints it, infinities as `inf` and `-inf`.

    >>> [number_text(v) for v in (3, -1.5, Fraction(1, 3), INFINITY)]
    ['3', '-1.5', '1r3', 'inf']
    """
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}" if value.denominator != 1 else str(value.numerator)
    return str(value)


def brief_text(value: Number) -> str:
    """The same with at most three digits, but for those before the point; an integer keeps all.

    >>> [brief_text(v) for v in (12345, 0.0, -2 / 35, 1.125, 1234.5, Fraction(1, 3), Fraction(1499, 3240))]
    ['12345', '0.0', '-0.0571', '1.13', '1235', '1r3', '0.463']
    """
    text, near = number_text(value), as_float(value)
    is_short = sum(map(str.isdigit, text.lstrip("-0."))) <= DIGITS
    if isinstance(value, int) or "e" in text or is_short or not math.isfinite(near):
        return text
    exact = Decimal(near)
    places = max(0, DIGITS - 1 - exact.adjusted())
    rounded = f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
    return rounded.rstrip("0").removesuffix(".") if places else rounded


def number_json(value: Number) -> int | float | str:
    """A number for JSON: integers and floats as they are, the rest as text.

    >>> number_json(2), number_json(-INFINITY), number_json(10**400) == 10**400
    (2, '-inf', True)
    """
    if isinstance(value, Fraction) or (isinstance(value, float) and math.isinf(value)):
        return number_text(value)
    return value


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things for a message.

    >>> counted(1, "row"), counted(3000, "row"), counted(2, "leaf", "leaves")
    ('1 row', '3,000 rows', '2 leaves')
    """
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


# Numbers that people give, held to what makes sense


LEAST_MEMORY = 64
"""What rules may use at the least, in MiB: SWI-Prolog alone takes most of it."""

MOST_JOBS = 1024
"""How many processes a command can be told to start."""


def whole(least: int, **given: int | None) -> None:
    """Raise InputError for what is no whole number, or is below `least`; None says nothing.

    >>> whole(1, positions=5, jobs=None)
    >>> whole(1, positions=0)
    Traceback (most recent call last):
    pydecl.errors.InputError: positions must be a whole number of 1 or more, not 0
    """
    for name, number in given.items():
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise InputError(f"{name} must be a whole number of {least} or more, not {number!r}")


def limits(seconds: float | None, memory: int | None) -> None:
    """Raise InputError for a time that is not above 0, or for memory that no rules can run in.

    >>> limits(None, 2048)
    >>> limits(-1, 2048)
    Traceback (most recent call last):
    pydecl.errors.InputError: seconds must be a number above 0, or None for no limit, not -1
    """
    if seconds is not None and (not isinstance(seconds, int | float) or not seconds > 0):
        raise InputError(f"seconds must be a number above 0, or None for no limit, not {seconds!r}")
    whole(LEAST_MEMORY, memory=memory)
