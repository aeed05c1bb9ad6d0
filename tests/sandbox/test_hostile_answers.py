"""Positions and values that are hard to tell: what must come of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile.answers import CASES
from hostile.case import Place, examine


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sampled(5, "each case starts a child that answers")
def test_an_answer_is_told_exactly_or_refused(tmp_path: Path, name: str) -> None:
    case, place = CASES[name], Place(tmp_path)
    examine(case, place, place.write("game.pl", case.text))
