"""Each module of prolog/refined and prolog/support has plunit tests; programs are held to it in one test."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import ROOT, TESTS

from pydecl.programs.registry import DECLARED

NO_MODULE = {"alone", "bare", "mutant", "toplevel"}
"""What is run by itself or included, or is there only without a session: tests in Python look at it."""

PROGRAMS = {program.value for program in DECLARED}
"""test_registry asks for their tests, and for their rows of the manual."""

FILES = [
    file
    for folder in ("refined", "support")
    for file in sorted((ROOT / "prolog" / folder).glob("*.pl"))
    if file.stem not in NO_MODULE | PROGRAMS
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_file_has_tests_of_its_name(file: Path) -> None:
    tests = TESTS / "prolog" / file.parent.name / f"{file.stem}.plt"
    assert tests.is_file(), f"write {tests.relative_to(ROOT)}: the laws of what {file.name} exports"
    assert f"begin_tests({file.stem}" in tests.read_text(encoding="utf-8")


def test_tests_are_of_files_that_are_there() -> None:
    for folder in ("refined", "support"):
        for tests in (TESTS / "prolog" / folder).glob("*.plt"):
            assert (ROOT / "prolog" / folder / f"{tests.stem}.pl").is_file()
