"""What went wrong in a child process, as exceptions."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydecl.errors import (
    ContractError,
    InputError,
    LimitError,
    NotCompiledError,
    OutOfMemoryError,
    Place,
    PositionError,
    PydeclError,
    UnfitError,
)
from pydecl.errors.unforeseen import fault_of, last_words
from pydecl.model.term import Atom, Compound, PrologString, Term, term_text
from pydecl.sandbox.replies import atom, compound, string

FAULTS = (ContractError, UnfitError, PositionError)
"""What is wrong with one position, and no reason to give up others."""


KINDS: Mapping[str, type[PydeclError]] = {
    "not_compiled": NotCompiledError,
    "limit": LimitError,
    "unfit": UnfitError,
    "syntax": InputError,
}
"""Errors that are no more than a text, by the names of their terms; the first that fits."""


def contract_error(fault: Term, memory: int | None = None) -> PydeclError:
    """The exception for a fault of `prolog/support/contract.pl`; `memory` is the limit, in MiB.

    >>> from pydecl.model.reader import read_term
    >>> print(contract_error(read_term("game(no_value(a))")))
    staticval/2 gives no value for a
    """
    fault = compound(fault)
    detail, *more = fault.args
    if fault.name == "game":
        name, args = (detail.name, detail.args) if isinstance(detail, Compound) else (str(detail), ())
        try:
            return ContractError(name, *map(_detail, args))
        except (KeyError, IndexError):  # the rules threw something that looks like ours
            return ContractError("exception", term_text(detail))
    if fault.name == "resource":
        which = (term_text(detail), *map(atom, more))
        return out_of_memory(memory, ", ".join(filter(None, which)))
    told = string(detail)
    if fault.name == "internal":
        return fault_of(told)
    if fault.name in KINDS:
        return KINDS[fault.name](told)
    return ContractError("exception", _plain(told), place=Place.read("".join(map(atom, more))))


def fault_in(complaint: str, memory: int | None) -> PydeclError | None:
    """What ended a process, if its standard error ends with a traceback; `memory` is its limit, in MiB.

    >>> print(fault_in("Traceback (most recent call last):\\n  File ...\\nMemoryError", 256))
    the rules used more than 256 MiB of memory (--memory)
    """
    line = last_words(complaint)
    if line is None:
        return None
    return out_of_memory(memory) if line.startswith("MemoryError") else fault_of(line)


def out_of_memory(memory: int | None, which: str = "") -> OutOfMemoryError:
    """The limit of memory, in MiB where it is known, was reached; `which` is SWI-Prolog's word for it.

    >>> print(out_of_memory(2048))
    the rules used more than 2 GiB of memory (--memory)
    """
    whole = "their memory" if memory is None else f"{_size(memory)} of memory"
    return OutOfMemoryError(f"the rules used more than {whole} (--memory){which and f': {which}'}")


def _size(memory: int) -> str:
    """
    >>> _size(512), _size(2048), _size(1536)
    ('512 MiB', '2 GiB', '1.5 GiB')
    """
    return f"{memory} MiB" if memory < 1024 else f"{memory / 1024:.3g} GiB"


def _detail(term: Term) -> str:
    """A detail as it is shown: a term, the name of the predicate that was asked, or said(Text)."""
    if isinstance(term, Compound) and len(term.args) == 1:
        (told,) = term.args
        if term.name == "asked" and isinstance(told, Atom):
            return told.name
        if term.name == "said" and isinstance(told, PrologString):
            return told.value
    return term_text(term)


_MODULES = r"\b(?:rules|game|adapted|unfolded|folding|unpassed|passing|top):"
"""The modules that a message names, and the rules do not."""


def _plain(text: str) -> str:
    return re.sub(r"\b_G?\d+\b", "_", re.sub(_MODULES, "", text))
