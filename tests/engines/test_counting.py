"""Perft: how many ways there are to play on, by the rules of each engine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command_line import Run as Command

from pydecl.engines.counting import Perft, perft
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import names
from pydecl.errors import Exit, InputError, LimitError
from pydecl.loading.consulting import consult

KNOWN = {
    ("tictactoe", 4): 9 * 8 * 7 * 6,
    ("connect4", 3): 7**3,
    ("othello", 5): 1396,  # A. Bik, perft for Reversi, http://www.aartbik.com/strategy.php
    ("checkers", 4): 1469,  # A. Bik, http://www.talkchess.com/forum3/viewtopic.php?t=27814
}


@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize("question", KNOWN, ids=str)
@pytest.mark.covering(1, "each engine counts, and each game is counted; all pairs compile each game")
def test_all_engines_count_what_is_known(question: tuple[str, int], engine: str) -> None:
    name, plies = question
    with consult(name) as game:
        assert perft(game, plies, engine=engine).positions == KNOWN[question]


@pytest.mark.parametrize("engine", names())
def test_no_ply_is_one_way_and_where_the_game_is_over_there_is_none_to_go_on(engine: str) -> None:
    with consult("tictactoe") as game:
        assert perft(game, 0, engine=engine).positions == 1
        assert perft(game, 1, engine=engine, position="xxx/oo./...").positions == 0


@pytest.mark.parametrize("engine", names())
def test_the_time_is_kept(engine: str) -> None:
    with consult("othello") as game, pytest.raises(LimitError):
        perft(game, 12, engine=engine, seconds=0.1)


def test_a_position_that_is_none_is_refused() -> None:
    with consult("tictactoe") as game, pytest.raises(InputError):
        perft(game, 1, position="no board")


def test_the_command_counts_ply_by_ply(pydecl: Command) -> None:
    done = pydecl("perft", "tictactoe", "--depth", "3", "--engine", "native")
    assert done.code == Exit.FINE
    assert [line.split()[:2] for line in done.out.splitlines()[1:]] == [["1", "9"], ["2", "72"], ["3", "504"]]
    told = json.loads(pydecl("perft", "nim", "--depth", "0", "--json").out)
    assert [(one["plies"], one["positions"]) for one in told["perft"]] == [(0, 1)]


def test_what_was_counted_when_the_time_is_over_is_shown(
    pydecl: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(game: SessionGame, plies: int, **how: Any) -> Perft:
        if plies > 2:
            raise LimitError("time is up")
        return perft(game, plies, **how)

    monkeypatch.setattr("pydecl.cli.searching.perft", late)
    done = pydecl("perft", "connect4", "--depth", "20")
    assert done.code == Exit.LIMIT
    assert [line.split()[:2] for line in done.out.splitlines()[1:]] == [["1", "7"], ["2", "49"]]
    assert "pydecl: " in done.err
    done = pydecl("perft", "nim", "--json")  # one document, and none for the error
    assert (done.code, [one["plies"] for one in json.loads(done.out)["perft"]]) == (Exit.LIMIT, [1, 2])
