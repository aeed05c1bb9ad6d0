"""The store of tournaments, faults, processes, and the command."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import Run, answers_in, begun, children, end_soon
from folders import rules_file
from rings import sample_size
from tournament_games import PERFECT, WEIGHED

from pydecl.errors import Exit
from pydecl.tournaments.running import Tournament, tournament

pytestmark = pytest.mark.usefixtures("own_folder")


# The store


def results(found: Tournament) -> object:
    return found.to_json() | {"error": None}


def test_an_interrupted_tournament_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    players = [
        "minimax,depth=2,engine=python",
        "random",
        "random,seed=2",
        "alphabeta,depth=1",
        "random,seed=3",
    ]
    games = sample_size(4, 20)

    def stop(done: int, total: int) -> None:
        assert total == 10 * games
        if done == 3 * games:
            raise KeyboardInterrupt

    store = tmp_path / "games.sqlite"
    begun = tournament("nim:heaps=[2,3]", players, games=games, store=store, progress=stop)
    assert begun.exit_code is Exit.INTERRUPTED
    assert len(begun.played) == 3 * games
    assert sum(score.games for score in begun.table().totals) == 6 * games
    ended = tournament("nim:heaps=[2,3]", players, games=games, store=store)
    assert (ended.resumed, len(ended.played)) == (3 * games, 10 * games)
    straight = tournament("nim:heaps=[2,3]", players, games=games)
    assert straight.resumed == 0
    assert results(ended) == results(straight)


def test_a_new_player_or_more_games_leave_the_played_ones(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    players = ["random", "random,seed=1"]
    tournament("nim", players, games=2, store=store)
    assert tournament("nim", players, games=4, store=store).resumed == 2
    assert tournament("nim", [*players, "random,seed=2"], games=4, store=store).resumed == 4
    renamed = ["random,name=one", "random,seed=1,name=two"]
    assert tournament("nim", renamed, games=4, store=store).resumed == 4


ASKED: dict[str, Any] = {"game": "nim", "players": ["minimax,depth=1", "random"], "games": 1, "seed": 1}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which the games that `ASKED` asks for are kept."""
    store = tmp_path_factory.mktemp("played") / "games.sqlite"
    tournament(**ASKED, store=store)
    assert tournament(**ASKED, store=store).resumed == 1
    return store


@pytest.mark.sampled(5, "each case plays a tournament")
@pytest.mark.parametrize(
    "change",
    [
        {"game": "nim:heaps=[1,3,4]"},
        {"players": ["minimax,depth=2", "random"]},
        {"players": ["minimax,depth=1,engine=python", "random"]},
        {"players": ["minimax,depth=1", "random,seed=5"]},
        {"players": ["random", "minimax,depth=1"]},
        {"seed": 2},
        {"opening_plies": 1},
        {"max_plies": 50},
        {"seconds": 30.0},
        {"fresh": True},
    ],
)
def test_whatever_decides_a_game_makes_it_another_one(
    tmp_path: Path, played: Path, change: dict[str, object]
) -> None:
    store = tmp_path / "games.sqlite"
    shutil.copy(played, store)
    assert tournament(**(ASKED | change), store=store).resumed == 0


def test_changed_rules_are_other_games(tmp_path: Path) -> None:
    file = rules_file(tmp_path, WEIGHED)
    players = ["minimax,depth=1", "random"]
    asked = {"store": tmp_path / "games.sqlite", "opening_plies": 0}
    tournament(str(file), players, **asked)  # type: ignore[arg-type]
    assert tournament(str(file), players, **asked).resumed == 2  # type: ignore[arg-type]
    rules_file(tmp_path, WEIGHED + "% changed\n")
    assert tournament(str(file), players, **asked).resumed == 0  # type: ignore[arg-type]


# Faults


