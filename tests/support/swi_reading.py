"""SWI-Prolog's own reading of rules files, and ours, in the same form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from folders import SUPPORT
from prolog_text import with_parts
from swi_process import SwiProcess

from pydecl.model.reader import read_term
from pydecl.model.term import Compound, Term, Variable, term_text
from pydecl.rules.catalogue import syntax
from pydecl.rules.complaints import Complaint
from pydecl.rules.declarations import obey
from pydecl.rules.finding import Severity
from pydecl.rules.operators import Operators
from pydecl.rules.parser import Parser
from pydecl.rules.reader import clause_of, read_rules, term_of
from pydecl.rules.tokens import scan

PROGRAM = SUPPORT / "swi_reading.pl"


@dataclass(frozen=True)
class Reading:
    """The terms of a file, each with start and end, and its syntax errors."""

    terms: list[tuple[int, int, str]]
    errors: list[str]


class SwiReader(SwiProcess):
    """One process of SWI-Prolog that reads texts; a context manager."""

    def __init__(self, folder: Path) -> None:
        super().__init__(PROGRAM)
        self.file = folder / "text.pl"

    def read(self, text: str) -> Reading:
        reading = Reading([], [])
        for line in self._ask_about("read", text):
            kind, _, rest = line.partition(" ")
            if kind == "error":
                reading.errors.append(rest)
            else:
                end, _, term = rest.partition(" ")
                reading.terms.append((int(kind), int(end), term if term == "strange" else canonical(term)))
        return reading

    def prints(self, text: str) -> list[str]:
        """The last term of a text as SWI-Prolog prints it, in three ways, with the text's operators."""
        return [str(json.loads(line)) for line in self._ask_about("print", text)]

    def _ask_about(self, request: str, text: str) -> list[str]:
        """The lines that answer a request about a text."""
        self.file.write_text(text, encoding="utf-8", newline="")
        return [line for line in self.ask(f"{request} {self.file}\n") if line]


def reread(text: str) -> str:
    """The last term of a text, in canonical notation."""
    return our_reading(text).terms[-1][2]


def canonical(text: str) -> str:
    return term_text(read_term(text))


NO_SYNTAX = {syntax.BAD_HEAD, syntax.CONTROL_HEAD, syntax.BAD_OPERATOR}
"""What read_term/3 does not see."""


def our_reading(text: str) -> Reading:
    """The terms up to the first fault, whether clauses or not, and all errors."""
    rules = read_rules(text)
    faults = [fault for fault in rules.faults if fault.severity is Severity.ERROR]
    reading = Reading([], [fault.head() for fault in faults if fault.code not in NO_SYNTAX])
    parser = Parser(text, scan(text), Operators())
    parser.advance()
    try:
        while parser.token is not None:
            node = parser.read().node
            term = term_text(_numbered(term_of(node)))
            reading.terms.append((node.span.start, node.span.end, term))
            parser.advance()
            list(obey(clause_of(node, node.span), parser, lambda _: ()))
    except Complaint:
        pass
    return reading


def _numbered(term: Term) -> Term:
    """The term with its variables as '$VAR'(N), numbered in the order of the text."""
    numbers: dict[str, int] = {}

    def made(term: Term) -> Term:
        if isinstance(term, Variable):
            return Compound("$VAR", (numbers.setdefault(term.name, len(numbers)),))
        return with_parts(term, made)

    return made(term)
