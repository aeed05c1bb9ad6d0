"""Terms as the bytes that a program in C reads and writes: a tag, then the value.

    i  an integer, 8 bytes             f  a float, 8 bytes
    a  an atom: length, UTF-8          s  a string, as an atom
    l  a list: length, items           c  a compound: name as an atom, arity, arguments
    r  a fraction: two integers, 8 bytes each; only a value is one

Lengths and arities take 4 bytes; numbers are in the machine's order.

What a search program is asked, and what it answers:

A request is numbers of 8 bytes, and terms:

    arena           bytes
    program         its index among those that the object says it has
    depth           plies; 1 << 59 is no limit
    win, max_ply, extension, order, seed    the settings; an order is numbered as in Order
    record          1 where the evaluated leaves are to be told
    note            1 where facts will be asked for about the positions that are met: see `supplied_facts.py`
    table           how many positions a transposition table holds at the most; 0 is no limit
    alpha, beta, position                   as terms

A reply is numbers, and what every answer is:

    nodes, leaves, hits
    horizon         1 where a position that is not terminal was evaluated
    reached         the depth of the last iteration that was finished; -1 where there is none
    recorded        how many leaves are told
    the answer      with the leaves in order, the value, and the best successor where there is one, as terms

The rules are asked who is to move at the root. Where a depth limit leaves the answer unknown the end is
FAILED, and the horizon 1. A value is a number, `true` or `false`, or outcome(won, Plies), outcome(lost,
Plies) or outcome(drawn, none). Where the end is CONTRACT, the error is the name of the fault, the position
and details; where it is TIME, MEMORY or STACK, a value is that of the last iteration that was finished.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache

from pydecl.errors import UnfitError
from pydecl.model.interpreter import deep_recursion
from pydecl.model.result import Limits, Order
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


def encoded(term: Term) -> bytes:
    """A ground term as bytes.

    >>> decoded(encoded(Compound("p", (1, PrologList((Atom("a"), 2.5))))))[0]
    Compound(name='p', args=(1, PrologList(items=(Atom(name='a'), 2.5), tail=None)))

    Raises UnfitError for what machine code has no place for.
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
        raise UnfitError("machine code cannot represent so deep a term") from None


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
        raise UnfitError(f"machine code cannot represent {term}")
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
        items, at = _items(data, at, size)
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


MOST_ITEMS, LONGEST_ITEM = 1 << 14, 256
"""So many items of lists are kept, of so many bytes at most."""

_kept_items: dict[bytes, Term] = {}
"""By their bytes, none of which begins another's: positions consist of the same squares and pieces."""


def _items(data: bytes, at: int, count: int) -> tuple[tuple[Term, ...], int]:
    """The items of a list; where one is as long as the one before, it may be known."""
    found: list[Term] = []
    size = 0
    for _ in range(count):
        known = data[at : at + size]  # shorter at the end of all
        term = _kept_items.get(known)
        if term is None:
            start = at
            term, at = _decoded(data, start)
            size = at - start
            if size <= LONGEST_ITEM:
                if len(_kept_items) >= MOST_ITEMS:
                    _kept_items.clear()
                _kept_items[data[start:at]] = term
                str(term)  # which a compound keeps
        else:
            at += len(known)
        found.append(term)
    return tuple(found), at


def _several(data: bytes, at: int, count: int) -> tuple[tuple[Term, ...], int]:
    found = []
    for _ in range(count):
        term, at = _decoded(data, at)
        found.append(term)
    return tuple(found), at


def request(arena: int, entry: int, limit: int, arguments: Sequence[Term]) -> bytes:
    """The question for the solutions of an entry; the arena is in bytes."""
    return struct.pack("=qqq", arena, entry, limit) + b"".join(map(encoded, arguments))


class Reader:
    """Bytes that are read one part after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def rest(self) -> bytes:
        return self.take(len(self._data) - self._at)

    def numbers(self, count: int) -> tuple[int, ...]:
        """The next whole numbers of 8 bytes."""
        return struct.unpack(f"={count}q", self.take(8 * count))

    def number(self) -> int:
        return self.numbers(1)[0]

    def terms(self, count: int) -> tuple[Term, ...]:
        with _nested():
            found, self._at = _several(self._data, self._at, count)
        return found


class Answer:
    """What a program in C answered: how it ended, how many solutions, what they are, the error if any."""

    def __init__(self, data: bytes) -> None:
        reader = Reader(data)
        end, self.solutions, error, size = reader.numbers(4)
        self.end = End(end)
        self.reason = reader.take(size).decode()
        self.output, self.error = reader.take(error), reader.rest()

    def terms(self, width: int) -> list[tuple[Term, ...]]:
        reader = Reader(self.output)
        return [reader.terms(width) for _ in range(self.solutions)]


# Searches


class Searched(Answer):
    """What a search program in C answered: its counters, too.

    `values` are the `value` and the `best` successor, where there are any; `evaluated` are the leaves, in
    order, where they are told; `reached` is the depth of the last iteration that was finished.
    """

    value: Term | None
    best: Term | None

    def __init__(self, data: bytes) -> None:
        reader = Reader(data)
        self.nodes, self.leaves, self.hits, horizon, reached, recorded = reader.numbers(6)
        self.horizon, self.reached = bool(horizon), None if reached < 0 else reached
        super().__init__(reader.rest())
        if self.end is End.THROWN and _broken(self) is not None:
            self.end = End.CONTRACT
        output = Reader(self.output)
        self.evaluated = output.terms(recorded)
        self.values = output.terms(self.solutions)
        self.value, self.best, *_ = (*self.values, None, None)


def search_request(
    arena: int,
    program: int,
    position: Term,
    limits: Limits,
    *,
    record_leaves: bool = False,
    note: bool = False,
) -> bytes:
    """The question to a program by its index in PROGRAMS; the arena is in bytes.

    Raises UnfitError where the machine code cannot hold the position, the window or a setting.
    """
    settings = limits.settings
    order = list(Order).index(settings.order)
    told = settings.win, settings.max_ply, settings.extension, order, settings.seed, record_leaves, note
    table = settings.numbers.get("table", 0)
    try:
        head = struct.pack("=11q", arena, program, limits.plies, *told, table)
    except struct.error:
        raise UnfitError(
            "a number in these settings is too large for machine code, which has 64 bits"
        ) from None
    return head + b"".join(map(encoded, (limits.alpha, limits.beta, position)))


def fault(answer: Answer) -> Sequence[Term]:
    """What breaks the contract: the fault's name, the position, and details."""
    if (ball := _broken(answer)) is not None:
        named, position = ball.args
        details = named.args if isinstance(named, Compound) else ()
        return (Atom(named.name) if isinstance(named, Compound) else named, position, *details)
    terms, at = [], 0
    while at < len(answer.error):
        term, at = decoded(answer.error, at)
        terms.append(term)
    return terms


BROKEN = "pydecl broken"
"""What a program throws that is compiled from its text: the fault with its details, and the position. See
pydecl/compiler/attachment.pl.
"""


def _broken(answer: Answer) -> Compound | None:
    """What was thrown, if it says that the game breaks its contract."""
    ball, _ = decoded(answer.error, 0)
    return ball if isinstance(ball, Compound) and ball.name == BROKEN else None
