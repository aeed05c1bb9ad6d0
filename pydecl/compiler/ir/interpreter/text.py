"""The text of atoms, strings and numbers in the interpreter of the intermediate language."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction

from pydecl.compiler.ir.interpreter.numbers import error, type_error
from pydecl.compiler.ir.interpreter.predicates import Results, begun, integer, mode, natural, proper, unsure
from pydecl.compiler.ir.interpreter.values import EMPTY, Real, Value, list_of
from pydecl.errors import InputError
from pydecl.model.reader import read_term
from pydecl.model.term import Atom, PrologString, term_text


def text(value: Value, kind: str = "atom") -> str:
    """The text of an atom, a number or a string. Raises PrologError."""
    if isinstance(value, Atom):
        return value.name
    if isinstance(value, PrologString):
        return value.value
    if isinstance(value, tuple):
        if begun(value)[0]:
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
        if math.isinf(term):
            raise unsure("a number beyond the floats")
        return Real(term)
    return term if isinstance(term, int | Fraction) else None


def characters(whole: Value) -> str:
    """The text of characters or codes: the first item says of which."""
    if isinstance(whole, PrologString):
        return text(whole)
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


# Atoms and strings alike


def _joining(name: str, made: Callable[[str], Value]) -> None:
    """atom_concat/3 and string_concat/3."""

    @mode(name, "++-")
    def _whole(a: Value, b: Value) -> Results:
        yield (made(text(a, "atomic") + text(b, "atomic")),)

    @mode(name, "+-+")
    def _back(a: Value, whole: Value) -> Results:
        front, both = text(a, "atomic"), text(whole, "atomic")
        if both[: len(front)] == front:
            yield (made(both[len(front) :]),)

    @mode(name, "-++")
    def _front(b: Value, whole: Value) -> Results:
        back, both = text(b, "atomic"), text(whole, "atomic")
        size = len(both) - len(back)
        if size >= 0 and both[size:] == back:
            yield (made(both[:size]),)

    @mode(name, "--+")
    def _parts(whole: Value) -> Results:
        both = text(whole, "atomic")
        yield from ((made(both[:i]), made(both[i:])) for i in range(len(both) + 1))


_joining("atom_concat", Atom)
_joining("string_concat", PrologString)


def _taking_apart(name: str, kind: str, made: Callable[[str], Value]) -> None:
    """sub_atom/5 and sub_string/5: every mode is a sieve over all parts, in their order."""

    def all_parts(whole: Value) -> Iterator[tuple[int, int, int, str]]:
        text_ = _text_of(whole, kind)
        for start in range(len(text_) + 1):
            for count in range(len(text_) - start + 1):
                yield start, count, len(text_) - start - count, text_[start : start + count]

    def enter(marks: str) -> None:
        @mode(name, f"+{marks}")
        def _sieve(whole: Value, *given: Value) -> Results:
            _text_of(whole, kind)
            known = iter(given)
            wanted: list[object] = []
            for index, mark in enumerate(marks):
                one = next(known) if mark == "+" else None
                wanted.append(None if one is None else _size(one) if index < 3 else _text_of(one, kind))
            for found in all_parts(whole):
                if all(one is None or one == part for one, part in zip(wanted, found, strict=True)):
                    parts: list[Value] = [*found[:3], made(found[3])]
                    yield tuple(part for part, mark in zip(parts, marks, strict=True) if mark == "-")

    for marks in ("+--+", "--++", "---+", "++--", "+-+-", "-++-", "+---", "-+--", "--+-", "----"):
        enter(marks)


def _size(value: Value) -> int:
    if natural(value) >= 1 << 64:
        raise error(("representation_error", Atom("size_t")))
    return natural(value)


def _text_of(value: Value, kind: str) -> str:
    if value == EMPTY:
        raise type_error(kind, value)
    return text(value, kind)


_taking_apart("sub_atom", "atom", Atom)
_taking_apart("sub_string", "string", PrologString)


def _recasting(name: str, recast: Callable[[str], str], made: Callable[[str], Value]) -> None:
    @mode(name, "+-")
    def _recast(value: Value) -> Results:
        yield (made("".join(map(recast, text(value, "atomic")))),)


def _upper(char: str) -> str:
    return char.upper() if len(char.upper()) == 1 else char


def _lower(char: str) -> str:
    if len(char.lower()) != 1:
        raise unsure("such a small letter")
    return char.lower()


_recasting("upcase_atom", _upper, Atom)
_recasting("downcase_atom", _lower, Atom)
_recasting("string_upper", _upper, PrologString)
_recasting("string_lower", _lower, PrologString)


# Strings


def _string(value: Value, kind: str) -> str:
    if value == EMPTY:
        raise unsure("[] as a text")
    return text(value, kind)


@mode("string_length", "+-")
def _string_length(value: Value) -> Results:
    yield (len(_string(value, "text")),)


@mode("string_chars", "+-")
def _string_chars(value: Value) -> Results:
    yield (list_of([Atom(char) for char in _string(value, "text")]),)


@mode("string_codes", "+-")
def _string_codes(value: Value) -> Results:
    yield (list_of([ord(char) for char in _string(value, "text")]),)


@mode("string_chars", "-+")
@mode("string_codes", "-+")
def _string_of_characters(whole: Value) -> Results:
    yield (PrologString(characters(whole)),)


@mode("atom_string", "+-")
def _atom_string(value: Value) -> Results:
    yield (PrologString(_string(value, "atom")),)


@mode("atom_string", "-+")
@mode("string_to_atom", "+-")
def _string_atom(value: Value) -> Results:
    yield (Atom(_string(value, "string")),)


@mode("string_to_atom", "-+")
def _atom_as_string(value: Value) -> Results:
    yield (PrologString(_string(value, "atom")),)


@mode("text_to_string", "+-")
def _text_to_string(value: Value) -> Results:
    if isinstance(value, int | Real | Fraction):
        raise type_error("text", value)
    yield (PrologString(_string(value, "text")),)


@mode("number_string", "+-")
def _number_string(value: Value) -> Results:
    if not isinstance(value, int | Real | Fraction):
        raise type_error("number", value)
    yield (PrologString(text(value)),)


@mode("number_string", "-+")
def _string_number(value: Value) -> Results:
    if not isinstance(value, PrologString):
        raise unsure("a number in what is no string")
    if value.value != value.value.strip() or value.value.startswith("0x"):
        raise unsure("a number that is rarely written")
    number = number_in(value.value)
    if number is not None:
        yield (number,)


@mode("string_code", "++-")
def _string_code(index: Value, value: Value) -> Results:
    if not isinstance(value, Atom | PrologString):
        raise unsure("the codes of what is no text")
    if 0 < _size(index) <= len(text(value)):
        yield (ord(text(value)[_size(index) - 1]),)


@mode("split_string", "+++-")
def _split_string(whole: Value, separators: Value, pad: Value) -> Results:
    for value in (whole, separators, pad):
        if not isinstance(value, Atom | PrologString):
            raise unsure("split_string/4 of other than texts")
    ends, padding = text(separators) + "\0", text(pad) + "\0"
    fields: list[str] = []
    rest: str | None = _stripped(text(whole), padding)
    before = ""
    while rest is not None:
        if not (rest and rest[0] in ends) or before in list(padding):
            rest = _stripped(rest, padding, behind=False)
        places = [at for at, char in enumerate(rest) if char in ends]
        field, before, rest = (
            (rest[: places[0]], rest[places[0]], rest[places[0] + 1 :]) if places else (rest, "", None)
        )
        fields.append(_stripped(field, padding))
    yield (list_of([PrologString(field) for field in fields]),)


def _stripped(whole: str, pad: str, *, behind: bool = True) -> str:
    """A text without the characters of another at its ends."""
    while whole and whole[0] in pad:
        whole = whole[1:]
    while behind and whole and whole[-1] in pad:
        whole = whole[:-1]
    return whole
