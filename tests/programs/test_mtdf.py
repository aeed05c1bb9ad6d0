"""mtdf: which best successor it gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.engines.registry import complete
from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY, Number

LOST = "a max (b -inf  c min (d -1  e max (f -inf)))"
WON = "a min (b inf  c max (d 1  e min (f inf)))"
"""No test shows that MAX has -inf at least; with the guess 0 the first that fails finds c the better move."""


@pytest.mark.parametrize("engine", complete())
@pytest.mark.parametrize(("tree", "value"), [(LOST, -INFINITY), (WON, INFINITY)])
def test_of_moves_that_all_lose_by_infinity_the_first_is_given(
    engine: str, tree: str, value: Number, tmp_path: Path
) -> None:
    file = tmp_path / "lost.tree"
    file.write_text(tree)
    with consult(str(file)) as game:
        result = search(game, "mtdf", engine=engine)
    assert result.answer.value == value
    assert str(result.answer.best) == "b"
