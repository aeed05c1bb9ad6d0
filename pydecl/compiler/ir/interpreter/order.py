"""The standard order of terms."""

from __future__ import annotations

from fractions import Fraction

from pydecl.compiler.ir.interpreter.numbers import standard_order
from pydecl.compiler.ir.interpreter.values import EMPTY, Real, Value
from pydecl.model.term import Atom, PrologString


def _rank(value: Value) -> int:
    if isinstance(value, int | Fraction | Real):
        return 1
    if isinstance(value, PrologString):
        return 2
    if isinstance(value, Atom):
        return 4
    return 3 if value == EMPTY else 5


def order(a: Value, b: Value) -> int:
    """The standard order of terms: -1, 0 or 1."""
    todo = [(a, b)]
    while todo:
        a, b = todo.pop()
        sign = _order_here(a, b)
        if sign:
            return sign
        if isinstance(a, tuple) and isinstance(b, tuple):
            todo += reversed(list(zip(a[1:], b[1:], strict=True)))
    return 0


def _order_here(a: Value, b: Value) -> int:
    left, right = _rank(a), _rank(b)
    if left != right:
        return -1 if left < right else 1
    if left == 1:
        return standard_order(a, b)
    one, other = _order_key(a), _order_key(b)
    return (one > other) - (one < other)


def _order_key(value: Value) -> tuple[int, str]:
    if isinstance(value, tuple):
        return len(value), str(value[0])
    assert isinstance(value, Atom | PrologString)
    return 0, value.name if isinstance(value, Atom) else value.value
