"""Arithmetic as SWI-Prolog 9.0 has it, with its default flags: what `is` and comparison evaluate.

Compiled rules compute with Python's operators where the result is an integer, and ask here for everything
else. A function takes values, evaluates them where they are no numbers, and gives a number.

>>> FUNCTIONS["/", 2](7, 2), FUNCTIONS["/", 2](6, 2), FUNCTIONS["//", 2](-7, 2), FUNCTIONS["mod", 2](-7, 2)
(3.5, 3, -3, 1)
>>> FUNCTIONS["+", 2](1, "foo")
Traceback (most recent call last):
pydecl.compiler.runtime.values.PrologError: error(type_error(evaluable,/(foo,0)),_)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any

from pydecl.compiler.library import OTHER_FUNCTIONS, is_code
from pydecl.compiler.runtime.numbers import (
    Operation,
    chosen_by,
    divide,
    evaluation_error,
    fractional_part,
    half_up,
    integer_part,
    inverse_tanh,
    logarithm,
    most_significant,
    popcount,
    power,
    quotient,
    rational,
    rdiv,
    remainder,
    shift,
    sign,
)
from pydecl.compiler.runtime.values import (
    Float,
    PrologError,
    Rational,
    arguments,
    is_list,
    nearest,
    number_at_most,
    number_less,
    number_same,
    number_value,
    prolog_error,
    rational_value,
    to_term,
    type_error,
    uncovered,
)
from pydecl.model.term import Atom, Compound, PrologList, PrologString


def _not_evaluable(name: str, arity: int) -> PrologError:
    return prolog_error("type_error", Atom("evaluable"), Compound("/", (Atom(name), arity)))


def _refuse_other(name: str, arity: int) -> None:
    if (name, arity) in OTHER_FUNCTIONS:
        raise uncovered(f"the arithmetic function {name}/{arity}")


def number(value: Any) -> Any:
    """The number that a term evaluates to."""
    found = operand(value)
    return found.numerator if found.__class__ is Rational and found.denominator == 1 else found


def operand(value: Any) -> Any:
    """The number that a term evaluates to within an expression, where a rational may be whole."""
    kind = value.__class__
    if kind is int or kind is Float or kind is Rational:
        return value
    if kind is PrologString or is_list(value):
        return _code(value)
    if kind is str:
        if (value, 0) in FUNCTIONS:
            return FUNCTIONS[value, 0]()
        _refuse_other(value, 0)
        raise _not_evaluable(value, 0)
    name, args = arguments(value)
    _refuse_other(name, len(args))
    found = [operand(arg) for arg in reversed(args)]
    if (name, len(args)) not in FUNCTIONS:
        raise _not_evaluable(name, len(args))
    return WITHIN[name, len(args)](*found[::-1])


def _code(text: Any) -> int:
    """The code of a text of one character, as a string or a list; an error for any other."""
    if text == ():
        raise type_error("evaluable", text)
    items: Sequence[Any] = text.value if text.__class__ is PrologString else text
    item = items[0] if items else ""
    is_character = item.__class__ is str and len(item) == 1
    if not is_character and not (item.__class__ is int and is_code(item)) and items:
        raise type_error("character", item)
    if len(items) != 1:
        raise prolog_error("type_error", PrologList(()), to_term(text))
    return ord(item) if is_character else int(item)


def _within(result: Any) -> Any:
    """The result of an operation within an expression, where SWI-Prolog keeps a rational that is whole."""
    return rational_value(result) if isinstance(result, Fraction) else number_value(result)


def _checked(result: Any) -> Any:
    """The result of an operation; raises where it is beyond the floats, or undefined."""
    if isinstance(result, float):
        if math.isinf(result):
            raise evaluation_error("float_overflow")
        if math.isnan(result):
            raise evaluation_error("undefined")
    return result


def _plain(value: Any) -> Any:
    """The number that an operand evaluates to, as Python computes with it: a Float is equal to no integer."""
    found = operand(value)
    return float(found) if found.__class__ is Float else found


def _operation(function: Operation, finished: Operation = number_value) -> Operation:
    """A function of numbers as one of values; `finished` makes a value of its result."""

    @wraps(function)
    def operation(*values: Any) -> Any:
        plain = list(map(_plain, values))
        if any(isinstance(value, float) and not math.isfinite(value) for value in plain):
            raise uncovered("arithmetic with inf or nan")
        try:
            return finished(_checked(function(*plain)))
        except OverflowError:
            raise evaluation_error("float_overflow") from None
        except ZeroDivisionError:
            raise evaluation_error("zero_divisor") from None

    return operation


def _unchecked(function: Operation, finished: Operation) -> Operation:
    """Likewise, of a function that may give infinities and NaN back."""

    @wraps(function)
    def operation(*values: Any) -> Any:
        return finished(function(*map(_plain, values)))

    return operation


def _integers(function: Operation) -> Operation:
    """A function that takes integers alone."""

    @wraps(function)
    def operation(*values: Any) -> Any:
        for value in values:
            if value.__class__ is not int:
                break
        else:
            try:
                return function(*values)
            except ZeroDivisionError:
                raise evaluation_error("zero_divisor") from None
        numbers = list(map(number, values))
        for value in numbers:
            if value.__class__ is not int:
                if value.__class__ is Float and not math.isfinite(value):
                    raise uncovered("arithmetic with inf or nan")
                raise type_error("integer", value)
        return operation(*numbers)

    return operation


def _mixed(function: Operation, finished: Operation, exact: bool = True) -> Operation:
    """A function of two numbers: a float among them makes floats of both."""

    def general(one: Any, other: Any) -> Any:
        if isinstance(one, float) or isinstance(other, float):
            return function(_float(one), _float(other))
        return function(one, other)

    careful = _operation(general, finished)

    def operation(one: Any, other: Any) -> Any:
        if one.__class__ is int and other.__class__ is int and exact:
            return function(one, other)
        return careful(one, other)

    return operation


def _float(value: Any) -> float:
    """A number as a float. Raises OverflowError."""
    return nearest(value) if isinstance(value, Fraction) else float(value)


def _rounding(function: Callable[[Any], int]) -> Operation:
    def rounded(value: Any) -> Any:
        if isinstance(value, int):
            return value
        if math.isinf(value) or math.isnan(value):
            raise uncovered("rounding inf or nan")
        return function(value)

    return _operation(rounded)


def _float_function(function: Callable[[float], float]) -> Operation:
    """A function of floats; outside of what it is defined for it is undefined."""

    def operation(value: Any) -> Any:
        try:
            return function(_float(value))
        except ValueError:
            raise evaluation_error("undefined") from None

    return _operation(operation)


def _of_integers_kept(function: Operation) -> Operation:
    """A function whose results for integers are kept: that of probabilities are few."""
    kept = lru_cache(maxsize=4096)(function)

    def operation(one: Any, other: Any) -> Any:
        return kept(one, other) if one.__class__ is int and other.__class__ is int else function(one, other)

    return operation


def _part(name: str) -> Operation:
    def part(value: Any) -> Any:
        if isinstance(value, float):
            raise type_error("rational", Float(value))
        return getattr(value, name)

    return _operation(part)


def _arithmetic(finished: Operation) -> dict[tuple[str, int], Operation]:
    """The functions that give rationals for rationals."""
    return {
        ("-", 1): _unchecked(lambda a: 0 - a if isinstance(a, int) else -a, finished),
        ("+", 1): _unchecked(lambda a: a, finished),
        ("abs", 1): _unchecked(abs, finished),
        ("rational", 1): _operation(rational, finished),
        ("+", 2): _mixed(lambda a, b: a + b, finished),
        ("-", 2): _mixed(lambda a, b: a - b, finished),
        ("*", 2): _mixed(lambda a, b: a * b, finished),
        ("/", 2): _mixed(divide, finished, exact=False),
        ("min", 2): _unchecked(chosen_by(lambda a, b: a < b), finished),
        ("max", 2): _unchecked(chosen_by(lambda a, b: a > b), finished),
        ("**", 2): _operation(power, finished),
        ("^", 2): _operation(power, finished),
    }


def _constant(value: float) -> Operation:
    found = Float(value)
    return lambda: found


def _unknown(name: str, arity: int) -> Operation:
    def operation(*_: Any) -> Any:
        raise uncovered(f"the arithmetic function {name}/{arity}")

    return operation


FUNCTIONS: dict[tuple[str, int], Operation] = {
    **_arithmetic(number_value),
    ("pi", 0): _constant(math.pi),
    ("e", 0): _constant(math.e),
    ("inf", 0): _constant(math.inf),
    ("nan", 0): _constant(math.nan),
    ("epsilon", 0): _constant(2.0**-52),
    ("sign", 1): _operation(sign),
    ("sqrt", 1): _float_function(math.sqrt),
    ("sin", 1): _float_function(math.sin),
    ("cos", 1): _float_function(math.cos),
    ("tan", 1): _float_function(math.tan),
    ("asin", 1): _float_function(math.asin),
    ("acos", 1): _float_function(math.acos),
    ("atan", 1): _float_function(math.atan),
    ("sinh", 1): _float_function(math.sinh),
    ("cosh", 1): _float_function(math.cosh),
    ("tanh", 1): _float_function(math.tanh),
    ("asinh", 1): _float_function(math.asinh),
    ("acosh", 1): _float_function(math.acosh),
    ("atanh", 1): _float_function(inverse_tanh),
    ("exp", 1): _float_function(math.exp),
    ("log", 1): _float_function(logarithm),
    ("ceiling", 1): _rounding(math.ceil),
    ("floor", 1): _rounding(math.floor),
    ("truncate", 1): _rounding(math.trunc),
    ("round", 1): _rounding(half_up),
    ("integer", 1): _rounding(half_up),
    ("float", 1): _operation(_float),
    ("float_integer_part", 1): _operation(integer_part),
    ("float_fractional_part", 1): _operation(fractional_part),
    ("numerator", 1): _part("numerator"),
    ("denominator", 1): _part("denominator"),
    ("\\", 1): _integers(lambda a: ~a),
    ("msb", 1): _integers(most_significant),
    ("popcount", 1): _integers(popcount),
    ("//", 2): _integers(quotient),
    ("mod", 2): _integers(lambda a, b: a % b),
    ("rem", 2): _integers(remainder),
    ("div", 2): _integers(lambda a, b: a // b),
    ("rdiv", 2): _of_integers_kept(_operation(rdiv)),
    (">>", 2): _integers(lambda a, b: shift(a, -b)),
    ("<<", 2): _integers(shift),
    ("/\\", 2): _integers(lambda a, b: a & b),
    ("\\/", 2): _integers(lambda a, b: a | b),
    ("xor", 2): _integers(lambda a, b: a ^ b),
    ("gcd", 2): _integers(math.gcd),
    ("lcm", 2): _integers(math.lcm),
    ("atan2", 2): _operation(lambda a, b: math.atan2(_float(a), _float(b))),
    ("atan", 2): _operation(lambda a, b: math.atan2(_float(a), _float(b))),
}
"""What is evaluated, by name and arity. Functions on which SWI-Prolog's versions differ are refused."""

