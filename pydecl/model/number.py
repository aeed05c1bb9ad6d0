"""Numbers as SWI-Prolog compares them: the one place where two values meet.

A game's value is an integer, a rational or a float, infinities included. SWI-Prolog converts both
sides to floats as soon as one of them is a float; Python compares exactly. The twins compare as
SWI-Prolog does, so that a tie on one engine is a tie on the other.
"""

from __future__ import annotations

import math
from fractions import Fraction

Number = int | float | Fraction

INFINITY = math.inf


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
    if isinstance(a, float) is isinstance(b, float):
        return a < b
    return as_float(a) < as_float(b)


def equal(a: Number, b: Number) -> bool:
    """Whether a =:= b in SWI-Prolog 9.0.

    >>> equal(2.0**53, 2**53 + 1), equal(1, 1.0)
    (True, True)
    """
    return not less(a, b) and not less(b, a)


def number_text(value: Number) -> str:
    """A number as SWI-Prolog prints it, infinities as `inf` and `-inf`.

    >>> [number_text(v) for v in (3, -1.5, Fraction(1, 3), INFINITY)]
    ['3', '-1.5', '1r3', 'inf']
    """
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}" if value.denominator != 1 else str(value.numerator)
    return str(value)


def number_json(value: Number) -> int | float | str:
    """A number for JSON: integers and floats as they are, the rest as text.

    >>> number_json(2), number_json(-INFINITY), number_json(10**400) == 10**400
    (2, '-inf', True)
    """
    if isinstance(value, Fraction) or (isinstance(value, float) and math.isinf(value)):
        return number_text(value)
    return value
