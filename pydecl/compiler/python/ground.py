"""Expressions without variables: their values in Python."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pydecl.compiler.ir import Arith, Const, Expr, Make, MakeList, Var
from pydecl.compiler.runtime.values import CONS, compound, cons, is_list, to_value
from pydecl.model.term import Atom, PrologString


def ground(expr: Expr) -> Any:
    """The value of an expression without variables, or None."""
    if isinstance(expr, Const):
        value: Atom | PrologString | int | float | Fraction = expr.value
        return to_value(value)
    if isinstance(expr, Var | Arith):
        return None
    args = expr.args if isinstance(expr, Make) else expr.items
    found = [ground(arg) for arg in args]
    if any(value is None for value in found):
        return None
    if isinstance(expr, Make):
        return None if expr.name == CONS else compound(expr.name, found)
    assert isinstance(expr, MakeList)
    if expr.tail is None:
        return tuple(found)
    tail = ground(expr.tail)
    return cons(tuple(found), tail) if is_list(tail) else None
