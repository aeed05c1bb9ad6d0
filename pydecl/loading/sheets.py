"""A sheet of the Game Description Language, `X.kif`, turned into Prolog and loaded as rules."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import Diagnostic, InputError, LimitError, SourceError
from pydecl.loading.rules_files import Reading, Written, load
from pydecl.model.term import Atom, Compound, PrologList, Term
from pydecl.rules.encoding import Decoded
from pydecl.rules.gdl.rules import CONVENTION
from pydecl.rules.source import line_of, source_at
from pydecl.sandbox.replies import arguments, atom, integer, items
from pydecl.texts.session import texts_of

LONGEST = 1 << 20
"""The longest sheet, in characters."""

MOST_TOLD = 1 << 25
"""The longest Prolog text that a sheet may become, with its places, in bytes."""

_ALIGNED = {"text": str, "places": [[int]], "undefined": [[(int, str)]]}
"""The shape of a sheet in Prolog: see `pydecl/texts/sheets.py`."""

_PROLOG = re.compile(r"^\s*(?::-|[a-z]\w*(?:\([^;]*\))?\s*(?::-|\.\s*(?:%.*)?$))", re.MULTILINE)
"""A line that begins a clause of Prolog, or a directive."""


@dataclass(frozen=True)
class _Sheet:
    """The text of a sheet, and the Prolog that was made of it."""

    path: Path
    text: str
    prolog: str
    places: Sequence[Sequence[int]]
    """Where each clause begins in the Prolog, and where its rule does in the sheet: line, column, twice."""

    def in_sheet(self, told: Diagnostic) -> Diagnostic:
        """A diagnostic about the Prolog, told of the sheet."""
        before = (told.line, told.column or LONGEST)
        at = bisect_right(self.places, before, key=lambda place: (place[0], place[1])) - 1
        if at < 0:
            return told
        _, _, line, column = self.places[at]
        return Diagnostic(told.file, line, column, told.message, line_of(self.text, line), told.code)


def load_sheet(
    session: Session, path: Path, options: Mapping[str, Term | Written], name: str, reading: Reading
) -> SessionGame:
    """Load a sheet. Raises as `load`, and InputError for what no sheet has: options, another convention."""
    if options:
        raise InputError(f"{name}: a sheet has no options")
    if reading.convention not in (None, CONVENTION):
        raise InputError(f"{path}: a sheet has the convention {CONVENTION}, and not {reading.convention}")
    read = _read(path)
    text = read.text
    taken = _taken(session, path, text)
    made = texts_of(session).ask("aligned", text.encode(), _ALIGNED, MOST_TOLD, file=str(path), taken=taken)
    sheet = _Sheet(path, text, made["text"], made["places"])
    as_gdl = replace(reading, convention=CONVENTION)
    game = load(session, path, {}, name, as_gdl, prolog=sheet.prolog, told=sheet.in_sheet)
    game.warnings = [*read.notes, *_undefined(path, text, made["undefined"]), *game.warnings]
    return game


def sheet_in_prolog(session: Session, path: Path) -> str:
    """A sheet as Prolog to be read, with its comments. Raises SourceError, InputError."""
    text = _read(path).text
    about: dict[str, Any] = {"file": str(path), "taken": _taken(session, path, text)}
    return texts_of(session).ask_bytes("readable", text.encode(), MOST_TOLD, **about).decode()


def _read(path: Path) -> Decoded:
    """The text, and the notes on its encoding."""
    read = source_at(path)
    text = read.text
    if len(text) > LONGEST:
        raise LimitError(f"{path}: the sheet is longer than {LONGEST >> 20} MiB")
    if (prolog := _prolog_instead(text, path)) is not None:
        raise SourceError([prolog])
    return read


def _taken(session: Session, path: Path, text: str) -> Sequence[tuple[str, int]]:
    """The relations of a sheet whose predicates SWI-Prolog does not let a file define."""
    relations = texts_of(session).ask("relations", text.encode(), [[(str, int)]], file=str(path))
    indicators = (Compound("/", (Atom(name), arity)) for name, arity in relations)
    taken = session.set_up(Compound("taken", (PrologList(tuple(indicators)),)))
    return [(atom(name), integer(arity)) for name, arity in (arguments(one, "/", 2) for one in items(taken))]


def _prolog_instead(text: str, path: Path) -> Diagnostic | None:
    """What is said of a file that is named as a sheet, and holds Prolog."""
    found = _PROLOG.search(text)
    first = re.search(r"\S", text)
    if found is None or first is None or first[0] in "(;":
        return None
    line = text.count("\n", 0, found.end() - len(found[0].lstrip())) + 1
    shown = line_of(text, line)
    column = len(shown) - len(shown.lstrip()) + 1
    message = f"expected a rule or a fact in KIF, found Prolog: a file of Prolog is named {path.stem}.pl"
    return Diagnostic(str(path), line, column, message, shown)


def _undefined(path: Path, text: str, found: Sequence[Sequence[Any]]) -> Sequence[Diagnostic]:
    return [
        Diagnostic(
            str(path),
            line,
            column,
            f"warning: the sheet has no fact or rule for {name}: it is never true here",
            line_of(text, line),
        )
        for name, line, column in found
    ]
