"""The commands where nothing can be kept: a home and a cache folder that cannot be written, nor made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from command_line import Done, Run

from pydecl.paths import prolog_file

pytestmark = pytest.mark.usefixtures("quick_c")


@pytest.fixture
def pydecl(pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command whose home and cache would be below a file, where even root can make no folder."""
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    shutil.copy(prolog_file("new.pl"), tmp_path / "game.pl")
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
