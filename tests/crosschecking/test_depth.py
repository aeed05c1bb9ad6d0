"""How deep a cross-check searches where nobody says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.crosschecking import check, crosscheck

PILE = Path(__file__).parents[2] / "examples" / "pile.pl"


def test_searches_are_limited_where_there_is_no_time_for_the_whole_tree(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    large = tmp_path / "large.pl"
    large.write_text(PILE.read_text().replace("10", "200") + "staticval(pile(_, N), 0.5) :- N > 0.\n")
    monkeypatch.setattr(check, "WHOLE", 1e-9)
    monkeypatch.setattr(check, "fitting_depth", lambda *_: 2)
    verdict = crosscheck(large, seconds=3600)
    assert (verdict.agree, verdict.depth, verdict.to_json()["depth"]) == (True, 2, 2)
    assert crosscheck(large, seconds=3600, depth=3).depth is None


def test_a_small_tree_is_searched_to_the_end() -> None:
    verdict = crosscheck(PILE, seconds=3600)
    assert verdict.agree
    assert verdict.depth is None
    assert "depth" not in verdict.to_json()
