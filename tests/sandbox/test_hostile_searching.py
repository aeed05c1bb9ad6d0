"""Games that break their contract, answer with odd terms, or never answer: what must come of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import contract, endless
from hostile.case import ENOUGH, Case, Place, examine, judge

from pydecl.errors import FAULTS

CASES = {**contract.FAULTY, **endless.CASES}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sampled(2, "each case is a search that is ended by a limit")
def test_a_search_ends_as_it_must(tmp_path: Path, name: str) -> None:
    case, place = CASES[name], Place(tmp_path)
    examine(case, place, place.write("game.pl", case.text))


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
