"""pydecl play in a process of its own: pipes, a terminal, and Ctrl-C."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from command_line import PROGRAM, begun, busy_seconds, in_a_process, killed_at_last
from playing_lines import moves, recorded
from rings import sample


def test_a_pipe_has_no_prompt_and_no_colour() -> None:
    for environment in sample([{"NO_COLOR": "1", "FORCE_COLOR": "1", "TERM": "xterm-256color"}, {}], 1):
        done = in_a_process("play", "nim:heaps=[1,2]", stdin="moves\ntake(2,1)", **environment)
        assert done.code == 0
        assert moves(done)[0] == "1. MAX take(2,1)"
        assert ("MAX>" in done.out, "\x1b[3" in done.out, "\x1b[9" in done.out) == (False, False, False)


@pytest.mark.parametrize(
    "environment", [{"PYTHONIOENCODING": "utf-8:strict"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {}]
)
@pytest.mark.sampled(1, "each starts a process; the message needs a strict one")
def test_input_that_is_no_text_is_one_message(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [*PROGRAM, "play", "nim"],
        input=b"\xff\n1\n",
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    if done.returncode == 2:
        assert b"pydecl: the input is not UTF-8 text (byte 1)" in done.stderr
    else:
        assert (done.returncode, b"no move '\\udcff'" in done.stdout) == (0, True)


def test_a_closed_input_is_an_ended_one() -> None:
    command = " ".join(PROGRAM) + " play nim <&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("the input has ended: the match stops here\n")


@contextmanager
def started(
    *arguments: str | Path, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    """A match in a process of its own, which ends in any case."""
    with begun("play", *arguments, stdin=stdin, stdout=stdout) as process, killed_at_last(process):
        yield process


def wait_until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.01)


def test_an_interruption_at_the_prompt_keeps_the_record(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    with started("nim", "--as", "both", "--record", path) as process:
        assert process.stdin is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        wait_until(lambda: path.exists() and "1 max" in path.read_text())
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "pydecl: interrupted\n")
    assert f"the record so far: {path}" in out
    assert recorded(path) == ["1 max take(1,1)"]


@pytest.mark.parametrize("engine", ["prolog", "python"])
@pytest.mark.sampled(1, "each case plays in a terminal of its own")
def test_an_interruption_of_the_program_keeps_the_record(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "match.txt"
    options = ("--depth", "unlimited", "--time", "0", "--engine", engine, "--record", path)
    with started("connect4", *options) as process:
        assert process.stdin is not None
        process.stdin.write("4\n")
        process.stdin.flush()
        wait_until(lambda: path.exists() and "1 max" in path.read_text())
        busy = busy_seconds(process.pid)
        wait_until(lambda: busy_seconds(process.pid) > busy + 0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert (process.returncode, err) == (130, "pydecl: interrupted\n")
    assert recorded(path) == ["1 max 4"]


def test_a_terminal_has_a_prompt_and_its_end_of_input_ends_the_match() -> None:
    ours, theirs = pty.openpty()
    shown = ""
    with started("nim:heaps=[1,2]", "--as", "both", stdin=theirs, stdout=theirs) as process:
        os.close(theirs)
        for line, expected in (("", "MAX> "), ("take(1,1)\n", "MIN> "), ("\x04", "the match stops here")):
            os.write(ours, line.encode())
            while expected not in shown:
                shown += os.read(ours, 4096).decode()
            shown = shown.partition(expected)[2]
        assert process.wait() == 0
    os.close(ours)
