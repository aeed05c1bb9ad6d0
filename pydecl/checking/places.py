"""Where a finding about a predicate is told: at its clauses in the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pydecl.rules.checks.goals import Indicator, place_of
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Code, Finding


class Places:
    """The clauses of a file; of a game that is told otherwise, such as a tree, only its file's name."""

    def __init__(self, file: str | None, predicates: Predicates | None) -> None:
        self.file = file
        self._predicates = predicates

    def line_of(self, place: str) -> int:
        """The line of the file in a place such as `nim.pl:12, in move/2`; 0 where it is in another file."""
        found = re.match(r"(.+):(\d+), in ", place)
        return int(found[2]) if found and self.file and Path(self.file).name == found[1] else 0

    def finding(
        self, code: Code, about: Sequence[Indicator], message: str, remedy: str, line: int = 0
    ) -> Finding:
        """A finding at a line, or at the first of some predicates that the file defines, or else calls."""
        if self._predicates is not None and line:
            text = self._predicates.rules.line(line)
            indent = len(text) - len(text.lstrip())
            length = len(text.strip())
            return Finding(code, self.file or "", line, indent + 1, length, message, remedy, text)
        if self._predicates is not None:
            for indicator in about:
                if clauses := self._predicates.clauses.get(indicator):
                    head = clauses[0].head
                    assert head is not None
                    return self._predicates.rules.finding(code, place_of(head), message, remedy)
                if places := self._predicates.called.get(indicator):
                    return self._predicates.rules.finding(code, places[0][1].place, message, remedy)
        return Finding(code, self.file or "", 0, 0, 0, message, remedy)
