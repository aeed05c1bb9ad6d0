"""What a check says about a place in a rules file, and the kinds of such findings.

>>> missing = warning("P199", "an example", "Nobody can read it.", "Write it out.")
>>> print(Finding(missing, "g.pl", 1, 6, 4, "'mvoe/2' is not defined", "write 'move'", "a :- mvoe(b, _)."))
g.pl:1:6: warning P199: 'mvoe/2' is not defined
  a :- mvoe(b, _).
       ^~~~
  remedy: write 'move'
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial

from pydecl.errors import lead, shown_line
from pydecl.errors.escaping import escaped


class Severity(Enum):
    """How bad it is: an error refuses the file, a warning may make an answer wrong, a note never does."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Code:
    """One kind of finding. `why` says why it matters to a search, `remedy` what to do about it in general.

    `wrong` is a whole rules file in which it is found, first at the line and column `at`; `right` the
    same file without it.
    """

    name: str
    title: str
    why: str
    remedy: str
    wrong: str = ""
    right: str = ""
    severity: Severity = Severity.ERROR
    at: tuple[int, int] = (0, 0)


warning = partial(Code, severity=Severity.WARNING)
note = partial(Code, severity=Severity.NOTE)


LONGEST_LINE = 400
"""The longest line that a finding or a note shows, in characters."""


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column of an offset in a text, from 1.

    >>> place("a.\\nb.", 3)
    (2, 1)
    """
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


@dataclass(frozen=True)
class Finding:
    """A finding at a place; line and column count from 1 (0: unknown), length is in characters.

    `message` says what is wrong here, `remedy` what to do here (where it is empty, the code's own).
    """

    code: Code
    file: str
    line: int
    column: int
    length: int
    message: str
    remedy: str = ""
    source_line: str = ""

    @property
    def severity(self) -> Severity:
        return self.code.severity

    def head(self) -> str:
        """The first line: place, severity, code and message."""
        place = ":".join(str(part) for part in (escaped(self.file), self.line, self.column) if part)
        return f"{place}: {self.severity.value} {self.code.name}: {self.message}"

    def excerpt(self) -> str:
        """The source line with a caret under the place; empty where the place is unknown."""
        if not self.source_line or not self.column:
            return ""
        start = self.column - 1
        marked = shown_line(self.source_line[start : start + self.length])
        under = f"{lead(self.source_line, self.column)}^{'~' * (len(marked) - 1)}"
        return f"  {shown_line(self.source_line)}\n  {under}"

    def __str__(self) -> str:
        parts = [self.head(), self.excerpt(), f"  remedy: {self.remedy or self.code.remedy}"]
        return "\n".join(part for part in parts if part)
