"""pydecl practice: sheets as files, marks with an exit code, and one message for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import Run

from pydecl.errors import Exit


def test_a_sheet_is_written_filled_in_and_marked(pydecl: Run, own_folder: Path) -> None:
    written = pydecl("practice", "--level", "deep", "--seed", "7", "--count", "2", "-o", "sheet.txt")
    assert written.out == "sheet.txt: Alpha-beta: deep cuts, seed 7 to 8\n"
    empty = pydecl("practice", "--mark", "sheet.txt")
    assert empty.code == Exit.DISAGREEMENT
    assert empty.out.count(": 0 of ") == 2
    pydecl("practice", "--level", "deep", "--seed", "7", "--count", "2", "--solution", "-o", "full.txt")
    full = pydecl("practice", "--mark", "full.txt", "--json")
    assert full.code == Exit.FINE
    assert [one["seed"] for one in json.loads(full.out)] == [7, 8]
    assert all(one["points"] == one["of"] for one in json.loads(full.out))
    assert own_folder.joinpath("full.txt").read_text("utf-8").count("exercise: level deep") == 2


def test_a_position_of_one_s_own_game_is_an_exercise(pydecl: Run, own_folder: Path) -> None:
    pydecl("new", "pebbles")
    sheet = pydecl("practice", "pebbles.pl", "--seed", "2")
    assert sheet.code == Exit.FINE
    own_folder.joinpath("sheet.txt").write_text(sheet.out, "utf-8")
    assert pydecl("practice", "--mark", "sheet.txt").code == Exit.DISAGREEMENT


@pytest.mark.parametrize("kind", ["html", "svg", "json"])
def test_each_kind_of_file_is_written(pydecl: Run, own_folder: Path, kind: str) -> None:
    done = pydecl("practice", "--level", "chance", "-o", f"sheet.{kind}")
    assert done.code == Exit.FINE
    assert own_folder.joinpath(f"sheet.{kind}").stat().st_size > 1000


@pytest.mark.sampled(5, "all complaints are made in the same place")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "easy"), "'easy' is not one of"),
        (("--seed", "-1"), "--seed"),
        (("-o", "sheet.doc"), "the name must end in one of .html"),
        (("--count", "2", "-o", "sheet.svg"), "holds one exercise"),
        (("--mark", "nowhere.txt"), "no such file"),
        (("nim", "--mark", "sheet.txt"), "--mark takes only a sheet"),
        (("--seed", "4294967295", "--count", "2"), "the largest seed is 4,294,967,295"),
        (("pig", "--level", "deep"), "have moves of chance"),
        (("no_such_game",), "no bundled game and no file"),
    ],
)
def test_what_is_wrong_is_told_in_one_message(
    pydecl: Run, own_folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    assert own_folder.is_dir()
    done = pydecl("practice", *arguments)
    assert done.code == Exit.BAD_INPUT
    assert said in done.err
    assert "Traceback" not in done.err
