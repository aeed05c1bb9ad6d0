"""Which positions a cross-check compares."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pydecl.crosschecking import Agreement, Divergence, crosscheck
from pydecl.crosschecking.positions import by_random_walks, within_plies
from pydecl.errors import LimitError
from pydecl.games.nim import Nim
from pydecl.games.othello import Othello
from pydecl.games.tictactoe import TicTacToe
from pydecl.loading.consulting import consult


def test_within_plies_is_the_levels_of_the_graph() -> None:
    # Distinct positions after 0, 1, 2, … moves: 1, 9, 72, 252, … (OEIS A008907 counts them up to symmetry).
    sizes = [len(within_plies(TicTacToe(), plies)) for plies in range(4)]
    assert sizes == [1, 10, 82, 334]


def test_all_plies_are_all_reachable_positions() -> None:
    assert len(within_plies(TicTacToe(), 9)) == 5478  # sethcoulson.com/tic-tac-toe
    assert len(within_plies(TicTacToe(), 100)) == 5478


def test_random_walks_end_where_a_game_goes_round_in_circles(tmp_path: Path) -> None:
    file = tmp_path / "circle.pl"
    moves = "initial(a). move(a, b). move(b, a). max_to_move(a). min_to_move(b)."
    file.write_text(f"{moves} staticval(a, 0). staticval(b, 0).\n")
    with consult(file) as game:
        assert len(by_random_walks(game, 100, seed=1)) == 2


def test_random_walks_by_one_seed_meet_the_same_positions() -> None:
    game = Othello(size=6)
    assert by_random_walks(game, 50, seed=1) == by_random_walks(game, 50, seed=1)
    assert by_random_walks(game, 50, seed=1) != by_random_walks(game, 50, seed=2)


def test_random_walks_meet_distinct_reachable_positions() -> None:
    game = Nim(heaps=(1, 2))
    walked = by_random_walks(game, 1000, seed=0)
    assert len(walked) == len(set(walked))
    assert set(walked) == set(within_plies(game, 10))  # all there are, and then it gives up


def test_a_deadline_ends_both() -> None:
    past = time.monotonic() - 1
    with pytest.raises(LimitError):
        within_plies(TicTacToe(), 2, past)
    with pytest.raises(LimitError):
        by_random_walks(TicTacToe(), 2, 0, past)


def test_crosscheck_takes_as_many_positions_as_it_is_told() -> None:
    verdict = crosscheck("nim", positions=13, seed=7, depth=1, seconds=None)
    assert isinstance(verdict, Agreement)
    assert verdict.positions == 13


def test_where_a_search_differs_the_reason_is_the_smallest_place_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The Python rules alone value the ends by mistake; the search from the start shows it first.
    honest = Nim.static_value
    monkeypatch.setattr(Nim, "static_value", lambda game, position: -honest(game, position))
    verdict = crosscheck("nim:heaps=[1,1]", plies=0)
    assert isinstance(verdict, Divergence)
    assert (verdict.subject, verdict.position) == ("static value", "0/0 max")
    assert tuple(verdict.answers.values()) == ("-1", "1")
    assert verdict.command.startswith("pydecl crosscheck 'nim:heaps=[1,1]' --position '0/0 max'")


def test_a_successor_that_differs_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Nim.successors
    monkeypatch.setattr(Nim, "successors", lambda game, position: honest(game, position)[::-1])
    verdict = crosscheck("nim:heaps=[1,2]", plies=0)
    assert isinstance(verdict, Divergence)
    assert verdict.subject == "successor 1"
    assert tuple(verdict.answers.values()) == ("take(1,1) to nim(min,[0,2])", "take(2,2) to nim(min,[1,0])")
