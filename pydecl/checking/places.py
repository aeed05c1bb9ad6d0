"""Where a finding about a predicate is told: at its clauses in the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydecl.checking.text import CheckedText
from pydecl.errors import Place, PydeclError
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.finding import Code, Finding


class Places:
    """The clauses of a file; of a game that is told otherwise, such as a tree, only its file's name."""

    def __init__(self, file: str | None, rules: CheckedText | None) -> None:
        self.file = file
        self._rules = rules

    def line_of(self, place: Place | None) -> int:
        """The line of a place in the rules; 0 if it is in another file."""
        return place.line if place and self.file and Path(self.file).name == place.file else 0

    def finding(
        self, code: Code, about: Sequence[Indicator], message: str, remedy: str, line: int = 0
    ) -> Finding:
        """A finding at a line, or at the first of some predicates that the file defines, or else calls."""
        place = None
        if self._rules is not None:
            try:
                place = self._rules.place(about, line)
            except PydeclError:  # time is up: what was found is told without its place
                place = None
        if place is None:
            return Finding(code, self.file or "", 0, 0, 0, message, remedy)
        at, column, length, shown = place
        return Finding(code, self.file or "", at, column, length, message, remedy, shown)
