"""Where a finding about a predicate is told: at its clauses in the file."""

from __future__ import annotations

from collections.abc import Sequence

from pydecl.rules.checks.goals import Indicator, place_of
from pydecl.rules.checks.predicates import Predicates
from pydecl.rules.finding import Code, Finding


class Places:
    """The clauses of a file; of a game that is told otherwise, such as a tree, only its file's name."""

    def __init__(self, file: str | None, predicates: Predicates | None) -> None:
        self.file = file
        self._predicates = predicates

    def finding(self, code: Code, about: Sequence[Indicator], message: str, remedy: str) -> Finding:
        """A finding at the first of some predicates that the file defines, or else calls."""
        if self._predicates is not None:
            for indicator in about:
                if clauses := self._predicates.clauses.get(indicator):
                    head = clauses[0].head
                    assert head is not None
                    return self._predicates.rules.finding(code, place_of(head), message, remedy)
                if places := self._predicates.called.get(indicator):
                    return self._predicates.rules.finding(code, places[0][1].place, message, remedy)
        return Finding(code, self.file or "", 0, 0, 0, message, remedy)
