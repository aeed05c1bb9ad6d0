"""Files that cannot be read, or hardly: what must come of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile.case import Place, examine
from hostile.reading import CASES


@pytest.mark.parametrize("name", CASES)
@pytest.mark.sampled(5, "each case starts a child that reads")
def test_a_text_is_read_or_refused(tmp_path: Path, name: str) -> None:
    case, place = CASES[name], Place(tmp_path)
    examine(case, place, place.write("game.pl", case.text))
