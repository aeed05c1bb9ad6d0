"""Sheets: what is printed can be filled in, and is read back; pictures have their boxes apart."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tidy_pictures import SVG

from pydecl.errors import InputError
from pydecl.workbench.drawing.svg import width
from pydecl.workbench.practice.exercise import Field, Level
from pydecl.workbench.practice.making import exercise
from pydecl.workbench.practice.marking import marked, read_sheet
from pydecl.workbench.practice.reasons import marking_key
from pydecl.workbench.practice.sheets import sheet_file
from pydecl.workbench.practice.solution import Solution, solved


@pytest.fixture(params=Level, ids=lambda level: level.value)
def several(request: pytest.FixtureRequest) -> list[Solution]:
    return [solved(exercise(request.param, seed)) for seed in (1, 2, 3)]


@pytest.mark.parametrize("has_solution", [False, True])
def test_a_text_is_read_back_as_it_is_filled_in(several: list[Solution], has_solution: bool) -> None:
    text = sheet_file(several, "txt", solved=has_solution).decode()
    for solution, filled in zip(several, read_sheet(text, "sheet.txt"), strict=True):
        assert (filled.level, filled.seed, filled.game) == (
            solution.exercise.level,
            solution.exercise.seed,
            "",
        )
        marks = marked(solution.exercise, marking_key(solution), filled.entries(solution.exercise))
        assert marks.points == (marks.of if has_solution else 0)


def test_a_sheet_to_be_filled_in_does_not_tell_the_solution(several: list[Solution]) -> None:
    for kind in ("html", "txt", "json"):
        text = sheet_file(several, kind, solved=False).decode()
        assert 'answer">' not in text
        for solution in several:
            form = text.partition(f"seed {solution.exercise.seed}\n")[2].partition("exercise:")[2]
            assert kind != "txt" or not re.search(r": (x|-?inf|-?\d+)( |$)", form)
    for one in json.loads(sheet_file(several, "json", solved=False)):
        assert one["entries"] == {}
        assert "visits" not in one


def test_a_solution_in_html_says_why_of_each_entry(several: list[Solution]) -> None:
    text = sheet_file(several, "html", solved=True).decode()
    wanted = sum(len(here) for solution in several for here in solution.right.values())
    assert text.count("<li>") == wanted


def test_pictures_are_xml_and_their_boxes_lie_apart(several: list[Solution]) -> None:
    for solution in several:
        for has_solution in (False, True):
            root = ElementTree.fromstring(sheet_file([solution], "svg", solved=has_solution))
            wide, high = float(root.get("width", 0)), float(root.get("height", 0))
            blanks = [_box(one) for one in root.iter(f"{SVG}rect") if one.get("class") == "blank"]
            asked = solution.exercise
            shown = {Field.CUT, Field.ALPHA, Field.BETA, Field.VALUE, Field.FIRST}
            assert len(blanks) == sum(one in shown for node in asked.nodes for one in asked.fields(node))
            assert all(min(box) >= 0 and box[2] <= wide and box[3] <= high for box in blanks)
            assert not any(_overlap(one, other) for one, other in combinations(blanks, 2))
            for text in root.iter(f"{SVG}text"):
                if text.get("class") == "answer":
                    assert width(text.text or "", float(text.get("font-size", 0))) <= 34.0


def _box(one: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, wide, high = (float(one.get(name, 0)) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_holds_one_exercise(several: list[Solution], kind: str) -> None:
    with pytest.raises(InputError, match="holds one exercise"):
        sheet_file(several, kind, solved=False)


def test_a_text_without_an_exercise_is_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no exercise in it"):
        read_sheet("a | value: 3\n", str(tmp_path / "sheet.txt"))
