"""How deep a cross-check searches where nobody says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import rules_file

from pydecl.crosschecking import check, crosscheck
from pydecl.model.term import Compound

PILE = Path(__file__).parents[2] / "examples" / "pile.pl"
DEEP = PILE.read_text().replace("10", "200")
VALUES = "staticval(pile(_, N), 0.5) :- N > 0.\n"


@pytest.fixture(autouse=True)
def _small_piles_alone_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What there is time for is said, not measured."""

    def is_whole(_check: object, position: Compound, _seconds: float) -> bool:
        left = position.args[1]
        return isinstance(left, int) and left <= 5

    monkeypatch.setattr(check._Check, "_is_whole", is_whole)


def test_searches_are_limited_where_there_is_no_time_for_the_whole_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "fitting_depth", lambda *_: 2)
    large = rules_file(tmp_path, DEEP + VALUES, "large.pl")
    verdict = crosscheck(large, seconds=3600)
    assert (verdict.agree, verdict.limited) == (True, "the searches are limited to 2 plies")
    assert verdict.to_json()["limited"] == verdict.limited
    assert not crosscheck(large, seconds=3600, depth=3).limited


def test_late_positions_are_compared_where_the_others_have_no_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "fitting_depth", lambda *_: None)
    large = rules_file(tmp_path, DEEP, "large.pl")
    verdict = crosscheck(large, seconds=3600)
    assert verdict.agree
    assert verdict.limited == "positions near the end of random games are compared"
    assert 1 <= verdict.positions <= 6  # of either player, with 3, 4 or 5 left


def test_one_ply_is_searched_where_no_position_is_found_from_which_a_game_ends_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "fitting_depth", lambda *_: None)
    monkeypatch.setattr(check._Check, "_is_whole", lambda *_: False)
    large = rules_file(tmp_path, DEEP + "default_depth(2).\n" + VALUES, "large.pl")
    verdict = crosscheck(large, seconds=3600)
    assert (verdict.agree, verdict.limited) == (True, "the searches are limited to 1 ply")
