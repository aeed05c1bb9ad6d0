"""The boundary with SWI-Prolog: what a game prints and reads, and what surrounds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sessions import values

from pydecl.engines.prolog.session import Session
from pydecl.errors import PrologUnavailableError
from pydecl.loading.consulting import consult
from pydecl.model.term import Atom, PrologString

GAME = """\
:- dynamic asked/1.
initial(a).
moves(a, [b,c]).
max_to_move(a).
min_to_move(b).
min_to_move(c).
staticval(b, 1).
staticval(c, 2).
"""


# What a game prints and reads, and what surrounds it


@pytest.mark.parametrize(
    "goal",
    [
        "format('ok [[]]~n')",
        "format(user_output, 'ok [[]]~n', []), flush_output(user_output)",
        "format(user_error, 'ok [[]]~n', [])",
        "print_message(error, format(shown, []))",
        "forall(between(1, 20000, _), writeln(user_output, 'a long line of output, again and again'))",
        "read(user_input, end_of_file)",
        "told, seen, close(user_output), close(user_error)",
        "set_stream(user_output, encoding(ascii)), set_stream(user_output, alias(other))",
        "set_output(user_error), set_input(user_input)",
        "set_prolog_flag(double_quotes, atom), set_prolog_flag(encoding, ascii)",
    ],
)
def test_what_a_goal_prints_does_not_disturb_its_answer(goal: str, capfd: pytest.CaptureFixture[str]) -> None:
    with Session() as session:
        assert session.query(f'{goal}, X = "é"') == [{"X": PrologString("é")}]
        assert values(session, 'X = "é"') == [PrologString("é")]
    assert capfd.readouterr() == ("", "")


def test_a_users_start_up_files_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (tmp_path, tmp_path / ".config" / "swi-prolog", tmp_path / "xdg" / "swi-prolog")
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("init.pl", ".swiplrc", "swipl.rc"):
            (folder / name).write_text(":- assertz(user:started_up).\n:- halt(9).\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "xdg"))
    monkeypatch.chdir(tmp_path)
    with Session() as session:
        assert session.query("current_predicate(user:started_up/0)") == []


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "nosuch"])
def test_the_locale_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    path = tmp_path / "é.pl"
    path.write_text(GAME.replace("(a", "('é'"), encoding="utf-8")
    with consult(path) as game:
        assert game.initial() == [Atom("é")]


@pytest.mark.parametrize(
    "name",
    ["it's.pl", 'say "hi".pl', "two words.pl", "日本語 é.pl", "new\nline.pl", "back\\slash.pl", "a:b=c.pl"],
)
def test_any_file_name_loads(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(GAME)
    with consult(path) as game:
        assert game.initial() == [Atom("a")]


def test_a_path_is_never_part_of_a_goal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "'),shell('touch pwned'),atom('.pl"
    path.write_text(GAME)
    with consult(path) as game:
        assert game.initial() == [Atom("a")]
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("header", ["game", "rules", "top", "lists", "'My game'"])
def test_a_module_header_may_say_any_name(tmp_path: Path, header: str) -> None:
    path = tmp_path / "game.pl"
    path.write_text(f":- module({header}, [moves/2]).\n{GAME}")
    with consult(path) as game:
        assert game.session.query("initial(P), minimax(P, B, V)") == [
            {"P": Atom("a"), "B": Atom("c"), "V": 2}
        ]


def test_rules_may_come_from_a_module_that_the_file_uses(tmp_path: Path) -> None:
    (tmp_path / "parts.pl").write_text(
        ":- module(parts, [initial/1,moves/2,max_to_move/1,min_to_move/1,staticval/2]).\n" + GAME
    )
    path = tmp_path / "game.pl"
    path.write_text(":- use_module(parts).\n")
    with consult(path) as game:
        assert game.session.query("minimax(a, B, V)") == [{"B": Atom("c"), "V": 2}]


def test_a_broken_installation_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWI_HOME_DIR", str(tmp_path))
    with Session() as session, pytest.raises(PrologUnavailableError, match="SWI_HOME_DIR is set to"):
        session.query("true")
