"""The predicates of `library.py` about integers, terms, atoms and types in compiled Python.

What each function gives is said in `runtime/lists.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from sys import intern
from typing import Any

from pydecl.compiler.library import is_code
from pydecl.compiler.runtime.checks import List, Table, checked_integer, checked_list, entering, natural
from pydecl.compiler.runtime.lists import LISTS
from pydecl.compiler.runtime.order import compare
from pydecl.compiler.runtime.sorting import SORTING
from pydecl.compiler.runtime.values import (
    Float,
    Rational,
    arguments,
    compound,
    domain_error,
    is_compound,
    is_list,
    prolog_error,
    type_error,
    uncovered,
)
from pydecl.model.term import Atom, PrologString, term_text

TERMS: Table = {}
"""By name and mode."""

INT = range(-(1 << 31), 1 << 31)
"""The integers that SWI-Prolog looks at as codes of characters."""

predicate = entering(TERMS)


# Integers


def _is_infinite(value: Any) -> bool:
    return value in ("inf", "infinite")


@predicate("between", "+++")
def _is_between(low: Any, high: Any, value: Any) -> bool:
    checked_integer(low)
    if not _is_infinite(high):
        checked_integer(high)
    checked_integer(value)
    return low <= value and (_is_infinite(high) or value <= high)


@predicate("between", "++-")
def _between(low: Any, high: Any) -> Iterator[int]:
    checked_integer(low)
    if _is_infinite(high):
        return count(low)
    return iter(range(low, checked_integer(high) + 1))


@predicate("succ", "+-")
def _succ(value: Any) -> int:
    return natural(value) + 1


@predicate("succ", "-+")
def _pred(value: Any) -> int | None:
    return natural(value) - 1 if natural(value) else None


@predicate("plus", "++-")
def _plus(one: Any, other: Any) -> int:
    return checked_integer(one) + checked_integer(other)


@predicate("plus", "+-+")
def _plus_second(one: Any, total: Any) -> int:
    checked_integer(one)
    return checked_integer(total) - one  # type: ignore[no-any-return]


@predicate("plus", "-++")
def _plus_first(other: Any, total: Any) -> int:
    checked_integer(other)
    return checked_integer(total) - other  # type: ignore[no-any-return]


# Terms


@predicate("arg", "++-")
def _arg(index: Any, term: Any) -> Any:
    if not is_compound(term):
        raise type_error("compound", term)
    place = checked_integer(index)
    args = arguments(term)[1]
    natural(place)
    return args[place - 1] if 0 < place <= len(args) else None


@predicate("arg", "-+-")
def _arg_each(term: Any) -> Iterator[tuple[int, Any]]:
    if not is_compound(term):
        raise type_error("compound", term)
    return iter(enumerate(arguments(term)[1], 1))


@predicate("functor", "+--")
def _name_and_arity(term: Any) -> tuple[Any, int]:
    if not is_compound(term):
        return term, 0
    name, args = arguments(term)
    return name, len(args)


@predicate("=..", "+-")
def _univ(term: Any) -> List:
    if not is_compound(term):
        return (term,)
    name, args = arguments(term)
    return (name, *args)


@predicate("=..", "-+")
def _term_of(parts: Any) -> Any:
    if not checked_list(parts):
        raise domain_error("non_empty_list", ())
    name, args = parts[0], parts[1:]
    if not args:
        if is_compound(name):
            raise type_error("atomic", name)
        return name
    if name == ():
        raise uncovered("a compound named []")
    if name.__class__ is not str:
        raise type_error("atom", name)
    return compound(name, args)


@predicate("compare", "-++")
def _order_of(one: Any, other: Any) -> str:
    return "<=>"[compare(one, other) + 1]


# Types


def _types(name: str, *classes: type) -> None:
    predicate(name, "+")(lambda value: value.__class__ in classes)


_types("atom", str)
_types("float", Float)
_types("integer", int)
_types("number", int, Float, Rational)
_types("rational", int, Rational)
_types("string", PrologString)
predicate("atomic", "+")(lambda value: not is_compound(value))
predicate("callable", "+")(lambda value: value.__class__ is str or is_compound(value))
predicate("compound", "+")(is_compound)
predicate("is_list", "+")(is_list)


# Text


def text_of(value: Any, kind: str = "atom") -> str:
    """The text of an atom, a string or a number; type_error(kind, value) for anything else."""
    if value.__class__ is str:
        return value
    if value.__class__ is PrologString:
        return value.value
    if value.__class__ is int:
        return str(value)
    if value.__class__ is Float:
        return float_text(value)
    if value.__class__ is Rational:
        return term_text(Fraction(value))
    if is_list(value) and value:
        raise uncovered("a list as a text")
    raise type_error("atom" if value == () else kind, value)


def float_text(value: Float) -> str:
    """The text of a float as SWI-Prolog writes it."""
    if not math.isfinite(value):
        raise uncovered("the text of inf or nan")
    text = float.__repr__(value)
    mantissa, _, exponent = text.partition("e")
    if not exponent and (abs(value) < 1e15 or not text.endswith(".0")):
        return text
    sign = "-" if text.startswith("-") else ""
    whole, _, part = mantissa.lstrip("-").partition(".")
    digits = (whole + part).rstrip("0")
    power = int(exponent or 0) + len(whole) - 1
    return f"{sign}{digits[0]}.{digits[1:] or '0'}e{power:+d}"


def text_of_list(items: Any) -> str:
    """The text of a list of characters, or of codes: which of both the first item says."""
    if not checked_list(items):
        return ""
    if _is_character(items[0]):
        for item in items:
            if not _is_character(item):
                raise type_error("character", item)
        return "".join(items)
    for item in items:
        if item.__class__ is not int or not 0 <= item <= 0x10FFFF:
            raise type_error("character_code", item)
    return "".join(map(chr, items))


def _is_character(item: Any) -> bool:
    return item.__class__ is str and len(item) == 1


def _atom(text: str) -> str:
    return intern(text)


def _chars(text: str) -> List:
    return tuple(map(intern, text))


predicate("atom_chars", "+-")(lambda value: _chars(text_of(value)))
predicate("atom_chars", "-+")(lambda items: _atom(text_of_list(items)))
predicate("atom_codes", "+-")(lambda value: tuple(map(ord, text_of(value))))
predicate("atom_codes", "-+")(lambda items: _atom(text_of_list(items)))


@predicate("atom_length", "+-")
def _atom_length(value: Any) -> int:
    if value == ():
        raise uncovered("the length of []")
    return len(text_of(value, "text"))


_INTEGER = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?\d+\.\d+([eE][+-]?\d+)?")
_NO_NUMBER = re.compile(r"[^\W\d]\w*|[+*/\\^<>=~:?@#&$-]?", re.ASCII)


def number_of_text(text: str) -> Any:
    """The number that a text writes, or None; refuses what is rarely written."""
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return Float(text)
    if _NO_NUMBER.fullmatch(text):
        return None
    raise uncovered(f"reading a number from {text!r}")


@predicate("atom_number", "+-")
def _atom_number(value: Any) -> Any:
    if value.__class__ is not str and value.__class__ is not PrologString:
        raise type_error("atom", value)
    return number_of_text(text_of(value))


def checked_number(value: Any) -> Any:
    """A number, or type_error(number, value)."""
    if value.__class__ not in (int, Float, Rational):
        raise type_error("number", value)
    return value


predicate("atom_number", "-+")(lambda value: _atom(text_of(checked_number(value))))
predicate("number_codes", "+-")(lambda value: tuple(map(ord, text_of(checked_number(value)))))


@predicate("number_codes", "-+")
def _number_of_codes(items: Any) -> Any:
    found = number_of_text(text_of_list(items))
    if found is None:
        raise prolog_error("syntax_error", Atom("illegal_number"))
    return found


@predicate("atom_concat", "++-")
def _atom_concat(one: Any, other: Any) -> str:
    return _atom(text_of(one, "atomic") + text_of(other, "atomic"))


@predicate("atom_concat", "--+")
def _atom_concat_each(whole: Any) -> Iterator[tuple[str, str]]:
    text = text_of(whole, "atomic")
    return ((_atom(text[:at]), _atom(text[at:])) for at in range(len(text) + 1))


def _piece(value: Any) -> str:
    if value.__class__ is str:
        return value
    if value == ():
        raise type_error("text", value)
    return text_of(value, "text")


@predicate("atomic_list_concat", "+-")
def _atomic_list_concat(items: Any) -> str:
    return _atom("".join(map(_piece, checked_list(items))))


@predicate("atomic_list_concat", "++-")
def _joined(items: Any, separator: Any) -> str:
    return _atom(_piece(separator).join(map(_piece, checked_list(items))))


@predicate("atomic_list_concat", "-++")
def _split_text(separator: Any, whole: Any) -> List:
    between_pieces = _piece(separator)
    if not between_pieces:
        raise domain_error("non_empty_atom", separator)
    return tuple(map(_atom, text_of(whole, "atomic").split(between_pieces)))


@predicate("char_code", "+-")
def _char_code(char: Any) -> int:
    if char.__class__ is not str or len(char) != 1:
        raise type_error("character", char)
    return ord(char)


@predicate("char_code", "-+")
def _code_char(code: Any) -> str:
    if checked_integer(code) not in INT:
        raise prolog_error("representation_error", Atom("int"))
    if not is_code(code):
        raise type_error("character_code", code)
    return _atom(chr(code))


@predicate("sub_atom", "+++--")
def _sub_atom(whole: Any, start: Any, size: Any) -> tuple[int, str] | None:
    text = text_of(whole)
    first, end = _size(start), _size(start) + _size(size)
    return (len(text) - end, _atom(text[first:end])) if end <= len(text) else None


def _size(value: Any) -> int:
    """A number that SWI-Prolog takes for a size, or an error."""
    if natural(value) >= 1 << 64:
        raise prolog_error("representation_error", Atom("size_t"))
    return value  # type: ignore[no-any-return]


@predicate("sub_atom", "+----")
def _sub_atom_each(whole: Any) -> Iterator[tuple[int, int, int, str]]:
    text = text_of(whole)
    size = len(text)
    return (
        (start, end - start, size - end, _atom(text[start:end]))
        for start in range(size + 1)
        for end in range(start, size + 1)
    )


@predicate("upcase_atom", "+-")
def _upcase_atom(value: Any) -> str:
    return _atom("".join(c.upper() if len(c.upper()) == 1 else c for c in text_of(value, "atomic")))


@predicate("$uncovered", "+")
def _uncovered(what: Any) -> bool:
    raise uncovered(what)


LIBRARY: Table = {**LISTS, **SORTING, **TERMS}
"""All predicates of `library.py`, by name and mode."""
