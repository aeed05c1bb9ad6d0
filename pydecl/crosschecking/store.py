"""Where a run of the matrix keeps what it found, batch by batch, to go on where it stopped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydecl.crosschecking.cases import make_case
from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.matrix import Batch, CaseFault, Tally, named_apart
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.term import term_text
from pydecl.paths import fingerprint
from pydecl.store import Database, default_file

TABLE = """
CREATE TABLE IF NOT EXISTS batch (
    code TEXT, shape TEXT, seed INTEGER, first INTEGER, count INTEGER, programs TEXT, found TEXT,
    PRIMARY KEY (code, shape, seed, first, count, programs)
)
"""


def default_store() -> Path:
    """In the user's cache folder."""
    return default_file("crosscheck.sqlite")


class Store(Database):
    """A SQLite file of finished batches; a context manager.

    A batch is known again by its numbers, its programs, and the code: the version of SWI-Prolog and the
    programs' texts. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, prolog_version: str) -> None:
        super().__init__(path, TABLE)
        self.code = fingerprint(
            prolog_version,
            ("model", "programs", "crosschecking", "games", "sandbox", "compiler", "engines"),
            ("textbook", "refined", "naive", "support", "games"),
        )

    def known(self, batch: Batch, programs: Sequence[Program]) -> Tally | None:
        """What a batch showed, or None where it has still to be searched."""
        where = "code=? AND shape=? AND seed=? AND first=? AND count=? AND programs=?"
        row = self.row(f"SELECT found FROM batch WHERE {where}", *self._key(batch, programs))
        return None if row is None else self.decoded(row[0], lambda fields: _tally(batch, fields))

    def keep(self, batch: Batch, programs: Sequence[Program], tally: Tally) -> None:
        """Append what a batch showed."""
        row = (*self._key(batch, programs), json.dumps(_fields(tally)))
        self.write("INSERT OR REPLACE INTO batch VALUES (?,?,?,?,?,?,?)", *row)

    def _key(self, batch: Batch, programs: Sequence[Program]) -> tuple[object, ...]:
        names = " ".join(sorted(program.value for program in programs))
        return self.code, batch.shape.value, batch.seed, batch.first, batch.count, names


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
    fields = [limits.depth, term_text(limits.alpha), term_text(limits.beta), settings.order.value]
    return [*fields, dict(settings.numbers)]


def _limits(fields: list[Any]) -> Limits:
    depth, alpha, beta, order, numbers = fields
    return Limits(depth, _number(alpha), _number(beta), settings=Settings(Order(order)).having(numbers))


def _number(text: str) -> Number:
    value = read_term(text)
    assert isinstance(value, Number)
    return value
