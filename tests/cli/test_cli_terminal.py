"""pydecl's commands in a terminal and a shell: what they print where, and how they are interrupted."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from best_of_three import best_of_three
from command_line import (
    PROGRAM,
    Done,
    Run,
    busy_seconds,
    children,
    default_interrupt,
    end_soon,
    in_a_process,
)

from pydecl.__main__ import exit_code

ENDLESS = ("connect4", "--depth", "unlimited", "--time", "0")

PATIENCE = 90.0
"""Seconds until a command must have begun its work, on a machine that does other things too."""


# The terminal and the shell


def test_nothing_is_coloured_for_a_file_or_without_colour() -> None:
    for environment in ({}, {"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color"}):
        done = in_a_process("games", **environment)
        assert (done.code, "\x1b[3" in done.out, "\x1b[9" in done.out) == (0, False, False)


@pytest.mark.parametrize("arguments", ["moves connect4", "search tictactoe --depth 2", "games --json"])
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


@contextmanager
def ended_in_any_case(process: subprocess.Popen[str]) -> Iterator[None]:
    """A failing test shall not wait for a process for ever."""
    try:
        yield
    finally:
        process.kill()


def interrupted(*arguments: str, when: Callable[[int], bool]) -> Done:
    """Run a command, interrupt it once `when` holds of its process, and see it end within 0.5 s."""
    done: list[Done] = []

    def once() -> float:
        ended, seconds = _interrupted_once(*arguments, when=when)
        done.append(ended)
        return seconds

    assert best_of_three(once, 0.5) < 0.5
    return done[-1]


def _interrupted_once(*arguments: str, when: Callable[[int], bool]) -> tuple[Done, float]:
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_interrupt,
    )
    with process, ended_in_any_case(process):
        started = time.monotonic()
        while not when(process.pid):
            assert time.monotonic() < started + PATIENCE
            time.sleep(0.05)
        started_by_it = children(process.pid)
        sent = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
        seconds = time.monotonic() - sent
    assert end_soon(started_by_it)
    assert "Traceback" not in err
    return Done(process.returncode, out, err), seconds


def busy(seconds: float) -> Callable[[int], bool]:
    """Whether the process tree of a process has used so many seconds of processor time."""
    return lambda pid: busy_seconds(pid) >= seconds


def seconds_of(*arguments: str) -> float:
    """The processor time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert in_a_process(*arguments).code == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("engine", ["prolog", "python"])
def test_an_interrupted_search_prints_what_it_has(engine: str) -> None:
    done = interrupted("search", *ENDLESS, "--engine", engine, "--json", when=busy(2))
    found = done.json()
    assert done.code == 130
    assert (found["complete"], found["value"], found["bound"], found["best"]) == (False, None, None, None)
    assert found["engine"] == engine
    assert found["seconds"] > 0


def test_an_interrupted_crosscheck_prints_what_it_has(pydecl: Run) -> None:
    assert pydecl("crosscheck", "nim:heaps=[1]").code == 0  # its machine code is kept
    first_takes = seconds_of("crosscheck", "nim:heaps=[1]")
    done = interrupted("crosscheck", "nim:heaps=[1]", *ENDLESS, "--json", when=busy(2 * first_takes + 2))
    first, second = done.json()
    assert done.code == 130
    assert (first["game"], first["agree"]) == ("nim:heaps=[1]", True)
    assert (second["game"], second["agree"], second["error"]) == ("connect4", None, "interrupted")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_crosscheck_of_several_games_says_the_same_however_many_at_a_time(pydecl: Run, jobs: str) -> None:
    done = pydecl("crosscheck", "nim:heaps=[1]", "nosuch", "lecture19", "--jobs", jobs, "--json")
    assert done.code == 2
    assert [(row["game"], row["agree"]) for row in done.json()] == [
        ("nim:heaps=[1]", True),
        ("nosuch", None),
        ("lecture19", True),
    ]
    assert done.err.count("nosuch: no bundled game and no file") == 1


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
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, preexec_fn=default_interrupt, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
