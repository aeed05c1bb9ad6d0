"""The text of a rules file as a check asks about it: it is read in the process of `pydecl/texts`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from pathlib import Path

from pydecl.checking.library import known_predicates
from pydecl.engines.prolog.session import Session
from pydecl.errors import LimitError
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.finding import Finding
from pydecl.sandbox.replies import malformed
from pydecl.texts.session import FINDING, TextSession, finding_of

TOLD = {"findings": [FINDING], "number": int}
"""The shape of findings: see `pydecl/texts/checking.py`."""

Place = tuple[int, int, int, str]
"""Line, column, length, and the line itself."""


class CheckedText:
    """A text; every question may raise LimitError, and ContractError where what reads it dies."""

    def __init__(self, texts: TextSession, text: str, path: Path) -> None:
        self._texts = texts
        self._text = text.encode()
        self._file = str(path)
        self.libraries: Sequence[str] = ()
        self.left_out = 0
        """How many findings are not told, for there are too many."""

    def survey(self) -> list[Finding]:
        """The findings, all but those on calls."""
        told = self._texts.ask("survey", self._text, {**TOLD, "libraries": [str]}, file=self._file)
        self.libraries = told["libraries"]
        return self._findings(told["findings"], told["number"])

    def calls(self, session: Session) -> list[Finding]:
        """The findings on calls of what neither the text nor SWI-Prolog defines."""
        known = known_predicates(session, self.libraries)
        sets = {"system": known.system, "library": known.library, "common": known.common}
        names = {name: sorted(found) for name, found in sets.items()}
        told = self._texts.ask("calls", self._text, TOLD, file=self._file, known=names)
        return self._findings(told["findings"], told["number"])

    def _findings(self, told: Sequence[dict[str, object]], number: int) -> list[Finding]:
        self.left_out += max(0, number - len(told))
        return [finding_of(fields, CATALOGUE) for fields in told]

    def clause_of(self, lines: Sequence[int]) -> Callable[[int], int]:
        """What numbers the clause that each of these lines belongs to."""
        distinct = sorted(set(lines))
        numbers: list[int] = self._texts.ask("clauses", self._text, [int], file=self._file, lines=distinct)
        if len(numbers) != len(distinct):
            raise malformed("a number for each line", str(numbers))
        return lambda line: numbers[bisect_left(distinct, line)]

    def place(self, about: Sequence[Indicator], line: int) -> Place | None:
        """A line that is not 0; or where the first of some predicates stands that the text has."""
        told = self._texts.ask(
            "place", self._text, [(int, str)], file=self._file, about=list(about), line=line
        )
        match told:
            case [int(at), int(column), int(length), str(shown)]:
                return at, column, length, shown
            case []:
                return None
        raise malformed("a place", str(told))

    def positions(self, most: int) -> list[str]:
        """The texts of the first positions that the facts of the game's interface are about."""
        told: list[str] = self._texts.ask("positions", self._text, [str], file=self._file, number=most)
        return told[:most]

    def too_many(self) -> LimitError | None:
        """What is said where not all findings are told."""
        if not self.left_out:
            return None
        return LimitError(f"{self._file}: {self.left_out:,} more findings are not shown: fix these first")
