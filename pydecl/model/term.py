"""Prolog terms as Python values, exactly: every kind of term is told apart from every other.

Integers are `int`, floats `float`, rationals `fractions.Fraction`; the other kinds have classes here.
Terms are equal only with their types: p(1) and p(1.0) differ. `term_text` writes canonical text, in
functional notation, so that no operator table matters; `pydecl.model.reader` reads it back.

>>> position = Compound("at", (Atom("x"), PrologList((1, 2.0)), PrologString("a")))
>>> str(position)
'at(x,[1,2.0],"a")'
>>> Compound("p", (1,)) == Compound("p", (1.0,))
False
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import Any, TypeAlias

from pydecl.model.number import Number, less


class _Structured:
    """A term that is known by its canonical text, which is made once."""

    __slots__ = ("_text",)
    _text: str

    def __str__(self) -> str:
        try:
            text = self._text
        except AttributeError:
            text = _write(self)
            object.__setattr__(self, "_text", text)
        return text

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and str(other) == str(self))

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom, named without its quotes."""

    name: str

    def __str__(self) -> str:
        return atom_text(self.name)


@dataclass(frozen=True, slots=True)
class PrologString:
    """A string, which is neither an atom nor a list of codes."""

    value: str

    def __str__(self) -> str:
        return _quoted(self.value, '"')


@dataclass(frozen=True, slots=True)
class Variable:
    """A free variable, under the name that it was written with."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Compound(_Structured):
    """A compound term; `name` is the functor's name without quotes."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PrologList(_Structured):
    """A list; `tail` is None for a proper list, else what follows the bar."""

    items: tuple[Term, ...]
    tail: Term | None = None


class ExactFloat(float):
    """A float that is a position or another key: equal to identical floats alone, as terms are.

    >>> ExactFloat(1.0) == 1, ExactFloat(1.0) == 1.0, ExactFloat(0.0) == -0.0
    (False, True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and float.hex(self) == float.hex(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


Term: TypeAlias = int | float | Fraction | Atom | PrologString | Variable | Compound | PrologList


def term_text(term: Term) -> str:
    """The canonical text of a term: quoted, functional, infinities as 1.0Inf.

    >>> term_text(Compound("-", (Atom("it's"), Fraction(1, 3)))), term_text(math.inf)
    ("-('it\\\\'s',1r3)", '1.0Inf')
    """
    return str(term) if isinstance(term, _Structured) else _leaf_text(term)


def as_key(term: Term) -> Term:
    """The term as it can be told from every other in a dictionary: Python takes 1 and 1.0 for one key."""
    return ExactFloat(term) if isinstance(term, float) else term


def is_ground(term: Term) -> bool:
    """Whether a term holds no free variable.

    >>> is_ground(Compound("f", (1, PrologList((Variable("X"),)))))
    False
    """
    todo: list[Term] = [term]
    while todo:
        item = todo.pop()
        if isinstance(item, Variable):
            return False
        if isinstance(item, Compound):
            todo += item.args
        elif isinstance(item, PrologList):
            todo += item.items if item.tail is None else (*item.items, item.tail)
    return True


_PLAIN_ATOM = re.compile(r"[a-z][a-zA-Z0-9_]*|[#$&*+\-./:<=>?@^~\\]+|[!;]|\{\}")


@lru_cache(maxsize=4096)
def atom_text(name: str) -> str:
    """An atom as Prolog reads it, in quotes where it needs them.

    >>> [atom_text(n) for n in ("max", "Max", "+", "[]", "/*")]
    ['max', "'Max'", '+', "'[]'", "'/*'"]
    """
    plain = _PLAIN_ATOM.fullmatch(name) and name != "." and not name.startswith("/*")
    return name if plain else _quoted(name, "'")


def _quoted(text: str, quote: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(quote, "\\" + quote)
    if text.isascii():
        return quote + escaped.translate(_CONTROLS) + quote
    return quote + "".join(c if c.isprintable() else _escape(ord(c)) for c in escaped) + quote


def _escape(code: int) -> str:
    return f"\\x{code:x}\\" if code < 0x10000 else f"\\U{code:08x}"


_CONTROLS = {code: _escape(code) for code in (*range(32), 127)}


def _leaf_text(term: object) -> str:
    if isinstance(term, float):
        if math.isinf(term):
            return "1.0Inf" if term > 0 else "-1.0Inf"
        if math.isnan(term):
            return "1.5NaN"
        text = repr(term)
        return text if "." in text else text.replace("e", ".0e")
    if isinstance(term, Fraction):
        return f"{term.numerator}r{term.denominator}" if term.denominator != 1 else str(term.numerator)
    return str(term)


_RECURSION = 64
"""How deep a term is written by recursion, which is quick; what lies deeper could exhaust Python's stack."""


