"""Errors under --json: one document with code, place and remedy; and colours on terminals."""

from __future__ import annotations

import io
import os
import pickle
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import PROGRAM, Run
from folders import rules_file

from pydecl import errors
from pydecl.cli.screen import print_coloured
from pydecl.errors import FAULTS, ContractError, Diagnostic, Exit, InputError, Place, PydeclError, SourceError
from pydecl.sandbox.work import ExecutorError

BAD = "initial(a).\nmove(a, .\n"


def kinds(root: type[PydeclError] = PydeclError) -> list[type[PydeclError]]:
    """All kinds of error of `pydecl/errors`."""
    return [root, *(kind for child in root.__subclasses__() for kind in kinds(child))]


def error_of(pydecl: Run, *arguments: str | Path) -> dict[str, Any]:
    done = pydecl(*arguments, "--json")
    told = done.json()
    assert set(told) == {"error"}
    assert set(told["error"]) == {"code", "exit_code", "message", "remedy", "place", "diagnostics"}
    assert told["error"]["exit_code"] == done.code
    assert told["error"]["message"].splitlines()[0] in done.err
    error: dict[str, Any] = told["error"]
    return error


def test_every_kind_of_error_has_a_code_of_its_own() -> None:
    own = [kind for kind in kinds() if kind.__module__ == errors.__name__ and kind is not ContractError]
    codes = [kind.code for kind in own]
    assert len(set(codes)) == len(codes)
    assert not set(codes) & set(FAULTS)
    assert all(code.replace("_", "").isalpha() and code.islower() for code in [*codes, *FAULTS])


def test_an_error_keeps_code_place_and_remedy_when_it_is_pickled() -> None:
    for error in (
        InputError("no", remedy="say yes", place=Place("a.pl", 3, 4)),
        ContractError("no_value", "a", place=Place("a.pl", 3, within="staticval/2")),
        SourceError([Diagnostic("a.pl", 1, 2, "wrong", "x", "P001")]),
        ExecutorError("elsewhere", Exit.LIMIT),
    ):
        again = pickle.loads(pickle.dumps(error))
        for name in ("code", "message", "remedy", "place", "diagnostics", "exit_code"):
            assert getattr(again, name) == getattr(error, name)
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_fault_of_a_file_has_its_place(pydecl: Run, tmp_path: Path) -> None:
    file = rules_file(tmp_path, BAD, "bad.pl")
    error = error_of(pydecl, "search", file)
    (fault,) = error["diagnostics"]
    assert (error["code"], error["exit_code"]) == ("source", 2)
    assert error["place"] == {"file": str(file), "line": 2, "column": 5, "within": None}
    assert (fault["line"], fault["column"], fault["source_line"]) == (2, 5, "move(a, .")
    assert error["remedy"] == fault["remedy"] == f"'pydecl check --explain {fault['code']}' explains it"


@pytest.mark.parametrize(
    ("arguments", "code", "remedy"),
    [
        (("search", "nimm"), "input", "did you mean 'nim'?"),
        (("search", "nim", "--dept", "3"), "usage", "'pydecl search --help' shows how it is used"),
        (("search",), "usage", "'pydecl search --help' shows how it is used"),
        (("nosuch",), "usage", "'pydecl --help' shows how it is used"),
        (("search", "nim", "--position", "?"), "position", None),
        (("check", "--explain", "P999"), "input", "'pydecl check --explain' lists the codes"),
    ],
)
def test_bad_input_has_a_code_and_a_remedy(
    arguments: tuple[str, ...], code: str, remedy: str | None, pydecl: Run
) -> None:
    error = error_of(pydecl, *arguments)
    assert (error["code"], error["exit_code"], error["remedy"]) == (code, 2, remedy)


def test_a_broken_contract_has_the_code_of_its_fault(pydecl: Run, tmp_path: Path) -> None:
    file = rules_file(
        tmp_path, "initial(a). moves(a, [b]). max_to_move(_). min_to_move(_). staticval(_, 0).\n", "both.pl"
    )
    error = error_of(pydecl, "search", file)
    assert (error["code"], error["exit_code"]) == ("both_to_move", 3)


def test_an_exception_has_the_place_of_its_clause(pydecl: Run, tmp_path: Path) -> None:
    file = tmp_path / "raises.pl"
    file.write_text(
        "initial(a). moves(a, [b]). max_to_move(a). min_to_move(b).\nstaticval(_, V) :- V is foo.\n"
    )
    error = error_of(pydecl, "search", file)
    assert error["code"] == "exception"
    assert error["place"] == {"file": "raises.pl", "line": 2, "column": None, "within": "staticval/2"}


def test_without_json_nothing_is_on_standard_output(pydecl: Run) -> None:
    assert pydecl("search", "nimm").out == ""
    assert pydecl("search", "nim", "--", "--json").out == ""


def on_a_terminal(*arguments: str | Path, **environment: str) -> str:
    """What a command writes on standard error, which is a terminal."""
    own, its = pty.openpty()
    plain = {
        key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "TERM")
    }
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=its,
        env={**plain, "TERM": "xterm-256color", **environment},
    ) as command:
        os.close(its)
        shown = b""
        while part := _read(own):
            shown += part
        assert command.wait() == 2
    os.close(own)
    return shown.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 10_000)
    except OSError:  # the other end is closed
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_terminal_shows_place_and_caret_in_colour(tmp_path: Path) -> None:
    file = rules_file(tmp_path, BAD, "bad.pl")
    coloured = on_a_terminal("search", file)
    assert f"\x1b[1mpydecl: {file}:2:5:\x1b[0m" in coloured
    assert "\x1b[1;32m" in coloured


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "value", "is_coloured"), [("NO_COLOR", "1", False), ("TERM", "dumb", False), ("A", "1", True)]
)
def test_colours_may_be_unwanted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, is_coloured: bool
) -> None:
    for other in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    print_coloured("bad.pl:2:5: error: no\n  ^", stderr=True)
    shown = terminal.getvalue()
    assert ("\x1b" in shown) is is_coloured
    assert is_coloured or shown == "bad.pl:2:5: error: no\n  ^\n"


def test_a_pipe_has_no_colour(pydecl: Run, tmp_path: Path) -> None:
    file = rules_file(tmp_path, BAD, "bad.pl")
    assert "\x1b" not in pydecl("search", file).err
