"""What goes wrong, as text for `pydecl.sandbox.faults.contract_error`."""

from __future__ import annotations

from pydecl.errors import ContractError, LimitError, PositionError, UnfitError
from pydecl.model.term import Atom, Compound, PrologString, Term, term_text

FAULTS = (ContractError, UnfitError, PositionError)
"""What is wrong with one position, and no reason to give up others."""

LONGEST = 10_000
"""The longest detail, in characters."""


def fault_text(error: Exception) -> str:
    """An error as text, to be an equal error again on the other side.

    >>> print(fault_text(ContractError("no_value", "p(1)")))
    game(no_value(said("p(1)")))
    """
    if isinstance(error, ContractError):
        details = tuple(Compound("said", (PrologString(detail),)) for detail in error.details)
        told: Term = Compound(error.fault, details) if details else Atom(error.fault)
        return term_text(Compound("game", (told,)))
    if isinstance(error, MemoryError | RecursionError):
        return "resource(memory,'')"
    name = "limit" if isinstance(error, LimitError) else "unfit"
    return term_text(Compound(name, (PrologString(str(error)[:LONGEST]),)))
