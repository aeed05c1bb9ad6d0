"""Which kinds of numbers arithmetic gives: integers, floats, or both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from pydecl.compiler import ir

INT, FLOAT = frozenset(("int",)), frozenset(("float",))
BOTH = INT | FLOAT

CONSTANTS = {
    **dict.fromkeys(("pi", "e", "inf", "nan", "epsilon"), FLOAT),
}

ALWAYS_INT = frozenset(
    (
        *(("ceiling", 1), ("floor", 1), ("round", 1), ("truncate", 1), ("integer", 1), ("\\", 1), ("msb", 1)),
        *(("popcount", 1), ("//", 2), ("mod", 2), ("rem", 2), ("div", 2), (">>", 2), ("<<", 2)),
        *(("/\\", 2), ("\\/", 2), ("xor", 2), ("gcd", 2), ("lcm", 2), ("numerator", 1), ("denominator", 1)),
        *(("rdiv", 2), ("rational", 1), ("rationalize", 1)),
    )
)

ALWAYS_FLOAT = frozenset(
    (
        *(("sqrt", 1), ("sin", 1), ("cos", 1), ("tan", 1), ("asin", 1), ("acos", 1), ("atan", 1), ("exp", 1)),
        *(("sinh", 1), ("cosh", 1), ("tanh", 1), ("asinh", 1), ("acosh", 1), ("atanh", 1)),
        *(("log", 1), ("float", 1), ("atan2", 2), ("atan", 2), ("copysign", 2)),
    )
)

Kinds = Callable[[str], Sequence[str]]
"""The kinds of constructors at a variable."""


def result_kinds(expression: ir.Expr, kinds: Kinds) -> frozenset[str]:
    """The kinds of numbers that an expression can be, given those at the variables.

    >>> sorted(result_kinds(ir.Arith("/", (ir.Var("X"), ir.Const(2))), lambda name: ("int",)))
    ['float', 'int']
    """
    match expression:
        case ir.Const(value):
            if isinstance(value, Fraction):
                return frozenset()
            return FLOAT if isinstance(value, float) else INT if isinstance(value, int) else BOTH
        case ir.Var(name):
            return frozenset(kinds(name)) & BOTH
        case ir.Arith(name, ()):
            return CONSTANTS.get(name, BOTH)
        case ir.Arith(name, args):
            if (name, len(args)) in ALWAYS_INT:
                return INT
            if (name, len(args)) in ALWAYS_FLOAT:
                return FLOAT
            return _of_arguments(name, [result_kinds(argument, kinds) for argument in args])
        case _:
            return BOTH


def _of_arguments(name: str, found: list[frozenset[str]]) -> frozenset[str]:
    if not all(found):
        return frozenset()
    every = frozenset[str]().union(*found)
    if name in ("max", "min"):
        return every
    if name in ("/", "**") and every == INT:
        return BOTH
    if name in ("**", "^") and "int" in found[0]:
        return every  # 1 ** 2.5 is the integer 1
    return every if all("int" in kinds for kinds in found) else every - INT
