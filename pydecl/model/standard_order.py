"""Standard order of terms, as SWI-Prolog 9.0 has it.

Numbers, then strings, the empty list, atoms, compounds. Numbers are compared by value; of a float and another
that are equal the float comes first. Strings and atoms are compared by their characters' codes; compounds by
arity, then name, then arguments. NaN has no place in it.

>>> from pydecl.model.reader import read_term
>>> terms = map(read_term, ("f(a,b)", "[a]", "g(1)", "b", "1", "1.0", "[]", '"s"', "b(z)"))
>>> print(*sorted(terms, key=order_key))
1.0 1 "s" [] b b(z) g(1) [a] f(a,b)
"""

from __future__ import annotations

import math
from functools import cmp_to_key
from typing import Any

from pydecl.model.number import Number, less
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

_NUMBER, _STRING, _EMPTY, _ATOM, _COMPOUND = range(5)

_CELL = "[|]"


def order_key(term: Term) -> list[Any]:
    """A key by which `sorted` sorts ground terms in standard order."""
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
    return int(math.copysign(1, one) > math.copysign(1, other)) - int(
        math.copysign(1, one) < math.copysign(1, other)
    )


_number_key = cmp_to_key(_compared)
