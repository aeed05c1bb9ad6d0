"""Integers, terms, atoms and types in the interpreter of the intermediate language."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.numbers import error, number_order, type_error
from pydecl.compiler.ir.interpreter.order import order
from pydecl.compiler.ir.interpreter.predicates import (
    LIBRARY,
    Results,
    begun,
    integer,
    mode,
    natural,
    proper,
    sure_list,
    unsure,
)
from pydecl.compiler.ir.interpreter.values import EMPTY, Real, Value, list_of
from pydecl.model.term import Atom, PrologString


def _upper(value: Value) -> float:
    if isinstance(value, Atom) and value.name in ("inf", "infinite"):
        return math.inf
    return integer(value)


@mode("between", "++-")
def _between(low: Value, high: Value) -> Results:
    number, most = integer(low), _upper(high)
    while number <= most:
        yield (number,)
        number += 1


@mode("between", "+++")
def _is_between(low: Value, high: Value, number: Value) -> Results:
    if integer(low) <= integer(number) and number_order(number, low) >= 0 and _upper(high) >= integer(number):
        yield ()


@mode("succ", "+-")
def _succ(number: Value) -> Results:
    yield (natural(number) + 1,)


@mode("succ", "-+")
def _pred(number: Value) -> Results:
    if natural(number) > 0:
        yield (natural(number) - 1,)


@mode("plus", "++-")
def _plus(a: Value, b: Value) -> Results:
    yield (integer(a) + integer(b),)


@mode("plus", "+-+", "-++")
def _minus(a: Value, c: Value) -> Results:
    yield (integer(c) - integer(a),)


def parts(term: Value) -> tuple[Value, ...]:
    """The arguments of a compound. Raises PrologError."""
    if not isinstance(term, tuple) or term == EMPTY:
        raise type_error("compound", term)
    return term[1:]


@mode("arg", "++-")
def _arg(number: Value, term: Value) -> Results:
    found = parts(term)
    if 1 <= natural(number) <= len(found):
        yield (found[integer(number) - 1],)


@mode("arg", "-+-")
def _args(term: Value) -> Results:
    yield from enumerate(parts(term), 1)


@mode("$setarg", "+++-")
def _setarg(number: Value, term: Value, item: Value) -> Results:
    found = parts(term)
    i = integer(number)
    if 1 <= i <= len(found):
        assert isinstance(term, tuple)
        yield ((term[0], *found[: i - 1], item, *found[i:]),)


@mode("functor", "+--")
def _functor(term: Value) -> Results:
    if isinstance(term, tuple) and term != EMPTY:
        yield Atom(term[0]), len(term) - 1
    else:
        yield term, 0


@mode("=..", "+-")
def _univ(term: Value) -> Results:
    if isinstance(term, tuple) and term != EMPTY:
        yield (list_of([Atom(term[0]), *term[1:]]),)
    else:
        yield (list_of([term]),)


@mode("=..", "-+")
def _made(whole: Value) -> Results:
    items = proper(whole) if whole == EMPTY or not begun(whole)[0] else sure_list(whole)
    if not items:
        raise error(("domain_error", Atom("non_empty_list"), whole))
    if len(items) == 1:
        if isinstance(items[0], tuple) and items[0] != EMPTY:
            raise type_error("atomic", items[0])
        yield (items[0],)
        return
    if items[0] == EMPTY:
        raise unsure("a compound whose name is []")
    if not isinstance(items[0], Atom):
        raise type_error("atom", items[0])
    yield ((items[0].name, *items[1:]),)


@mode("compare", "-++")
def _compare(a: Value, b: Value) -> Results:
    yield (Atom("<=>"[order(a, b) + 1]),)


def _test(name: str, holds: Callable[[Value], bool]) -> None:
    def test(value: Value) -> Results:
        if holds(value):
            yield ()

    LIBRARY[ir.Key(name, "+")] = test


_test("atom", lambda v: isinstance(v, Atom))
_test("atomic", lambda v: not isinstance(v, tuple) or v == EMPTY)
_test("callable", lambda v: isinstance(v, Atom | tuple) and v != EMPTY)
_test("compound", lambda v: isinstance(v, tuple) and v != EMPTY)
_test("float", lambda v: isinstance(v, Real))
_test("integer", lambda v: isinstance(v, int))
_test("is_list", lambda v: begun(v)[1] == EMPTY)
_test("number", lambda v: isinstance(v, int | Fraction | Real))
_test("rational", lambda v: isinstance(v, int | Fraction))
_test("string", lambda v: isinstance(v, PrologString))


# The compiler's own


@mode("$uncovered", "+")
def _uncovered(what: Value) -> Results:
    assert isinstance(what, Atom)
    raise unsure(what.name)
    yield


@mode("$complete", "+")
def _complete(_answers: Value) -> Results:
    """The interpreter itself knows whether more answers may come."""
    yield ()


@mode("$filled", "++-")
def _filled(count: Value, item: Value) -> Results:
    if integer(count) < 0:
        raise error(("domain_error", Atom("not_less_than_zero"), count))
    yield (list_of([item] * integer(count)),)


@mode("$split", "++--")
def _split_off(count: Value, whole: Value) -> Results:
    items, tail = begun(whole)
    if 0 <= integer(count) <= len(items):
        yield list_of(items[: integer(count)]), list_of(items[integer(count) :], tail)
