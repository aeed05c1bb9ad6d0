"""Terms as the bytes that a program in C reads and writes: a tag, then the value.

    i  an integer, 8 bytes             f  a float, 8 bytes
    a  an atom: length, UTF-8          s  a string, as an atom
    l  a list: length, items           c  a compound: name as an atom, arity, arguments
    r  a fraction: two integers, 8 bytes each; only a value is one

Lengths and arities take 4 bytes; numbers are in the machine's order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache

from pydecl.errors import LimitError
from pydecl.model.interpreter import deep_recursion
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

WORD = range(-(1 << 63), 1 << 63)


class End(IntEnum):
    """How a call of a program in C ended; `runtime.h` has the same words."""

    OK = 0
    OVERFLOW = 1
    MEMORY = 2
    STACK = 3
    TIME = 4
    UNSUPPORTED = 5
    ERROR = 6
    THROWN = 7
    FOREIGN = 8
    """An argument holds what the program's types have no place for."""
    CONTRACT = 9
    FAILED = 10
    NO_ENTRY = 11


class ForeignError(LimitError):
    """A term that the compiled program cannot hold."""


def encoded(term: Term) -> bytes:
    """A ground term as bytes.

    >>> decoded(encoded(Compound("p", (1, PrologList((Atom("a"), 2.5))))))[0]
    Compound(name='p', args=(1, PrologList(items=(Atom(name='a'), 2.5), tail=None)))

    Raises ForeignError for what machine code has no place for.
    """
    out = bytearray()
    with _nested():
        _put(term, out)
    return bytes(out)


@contextmanager
def _nested() -> Iterator[None]:
    """For terms that are nested as deep as positions may be."""
    try:
        with deep_recursion():
            yield
    except RecursionError:
        raise ForeignError("machine code cannot represent so deep a term") from None


def _put(term: Term, out: bytearray) -> None:
    parts: Sequence[Term] = ()
    if isinstance(term, Atom):
        out += _encoded_atom(term.name)
    elif isinstance(term, int) and term in WORD:
        out += b"i" + struct.pack("=q", term)
    elif isinstance(term, float):
        out += b"f" + struct.pack("=d", term)
    elif isinstance(term, PrologString):
        out += b"s" + _text(term.value)
    elif isinstance(term, PrologList) and term.tail is None:
        parts = term.items
        out += b"l" + struct.pack("=I", len(parts))
    elif isinstance(term, Compound):
        parts = term.args
        out += b"c" + _text(term.name) + struct.pack("=I", len(parts))
    else:
        raise ForeignError(f"machine code cannot represent {term}")
    for part in parts:
        _put(part, out)


@lru_cache
def _encoded_atom(name: str) -> bytes:
    """Kept, as large terms repeat few atoms."""
    return b"a" + _text(name)


@lru_cache
def _decoded_atom(name: bytes) -> Atom:
    return Atom(name.decode())


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("=I", len(data)) + data


def decoded(data: bytes, start: int = 0) -> tuple[Term, int]:
    """The term that begins there, and where it ends."""
    with _nested():
        return _decoded(data, start)


def _decoded(data: bytes, start: int) -> tuple[Term, int]:
    tag, at = data[start : start + 1], start + 1
    if tag == b"i":
        return struct.unpack_from("=q", data, at)[0], at + 8
    if tag == b"f":
        return struct.unpack_from("=d", data, at)[0], at + 8
    if tag == b"r":
        return Fraction(*struct.unpack_from("=qq", data, at)), at + 16
    (size,) = struct.unpack_from("=I", data, at)
    at += 4
    if tag == b"l":
        items, at = _several(data, at, size)
        return PrologList(items), at
    name = data[at : at + size]
    at += size
    if tag == b"a":
        return _decoded_atom(name), at
    text = name.decode()
    if tag == b"s":
        return PrologString(text), at
    (arity,) = struct.unpack_from("=I", data, at)
    args, at = _several(data, at + 4, arity)
    return Compound(text, args), at


def several(data: bytes, at: int, count: int) -> tuple[tuple[Term, ...], int]:
    """So many terms, and where they end."""
    with _nested():
        return _several(data, at, count)


def _several(data: bytes, at: int, count: int) -> tuple[tuple[Term, ...], int]:
    found = []
    for _ in range(count):
        term, at = _decoded(data, at)
        found.append(term)
    return tuple(found), at


def request(arena: int, entry: int, limit: int, arguments: Sequence[Term]) -> bytes:
    """The question for the solutions of an entry; the arena is in bytes."""
    return struct.pack("=qqq", arena, entry, limit) + b"".join(map(encoded, arguments))


class Answer:
    """What a program in C answered: how it ended, how many solutions, what they are, the error if any."""

    def __init__(self, data: bytes) -> None:
        end, self.solutions, error, size = struct.unpack_from("=qqqq", data)
        self.end = End(end)
        start = struct.calcsize("=qqqq")
        self.reason = data[start : start + size].decode()
        output = data[start + size :]
        self.output, self.error = output[:error], output[error:]

    def terms(self, width: int) -> list[tuple[Term, ...]]:
        """The solutions, each of so many terms."""
        found, at = [], 0
        for _ in range(self.solutions):
            terms, at = several(self.output, at, width)
            found.append(terms)
        return found
