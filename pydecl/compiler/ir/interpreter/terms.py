"""Integers, terms, atoms and types in the interpreter of the intermediate language."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction

from pydecl.compiler import ir
from pydecl.compiler.ir.interpreter.numbers import error, number_order, type_error
from pydecl.compiler.ir.interpreter.order import order
from pydecl.compiler.ir.interpreter.predicates import LIBRARY, Results, begun, integer, mode, natural, proper
from pydecl.compiler.ir.interpreter.values import EMPTY, Real, Value, list_of
from pydecl.errors import InputError, LimitError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologString, term_text


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
    items = proper(whole)
    if not items:
        raise error(("domain_error", Atom("non_empty_list"), whole))
    if len(items) == 1:
        if isinstance(items[0], tuple) and items[0] != EMPTY:
            raise type_error("atomic", items[0])
        yield (items[0],)
        return
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


def unsure(what: str) -> LimitError:
    """The interpreter gives up."""
    return LimitError(f"the interpreter knows nothing of {what}")


def text(value: Value, kind: str = "atom") -> str:
    """The text of an atom, a number or a string. Raises PrologError."""
    if isinstance(value, Atom):
        return value.name
    if isinstance(value, PrologString):
        return value.value
    if isinstance(value, tuple):
        if value != EMPTY and begun(value)[1] == EMPTY:
            raise unsure("a list as a text")
        raise type_error("atom" if value == EMPTY else kind, value)
    if isinstance(value, Fraction):
        return f"{value.numerator}r{value.denominator}"
    return _float_text(value.number) if isinstance(value, Real) else str(value)


def _float_text(number: float) -> str:
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    text = "nan" if math.isnan(number) else term_text(number)
    if "e" in text or abs(number) >= 1e15:
        raise unsure("the text of a float so large or small")
    return text


def number_in(name: str) -> Value | None:
    """The number that a text is, if it is one."""
    try:
        term = read_term(name)
    except InputError:
        return None
    if isinstance(term, float):
        return Real(term)
    return term if isinstance(term, int | Fraction) else None


def characters(whole: Value) -> str:
    """The text of characters or codes: the first item says of which."""
    items = proper(whole)
    if items and isinstance(items[0], Atom) and len(items[0].name) == 1:
        for item in items:
            if not isinstance(item, Atom) or len(item.name) != 1:
                raise type_error("character", item)
        return "".join(text(item) for item in items)
    for item in items:
        if not isinstance(item, int) or not 0 <= item <= sys.maxunicode:
            raise type_error("character_code", item)
    return "".join(chr(integer(item)) for item in items)


@mode("atom_chars", "+-")
def _atom_chars(value: Value) -> Results:
    yield (list_of([Atom(char) for char in text(value)]),)


@mode("atom_chars", "-+")
@mode("atom_codes", "-+")
def _of_characters(whole: Value) -> Results:
    yield (Atom(characters(whole)),)


@mode("atom_codes", "+-")
def _atom_codes(value: Value) -> Results:
    yield (list_of([ord(char) for char in text(value)]),)


@mode("atom_length", "+-")
def _atom_length(value: Value) -> Results:
    if value == EMPTY:
        raise unsure("the length of []")
    yield (len(text(value, "text")),)


@mode("atom_number", "+-")
def _atom_number(value: Value) -> Results:
    if not isinstance(value, Atom | PrologString):
        raise type_error("atom", value)
    number = number_in(text(value))
    if number is not None:
        yield (number,)


@mode("atom_number", "-+")
def _number_atom(value: Value) -> Results:
    if not isinstance(value, int | Real | Fraction):
        raise type_error("number", value)
    yield (Atom(text(value)),)


@mode("atom_concat", "++-")
def _atom_concat(a: Value, b: Value) -> Results:
    yield (Atom(text(a, "atomic") + text(b, "atomic")),)


@mode("atom_concat", "--+")
def _atom_split(whole: Value) -> Results:
    name = text(whole, "atomic")
    yield from ((Atom(name[:i]), Atom(name[i:])) for i in range(len(name) + 1))


def piece(value: Value) -> str:
    """What a value adds to an atom. Raises PrologError."""
    if value == EMPTY:
        raise type_error("text", value)
    return text(value, "text")


@mode("atomic_list_concat", "+-")
def _concat(whole: Value) -> Results:
    yield (Atom("".join(map(piece, proper(whole)))),)


@mode("atomic_list_concat", "++-")
def _concat_with(whole: Value, between: Value) -> Results:
    yield (Atom(piece(between).join(map(piece, proper(whole)))),)


@mode("atomic_list_concat", "-++")
def _split_at(between: Value, whole: Value) -> Results:
    if not piece(between):
        raise error(("domain_error", Atom("non_empty_atom"), between))
    yield (list_of([Atom(part) for part in text(whole, "atomic").split(piece(between))]),)


@mode("char_code", "+-")
def _char_code(char: Value) -> Results:
    if not isinstance(char, Atom) or len(char.name) != 1:
        raise type_error("character", char)
    yield (ord(char.name),)


@mode("char_code", "-+")
def _code_char(code: Value) -> Results:
    number = integer(code)
    if not -(2**31) <= number < 2**31:
        raise error(("representation_error", Atom("int")))
    if not 0 <= number <= sys.maxunicode or 0xD800 <= number < 0xE000:
        raise type_error("character_code", code)
    yield (Atom(chr(number)),)


@mode("number_codes", "+-")
def _number_codes(number: Value) -> Results:
    yield (list_of([ord(char) for char in text(number)]),)


@mode("number_codes", "-+")
def _codes_number(whole: Value) -> Results:
    number = number_in(characters(whole))
    if number is None:
        raise error(("syntax_error", Atom("illegal_number")))
    yield (number,)


@mode("sub_atom", "+++--")
def _part(atom: Value, before: Value, length: Value) -> Results:
    name, start, count = text(atom), _size(before), _size(length)
    if start + count <= len(name):
        yield len(name) - start - count, Atom(name[start : start + count])


def _size(value: Value) -> int:
    if natural(value) >= 1 << 64:
        raise error(("representation_error", Atom("size_t")))
    return natural(value)


@mode("sub_atom", "+----")
def _parts(atom: Value) -> Results:
    name = text(atom)
    for start in range(len(name) + 1):
        for count in range(len(name) - start + 1):
            yield start, count, len(name) - start - count, Atom(name[start : start + count])


@mode("upcase_atom", "+-")
def _upcase(value: Value) -> Results:
    yield (Atom(text(value, "atomic").upper()),)


# The compiler's own


@mode("$uncovered", "+")
def _uncovered(what: Value) -> Results:
    raise unsure(text(what))
    yield


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
