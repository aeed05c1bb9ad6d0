"""The handed-over hostile files: each search ends with its exit code, message and value."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from folders import TESTS
from hostile.case import GAME, Case, Place, examine

from pydecl.errors import Exit

HERE = TESTS / "hostile"


def rows() -> list[list[str]]:
    lines = (HERE / "handed_over.tsv").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")][1:]


def case_of(options: str, codes: str, says: str, value: str) -> Case:
    given = {} if options == "-" else dict(zip(options.split()[::2], options.split()[1::2], strict=True))
    position = None if "no" in given else given.get("--position", "a")
    return Case(
        "",
        tuple(Exit(int(code)) for code in codes.split()),
        "" if says == "-" else says,
        None if value == "-" else json.loads(value),
        position,
        given.get("--program", "minimax"),
        float(given.get("--time", "10")),
        options=("--depth", given["--depth"]) if "--depth" in given else (),
    )


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]} {row[1]}")
@pytest.mark.sampled(3, "each case starts a command that must end")
def test_a_hostile_file_ends_as_it_must(place: Place, row: list[str]) -> None:
    name, *rest = row
    path = place.write(f"{name}.pl", (HERE / "files" / f"{name}.pl").read_bytes())
    examine(case_of(*rest), place, path)


def test_every_file_has_its_row() -> None:
    assert {row[0] for row in rows()} == {path.stem for path in (HERE / "files").iterdir()}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a17_bidi", r":1:11: warning: .*U\+202E"),
        ("b21_singleton_typo", r":2:1: warning: .*[Ss]ingleton.*Valu"),
    ],
)
def test_what_is_doubtful_is_said_when_the_file_is_consulted(place: Place, name: str, says: str) -> None:
    path = place.write("game.pl", (HERE / "files" / f"{name}.pl").read_bytes())
    ran = place.run("check", "--about", path)
    assert ran.code == Exit.FINE
    assert re.search(says, ran.err, re.DOTALL), ran.err


LARGE = {
    "a19, a million nested parentheses": Case(
        f"moves(a,{'(' * 1_000_000}", (Exit.BAD_INPUT,), r":1:10008: term nested deeper than 10,000", time=2
    ),
    "a21, a body of 200,000 goals": Case(
        GAME + "long :- " + ", ".join(["true"] * 200_000) + ".\n", (Exit.FINE, Exit.BAD_INPUT), time=20
    ),
    "a23, 200,000 facts": Case("".join(f"fact({n}).\n" for n in range(200_000)) + GAME, time=20),
    "f23, a line of 100 MB": Case(
        b"%" + b"x" * 100_000_000, (Exit.BAD_INPUT,), "longer than 8 MiB", time=0.5
    ),
}


@pytest.mark.parametrize("name", LARGE)
@pytest.mark.sampled(1, "each case starts a command that must end")
def test_a_large_file_is_read_or_refused_in_time(place: Place, name: str) -> None:
    case = LARGE[name]
    examine(case, place, place.write("game.pl", case.text))


def test_a_program_of_the_files_own_is_said_when_the_file_is_checked(place: Place) -> None:
    path = place.write("game.pl", (HERE / "files" / "e01_own_minimax.pl").read_bytes())
    ran = place.run("check", path)
    assert "minimax/3" in ran.out + ran.err
