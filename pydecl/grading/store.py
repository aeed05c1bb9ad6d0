"""Where grades are kept, part by part, to go on where a run stopped."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydecl.grading.part import Part
from pydecl.paths import digest_of, fingerprint
from pydecl.store import Database, default_file

TABLE = """
CREATE TABLE IF NOT EXISTS grade (
    code TEXT, reference TEXT, file TEXT, asked TEXT, part TEXT, found TEXT,
    PRIMARY KEY (code, reference, file, asked, part)
)
"""

PLAN = ""
"""The row that lists the parts of a file."""


def default_store() -> Path:
    """In the user's cache folder."""
    return default_file("grades.sqlite")


def content_of(path: Path) -> str:
    """A text that changes with the content of a file; of one that cannot be read it is the file's name."""
    try:
        if path.is_file():  # a pipe or a device may have no end
            return digest_of(path)
    except OSError:
        pass
    return f"unreadable {path}"


class Store(Database):
    """A SQLite file of grades; a context manager.

    A part is known again by the content of the reference and of the file, by what was asked, and by the code:
    the version of SWI-Prolog and pydecl's own. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, prolog_version: str) -> None:
        super().__init__(path, TABLE)
        self.version = prolog_version
        self.code = fingerprint(
            prolog_version,
            (
                *("model", "crosschecking", "games", "sandbox", "engines/prolog", "rules", "grading"),
                *("tracing", "workbench/drawing", "workbench/stepping"),
            ),
            ("textbook", "support", "games"),
        )

    def parts(self, key: Sequence[str]) -> list[str] | None:
        """The names of a file's parts, or None where they are not known."""
        row = self._row(key, PLAN)
        return None if row is None else self.decoded(row, lambda names: list(map(str, names)))

    def keep_parts(self, key: Sequence[str], names: Sequence[str]) -> None:
        """Keep which parts a file has."""
        self._keep(key, PLAN, json.dumps(list(names)))

    def known(self, key: Sequence[str]) -> dict[str, Part]:
        """How the parts of a file did that need not be graded again, by their names."""
        where = "code=? AND reference=? AND file=? AND asked=? AND part<>?"
        rows = self.rows(f"SELECT found FROM grade WHERE {where}", self.code, *key, PLAN)
        parts = [self.decoded(row[0], Part.from_json) for row in rows]
        return {part.name: part for part in parts}

    def keep(self, key: Sequence[str], part: Part) -> None:
        """Keep how a part did; it is on disk when this returns."""
        self._keep(key, part.name, json.dumps(part.stored()))

    def _row(self, key: Sequence[str], name: str) -> str | None:
        where = "code=? AND reference=? AND file=? AND asked=? AND part=?"
        row = self.row(f"SELECT found FROM grade WHERE {where}", self.code, *key, name)
        return None if row is None else str(row[0])

    def _keep(self, key: Sequence[str], name: str, found: str) -> None:
        self.write("INSERT OR REPLACE INTO grade VALUES (?,?,?,?,?,?)", self.code, *key, name, found)
