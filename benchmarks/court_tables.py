"""The tables of docs/court.md, which lie beside it as files of comma-separated values."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def keep(name: str, rows: Sequence[Sequence[object]], key: int = 1) -> None:
    """Write rows into docs/NAME.csv, in order, in place of those that begin with the same `key` cells."""
    file = DOCS / f"{name}.csv"
    head, *old = csv.reader(file.read_text("utf-8").splitlines())
    known = {tuple(row[:key]): row for row in old}
    known |= {tuple(map(str, row[:key])): list(map(str, row)) for row in rows}
    with file.open("w", newline="", encoding="utf-8") as out:
        csv.writer(out, lineterminator="\n").writerows([head, *(known[one] for one in sorted(known))])
