"""Rules files that somebody may have written: what must come of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import answers, contract, endless, reading, tampering
from hostile.case import ENOUGH, Case, Place, examine, judge

from pydecl.errors import FAULTS

SEARCHES = {**contract.FAULTY, **endless.CASES}


def examined(tmp_path: Path, case: Case) -> None:
    place = Place(tmp_path)
    examine(case, place, place.write("game.pl", case.text))


@pytest.mark.parametrize("name", answers.CASES)
@pytest.mark.sampled(5, "each case starts a child that answers")
def test_an_answer_is_told_exactly_or_refused(tmp_path: Path, name: str) -> None:
    """Positions and values that are hard to tell."""
    examined(tmp_path, answers.CASES[name])


@pytest.mark.parametrize("name", reading.CASES)
@pytest.mark.sampled(5, "each case starts a child that reads")
def test_a_text_is_read_or_refused(tmp_path: Path, name: str) -> None:
    """Files that cannot be read, or hardly."""
    examined(tmp_path, reading.CASES[name])


@pytest.mark.parametrize("name", tampering.CASES)
@pytest.mark.sampled(4, "each case starts commands; these show that nothing is reached")
def test_rules_that_reach_too_far_get_no_wrong_answer_and_touch_nothing(tmp_path: Path, name: str) -> None:
    """Rules that reach for what is not theirs."""
    examined(tmp_path, tampering.CASES[name])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.sampled(2, "each case is a search that is ended by a limit")
def test_a_search_ends_as_it_must(tmp_path: Path, name: str) -> None:
    """Games that break their contract, answer with odd terms, or never answer."""
    examined(tmp_path, SEARCHES[name])


@pytest.mark.parametrize("name", contract.PICTURES)
def test_a_board_that_cannot_be_drawn_is_told(tmp_path: Path, name: str) -> None:
    case, place = contract.PICTURES[name], Place(tmp_path)
    path = place.write("game.pl", case.text)
    asked = ("--position", "a", "--time", str(ENOUGH), "-o", "board.svg")
    judge(case, place.run("board", path, *asked), "prolog")


def test_every_fault_has_a_game() -> None:
    others = {
        "unknown_value",
        "native_died",
        "malformed_reply",
        "texts_died",
        "own_pass",
        "no_canonical",
        "canonical_not_ground",
        "asymmetric",
    }  # trees have the first; who asks tests the rest
    assert FAULTS.keys() - others == contract.FAULTY.keys() | contract.PICTURES.keys()


def test_a_tree_can_have_unknown_values(tmp_path: Path) -> None:
    case = Case("", contract.BROKEN, "the value of .* is unknown", position=None)
    examine(case, Place(tmp_path), Path("lecture19_unknown"))
