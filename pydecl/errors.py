"""What can go wrong, each with the exit code of the command line.

Every error that a user can cause is a `PydeclError`; its text is the whole message.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes of every command."""

    FINE = 0
    DISAGREEMENT = 1
    BAD_INPUT = 2
    BROKEN_CONTRACT = 3
    LIMIT = 4
    NO_PROLOG = 5
    INTERRUPTED = 130


class PydeclError(Exception):
    """The root of all errors that have a message for the user."""

    exit_code = Exit.BAD_INPUT


class InputError(PydeclError):
    """A usage, a file or a text that cannot be understood."""


class PositionError(InputError):
    """A text or a term that is no position of the game."""


class ContractError(PydeclError):
    """The game breaks what design says of a game: a mover, a value, a ground position."""

    exit_code = Exit.BROKEN_CONTRACT


class UnknownValueError(ContractError):
    """A search evaluated a leaf whose value nobody knows (`?` in a tree)."""


class WorkerDiedError(ContractError):
    """The process that runs SWI-Prolog ended in the middle of a request."""


class LimitError(PydeclError):
    """Time, memory or a bound on the number of positions ran out."""

    exit_code = Exit.LIMIT


class PrologUnavailableError(PydeclError):
    """SWI-Prolog or pyswip cannot be used on this machine."""

    exit_code = Exit.NO_PROLOG


@dataclass(frozen=True)
class Diagnostic:
    """One finding about a place in a text; line and column count from 1, column 0 is 'unknown'.

    >>> print(Diagnostic("g.pl", 1, 7, "illegal start of term", "move(a,)."))
    g.pl:1:7: illegal start of term
      move(a,).
            ^
    """

    file: str
    line: int
    column: int
    message: str
    source_line: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
        head = f"{place}: {self.message}"
        if not self.source_line:
            return head
        lead = "".join("\t" if c == "\t" else " " for c in self.source_line[: self.column - 1])
        caret = f"\n  {lead}^" if self.column else ""
        return f"{head}\n  {self.source_line}{caret}"


class SourceError(InputError):
    """One or more faults in a file, each with its place."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join(str(d) for d in diagnostics))
