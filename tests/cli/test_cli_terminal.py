"""pydecl's commands in a terminal and a shell: what they print where, and how they are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from command_line import (
    PROGRAM,
    Done,
    Run,
    children,
    default_interrupt,
    end_soon,
    killed_at_last,
)
from folders import ROOT

from pydecl.__main__ import exit_code
from pydecl.engines.prolog.session import Session
from pydecl.programs.attached import Attached
from pydecl.sandbox.session import Payload

ENDLESS = ("connect4", "--depth", "unlimited", "--time", "0")


# The terminal and the shell


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color"}, {}])
def test_nothing_is_coloured_for_a_file_or_without_colour(
    environment: dict[str, str], pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    done = pydecl("games")
    assert (done.code, "\x1b[3" in done.out, "\x1b[9" in done.out) == (0, False, False)


@pytest.mark.parametrize("arguments", ["games --json", "board connect4", "search tictactoe --depth 2"])
@pytest.mark.sampled(1, "each is a process, and what writes is the same for all")
def test_a_reader_that_leaves_is_no_error(arguments: str) -> None:
    command = " ".join(PROGRAM) + f" {arguments} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("pydecl: the output cannot be written: No space")
    assert len(done.stderr.splitlines()) == 1


# Interruption

NOTING = """
import sys
from pathlib import Path
from pydecl.__main__ import main
from pydecl.programs.attached import Attached
from pydecl.engines.prolog.session import Session

def reply(session, request, *more):
    if b"".join(request).startswith(b"search("):
        Path("searches").touch()
    return ask(session, request, *more)

def moves(attached, node):
    Path("searches").touch()
    return expand(attached, node)

ask, Session._reply = Session._reply, reply
expand, Attached.moves = Attached.moves, moves
main()
"""
"""pydecl, which leaves a file where it has begun to search."""


def interrupted(*command: str | Path, when: Callable[[int], bool], folder: Path) -> Done:
    """Run a command, interrupt it once `when` holds of its process, and see all that it started end."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        preexec_fn=default_interrupt,
    )
    with process, killed_at_last(process):
        while not when(process.pid):
            assert process.poll() is None
            time.sleep(0.02)
        started_by_it = children(process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert end_soon(started_by_it)
    assert "Traceback" not in err
    return Done(process.returncode, out, err)


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.sampled(1, "the parent does the same whichever engine searches; the next test asks both")
def test_an_interrupted_search_ends_with_all_that_it_started(engine: str, tmp_path: Path) -> None:
    words = (sys.executable, "-c", NOTING, "search", *ENDLESS, "--engine", engine, "--json")
    done = interrupted(*words, when=lambda _: (tmp_path / "searches").exists(), folder=tmp_path)
    judge_interrupted(done, engine)


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_an_interrupted_search_prints_what_it_has(
    engine: str, pydecl: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_searches(monkeypatch)
    monkeypatch.setattr(Attached, "moves", Mock(side_effect=KeyboardInterrupt))  # Python searches here
    judge_interrupted(pydecl("search", *ENDLESS, "--engine", engine, "--json"), engine)


def judge_interrupted(done: Done, engine: str) -> None:
    found = done.json()
    assert done.code == 130
    assert (found["complete"], found["value"], found["bound"], found["best"]) == (False, None, None, None)
    assert found["engine"] == engine
    assert found["seconds"] > 0


def interrupt_searches(monkeypatch: pytest.MonkeyPatch, where: str = "") -> None:
    """Let Ctrl-C be pressed when a process begins to search at a position in whose text this is."""
    ask = Session._reply

    def reply(session: Session, request: Payload, *more: Any) -> str:
        text = b"".join(request).decode()
        if text.startswith(("search(", "batch([search(")) and where in text:
            raise KeyboardInterrupt
        return ask(session, request, *more)

    monkeypatch.setattr(Session, "_reply", reply)


def test_an_interrupted_crosscheck_prints_what_it_has(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_searches(monkeypatch, where="nim(")
    games = ("lecture19", "nim:heaps=[1]", "connect4")
    done = pydecl("crosscheck", *games, "--program", "minimax", "--plies", "0", "--jobs", "1", "--json")
    first, last = done.json()
    assert done.code == 130
    assert (first["game"], first["agree"]) == ("lecture19", True)
    assert (last["game"], last["agree"], last["error"]) == ("nim:heaps=[1]", None, "interrupted")


def test_an_interruption_while_it_starts_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pydecl.cli.app.main", interrupt)
    assert exit_code() == 130


INTERRUPTED_IMPORT = """
import os, signal, sys

class Interrupting:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            Interrupting()

sys.meta_path.insert(0, Finder())
from pydecl.__main__ import main
main()
"""


def test_an_interruption_that_python_would_lose_while_it_imports_ends_a_command() -> None:
    words = [sys.executable, "-c", INTERRUPTED_IMPORT, "games"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=default_interrupt)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