for _name, _arity in (
    *(("infinite", 0), ("max_tagged_integer", 0), ("min_tagged_integer", 0), ("max_integer", 0)),
    *(("min_integer", 0), ("log2", 1), ("rationalize", 1), ("succ", 1), ("copysign", 2), ("log", 2)),
):
    FUNCTIONS[_name, _arity] = _unknown(_name, _arity)


WITHIN = {**FUNCTIONS, **_arithmetic(_within)}
"""Likewise, of what stands within an expression: `(1r2 + 1r2) / 3` is 1r3, where 1 / 3 is a float."""


def last_first(function: Operation, last: Any, first: Any) -> Any:
    """A function of two arguments, the last of which Prolog evaluates first."""
    return function(first, last)


def _comparison(holds: Callable[[Any, Any], bool]) -> Operation:
    return lambda one, other: holds(number(one), number(other))


COMPARISONS: dict[str, Operation] = {
    "<": _comparison(number_less),
    ">": _comparison(lambda one, other: number_less(other, one)),
    "=<": _comparison(number_at_most),
    ">=": _comparison(lambda one, other: number_at_most(other, one)),
    "=:=": _comparison(number_same),
    "=\\=": _comparison(lambda one, other: not number_same(one, other)),
}
"""Comparison of values, which are evaluated."""
