"""Homework graded, for tests: the parts of a file by their names."""

from __future__ import annotations

from pathlib import Path

from folders import TESTS

from pydecl.grading.part import Part
from pydecl.grading.running import Asked, Grades, grade

HOMEWORK = TESTS / "homework"
GOOD = HOMEWORK / "good.pl"
ENOUGH = 600.0
"""Seconds that only a file without an end takes."""

QUICK = Asked(seconds=ENOUGH, trees=10)


def parts(grades: Grades, file: Path) -> dict[str, Part]:
    (found,) = (one for one in grades.files if one.file == str(file))
    return {part.name: part for part in found.parts}


def graded(file: Path, asked: Asked | None = None) -> dict[str, Part]:
    return parts(grade(GOOD, [file], asked), file)


RUBRIC_TEXT = """title = "Homework 3"
[points]
rules = 2
"minimax/3" = 4
"alphabeta/5" = 6
pruning = 2
[deductions]
equality = 2.5
name = 1
[limits]
time = 20
"""
"""A rubric for the homework that the tests grade."""
