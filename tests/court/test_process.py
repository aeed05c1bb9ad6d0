"""A system's process is limited, whatever it does, and nothing is left of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from pydecl.court.process import MARK, SystemFaultError, SystemProcess, printed
from pydecl.court.sides import SystemSide
from pydecl.errors import InputError, LimitError, PydeclError

ANSWER = "import sys, os\nfor line in sys.stdin:\n    "


def asked(program: str, requests: int = 1, **limits: Any) -> PydeclError:
    """The error that a program in Python ends with, when it is asked so often."""
    with (
        SystemProcess([sys.executable, "-c", program], **limits) as process,
        pytest.raises(PydeclError) as error,
    ):
        process.ask([("look", number) for number in range(requests)])
    return error.value


def test_one_that_does_not_start_is_bad_input_with_its_last_words() -> None:
    error = asked("raise SystemExit('no such game')")
    assert isinstance(error, InputError)
    assert str(error) == "the system does not start (exit code 1): no such game"


def test_one_that_crashes_is_told_with_its_signal() -> None:
    program = ANSWER + "print('{}', flush=True); os.abort()"
    error = asked(program, 2)
    assert isinstance(error, SystemFaultError)
    assert str(error).startswith("the system stopped unexpectedly (SIGABRT)")


def test_one_that_hangs_reaches_its_limit() -> None:
    error = asked("import time\ntime.sleep(100)", seconds=0.3)
    assert isinstance(error, LimitError)
    assert str(error) == "the system gave no answer within 0.3 s"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_one_that_writes_without_end_is_stopped(stream: str) -> None:
    seconds = 60.0 if stream == "stdout" else 1.0
    error = asked(f"import sys\nwhile True: sys.{stream}.write('x' * 65536)", seconds=seconds)
    expected = "the system's answer has more than 16,777,216 bytes"
    assert str(error) == (expected if stream == "stdout" else "the system gave no answer within 1 s")


def test_one_that_answers_what_nobody_asked_is_refused() -> None:
    error = asked(ANSWER + "print('{}\\n{}\\n{}', flush=True)")
    assert str(error) == "the system says what nobody asked: '{}'"


def test_one_that_answers_no_json_is_refused() -> None:
    error = asked(ANSWER + "print('what?', flush=True)")
    assert str(error) == "the system answers [\"look\", 0] with what is no object of JSON: 'what?'"


def test_one_that_uses_too_much_memory_is_stopped() -> None:
    error = asked(ANSWER + "print(len(b'x' * (1 << 30)))", memory=256)
    assert "MemoryError" in str(error)


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        ('{"mover": 2, "moves": [], "result": null}', "the system's look must have a mover"),
        ('{"mover": 0, "moves": "all", "result": null}', "the system's look must have a mover"),
        ('{"mover": 0, "moves": [], "result": "won"}', "the system's look must have a mover"),
        ('{"error": "lost"}', "the system answers look with an error: lost"),
    ],
)
def test_a_look_that_makes_no_sense_is_refused(look: str, expected: str) -> None:
    program = ANSWER + f"print('{{\"state\": 1}}' if 'new' in line else '{look}', flush=True)"
    command = [sys.executable, "-c", program]
    with SystemProcess(command) as process, pytest.raises(SystemFaultError) as error:
        SystemSide(process)
    assert str(error.value).startswith(expected)


def test_nothing_is_left_of_one_that_starts_processes_in_sessions_of_their_own() -> None:
    program = (
        "import os, time\nos.fork() or (os.setsid(), time.sleep(100))\n" + ANSWER + "print('{}', flush=True)"
    )
    with SystemProcess([sys.executable, "-c", program]) as process:
        process.ask([("new",)])
        mark = process._mark.encode()
        assert len(marked(mark)) >= 2
    assert not marked(mark)


def marked(mark: bytes) -> list[str]:
    """The processes that have a mark."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if MARK.encode() + b"=" + mark in Path("/proc", pid, "environ").read_bytes().split(b"\0"):
                state = Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0]
                found += [pid] if state != "Z" else []
        except OSError:
            continue
    return found


def test_many_requests_and_long_answers_do_not_block_each_other() -> None:
    program = ANSWER + "print('{\"text\": \"' + 'x' * 2000 + '\"}', flush=True)"
    with SystemProcess([sys.executable, "-c", program]) as process:
        assert len(process.ask([("look", "y" * 2000)] * 500)) == 500


def test_what_a_script_prints_is_bounded_in_time_and_length() -> None:
    assert printed([sys.executable, "-c", "print('here')"]) == "here\n"
    assert len(printed([sys.executable, "-c", "while True: print('x' * 1000)"], most=5000)) >= 5000
    assert printed([sys.executable, "-c", "while True: pass"], seconds=0.3) == ""
