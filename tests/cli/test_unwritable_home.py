"""The commands where nothing can be kept: a home and a cache folder that cannot be written, nor made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import Done, in_a_process

GAME = """\
initial(p(max, 5)).
move(p(max, N), p(min, M)) :- N > 0, M is N - 1.
move(p(min, N), p(max, M)) :- N > 0, M is N - 1.
max_to_move(p(max, _)).
min_to_move(p(min, _)).
staticval(p(max, 0), -1).
staticval(p(min, 0), 1).
"""

Command = Callable[..., Done]


@pytest.fixture
def pydecl(tmp_path: Path) -> Command:
    """Runs a command whose home and cache would be below a file, where even root can make no folder."""
    (tmp_path / "file").write_text("")
    (tmp_path / "game.pl").write_text(GAME)
    nowhere = str(tmp_path / "file")

    def run(*arguments: str | Path) -> Done:
        done = in_a_process(*arguments, HOME=f"{nowhere}/home", XDG_CACHE_HOME=nowhere, PYDECL_CACHE="")
        assert all(line.startswith("note") or "cannot be" in line for line in done.err.splitlines()), done.err
        assert (tmp_path / "file").is_file()
        return done

    return run


@pytest.mark.parametrize("engine", ["prolog", "python", "native"])
def test_a_search_gives_its_answer(pydecl: Command, tmp_path: Path, engine: str) -> None:
    done = pydecl("search", tmp_path / "game.pl", "--program", "minimax", "--engine", engine, "--json")
    assert (done.code, done.json()["value"]) == (0, 1)


def test_a_cross_check_on_random_trees_finds_no_difference(pydecl: Command) -> None:
    done = pydecl("crosscheck", "--program", "alphabeta", "--trees", "2")
    assert done.code == 0, done.out + done.err


def test_homework_is_graded(pydecl: Command, tmp_path: Path) -> None:
    (tmp_path / "homework.pl").write_text(GAME.replace("p(min, 0), 1", "p(min, 0), -1"))
    right = pydecl("grade", tmp_path / "game.pl", tmp_path / "game.pl", "--trees", "2")
    assert right.code == 0, right.out + right.err
    wrong = pydecl("grade", tmp_path / "game.pl", tmp_path / "homework.pl", "--trees", "2")
    assert wrong.code == 1, wrong.out + wrong.err


def test_a_tournament_is_played(pydecl: Command) -> None:
    done = pydecl("tournament", "nim", "--player", "alphabeta", "--player", "random", "--games", "2")
    assert done.code == 0, done.out + done.err
    assert "alphabeta" in done.out
