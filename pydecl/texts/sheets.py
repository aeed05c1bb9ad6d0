"""A sheet of the Game Description Language read, and turned into Prolog."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pydecl.rules.gdl.dependencies import relation, undefined
from pydecl.rules.gdl.kif import comments, read_kif
from pydecl.rules.gdl.prolog import Clauses
from pydecl.rules.gdl.prolog import aligned as laid_out
from pydecl.rules.gdl.prolog import readable as written_out
from pydecl.rules.gdl.rules import Sheet

MOST = 100
"""How many relations that no rule defines are named, at the most."""


@lru_cache(maxsize=1)
def _sheet(text: str, file: str) -> Sheet:
    """The rules of a text; the last ones are kept."""
    return read_kif(text, file)


def relations(text: str, file: str) -> list[tuple[str, int]]:
    """The relations that a sheet tells or asks. Raises SourceError."""
    sheet = _sheet(text, file)
    told = dict.fromkeys(relation(rule.head) for rule in sheet.rules)
    return [*told, *undefined(sheet)]


def aligned(text: str, file: str, taken: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """A sheet in Prolog, where each clause begins and where its rule does, and what no rule defines.

    `taken` are the predicates that it cannot define.
    """
    prolog, places = laid_out(_made(text, file, taken))
    unknown = undefined(_sheet(text, file)).items()
    told = [(name, rule.line, rule.column) for (name, _), rule in unknown][:MOST]
    return {"text": prolog, "places": places, "undefined": told}


def readable(text: str, file: str, taken: Sequence[Sequence[Any]]) -> str:
    """A sheet in Prolog with its comments."""
    return written_out(_made(text, file, taken), list(comments(text)), file)


def _made(text: str, file: str, taken: Sequence[Sequence[Any]]) -> Clauses:
    return Clauses(_sheet(text, file), {(name, arity) for name, arity in taken})
