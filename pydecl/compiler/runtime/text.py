"""The predicates of `library.py` about the text of atoms, strings and numbers in compiled Python.

What each function gives is said in `runtime/lists.py`. A predicate on atoms and its counterpart on strings
differ in what they make, and in the type that an error names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from sys import intern
from typing import Any

from pydecl.compiler.library import is_code
from pydecl.compiler.runtime.checks import List, Table, checked_integer, checked_list, entering, natural
from pydecl.compiler.runtime.values import (
    Float,
    Rational,
    domain_error,
    is_list,
    prolog_error,
    type_error,
    uncovered,
)
from pydecl.model.term import Atom, PrologString, term_text

TEXTS: Table = {}
"""By name and mode."""

INT = range(-(1 << 31), 1 << 31)
"""The integers that SWI-Prolog looks at as codes of characters."""

predicate = entering(TEXTS)


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
    if items.__class__ is PrologString:
        raise uncovered("a string as a list")
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
    if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
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


def _size(value: Any) -> int:
    """A number that SWI-Prolog takes for a size, or an error."""
    if natural(value) >= 1 << 64:
        raise prolog_error("representation_error", Atom("size_t"))
    return value  # type: ignore[no-any-return]


# Atoms and strings alike


def _joining(name: str, made: Callable[[str], Any]) -> None:
    """atom_concat/3 and string_concat/3."""

    @predicate(name, "++-")
    def _whole(one: Any, other: Any) -> Any:
        return made(text_of(one, "atomic") + text_of(other, "atomic"))

    @predicate(name, "+-+")
    def _back(one: Any, whole: Any) -> Any:
        front, both = text_of(one, "atomic"), text_of(whole, "atomic")
        return made(both[len(front) :]) if both.startswith(front) else None

    @predicate(name, "-++")
    def _front(other: Any, whole: Any) -> Any:
        back, both = text_of(other, "atomic"), text_of(whole, "atomic")
        return made(both[: len(both) - len(back)]) if both.endswith(back) else None

    @predicate(name, "--+")
    def _each(whole: Any) -> Iterator[tuple[Any, Any]]:
        both = text_of(whole, "atomic")
        return ((made(both[:at]), made(both[at:])) for at in range(len(both) + 1))


_joining("atom_concat", _atom)
_joining("string_concat", PrologString)


def _taking_apart(name: str, kind: str, made: Callable[[str], Any]) -> None:
    """sub_atom/5 and sub_string/5: what is known besides the whole leaves fewer places to look at."""

    def text(value: Any) -> str:
        if value == ():
            raise type_error(kind, value)
        return text_of(value, kind)

    @predicate(name, "++--+")
    def _begins(whole: Any, before: Any, part: Any) -> tuple[int, int] | None:
        both, start, inner = text(whole), _size(before), text(part)
        if start > len(both) or not both.startswith(inner, start):
            return None
        return len(inner), len(both) - start - len(inner)

    @predicate(name, "+--++")
    def _ends(whole: Any, after: Any, part: Any) -> tuple[int, int] | None:
        both, inner = text(whole), text(part)
        end = len(both) - _size(after)
        if end < len(inner) or both[end - len(inner) : end] != inner:
            return None
        return end - len(inner), len(inner)

    @predicate(name, "+---+")
    def _occurs(whole: Any, part: Any) -> Iterator[tuple[int, int, int]]:
        both, inner = text(whole), text(part)
        return _places(both, inner)

    @predicate(name, "+++--")
    def _part(whole: Any, before: Any, length: Any) -> tuple[int, Any] | None:
        both, start = text(whole), _size(before)
        end = start + _size(length)
        return (len(both) - end, made(both[start:end])) if end <= len(both) else None

    @predicate(name, "++-+-")
    def _between(whole: Any, before: Any, after: Any) -> tuple[int, Any] | None:
        both, start = text(whole), _size(before)
        end = len(both) - _size(after)
        return (end - start, made(both[start:end])) if start <= end else None

    @predicate(name, "+-++-")
    def _last(whole: Any, length: Any, after: Any) -> tuple[int, Any] | None:
        both, size = text(whole), _size(length)
        end = len(both) - _size(after)
        return (end - size, made(both[end - size : end])) if size <= end else None

    @predicate(name, "++---")
    def _from(whole: Any, before: Any) -> Iterator[tuple[int, int, Any]]:
        both, start = text(whole), _size(before)
        size = len(both)
        return ((end - start, size - end, made(both[start:end])) for end in range(start, size + 1))

    @predicate(name, "+-+--")
    def _of_length(whole: Any, length: Any) -> Iterator[tuple[int, int, Any]]:
        both, count = text(whole), _size(length)
        last = len(both) - count
        return ((start, last - start, made(both[start : start + count])) for start in range(last + 1))

    @predicate(name, "+--+-")
    def _until(whole: Any, after: Any) -> Iterator[tuple[int, int, Any]]:
        both = text(whole)
        end = len(both) - _size(after)
        return ((start, end - start, made(both[start:end])) for start in range(end + 1))

    @predicate(name, "+----")
    def _every(whole: Any) -> Iterator[tuple[int, int, int, Any]]:
        both = text(whole)
        size = len(both)
        return (
            (start, end - start, size - end, made(both[start:end]))
            for start in range(size + 1)
            for end in range(start, size + 1)
        )


def _places(both: str, inner: str) -> Iterator[tuple[int, int, int]]:
    """Where a text stands in another, how long it is, and how much follows."""
    at = both.find(inner)
    while at >= 0:
        yield at, len(inner), len(both) - at - len(inner)
        at = both.find(inner, at + 1) if at < len(both) else -1


_taking_apart("sub_atom", "atom", _atom)
_taking_apart("sub_string", "string", PrologString)


def _recasting(name: str, recast: Callable[[str], str], made: Callable[[str], Any]) -> None:
    """Letters made large or small."""

    @predicate(name, "+-")
    def _recast(value: Any) -> Any:
        text = text_of(value, "atomic")
        return made(recast(text) if text.isascii() else "".join(map(recast, text)))


def _upper(text: str) -> str:
    found = text.upper()
    return found if len(found) == len(text) else text


def _lower(text: str) -> str:
    found = text.lower()
    if len(found) != len(text):
        raise uncovered("such a small letter")
    return found


_recasting("upcase_atom", _upper, _atom)
_recasting("downcase_atom", _lower, _atom)
_recasting("string_upper", _upper, PrologString)
_recasting("string_lower", _lower, PrologString)


# Strings


def _text(value: Any, kind: str) -> str:
    """The text of an atom, a string or a number; [] has one, too, but not for all predicates."""
    if value == ():
        raise uncovered("[] as a text")
    return text_of(value, kind)


predicate("string_length", "+-")(lambda value: len(_text(value, "text")))
predicate("string_chars", "+-")(lambda value: _chars(_text(value, "text")))
predicate("string_chars", "-+")(lambda items: PrologString(text_of_list(items)))
predicate("string_codes", "+-")(lambda value: tuple(map(ord, _text(value, "text"))))
predicate("string_codes", "-+")(lambda items: PrologString(text_of_list(items)))
predicate("atom_string", "+-")(lambda value: PrologString(_text(value, "atom")))
predicate("atom_string", "-+")(lambda value: _atom(_text(value, "string")))
predicate("string_to_atom", "+-")(lambda value: _atom(_text(value, "string")))
predicate("string_to_atom", "-+")(lambda value: PrologString(_text(value, "atom")))
predicate("number_string", "+-")(lambda value: PrologString(text_of(checked_number(value))))


@predicate("text_to_string", "+-")
def _text_to_string(value: Any) -> PrologString:
    if value.__class__ in (int, Float, Rational):
        raise type_error("text", value)
    return PrologString(_text(value, "text"))


@predicate("number_string", "-+")
def _string_number(value: Any) -> Any:
    if value.__class__ is not PrologString:
        raise uncovered("a number in what is no string")
    return number_of_text(value.value)


@predicate("string_code", "++-")
def _string_code(index: Any, value: Any) -> int | None:
    if value.__class__ is not PrologString and value.__class__ is not str:
        raise uncovered("the codes of what is no text")
    text, at = text_of(value), _size(index)
    return ord(text[at - 1]) if 0 < at <= len(text) else None


@predicate("split_string", "+++-")
def _split_string(whole: Any, separators: Any, pad: Any) -> List:
    for value in (whole, separators, pad):
        if value.__class__ is not PrologString and value.__class__ is not str:
            raise uncovered("split_string/4 of other than texts")
    ends, padding = text_of(separators) + "\0", text_of(pad) + "\0"  # which ends these sets in C
    text = text_of(whole).strip(padding)
    found: list[Any] = []
    start, size = 0, len(text)
    while True:
        # as SWI-Prolog 9.0.4: a field is empty if it ends at once, behind a separator that is no padding
        if start and (text[start - 1] in padding or text[start : start + 1] not in ends):
            while start < size and text[start] in padding:
                start += 1
        end = start
        while end < size and text[end] not in ends:
            end += 1
        field = text[start:end]
        found.append(PrologString(field.rstrip(padding)))
        if end == size:
            return tuple(found)
        start = end + 1
