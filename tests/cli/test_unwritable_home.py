"""The commands where nothing can be kept: a home and a cache folder that cannot be written, nor made."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Done, Run

GAME = """\
initial(p(max, 5)).
move(p(max, N), p(min, M)) :- N > 0, M is N - 1.
move(p(min, N), p(max, M)) :- N > 0, M is N - 1.
max_to_move(p(max, _)).
min_to_move(p(min, _)).
staticval(p(max, 0), -1).
staticval(p(min, 0), 1).
"""

pytestmark = pytest.mark.usefixtures("quick_c")


@pytest.fixture
def pydecl(pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command whose home and cache would be below a file, where even root can make no folder."""
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    (tmp_path / "game.pl").write_text(GAME)
    for name, value in {"HOME": nowhere / "home", "XDG_CACHE_HOME": nowhere, "PYDECL_CACHE": ""}.items():
        monkeypatch.setenv(name, str(value))

    def run(*arguments: str | Path) -> Done:
        done = pydecl(*arguments)
        assert all(line.startswith("note") or "cannot be" in line for line in done.err.splitlines()), done.err
        assert nowhere.is_file()
        return done

    return run


@pytest.mark.parametrize("engine", ["prolog", "python", "native"])
def test_a_search_gives_its_answer(pydecl: Run, tmp_path: Path, engine: str) -> None:
    done = pydecl("search", tmp_path / "game.pl", "--program", "minimax", "--engine", engine, "--json")
    assert (done.code, done.json()["value"]) == (0, 1)


def test_a_tournament_is_played(pydecl: Run) -> None:
    done = pydecl("tournament", "nim", "--player", "alphabeta", "--player", "random", "--games", "2")
    assert done.code == 0, done.out + done.err
    assert "alphabeta" in done.out
