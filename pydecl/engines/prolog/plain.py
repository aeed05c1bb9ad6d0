"""Terms that SWI-Prolog writes in one way only: it need not start to write them."""

from __future__ import annotations

import re

from pydecl.model.term import Atom, Compound, PrologList, Term

OPERATORS = frozenset(
    [
        "as",
        "dynamic",
        "discontiguous",
        "div",
        "divs",
        "initialization",
        "is",
        "meta_predicate",
        "mod",
        "module_transparent",
        "multifile",
        "public",
        "rdiv",
        "rem",
        "table",
        "thread_initialization",
        "thread_local",
        "tnot",
        "volatile",
        "xor",
    ]
)
"""The operators of SWI-Prolog's that are names."""


def is_plain(term: Term) -> bool:
    """Whether a term has no operators, quotes or floats; a rules file must not declare operators, either.

    >>> is_plain(Compound("p", (Atom("a"), -1))), is_plain(Compound("-", (1, 2)))
    (True, False)
    """
    todo = [term]
    while todo:
        one = todo.pop()
        if isinstance(one, Compound | Atom) and not _is_name(one.name):
            return False
        if isinstance(one, Compound):
            todo += one.args
        elif isinstance(one, PrologList) and one.tail is None:
            todo += one.items
        elif not isinstance(one, Atom | int):
            return False
    return True


def _is_name(text: str) -> bool:
    """Whether an atom needs no quotes and is no operator of SWI-Prolog's."""
    return re.fullmatch("[a-z][a-zA-Z0-9_]*", text) is not None and text not in OPERATORS
