"""A browser marks as Python does: whatever is entered, on many exercises."""

from __future__ import annotations

import json
import random
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

from hand_searches import by_hand
from many_exercises import all_solutions
from site_modules import asset_modules

from pydecl.model.number import Number
from pydecl.workbench.practice.exercise import CHOICES, NUMBERS, Field, Level
from pydecl.workbench.practice.marking import Verdict, entries_of, marked
from pydecl.workbench.practice.numerals import number_entry, read_number
from pydecl.workbench.practice.reasons import key_json, marking_key
from pydecl.workbench.practice.solution import Solution

TEXTS = (
    *("x", "1/0", "-", "∞", "−inf", " 3 ", "+4", "0.5", "2,75", "3r2", "-7/3", "2.33", "1e3", "Infinity"),
    "inf.",
)

Shown = dict[str, dict[str, str | bool]]


def cases(solution: Solution, chance: random.Random) -> list[Shown]:
    """Entries of several kinds of student: right ones, none, guesses, with changes, and with a slip."""
    right: Shown = {
        node: {one.value: entry for one, entry in here.items()} for node, here in solution.right.items()
    }
    found = [right, {}, _guessed(solution, chance), _changed(right, chance), _changed(right, chance)]
    if solution.exercise.level is not Level.ORDERING:
        numbers = [(node, one) for node, here in solution.right.items() for one in here if one in NUMBERS]
        slips: dict[tuple[str, Field], Number] = {}
        if numbers:
            slips[chance.choice(numbers)] = chance.choice((-9, 0, 4, Fraction(7, 3)))
        told: Shown = {}
        for (name, one), entry in by_hand(solution.exercise, slips).items():
            told.setdefault(name, {})[one.value] = entry
        found.append(told)
    return found


def _guessed(solution: Solution, chance: random.Random) -> Shown:
    found: Shown = {}
    for node in solution.exercise.nodes:
        for one in solution.exercise.fields(node):
            if one is Field.CUT:
                if chance.random() < 0.3:
                    found.setdefault(node.id, {})[one.value] = True
            elif one in CHOICES:
                found.setdefault(node.id, {})[one.value] = chance.choice(node.children)
            else:
                found.setdefault(node.id, {})[one.value] = chance.choice(
                    [*TEXTS, str(chance.randrange(-9, 10))]
                )
    return found


def _changed(right: Shown, chance: random.Random) -> Shown:
    """What is right, with some numbers changed, and some entries left out."""
    found: Shown = {}
    for node, here in right.items():
        for one, entry in here.items():
            kind = chance.random()
            if kind < 0.15:
                continue
            is_number = isinstance(entry, str) and Field(one) in NUMBERS
            found.setdefault(node, {})[one] = chance.choice(TEXTS) if kind < 0.3 and is_number else entry
    return found


def test_marks_are_the_same_in_javascript(node: str, tmp_path: Path) -> None:
    chance = random.Random(7)
    exercises: list[dict[str, Any]] = []
    expected: list[list[Any]] = []
    verdicts: set[Verdict] = set()
    for solution in all_solutions():
        key = marking_key(solution)
        given = cases(solution, chance)
        exercises.append({"exercise": solution.exercise.to_json(), "key": key_json(key), "cases": given})
        marks = [marked(solution.exercise, key, entries_of(solution.exercise, one)) for one in given]
        verdicts |= {mark.verdict for one in marks for mark in one.marks}
        expected.append([one.to_json() for one in marks])
    told = _asked(node, tmp_path, exercises, [])
    for exercise, found, wanted in zip(exercises, told["marks"], expected, strict=True):
        assert found == wanted, exercise["exercise"]["title"]
    assert verdicts == set(Verdict)
    for solution, right in zip(all_solutions(), told["right"], strict=True):
        assert right == solution.to_json()["entries"]


def test_numbers_are_read_the_same_in_javascript(node: str, tmp_path: Path) -> None:
    chance = random.Random(8)
    letters = "0123456789+-−–.,/r ∞infINFTYo"
    texts = [*TEXTS, *("".join(chance.choices(letters, k=chance.randrange(9))) for _ in range(5000))]
    expected = [None if (value := read_number(text)) is None else number_entry(value) for text in texts]
    assert sum(one is not None for one in expected) > 200
    assert _asked(node, tmp_path, [], texts)["numbers"] == expected


def _asked(node: str, folder: Path, exercises: list[Any], numbers: list[str]) -> dict[str, Any]:
    question, answer = folder / "asked.json", folder / "answer.json"
    question.write_text(json.dumps({"exercises": exercises, "numbers": numbers}), "utf-8")
    script = Path(__file__).with_name("marks.mjs")
    subprocess.run([node, script, asset_modules(folder), question, answer], check=True)
    found: dict[str, Any] = json.loads(answer.read_text("utf-8"))
    return found
