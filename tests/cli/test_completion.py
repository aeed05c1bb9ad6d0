"""Completion: what is offered, to the shells that are here, and that it takes no command's work for it.

What is converted without typer's own converters comes to the same, and these are not loaded for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer.main

from pydecl.cli.app import app
from pydecl.cli.commands import COMMANDS
from pydecl.cli.helping import convert_quickly
from pydecl.engines import registry
from pydecl.loading.consulting import game_names
from pydecl.rules.catalogue.codes import CATALOGUE
from pydecl.rules.conventions import CONVENTIONS

PYDECL = Path(sys.executable).with_name("pydecl")
PATH = os.pathsep.join((str(PYDECL.parent), os.environ["PATH"]))


def run(*command: str, folder: Path, **environment: str) -> list[str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": PATH, "HOME": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


Completed = Callable[[str], list[str]]


@pytest.fixture
def completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Completed:
    """What bash is told to offer at the end of a line, by typer's protocol, in this process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("_PYDECL_COMPLETE", "complete_bash")

    def complete(line: str) -> list[str]:
        words = f"pydecl {line}".split(" ")
        monkeypatch.setenv("COMP_WORDS", "\n".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        with pytest.raises(SystemExit):
            app(prog_name="pydecl")
        out, err = capfd.readouterr()
        assert err == ""
        return [] if out == "\n" else out.splitlines()

    return complete


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("", [*COMMANDS]),
        ("pr", ["prove", "practice"]),
        ("search ti", ["tictactoe"]),
        ("search nim --mem", ["--memory"]),
        ("search --engine ", [*registry.names()]),
        ("search nim --engine na", ["native"]),
        ("search --program minimax", ["minimax", "minimax_moverless"]),
        ("search --program fi", ["file:"]),
        ("play --program data", ["database:"]),
        ("tournament nim --player data", ["database:"]),
        ("crosscheck nim --program data", ["database:"]),
        ("search --order ", ["game", "best", "worst", "random", "static"]),
        ("check --convention ", [one.name for one in CONVENTIONS]),
        ("check --explain P1", [code for code in CATALOGUE if code.startswith("P1")]),
        ("crosscheck nim hexa", ["hexapawn"]),
        ("search --set play", ["playouts="]),
        ("tournament nim --player ran", ["random"]),
        ("claims --only ol-f", ["ol-f", "ol-first-move"]),
        ("compile nim unf", ["unfolding"]),
    ],
)
def test_values_are_completed(line: str, offered: list[str], completed: Completed) -> None:
    found = completed(line)
    assert found[: len(offered)] == offered or sorted(found) == sorted(offered)


def test_the_files_of_games_are_completed_beside_the_names(completed: Completed, tmp_path: Path) -> None:
    for name in ("nine.pl", "nine.tree", "nine.txt", "other.pl"):
        (tmp_path / name).write_text("")
    found = completed("search n")
    assert found == [*(name for name in game_names() if name.startswith("n")), "nine.pl", "nine.tree"]
    assert completed("search ./ni") == []  # the shell completes files itself


def test_bash_completes(tmp_path: Path) -> None:
    script = """
        source <(_PYDECL_COMPLETE=source_bash pydecl)
        COMP_WORDS=(pydecl search --engine n) COMP_CWORD=3
        _pydecl_completion pydecl
        printf '%s\\n' "${COMPREPLY[@]}"
        complete -p pydecl
    """
    found = run("bash", "--norc", "-c", script, folder=tmp_path)
    assert found == ["native", "complete -o default -F _pydecl_completion pydecl"]


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes_with_a_few_words_about_each(tmp_path: Path) -> None:
    script = """
        _PYDECL_COMPLETE=source_fish pydecl | source
        complete -C "pydecl sea"
        complete -C "pydecl search hexa"
    """
    command, game = run("fish", "--no-config", "-c", script, folder=tmp_path)
    assert command == f"search\t{COMMANDS['search'].summary}"
    assert game.startswith("hexapawn\tHexapawn (Martin Gardner, 1962): ")


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_completes_with_a_few_words_about_each(tmp_path: Path) -> None:
    script = """
        compdef() { : }
        _arguments() { print -r -- "$1" }
        eval "$(_PYDECL_COMPLETE=source_zsh pydecl)"
        words=(pydecl sea) CURRENT=2
        _pydecl_completion
    """
    (found,) = run("zsh", "-f", "-c", script, folder=tmp_path)
    assert found == f'*: :(("search":"{COMMANDS["search"].summary}"))'


