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
