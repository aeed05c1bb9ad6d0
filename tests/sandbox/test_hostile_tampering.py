"""Rules that reach for what is not theirs: what must come of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile.case import Place, examine
from hostile.tampering import CASES


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sampled(4, "each case starts commands; these show that nothing is reached")
def test_rules_that_reach_too_far_get_no_wrong_answer_and_touch_nothing(tmp_path: Path, name: str) -> None:
    case, place = CASES[name], Place(tmp_path)
    examine(case, place, place.write("game.pl", case.text))
