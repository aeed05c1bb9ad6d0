"""A search by a file's own program that runs once more, with marks in its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydecl.model.program import OwnProgram
from pydecl.model.result import Limits
from pydecl.model.term import Term


@dataclass(frozen=True)
class Goal:
    """A goal in the text of a program.

    `offsets` are those of characters in the `file`: where the goal begins and ends, and where its clause
    does. The clause is one of the predicate `head`; the goal calls `calls`. Both are indicators, such as
    `moves/2`.
    """

    file: str
    offsets: tuple[int, int, int, int]
    head: str
    calls: str


@dataclass(frozen=True)
class Told:
    """A search that was traced: its question, how many events it was to tell `most`, and what it told.

    It told so many lines, and of so many positions.
    """

    program: OwnProgram
    position: Term
    limits: Limits
    most: int
    lines: int
    positions: int


@dataclass(frozen=True)
class Replay:
    """A search by a file's own program that was run once more, with marks in its text.

    For each of the `lines` that it told there is a row of `prolog/support/notes.pl` about the `goals`; an
    empty one says nothing. A stranger's text has told all this.
    """

    goals: Sequence[Goal]
    lines: Sequence[str]
    rows: Sequence[str]
