"""Arithmetic of the interpreter of the intermediate language: is/2 as SWI-Prolog evaluates it."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from pydecl.compiler.ir.interpreter.errors import PrologError
from pydecl.compiler.ir.interpreter.values import CELL, EMPTY, Real, Value, to_term
from pydecl.compiler.library import OTHER_FUNCTIONS, is_code
from pydecl.errors import LimitError
from pydecl.model.term import Atom, PrologString

Python = int | Fraction | float


def error(formal: Value) -> PrologError:
    """`error(Formal, _)`."""
    return PrologError(to_term(("error", formal, Atom("_"))))


def evaluation_error(what: str) -> PrologError:
    """Such as a division by zero."""
    return error(("evaluation_error", Atom(what)))


def type_error(kind: str, culprit: Value) -> PrologError:
    """A value of another type than wanted."""
    return error(("type_error", Atom(kind), culprit))


def evaluated(value: Value) -> Value:
    """The number that a term evaluates to."""
    return _value(_evaluated(value))


def _evaluated(value: Value) -> Python:
    """Likewise, within an expression: a rational may be whole."""
    if isinstance(value, int | Fraction | Real):
        return _python(value)
    if isinstance(value, tuple) and value[0] == CELL:
        if value == EMPTY:
            raise type_error("evaluable", value)
        code = _character(value[1])
        if value[2] == EMPTY:
            return code
        raise error(("type_error", EMPTY, value))
    if isinstance(value, PrologString):
        if len(value.value) == 1:
            return ord(value.value)
        raise error(("type_error", EMPTY, value))
    name, args = (value.name, ()) if isinstance(value, Atom) else (value[0], value[1:])
    if (name, len(args)) in OTHER_FUNCTIONS:
        raise LimitError(f"{name}/{len(args)}")
    numbers = [_evaluated(arg) for arg in reversed(args)][::-1]
    function = FUNCTIONS.get((name, len(args)))
    if function is None:
        raise type_error("evaluable", ("/", Atom(name), len(args)))
    return function(*numbers)


def _character(item: Value) -> int:
    """What a list of one item evaluates to."""
    if isinstance(item, int) and is_code(item):
        return item
    if isinstance(item, Atom) and len(item.name) == 1:
        return ord(item.name)
    raise type_error("character", item)


def _python(value: Value) -> Python:
    if isinstance(value, Real):
        return value.number
    assert isinstance(value, int | Fraction)
    return value


def _value(number: Python) -> Value:
    if isinstance(number, Fraction):
        return number.numerator if number.denominator == 1 else number
    return Real(number) if isinstance(number, float) else number


def _checked(number: float) -> float:
    if math.isnan(number):
        raise evaluation_error("undefined")
    if math.isinf(number):
        raise evaluation_error("float_overflow")
    return number


def _float(number: Python) -> float:
    try:
        found = float(number)
    except OverflowError:
        raise evaluation_error("float_overflow") from None
    if isinstance(number, Fraction) and number != Fraction(found):
        away = math.nextafter(found, math.copysign(math.inf, number - Fraction(found)))
        tie = Fraction(found) + Fraction(away) == 2 * number
        if (tie and number < 0) or abs(number) < 2**-1022:
            raise LimitError("a float that SWI-Prolog rounds in a way of its own")
    return found


def _both(function: Callable[[Python, Python], Python]) -> Callable[[Python, Python], Python]:
    """A function of two numbers: of floats where one of them is."""

    def apply(a: Python, b: Python) -> Python:
        if isinstance(a, float) or isinstance(b, float):
            if not (math.isfinite(_float(a)) and math.isfinite(_float(b))):
                raise LimitError("arithmetic with inf or nan")
            return _checked(_float(function(_float(a), _float(b))))
        return function(Fraction(a), Fraction(b)) if Fraction in (type(a), type(b)) else function(a, b)

    return apply


def _divide(a: Python, b: Python) -> Python:
    if isinstance(a, float) or isinstance(b, float):
        x, y = _float(a), _float(b)
        if y == 0.0:
            raise evaluation_error("undefined" if x == 0.0 else "zero_divisor")
        if math.isinf(y) and isinstance(a, int):
            return 0
        return _checked(x / y) if math.isfinite(x) and math.isfinite(y) else x / y
    if b == 0:
        raise evaluation_error("zero_divisor")
    exact = Fraction(a) / Fraction(b)
    if isinstance(a, Fraction) or isinstance(b, Fraction) or exact.denominator == 1:
        return exact
    return _checked(_float(a) / _float(b))


def _integers(
    function: Callable[[int, int], int], divides: bool = False
) -> Callable[[Python, Python], Python]:
    def apply(a: Python, b: Python) -> Python:
        a, b = _whole(a), _whole(b)
        if divides and b == 0:
            raise evaluation_error("zero_divisor")
        return function(a, b)

    return apply


def _whole(number: Python) -> int:
    value = _value(number)
    if not isinstance(value, int):
        raise type_error("integer", value)
    return value


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


EDGE = 1 << 63
"""The first number beyond 64 bits, where SWI-Prolog 9.0.4 errs."""


WIDEST = 1 << 27
"""The most bits that an integer may have."""


def _shift(a: int, b: int) -> int:
    if b >= EDGE or -b > WIDEST:
        raise LimitError("a shift by so many places")
    return a >> b if b >= 0 else a << -b


def _power(a: Python, b: Python) -> Python:
    """`**`, where prefer_rationals is false."""
    if isinstance(a, int) and isinstance(b, int) and b < 0:
        if a == 0:
            raise evaluation_error("zero_divisor")
        if a in (1, -1):
            return 1 if a == 1 or b % 2 == 0 else -1
        if a.bit_length() * -b > WIDEST:
            raise LimitError("a power so large")
        return _float(Fraction(a) ** b)
    return _caret(a, b)


def _caret(a: Python, b: Python) -> Python:
    if isinstance(b, Fraction):
        raise LimitError("a root")
    if b == 0 or (isinstance(b, float) and isinstance(a, int) and a == 1):
        return 1
    if isinstance(a, int) and a in (1, -1) and isinstance(b, int):
        return 1 if a == 1 or b % 2 == 0 else -1
    if isinstance(b, int) and not isinstance(a, float) and (b >= 0 or isinstance(a, Fraction)):
        if max(a.numerator.bit_length(), a.denominator.bit_length()) * abs(b) > WIDEST:
            raise LimitError("a power so large")
        power: Python = a**b
        return power
    try:
        return _checked(math.pow(_float(a), _float(b)))
    except ValueError:
        raise evaluation_error("undefined" if _float(a) < 0 else "zero_divisor") from None
    except OverflowError:
        raise evaluation_error("float_overflow") from None


def _rounded(function: Callable[[Python], int]) -> Callable[[Python], Python]:
    def apply(a: Python) -> Python:
        if isinstance(a, float) and not math.isfinite(a):
            raise evaluation_error("undefined")
        return function(a)

    return apply


def _round(a: Python) -> int:
    return math.floor(a + Fraction(1, 2)) if a >= 0 and not isinstance(a, float) else _round_away(a)


def _round_away(a: Python) -> int:
    if isinstance(a, float) and a == EDGE:
        return EDGE - 1
    exact = Fraction(a)
    return math.floor(exact + Fraction(1, 2)) if exact >= 0 else -math.floor(-exact + Fraction(1, 2))


def _of_float(function: Callable[[float], float]) -> Callable[[Python], Python]:
    def apply(a: Python) -> Python:
        try:
            return _checked(function(_checked(_float(a))))
        except ValueError:
            raise evaluation_error("undefined") from None
        except OverflowError:
            raise evaluation_error("float_overflow") from None

    return apply


def _of_integer(function: Callable[[int], int]) -> Callable[[Python], Python]:
    def apply(a: Python) -> Python:
        return function(_whole(a))

    return apply


def _sign(a: Python) -> Python:
    if isinstance(a, float):
        return math.copysign(1.0, a) if a else 0.0
    return (a > 0) - (a < 0)


def _integer_part(a: Python) -> Python:
    return math.copysign(math.trunc(a), a) if isinstance(a, float) else math.trunc(a)


def _rational(a: Python) -> Fraction:
    if isinstance(a, float):
        raise type_error("rational", Real(a))
    return Fraction(a)


def _rdiv(a: Python, b: Python) -> Python:
    one, other = _rational(a), _rational(b)
    if other == 0:
        raise evaluation_error("zero_divisor")
    return _python(_value(one / other))


def _extreme(wanted: int) -> Callable[[Python, Python], Python]:
    def apply(a: Python, b: Python) -> Python:
        sign = number_order(_value(a), _value(b))
        signs = math.copysign(1, a), math.copysign(1, b)
        if a == 0 == b and signs[0] != signs[1]:  # -0.0 is less than 0
            return a if signs[0] == wanted else b
        if sign == 0:
            return a if isinstance(a, float) else b
        chosen = a if sign == wanted else b
        return Fraction(chosen) if Fraction in (type(a), type(b)) and isinstance(chosen, int) else chosen

    return apply


def number_order(a: Value, b: Value) -> int:
    """Whether a number is less, equal or greater."""
    x, y = _python(a), _python(b)
    if isinstance(x, float) or isinstance(y, float):
        x, y = _float(x), _float(y)
    return (x > y) - (x < y)


def standard_order(a: Value, b: Value) -> int:
    """Of numbers: by value, and a float before what it equals."""
    sign = number_order(a, b)
    if sign == 0 and isinstance(a, Real) != isinstance(b, Real):
        return -1 if isinstance(a, Real) else 1
    if sign == 0 and isinstance(a, Real) and isinstance(b, Real) and a != b:
        return -1 if math.copysign(1, a.number) < 0 else 1
    return sign


def compare_numbers(op: str, a: Value, b: Value) -> bool:
    """Whether a comparison of numbers holds."""
    sign = number_order(a, b)
    return {
        "<": sign < 0,
        ">": sign > 0,
        "=<": sign <= 0,
        ">=": sign >= 0,
        "=:=": sign == 0,
        "=\\=": sign != 0,
    }[op]


def _msb(a: int) -> int:
    if a <= 0:
        raise error(("domain_error", Atom("not_less_than_one"), a))
    return a.bit_length() - 1


def _log(a: Python) -> Python:
    if a == 0:
        raise evaluation_error("float_overflow")
    if a < 0:
        raise evaluation_error("undefined")
    return math.log(a)


def _atanh(a: Python) -> Python:
    if abs(a) == 1:
        raise evaluation_error("float_overflow")
    return _of_float(math.atanh)(a)


def _integer(a: Python) -> Python:
    return a if isinstance(a, float) and math.isinf(a) else _round_away(a)


def _copysign(a: Python, b: Python) -> Python:
    turned = (math.copysign(1.0, _float(a)) > 0) != (math.copysign(1.0, _float(b)) > 0)
    return -a if turned else a


FUNCTIONS: dict[tuple[str, int], Callable[..., Python]] = {
    ("pi", 0): lambda: math.pi,
    ("e", 0): lambda: math.e,
    ("inf", 0): lambda: math.inf,
    ("nan", 0): lambda: math.nan,
    ("epsilon", 0): lambda: 2.0**-52,
    ("-", 1): lambda a: -a,
    ("+", 1): lambda a: a,
    ("abs", 1): abs,
    ("sign", 1): _sign,
    ("sqrt", 1): _of_float(math.sqrt),
    ("sin", 1): _of_float(math.sin),
    ("cos", 1): _of_float(math.cos),
    ("tan", 1): _of_float(math.tan),
    ("asin", 1): _of_float(math.asin),
    ("acos", 1): _of_float(math.acos),
    ("atan", 1): _of_float(math.atan),
    ("sinh", 1): _of_float(math.sinh),
    ("cosh", 1): _of_float(math.cosh),
    ("tanh", 1): _of_float(math.tanh),
    ("asinh", 1): _of_float(math.asinh),
    ("acosh", 1): _of_float(math.acosh),
    ("atanh", 1): _atanh,
    ("exp", 1): _of_float(math.exp),
    ("log", 1): _log,
    ("ceiling", 1): _rounded(math.ceil),
    ("floor", 1): _rounded(math.floor),
    ("round", 1): _rounded(_round_away),
    ("truncate", 1): lambda a: a if isinstance(a, float) and math.isinf(a) else math.trunc(a),
    ("integer", 1): _integer,
    ("float", 1): _float,
    ("float_integer_part", 1): _integer_part,
    ("float_fractional_part", 1): lambda a: math.fmod(a, 1.0) if isinstance(a, float) else a - math.trunc(a),
    ("rational", 1): Fraction,
    ("rationalize", 1): lambda a: _simplest(a) if isinstance(a, float) else a,
    ("numerator", 1): lambda a: _rational(a).numerator,
    ("denominator", 1): lambda a: _rational(a).denominator,
    ("\\", 1): _of_integer(lambda a: ~a),
    ("msb", 1): _of_integer(_msb),
    ("popcount", 1): _of_integer(int.bit_count),
    ("+", 2): _both(lambda a, b: a + b),
    ("-", 2): _both(lambda a, b: a - b),
    ("*", 2): _both(lambda a, b: a * b),
    ("/", 2): _divide,
    ("//", 2): _integers(_truncated, divides=True),
    ("mod", 2): _integers(lambda a, b: a % b, divides=True),
    ("rem", 2): _integers(lambda a, b: a - b * _truncated(a, b), divides=True),
    ("div", 2): _integers(lambda a, b: a // b, divides=True),
    ("rdiv", 2): _rdiv,
    ("min", 2): _extreme(-1),
    ("max", 2): _extreme(1),
    ("**", 2): _power,
    ("^", 2): _caret,
    (">>", 2): _integers(_shift),
    ("<<", 2): _integers(lambda a, b: _shift(a, -b)),
    ("/\\", 2): _integers(lambda a, b: a & b),
    ("\\/", 2): _integers(lambda a, b: a | b),
    ("xor", 2): _integers(lambda a, b: a ^ b),
    ("gcd", 2): _integers(math.gcd),
    ("lcm", 2): _integers(math.lcm),
    ("atan2", 2): lambda a, b: math.atan2(_float(a), _float(b)),
    ("atan", 2): lambda a, b: math.atan2(_float(a), _float(b)),
    ("copysign", 2): _copysign,
}


def _simplest(number: float) -> Fraction:
    """The simplest fraction that is this float."""
    exact = Fraction(number)
    limit = 1
    while float(exact.limit_denominator(limit)) != number:
        limit *= 2
    low, high = limit // 2, limit
    while low + 1 < high:
        middle = (low + high) // 2
        if float(exact.limit_denominator(middle)) == number:
            high = middle
        else:
            low = middle
    return exact.limit_denominator(high)