def test_a_fault_of_the_rules_names_the_game_and_keeps_what_was_played(pydecl: Run, tmp_path: Path) -> None:
    text = WEIGHED.replace(
        "staticval(at(b, _), V)", "staticval(at(c, _), oops) :- !.\nstaticval(at(b, _), V)"
    )
    file = rules_file(tmp_path, text)
    players = ("--player", "random", "--player", "random,seed=1", "--player", "minimax,depth=1")
    done = pydecl("tournament", file, *players, "--opening", "0")
    assert done.code == Exit.BROKEN_CONTRACT
    assert "1 of 6 games were played: game 2, random (MAX) against minimax,depth=1 (MIN)" not in done.err
    assert "the static value of at(c,min) is oops, which is not a number" in done.err
    assert "game 5, minimax,depth=1 (MAX) against random (MIN)" in done.err
    assert "4 of 6 games were played" in done.err
    assert done.out.splitlines()[0].split()[:2] == ["player", "points"]


# Processes


@pytest.mark.parametrize("jobs", ["2", "1"])
@pytest.mark.sampled(1, "how one process is interrupted is tested in this one, too")
def test_ctrl_c_keeps_what_was_played_and_leaves_no_process(tmp_path: Path, jobs: str) -> None:
    players = ["--player", "alphabeta,depth=2", "--player", "minimax,depth=2,engine=python"]
    words = ("tournament", "tictactoe", *players, "--games", "4000", "--opening", "1", "--jobs", jobs)
    store = tmp_path / "games.sqlite"
    environment = {**os.environ, "PYDECL_CACHE": str(tmp_path)}
    process = begun(*words, "--store", store, env=environment, start_new_session=True)
    try:
        while answers_in(store) < 3:
            time.sleep(0.05)
        below = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate()
    finally:
        process.kill()
    assert process.returncode == Exit.INTERRUPTED
    assert "Traceback" not in err
    assert "games were played: interrupted" in err
    assert "alphabeta,depth=2" in out
    played = int(err.split(" of 4000 games were played")[0].split()[-1])
    assert 3 <= played == answers_in(store)
    assert end_soon(below)


# The command


def test_the_command_prints_a_crosstable_and_goes_on_from_its_store(pydecl: Run) -> None:
    words = ("tournament", "nim", "--player", PERFECT, "--player", "random,name=any", "--games", "4")
    first = pydecl(*words)
    assert first.code == Exit.FINE
    assert first.err == ""
    head, best, other = first.out.splitlines()
    assert head.split() == ["player", "points", "won", "drawn", "lost", "1", "2"]
    assert best.split()[:2] == ["1", PERFECT]
    assert other.split()[:2] == ["2", "any"]
    assert (best.split()[-2], other.split()[-1]) == ("-", "-")
    points = [float(row.split()[2]) for row in (best, other)]
    assert sum(points) == 4
    again = pydecl(*words)
    assert again.out == first.out
    assert "4 of 4 games were played before; --fresh plays all again" in again.err


def test_a_game_is_shown_as_a_record_that_can_be_replayed(pydecl: Run, tmp_path: Path) -> None:
    words = ("tournament", "nim", "--player", "minimax,depth=1", "--player", "random", "--games", "4")
    shown = pydecl(*words, "--show", "3")
    assert "% MAX is minimax,depth=1\n% MIN is random\n" in shown.out
    (tmp_path / "game.txt").write_text(shown.out)
    replay = pydecl("play", "--replay", "game.txt")
    assert replay.code == Exit.FINE
    found = pydecl(*words, "--json").json()
    moves = [line.split()[2] for line in shown.out.splitlines() if line[:1].isdigit()]
    assert found["records"][2]["moves"] == moves
    assert pydecl(*words, "--show", "3").out == shown.out


def test_json_has_the_ranking_the_crosstable_and_the_games(pydecl: Run) -> None:
    players = ("--player", "random,name=a", "--player", "random,seed=9,name=b")
    found = pydecl("tournament", "nim", *players, "--json").json()
    assert found.keys() == {
        *("game", "games", "played", "max_plies", "error", "ranking", "crosstable", "records")
    }
    assert (found["game"], found["games"], found["played"], found["error"]) == ("nim", 2, 2, None)
    assert found["crosstable"]["a"]["b"] + found["crosstable"]["b"]["a"] == 2
    assert [(game["max"], game["min"]) for game in found["records"]] == [("a", "b"), ("b", "a")]