def _write(term: object, depth: int = _RECURSION) -> str:
    if type(term) is int:
        return str(term)
    if type(term) is Atom:
        return atom_text(term.name)
    if not isinstance(term, _Structured):
        return _leaf_text(term)
    if (text := getattr(term, "_text", None)) is not None:
        return str(text)
    if not depth:
        return _write_deep(term)
    if isinstance(term, Compound):
        return f"{atom_text(term.name)}({','.join([_write(item, depth - 1) for item in term.args])})"
    assert isinstance(term, PrologList)
    items = ",".join([_write(item, depth - 1) for item in term.items])
    return f"[{items}]" if term.tail is None else f"[{items}|{_write(term.tail, depth - 1)}]"


def _write_deep(root: object) -> str:
    """The same without recursion, so that deep terms can be written."""
    out: list[str] = []
    todo: list[object] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, str):  # punctuation
            out.append(item)
        elif isinstance(item, Compound):
            out.append(f"{atom_text(item.name)}(")
            todo += [")", *_row(item.args)]
        elif isinstance(item, PrologList):
            out.append("[")
            todo += ["]", *(() if item.tail is None else (item.tail, "|")), *_row(item.items)]
        else:
            out.append(_leaf_text(item))
    return "".join(out)


def _row(items: tuple[Term, ...]) -> list[Term | str]:
    """Terms with commas between them, the last one first."""
    return [part for item in reversed(items) for part in (item, ",")][:-1]


_NUMBER, _STRING, _EMPTY, _ATOM, _COMPOUND = range(5)

_CELL = "[|]"


def order_key(term: Term) -> list[Any]:
    """A key by which `sorted` sorts ground terms in standard order, as SWI-Prolog 9.0 has it.

    Numbers, then strings, the empty list, atoms, compounds. Numbers are compared by value; of a float and
    another that are equal the float comes first. Strings and atoms are compared by their characters' codes;
    compounds by arity, then name, then arguments. NaN has no place in it.

    >>> from pydecl.model.reader import read_term
    >>> terms = map(read_term, ("f(a,b)", "[a]", "g(1)", "b", "1", "1.0", "[]", '"s"', "b(z)"))
    >>> print(*sorted(terms, key=order_key))
    1.0 1 "s" [] b b(z) g(1) [a] f(a,b)
    """
    match term:
        case Atom():
            return [_ATOM, term.name]
        case PrologString():
            return [_STRING, term.value]
        case Compound():
            return [
                _COMPOUND,
                len(term.args),
                term.name,
                *(part for arg in term.args for part in order_key(arg)),
            ]
        case PrologList():
            cells = [part for item in term.items for part in (_COMPOUND, 2, _CELL, *order_key(item))]
            return [*cells, *([_EMPTY] if term.tail is None else order_key(term.tail))]
        case Variable():
            raise AssertionError("a term that is not ground")
        case _:
            return [_NUMBER, _number_key(term)]


def _compared(one: Number, other: Number) -> int:
    """-1, 0 or 1: `one` stands before `other`, is identical, or stands after it."""
    if less(one, other) or less(other, one):
        return -1 if less(one, other) else 1
    floats = isinstance(other, float) - isinstance(one, float)
    if floats or not isinstance(one, float):
        return floats
    return int(math.copysign(1, one) - math.copysign(1, other)) // 2


_number_key = cmp_to_key(_compared)
