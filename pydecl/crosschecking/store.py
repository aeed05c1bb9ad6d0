"""Where a run of the matrix keeps what it found, batch by batch, to go on where it stopped."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydecl.crosschecking.cases import make_case
from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.matrix import Batch, CaseFault, Tally, named_apart
from pydecl.errors import InputError
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.term import term_text
from pydecl.paths import prolog_file

TABLE = """
CREATE TABLE IF NOT EXISTS batch (
    code TEXT, shape TEXT, seed INTEGER, first INTEGER, count INTEGER, programs TEXT, found TEXT,
    PRIMARY KEY (code, shape, seed, first, count, programs)
)
"""


def default_store() -> Path:
    """In the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "pydecl" / "crosscheck.sqlite"


class Store:
    """A SQLite file of finished batches; a context manager.

    A batch is known again by its numbers, its programs, and the code: the version of SWI-Prolog and the
    programs' texts. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, prolog_version: str) -> None:
        self.path = path
        self.code = _fingerprint(prolog_version)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=30)
            self._database.execute(TABLE)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{path}: the store cannot be used: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def known(self, batch: Batch, programs: Sequence[Program]) -> Tally | None:
        """What a batch showed, or None where it has still to be searched."""
        where = "code=? AND shape=? AND seed=? AND first=? AND count=? AND programs=?"
        query = f"SELECT found FROM batch WHERE {where}"
        try:
            row = self._database.execute(query, self._key(batch, programs)).fetchone()
            return None if row is None else _tally(batch, json.loads(row[0]))
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{self.path}: the store is damaged: {error}; remove it") from None

    def keep(self, batch: Batch, programs: Sequence[Program], tally: Tally) -> None:
        """Append what a batch showed."""
        row = (*self._key(batch, programs), json.dumps(_fields(tally)))
        try:
            self._database.execute("INSERT OR REPLACE INTO batch VALUES (?,?,?,?,?,?,?)", row)
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: the store cannot be written: {error}") from None

    def _key(self, batch: Batch, programs: Sequence[Program]) -> tuple[object, ...]:
        names = " ".join(sorted(program.value for program in programs))
        return self.code, batch.shape.value, batch.seed, batch.first, batch.count, names


def _fingerprint(prolog_version: str) -> str:
    """A text that changes with the programs, the rules of trees, and what compares them."""
    package = Path(__file__).parent.parent
    folders = [package / name for name in ("model", "search", "crosschecking", "games", "bridge")]
    folders += [prolog_file(name) for name in ("textbook", "refined", "naive", "support", "games")]
    digest = hashlib.sha256(prolog_version.encode())
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".pl")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _fields(tally: Tally) -> dict[str, Any]:
    return {
        "counts": [[program.value, law.value, count] for (program, law), count in tally.counts.items()],
        "faults": [
            [
                found.number,
                found.program.value,
                _limits_fields(found.limits),
                [found.fault.law.value, found.fault.expected, found.fault.found],
            ]
            for found in tally.faults
        ],
    }


def _tally(batch: Batch, fields: dict[str, Any]) -> Tally:
    counts = Counter({(Program(name), Law(law)): count for name, law, count in fields["counts"]})
    faults = []
    for number, program, limits, (law, expected, found) in fields["faults"]:
        case = named_apart(make_case(batch.shape, batch.seed, number), number)
        fault = Fault(Law(law), expected, found)
        faults.append(CaseFault(case, number, Program(program), _limits(limits), fault))
    return Tally(counts, faults)


def _limits_fields(limits: Limits) -> list[Any]:
    settings = limits.settings
    numbers = [settings.seed, settings.win, settings.max_ply, settings.extension]
    return [limits.depth, term_text(limits.alpha), term_text(limits.beta), settings.order.value, *numbers]


def _limits(fields: list[Any]) -> Limits:
    depth, alpha, beta, order, *numbers = fields
    return Limits(depth, _number(alpha), _number(beta), settings=Settings(Order(order), *numbers))


def _number(text: str) -> Number:
    value = read_term(text)
    assert isinstance(value, Number)
    return value
