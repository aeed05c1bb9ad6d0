"""Grades as CSV: a row for each file, for a spreadsheet or a learning platform."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from pydecl.errors import unwritable
from pydecl.errors.escaping import escaped
from pydecl.grading.part import RULES, State
from pydecl.grading.rubric import PRUNING, points_text
from pydecl.grading.running import Grades

FORMULAS = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would compute: a file's name may."""


def check_file(path: Path) -> None:
    """Raises InputError if the table cannot be written there: before all is graded."""
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise unwritable(path, error) from None


def write_csv(path: Path, found: Grades) -> None:
    """Write the table; one that is there is replaced. Raises InputError."""
    try:
        path.write_text(csv_text(found), "utf-8", newline="\n")
    except OSError as error:
        raise unwritable(path, error) from None


def csv_text(found: Grades) -> str:
    """The table with its head; the columns of parts have their points."""
    rubric = found.rubric
    programs = found.programs
    pruning = [PRUNING] if PRUNING in rubric.points else []
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(
        ["student", "file", "points", "of", RULES, *programs, *pruning, "missing", "causes", "notes"]
    )
    for grade in found.files:
        by_name = {part.name: part for part in grade.parts}
        parts = [
            points_text(rubric.got(by_name[name])) if name in by_name else "" for name in (RULES, *programs)
        ]
        wrong = [part for part in grade.parts if part.state is not State.AGREES]
        causes = dict.fromkeys(
            f"{part.name}: {part.state.value}{'' if part.cause is None else f' ({part.cause.value})'}"
            for part in wrong
        )
        writer.writerow(
            [
                _plain(grade.student),
                _plain(grade.file),
                points_text(rubric.sum(grade.parts)),
                points_text(rubric.most([part.name for part in grade.parts])),
                *parts,
                *([points_text(rubric.pruned(grade.parts))] if pruning else []),
                " ".join(grade.missing),
                "; ".join(causes),
                _plain("; ".join(note for part in grade.parts for note in part.notes)),
            ]
        )
    return written.getvalue()


def _plain(cell: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> _plain("=1+1"), _plain("ada")
    ("'=1+1", 'ada')
    """
    cell = escaped(cell)
    return f"'{cell}" if cell.startswith(FORMULAS) else cell
