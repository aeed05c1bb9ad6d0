"""pydecl new: the file that it writes runs at once, and what it refuses."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import Done, Run

from pydecl.loading.consulting import game_names
from pydecl.paths import prolog_file
from pydecl.programs.registry import TEXTBOOK

pytestmark = pytest.mark.usefixtures("own_folder", "quick_c")

TEMPLATE = prolog_file("new.pl")


@pytest.fixture
def refused(pydecl: Run, tmp_path: Path) -> Run:
    """What runs `pydecl new`, which has to refuse with one message and leave the folder as it was."""

    def run(*arguments: str | Path) -> Done:
        before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
        done = pydecl("new", *arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err.count("pydecl: ") == 1
        assert {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before
        return done

    return run


def test_the_game_has_fifteen_lines_and_each_predicate_of_the_interface_its_comment() -> None:
    text = TEMPLATE.read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("%")]
    assert len(lines) == 15
    comments = "\n".join(line for line in text.splitlines() if line.startswith("%"))
    for name in ("initial", "max_to_move", "min_to_move", "move", "staticval", "position_text"):
        assert re.search(rf"\b{name}\(", comments), name


@pytest.mark.parametrize("name", ["rook", "rook.pl"])
def test_a_new_game_is_the_template_under_its_own_name(pydecl: Run, tmp_path: Path, name: str) -> None:
    done = pydecl("new", name)
    assert (done.code, done.err) == (0, "")
    text = (tmp_path / "rook.pl").read_text("utf-8")
    assert text.startswith("% rook: ")
    assert text == TEMPLATE.read_text("utf-8").replace("NAME", "rook", 1)
    assert "NAME" not in text


def test_what_it_says_to_do_next_works_at_once(pydecl: Run) -> None:
    said = pydecl("new", "rook").out
    commands = re.findall(r"^  pydecl (\w+) (\S+)", said, re.MULTILINE)
    assert [command for command, _ in commands] == ["check", "search", "crosscheck"]
    for command, file in commands:
        done = pydecl(command, file)
        assert (done.code, done.err) == (0, ""), done


def test_the_new_game_is_checked_searched_and_shown(pydecl: Run) -> None:
    """Who leaves a multiple of four counters wins a game of taking one to three; ten counters are none."""
    pydecl("new", "rook")
    done = pydecl("check", "rook.pl", "--strict", "--json")
    (report,) = done.json()
    assert (done.code, report["findings"], report["refused"]) == (0, [], None)
    for program in TEXTBOOK:
        done = pydecl("search", "rook.pl", "--program", program.value, "--json")
        value = True if program.value == "won" else 1
        assert (done.code, done.json()["value"], done.err) == (0, value, "")
    done = pydecl("search", "rook.pl", "--program", "alphabeta", "--depth", "3", "--json")
    assert (done.code, done.json()["value"], done.json()["horizon"]) == (0, 0, True)
    assert pydecl("board", "rook.pl").out.startswith("10 on the pile, max to move\n")


def test_what_is_there_is_kept(pydecl: Run, refused: Run, tmp_path: Path) -> None:
    (tmp_path / "rook.pl").write_text("mine.\n")
    assert refused("rook").err == "pydecl: rook.pl already exists; use --force to overwrite it\n"
    assert refused("rook.pl").err == "pydecl: rook.pl already exists; use --force to overwrite it\n"
    assert pydecl("new", "rook", "--force").code == 0
    assert (tmp_path / "rook.pl").read_text("utf-8").startswith("% rook: ")


def test_a_link_that_leads_nowhere_is_kept_too(refused: Run, tmp_path: Path) -> None:
    (tmp_path / "rook.pl").symlink_to(tmp_path / "nowhere.pl")
    assert "already exists" in refused("rook").err
    assert not (tmp_path / "nowhere.pl").exists()


NO_NAMES = ("", ".pl", ".", "..", "a/b", "../a", "/a", "a\\b", "a b", "a\nb", "a:b=1", ".hidden", "a.tree")


@pytest.mark.parametrize("name", [*NO_NAMES, "a.pl.pl", "a\0b"])
def test_a_name_that_is_no_file_name_is_refused(refused: Run, name: str) -> None:
    assert "cannot name a game: use letters, digits, _ and -" in refused(name).err


@pytest.mark.parametrize("name", game_names())
def test_the_name_of_a_bundled_game_is_refused(refused: Run, name: str) -> None:
    message = (
        f"a bundled game is called {name}, and 'pydecl search {name}' searches that one; choose another name"
    )
    assert refused(name).err == f"pydecl: {message}\n"
    assert refused(f"{name}.pl", "--force").err == f"pydecl: {message}\n"


def test_a_name_that_is_too_long_for_a_file_is_refused(refused: Run) -> None:
    assert "cannot be written: file name too long" in refused("a" * 300).err


def test_a_folder_is_not_overwritten(refused: Run, tmp_path: Path) -> None:
    (tmp_path / "rook.pl").mkdir()
    assert "already exists" in refused("rook").err
    assert "rook.pl: cannot be written: is a directory" in refused("rook", "--force").err


def test_a_folder_that_may_not_be_written_is_said(refused: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def refuse(path: Path, mode: str = "r", **options: Any) -> Any:
        if mode == "xb":
            raise PermissionError(13, os.strerror(13))
        return opened(path, mode, **options)

    monkeypatch.setattr(Path, "open", refuse)
    assert refused("rook").err == "pydecl: rook.pl: cannot be written: permission denied\n"