def test_completion_is_installed_by_an_option(tmp_path: Path) -> None:
    said = run("bash", "--norc", "-c", "pydecl --install-completion; true", folder=tmp_path)
    assert said[0].startswith("bash completion installed in ")
    assert (tmp_path / ".bash_completions" / "pydecl.sh").is_file()


def test_completion_loads_neither_the_commands_nor_what_converts_values(tmp_path: Path) -> None:
    script = """
import os, sys
from pydecl.__main__ import exit_code
sys.argv = ["pydecl"]
for words in "pydecl sea", "pydecl search ni":
    os.environ.update(COMP_WORDS=words, COMP_CWORD=str(words.count(" ")))
    exit_code()
    print("loaded", *sys.modules)
"""
    said = run(sys.executable, "-c", script, folder=tmp_path, _PYDECL_COMPLETE="complete_bash")
    assert said[0] == "search"
    assert "nim" in said
    first, second = (line for line in said if line.startswith("loaded"))
    assert "pydecl.cli.commands" in first.split()
    assert not {"pydecl.cli.searching", "pydecl.engines.registry", "pydantic"} & set(first.split())
    assert "pydecl.cli.searching" in second.split()
    assert "pydantic" not in second.split()


ROOT = typer.main.get_command(app)

TEXTS = (
    *("2", "-1", "0", "0.5", "-7.25", "1e3", "1_000", " 3", "+4", "inf", "nan", "9" * 20, "1.", "", "true"),
    *("alphabeta", "file:own", "python", "hand", "game", "Game", "nosuch", "/", "-", "/nonexistent/x"),
)


def parameters(name: str) -> list[Any]:
    context = typer.Context(ROOT)
    command = ROOT.get_command(context, name)  # type: ignore[attr-defined]
    return list(command.get_params(context))


def outcome(parameter: Any, context: typer.Context, value: object) -> object:
    """What typer makes of a value, or what it says."""
    if not hasattr(parameter, "get_runtime_param"):
        pytest.skip("this typer converts in another way")
    try:
        found = parameter.get_runtime_param().coerce(value, param=parameter, ctx=context)
    except Exception as error:
        return type(error), str(error)
    return type(found), repr(found)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_value_is_what_typer_makes_of_it(name: str) -> None:
    context = typer.Context(ROOT)
    for one, quick in zip(parameters(name), parameters(name), strict=True):
        many = one.multiple or one.nargs != 1
        values = [None, *([(), *((text,) for text in TEXTS), TEXTS] if many else [*TEXTS, one.default])]
        for value in values:
            quick._runtime_param = None
            convert_quickly(quick)
            assert outcome(quick, context, value) == outcome(one, context, value), (one.name, value)


def test_a_search_loads_little(tmp_path: Path) -> None:
    """A process of its own: here all may be loaded already."""
    (tmp_path / "game.pl").write_text("moves(a, [b]). max_to_move(a). min_to_move(b). staticval(b, 1).\n")
    program = (
        "import sys; from pydecl.cli.app import app\n"
        "try: app(['search', 'game.pl', '--position', 'a', '--depth', '2', '--engine', 'prolog'])\n"
        "except SystemExit as end: print(end.code, *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, check=True)
    code, *loaded = done.stdout.decode().splitlines()[-1].split()
    assert code == "0"
    assert not {"pydantic", "rich", "lark", "sqlite3", "asyncio"} & set(loaded)
    assert len([name for name in loaded if name.startswith("pydecl")]) <= 90
