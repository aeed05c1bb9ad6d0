"""Programs under other names, and with their arguments in another order."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import rules_file
from grades import ENOUGH, GOOD
from labelled_homework import GOOD as TEXT
from labelled_homework import reordered

from pydecl.grading.causes import Cause
from pydecl.grading.part import Part, State
from pydecl.grading.readings import readings
from pydecl.grading.running import Asked, grade
from pydecl.rules.reader import read_rules

pytestmark = pytest.mark.usefixtures("own_folder")

NAMED = {"alfabeta": 2, "alpha_beta": 0, "alphaBeta": 0, "alphabet": 1}


def part(text: str, tmp_path: Path, name: str) -> Part:
    path = rules_file(tmp_path, text, "homework.pl")
    (found,) = grade(GOOD, [path], Asked(seconds=ENOUGH, trees=10, required=(name,))).files
    return found.parts[1]


@pytest.mark.sampled(2, "each case grades a file")
@pytest.mark.parametrize("name", NAMED)
def test_a_similar_name_is_read_as_the_required_one_and_said(tmp_path: Path, name: str) -> None:
    found = part(TEXT.replace("alphabeta(", f"{name}("), tmp_path, "alphabeta/5")
    assert (found.state, found.readings) == (State.AGREES, (Cause.NAME,))
    assert found.notes[0] == f"read as alphabeta/5; named {name}"


def test_a_wrong_program_of_a_similar_name_is_judged_as_if_renamed(tmp_path: Path) -> None:
    wrong = TEXT.replace("Val > Beta, !", "Val < Beta, !").replace("alphabeta(", "alfabeta(")
    found = part(wrong, tmp_path, "alphabeta/5")
    assert (found.state, found.cause, found.readings) == (State.DIFFERS, Cause.DIRECTION, (Cause.NAME,))


def test_another_order_of_arguments_is_found_and_said(tmp_path: Path) -> None:
    found = part(reordered(), tmp_path, "minimax/3")
    assert (found.state, found.readings) == (State.AGREES, (Cause.ARGUMENTS,))
    assert found.notes[0] == "read as minimax/3; its arguments are position, value, best"


def test_a_strange_name_is_found_by_what_it_does_if_nothing_is_wrong(tmp_path: Path) -> None:
    found = part(TEXT.replace("minimax(", "wert("), tmp_path, "minimax/3")
    assert (found.state, found.notes[0]) == (State.AGREES, "read as minimax/3; named wert")
    wrong = TEXT.replace("Val1 > Val2, !", "Val1 < Val2, !").replace("minimax(", "wert(")
    assert part(wrong, tmp_path, "minimax/3").state is State.MISSING


@pytest.mark.thorough("a wrong program of a similar name is inside")
def test_a_wrong_program_is_not_read_otherwise_than_it_stands(tmp_path: Path) -> None:
    wrong = TEXT.replace("boundedbest(Rest, NewAlpha, NewBeta", "boundedbest(Rest, NewBeta, NewAlpha")
    found = part(wrong, tmp_path, "alphabeta/5")
    assert (found.state, found.readings, found.notes) == (State.DIFFERS, (), ())


def test_what_only_looks_alike_is_no_reading() -> None:
    text = read_rules("moves(a, [b]). best(P, B, V) :- staticval(P, V), B = P. minimal(X, Y, Z) :- X = Y-Z.")
    assert {one.found for one in readings(text, "minimax/3")} == {("minimal", 3)}
    assert readings(text, "won/1") == []
