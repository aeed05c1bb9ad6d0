"""What a reply of a child process must look like: the one place where its terms and its JSON become values.

A child holds rules that anybody may have written, so its replies are decoded as hostile input: whatever does
not have the form that was asked for is one named error, a ContractError.

>>> from pydecl.model.reader import read_term
>>> integer(read_term("3")), items(read_term("[a,b]"))
(3, (Atom(name='a'), Atom(name='b')))
>>> arguments(read_term("solved(complete,3)"), "solved", 3)
Traceback (most recent call last):
pydecl.errors.ContractError: a reply has the wrong form: expected solved/3, found solved(complete,3)

JSON is held against a shape:

>>> read_reply(b'{"lines": [1, 2], "file": null}', {"lines": [int], "file": (str, None)})
{'lines': [1, 2], 'file': None}
>>> read_reply(b'{"lines": 1}', {"lines": [int]})
Traceback (most recent call last):
pydecl.errors.ContractError: a reply has the wrong form: expected a list, found a whole number
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Any, TypeVar

from pydecl.errors import ContractError
from pydecl.model.number import Number
from pydecl.model.reader import TermSyntaxError
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, term_text

Choice = TypeVar("Choice", bound=Enum)
Kind = TypeVar("Kind")

Shape = Any
"""A class, None, a tuple of shapes of which one fits, [shape], or a mapping of all keys to shapes; a mapping
of the class `str` to a shape has any keys."""

KINDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    float: "a fraction",
    bool: "a truth value",
    type(None): "null",
}
"""What JSON holds."""

MOST_SHOWN = 400
"""How many characters of a text that is not what was expected are told."""

_NOT_PLAIN = re.compile(r"<\w+>\(0x[0-9a-f]+\)|\w*\{[^{}]*\}?")
"""Streams and dictionaries, as SWI-Prolog writes them."""


def malformed(expected: str, found: str) -> ContractError:
    """The error for a reply that is not of the form that was asked for."""
    return ContractError("malformed_reply", expected, found)


def unreadable(text: str, error: TermSyntaxError) -> ContractError:
    """The error for a text of Prolog's that is no plain term: it tells the part that is none.

    >>> from pydecl.model.reader import read_term
    >>> for text in ("ok(answer(min(2,<stream>(0x7f56a56b67c0)),4.48e-5))", "[p{n:3}]"):
    ...     try:
    ...         read_term(text)
    ...     except TermSyntaxError as error:
    ...         print(unreadable(text, error).details)
    ('<stream>(0x7f56a56b67c0)',)
    ('p{n:3}',)
    """
    at = error.column - 1
    begin = max(0, at - MOST_SHOWN)
    around = _NOT_PLAIN.finditer(text[begin : at + MOST_SHOWN])
    parts = [part[0] for part in around if part.start() <= at - begin < part.end()]
    return ContractError("unreadable", (*parts, text[at : at + MOST_SHOWN])[0])


def _unlike(expected: str, term: Term) -> ContractError:
    return malformed(expected, term_text(term))


def _kind(kind: type[Kind], expected: str) -> Callable[[Term], Kind]:
    def taken(term: Term) -> Kind:
        if isinstance(term, kind):
            return term
        raise _unlike(expected, term)

    return taken


integer = _kind(int, "an integer")
real = _kind(float, "a floating-point number")
compound = _kind(Compound, "a compound term")
_atom, _string, _list = _kind(Atom, "an atom"), _kind(PrologString, "a string"), _kind(PrologList, "a list")


def atom(term: Term) -> str:
    """The name of an atom."""
    return _atom(term).name


def string(term: Term) -> str:
    """The text of a string."""
    return _string(term).value


def number(term: Term) -> Number:
    """A number of any kind."""
    if isinstance(term, Atom | PrologString | Compound | PrologList | Variable):
        raise _unlike("a number", term)
    return term


def items(term: Term) -> tuple[Term, ...]:
    """The items of a list."""
    return _list(term).items


def arguments(term: Term, name: str, arity: int) -> tuple[Term, ...]:
    """The arguments of a compound of this name."""
    if isinstance(term, Compound) and (term.name, len(term.args)) == (name, arity):
        return term.args
    raise _unlike(f"{name}/{arity}", term)


def one_of(choices: type[Choice], term: Term) -> Choice:
    """The member of an enumeration that an atom names."""
    try:
        return choices(atom(term))
    except ValueError:
        raise _unlike(" or ".join(str(choice.value) for choice in choices), term) from None


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """For lines of text: whatever goes wrong while they are taken apart is a malformed reply."""
    try:
        yield
    except (ValueError, KeyError, IndexError) as error:
        raise malformed(what, str(error)) from None


def read_reply(payload: bytes, shape: Shape) -> Any:
    """The value of a JSON text of this shape. Raises ContractError if it has another."""
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError):
        raise malformed("JSON", payload[:MOST_SHOWN].decode(errors="replace")) from None
    _check(value, shape)
    return value


def _check(value: object, shape: Shape) -> None:
    """Raises ContractError at the first place that does not fit."""
    if isinstance(shape, tuple):
        faults = []
        for one in shape:
            try:
                return _check(value, one)
            except ContractError as fault:
                faults.append(fault)
        raise faults[0]
    if isinstance(shape, list):
        for item in _of_kind(list, value):
            _check(item, shape[0])
    elif isinstance(shape, Mapping):
        fields = _of_kind(dict, value)
        if str not in shape and fields.keys() != shape.keys():
            raise malformed(f"the keys {', '.join(shape)}", ", ".join(fields))
        for key, field in fields.items():
            _check(field, shape[str] if str in shape else shape[key])
    else:
        _of_kind(type(None) if shape is None else shape, value)
    return None


def _of_kind(kind: type[Kind], value: object) -> Kind:
    if type(value) is kind:
        return value
    raise malformed(KINDS[kind], KINDS[type(value)])
