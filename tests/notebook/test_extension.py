"""`%load_ext pydecl`: the two commands, in a shell of IPython."""

from __future__ import annotations

from typing import Any

import pytest
from folders import ROOT
from ipython_shells import ipython_shell
from module_fixtures import for_module

from pydecl.engines.registry import names
from pydecl.model.result import Result

PILE = (ROOT / "examples" / "pile.pl").read_text("utf-8")

shell = for_module(ipython_shell)


def failed(shell: Any, capsys: pytest.CaptureFixture[str], cell: str) -> str:
    """The message of a cell that must fail; no traceback."""
    capsys.readouterr()
    assert not shell.run_cell(cell).success
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    assert "pydecl-cell-" not in shown.out + shown.err
    return (shown.out + shown.err).strip()


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_a_cell_of_rules_becomes_a_game_that_is_searched(shell: Any, engine: str) -> None:
    assert shell.run_cell(f"%%prolog pile\n{PILE}").success
    found = shell.run_cell(f"%search pile --program alphabeta --engine {engine} --depth unlimited").result
    assert isinstance(found, Result)
    assert (found.answer.value, str(found.best_move)) == (1, "take(2)")


def test_a_bundled_game_is_searched_by_its_name(shell: Any) -> None:
    found = shell.run_cell("%search lecture19 --program alphabeta --engine python").result
    assert (found.answer.value, found.answer.nodes) == (4, 11)


def test_a_cell_that_is_run_again_replaces_its_game(shell: Any) -> None:
    assert shell.run_cell(f"%%prolog pile\n{PILE}").success
    before = shell.user_ns["pile"]
    assert shell.run_cell(f"%%prolog pile\n{PILE.replace('10', '8')}").success
    assert before.session.pid is None
    assert shell.run_cell("%search pile --engine python --depth unlimited").result.answer.value == -1


def test_a_finding_is_shown_at_its_place(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    shown = failed(shell, capsys, "%%prolog bad\ninitial(a.\n")
    assert "UsageError: bad: the rules were not consulted" in shown
    assert "bad:1:8: error P004: the ( of initial is not closed" in shown
    assert "bad" not in shell.user_ns
    shell.run_cell(f"%%prolog lone\n{PILE.replace('pile(max, _)', 'pile(max, X)')}")
    assert "lone:3:23: warning P107: X occurs only here" in capsys.readouterr().out


@pytest.mark.sampled(8, "all cells complain in the same way")
@pytest.mark.parametrize(
    ("cell", "message"),
    [  # the message, or None if another test states it
        ("%search", "Missing argument 'GAME'."),
        ("%search nix", "nix: no bundled game and no file has this name; did you mean 'nim'?"),
        (
            "%search nim --engine nix",
            f"Invalid value for '--engine': 'nix' is not one of {str(names())[1:-1]}",
        ),
        ("%search nim --position 'x", "%search: No closing quotation"),
        ("%search nim --position x", None),
        ("%search nim --json", "%search gives a result: --json is for the command"),
        ("%step", "Missing argument 'GAME'."),
        ("%step nix", "nix: no bundled game and no file has this name; did you mean 'nim'?"),
        ("%step nim --plain", "%step shows a stepper: --plain is for the command"),
        ("%step nim --beside nix", None),
        ("%step nim --position x", None),
        ("%%prolog 3x\ninitial(a).", "%%prolog: expected a name for the game, found '3x'"),
        ("%%prolog x --nix\ninitial(a).", "No such option: --nix"),
        ("%%prolog x\n:- halt.", None),
        ("%%prolog x --time 0.2\n:- repeat, fail.", None),
    ],
)
def test_wrong_input_gets_one_message(
    shell: Any, capsys: pytest.CaptureFixture[str], cell: str, message: str | None
) -> None:
    said = failed(shell, capsys, cell)
    assert "UsageError: " in said
    assert message is None or said == f"UsageError: {message}"


def test_help_is_shown(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell.run_cell("%search --help").success
    assert "--program" in capsys.readouterr().out
