"""Why a sheet has no propositional form here."""

from __future__ import annotations

from pydecl.errors import NotCompiledError


class NotGroundedError(NotCompiledError):
    """The sheet is not grounded; the message says why, after the name of what is grounded."""


class TooLargeError(NotGroundedError):
    """It would be too large: its terms have no end, or its rules are too many."""

    def __init__(self, what: str) -> None:
        super().__init__(f"too large to ground: {what}")
