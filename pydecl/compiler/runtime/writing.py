"""Values as canonical text, of a bounded length.

>>> from pydecl.compiler.runtime.values import Float, functor
>>> value_text((functor("at", 2), "It's", (1, Float(2.0))))
"at('It\\\\'s',[1,2.0])"
"""

from __future__ import annotations

from typing import Any

from pydecl.compiler.runtime.values import Functor, to_term
from pydecl.errors import ContractError
from pydecl.model.term import atom_text, term_text

MOST = 1_000_000
"""The longest text, in characters, of a position that is told; as in `prolog/support/terms.pl`."""

_MOST_BITS = 4 * MOST


def value_text(value: Any) -> str:
    """The canonical text of a value.

    Raises ContractError where it is too long: a few tuples that share their parts can stand for a text
    without end, of which no more is ever made.
    """
    kind = value.__class__
    if kind is str:
        text = atom_text(value)
    elif kind is int:
        text = str(value) if value.bit_length() < _MOST_BITS else " " * (MOST + 1)
    elif kind is not tuple:
        text = term_text(to_term(value))
    elif value and value[0].__class__ is Functor:
        text = f"{atom_text(value[0].name)}({','.join(map(value_text, value[1:]))})"
    else:
        text = f"[{','.join(map(value_text, value))}]"
    if len(text) > MOST:
        raise ContractError("position_too_large", str(MOST))
    return text
