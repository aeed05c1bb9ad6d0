"""The text of a rules file as a check asks about it: it is read in the process of `pydecl/texts`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from pydecl.engines.prolog.session import Session
from pydecl.errors import LimitError, Place, PydeclError
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.checks import Known
from pydecl.rules.checks.goals import Indicator
from pydecl.rules.finding import Code, Finding
from pydecl.sandbox.replies import arguments, integer, items, malformed
from pydecl.texts.session import FINDING, TextSession, finding_of

TOLD = {"findings": [FINDING], "number": int}
"""The shape of findings: see `pydecl/texts/checking.py`."""

Spot = tuple[int, int, int, str]
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

    def place(self, about: Sequence[Indicator], line: int) -> Spot | None:
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


@dataclass
class Places:
    """The clauses of a file; of a game that is told otherwise, such as a tree, only its file's name."""

    file: str | None
    rules: CheckedText | None

    def line_of(self, place: Place | None) -> int:
        """The line of a place in the rules; 0 if it is in another file."""
        return place.line if place and self.file and Path(self.file).name == place.file else 0

    def finding(
        self, code: Code, about: Sequence[Indicator], message: str, remedy: str, line: int = 0
    ) -> Finding:
        """A finding at a line, or at the first of some predicates that the file defines, or else calls."""
        place = None
        with suppress(PydeclError):  # time is up: what was found is told without its place
            place = None if self.rules is None else self.rules.place(about, line)
        if place is None:
            return Finding(code, self.file or "", 0, 0, 0, message, remedy)
        at, column, length, shown = place
        return Finding(code, self.file or "", at, column, length, message, remedy, shown)


COMMON = ("lists", "apply", "pairs", "ordsets")
"""The libraries of what every textbook defines itself."""

_SYSTEM = "predicate_property(system:Head, defined), functor(Head, Name, Arity)"

_AUTOLOADED = "'$in_library'(Name, Arity, _)"

_LOADED = """
    current_predicate(rules:Name/Arity),
    functor(Head, Name, Arity),
    \\+ predicate_property(rules:Head, imported_from(_))
"""

_EXPORTED = """
    member(Library, {libraries}),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read), file_errors(fail)]),
    setup_call_cleanup(open(File, read, Stream), (read(Stream, First), read(Stream, Second)), close(Stream)),
    (   First = (:- encoding(_))
    ->  Header = Second
    ;   Header = First
    ),
    Header = (:- module(_, Exports)),
    member(Export, Exports),
    (   Export = Name/Arity
    ->  true
    ;   Export = Name//Arity0,
        Arity is Arity0 + 2
    )
"""


def known_predicates(session: Session, libraries: Iterable[str]) -> Known:
    """All that a file can call without defining it, where it loads these libraries.

    What a library made of its directives, such as `:- record`, is there if the session has loaded the file.

    >>> with Session() as session:
    ...     known = known_predicates(session, ["dcg/basics"])
    ...     ("is", 2) in known.system, ("append", 3) in known.library, ("white", 2) in known.library
    (True, True, True)
    """
    system, library = _found(session, _SYSTEM), _found(session, _AUTOLOADED)
    common = _exported(session, COMMON)
    exported = _exported(session, libraries)
    return Known(system, library | common | exported | _found(session, _LOADED), common)


def _exported(session: Session, libraries: Iterable[str]) -> frozenset[Indicator]:
    parts: list[list[Term]] = [[Atom(part) for part in library.split("/")] for library in libraries]
    terms = (reduce(lambda folder, name: Compound("/", (folder, name)), path) for path in parts)
    paths = term_text(PrologList(tuple(terms)))
    return _found(session, _EXPORTED.format(libraries=paths))


def _found(session: Session, goal: str) -> frozenset[Indicator]:
    """The Name and Arity of each answer of a goal."""
    (answer,) = session.query(f"findall(Name/Arity, ({goal}), Found)")
    found = (arguments(term, "/", 2) for term in items(answer["Found"]))
    return frozenset(
        (name.name if isinstance(name, Atom) else str(name), integer(arity)) for name, arity in found
    )
