"""A stored game verified: each solution from those of the successors, and some by other engines."""

from __future__ import annotations

from pydecl.solving.card import OutcomeCard, Verified
from pydecl.solving.database import Database
from pydecl.solving.verifier import Wrong
from pydecl.solving.verifying_outcomes import OutcomeVerifier
from pydecl.solving.verifying_values import ValueVerifier


def verify(database: Database, seconds: float | None = None) -> Verified | Wrong:
    """Verify all solutions; the card of what is right says so from then on.

    Raises InputError where a file is damaged, LimitError where the time is over.
    """
    who = OutcomeVerifier if isinstance(database.card, OutcomeCard) else ValueVerifier
    return who(database, seconds).verify()
