"""What SWI-Prolog says went wrong, as exceptions."""

from __future__ import annotations

import re

from pydecl.errors import ContractError, InputError, LimitError, PydeclError
from pydecl.model.term import Atom, Compound, PrologString, Term, term_text


def contract_error(fault: Term) -> PydeclError:
    """The exception for a fault of `prolog/support/contract.pl`.

    >>> from pydecl.model.reader import read_term
    >>> print(contract_error(read_term("game(no_value(a))")))
    staticval/2 gives no value for a
    """
    assert isinstance(fault, Compound)
    detail = fault.args[0]
    if fault.name == "game":
        name, args = (detail.name, detail.args) if isinstance(detail, Compound) else (str(detail), ())
        try:
            return ContractError(name, *map(term_text, args))
        except (KeyError, IndexError):  # the rules threw something that looks like ours
            return ContractError("exception", term_text(detail))
    if fault.name == "resource":
        culprit = _name(fault.args[1])
        said = f"SWI-Prolog ran out of memory ({term_text(detail)})"
        return LimitError(f"{said}: {culprit}" if culprit else said)
    assert isinstance(detail, PrologString)
    if fault.name == "syntax":
        return InputError(detail.value)
    return ContractError("exception", _plain(detail.value), place=_name(fault.args[1]))


def _name(term: Term) -> str:
    assert isinstance(term, Atom)
    return term.name


def _plain(text: str) -> str:
    return re.sub(r"\b_G?\d+\b", "_", re.sub(r"\b(?:rules|game|top):", "", text))
