"""Help: every command has its group, its line and its examples, and all of it fits 80 columns."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from command_line import Run

from pydecl.cli.app import app
from pydecl.cli.commands import COMMANDS, FIRST_STEPS, GROUPS, MORE, OLD, OLD_SETTINGS
from pydecl.cli.options import settings_about

EXAMPLES = [(name, line) for name, one in COMMANDS.items() for line in one.examples]

WAITING = {"step", "play", "top", "web", "site", "bench", "mcp"}
"""Commands whose first example waits for a person, visitors, a model or a download, or measures for long."""

LASTING = {"crosscheck", "search", "solve", "suite", "tournament", "trace"}
"""The commands whose examples compute for seconds."""

LONG = pytest.mark.thorough("they compute for seconds, and other tests run the command on smaller games")

JUDGING = {"grade", "practice"}
"""The commands whose examples mark something that is not right."""


def command(name: str) -> Any:
    group: Any = typer.main.get_command(app)
    return group.get_command(None, name)


def test_help_lists_every_command_in_its_group(pydecl: Run) -> None:
    lines = pydecl("--help", "--all").out.splitlines()
    for title, commands in {**GROUPS, **MORE}.items():
        at = lines.index(f"{title}:") + 1
        listed = [line.split()[0] for line in lines[at : at + len(commands)]]
        assert listed == list(commands)
        assert all(one.summary in line for one, line in zip(commands.values(), lines[at:], strict=False))


def test_help_shows_a_dozen_commands_and_names_the_others(pydecl: Run) -> None:
    shown = pydecl("--help").out
    assert sum(map(len, GROUPS.values())) == 12
    assert all(re.search(rf"\b{name}\b", shown) for name in COMMANDS)
    assert len(pydecl("search", "--help").out.splitlines()) <= 50


@pytest.mark.parametrize("old", OLD, ids=" ".join)
def test_an_old_command_is_understood_with_a_note(old: tuple[str, ...], pydecl: Run) -> None:
    done = pydecl(*old, "--help")
    said = f"pydecl: note: 'pydecl {' '.join(old)}' is now 'pydecl {' '.join(OLD[old])}'; "
    assert (done.code, done.out) == (0, pydecl(*OLD[old], "--help").out)
    assert done.err.startswith(said)


def test_an_old_option_is_a_setting_with_a_note(pydecl: Run) -> None:
    assert {one.removeprefix("--").replace("-", "_") for one in OLD_SETTINGS} == set(settings_about())
    new = pydecl(
        "search", "nim:heaps=[1]", "--program", "negamax_ply", "--set", "win=50", "--set", "max-ply=9"
    )
    old = pydecl("search", "nim:heaps=[1]", "--program", "negamax_ply", "--win", "50", "--max-ply=9")
    found = [line for one in (new, old) for line in one.out.splitlines() if line.startswith("value")]
    assert found == ["value     49"] * 2
    assert (new.err, old.err.count("note: --win is now --set win=50; ")) == ("", 1)


def test_help_imports_no_command(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is imported for help")

    monkeypatch.setattr("pydecl.cli.app.import_module", refuse)
    shown = pydecl("--help")
    assert (shown.code, shown.err) == (0, "")
    assert pydecl().err == shown.out


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_80_columns_and_ends_with_examples(name: str, pydecl: Run) -> None:
    done = pydecl(*([name] if name else []), "--help")
    lines = done.out.splitlines()
    examples = COMMANDS[name].examples if name else FIRST_STEPS
    assert (done.code, done.err) == (0, "")
    assert max(map(len, lines)) <= 80
    assert [line.strip() for line in lines[lines.index("Examples:") + 1 :]] == list(examples)
    assert 1 <= len(examples) <= 3


def test_options_are_grouped_and_each_is_shown_once(pydecl: Run) -> None:
    shown = pydecl("search", "--help").out
    titles = [line for line in shown.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == [
        "Arguments:",
        "Options:",
        "Window, order and settings:",
        "How the rules are read:",
        "Limits:",
        "Examples:",
    ]
    heads = [line.split()[0] for line in shown.splitlines() if line.startswith("  --")]
    assert len(heads) == len(set(heads)) == sum(len(one.opts) for one in command("search").params[1:]) + 1


@pytest.mark.parametrize(("name", "line"), EXAMPLES)
def test_an_example_is_understood(
    name: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program, said, *arguments = shlex.split(line)
    assert (program, said) == ("pydecl", name)
    assert command(name).make_context(name, arguments).params


@pytest.mark.sampled(8, "each case runs all the examples of a command")
@pytest.mark.usefixtures("own_folder", "quick_c")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=LONG if name in LASTING else ()) for name in COMMANDS if name not in WAITING],
)
def test_the_examples_of_a_command_work_one_after_the_other(name: str, pydecl: Run, tmp_path: Path) -> None:
    if name == "verify":
        (tmp_path / "lines.jsonl").write_text('{"line": ["take(1,1)"], "mover": 1}\n')
    elif name != "new":
        pydecl("new", "pile")
    for line in COMMANDS[name].examples:
        if "--watch" not in line:
            done = pydecl(*shlex.split(line)[1:])
            assert done.code in ((0, 1) if name in JUDGING else (0,)), done.out + done.err
