"""A system's process is limited, whatever it does, and nothing is left of it."""

from __future__ import annotations

import sys
from typing import Any

import psutil
import pytest

from pydecl.court.process import MARK, SystemFaultError, SystemProcess, printed
from pydecl.court.sides import SystemSide
from pydecl.errors import InputError, LimitError, PydeclError

HANG = 600.0
"""Seconds that only a test that hangs takes."""

ANSWER = "import sys, os\nfor line in sys.stdin:\n    "


WRITES = "import sys\nwhile True: sys.{}.write('x' * 65536)"


@pytest.mark.parametrize(
    ("program", "limits", "kind", "said"),
    [
        (
            "raise SystemExit('no such game')",
            {},
            InputError,
            r"start \(exit code 1\): no such game$",
        ),
        (ANSWER + "print('{}', flush=True); os.abort()", {}, SystemFaultError, r"stopped .* \(SIGABRT\)"),
        ("import time\ntime.sleep(100)", {"seconds": 0.3}, LimitError, "gave no answer within 0.3 s$"),
        (WRITES.format("stdout"), {}, PydeclError, "answer has more than 16,777,216 bytes$"),
        (WRITES.format("stderr"), {"seconds": 1.0}, LimitError, "gave no answer within 1 s$"),
        (ANSWER + r"print('{}\n{}\n{}', flush=True)", {}, PydeclError, "says what nobody asked: '{}'$"),
        (
            ANSWER + "print('what?', flush=True)",
            {},
            PydeclError,
            "what is no object of JSON: 'what\\?'$",
        ),
        (ANSWER + "print(len(b'x' * (1 << 30)))", {"memory": 256}, PydeclError, "MemoryError"),
    ],
)
def test_one_that_misbehaves_is_stopped_and_told(
    program: str, limits: dict[str, Any], kind: type[PydeclError], said: str
) -> None:
    limits = {"seconds": HANG, **limits}
    with SystemProcess([sys.executable, "-c", program], **limits) as process, pytest.raises(kind, match=said):
        process.ask([("look", number) for number in range(2 if "abort" in program else 1)])


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
    with SystemProcess(command, seconds=HANG) as process, pytest.raises(SystemFaultError) as error:
        SystemSide(process)
    assert str(error.value).startswith(expected)


def test_nothing_is_left_of_one_that_starts_processes_in_sessions_of_their_own() -> None:
    program = (
        "import os, time\nos.fork() or (os.setsid(), time.sleep(100))\n" + ANSWER + "print('{}', flush=True)"
    )
    with SystemProcess([sys.executable, "-c", program], seconds=HANG) as process:
        process.ask([("new",)])
        mark = process._mark
        assert len(marked(mark)) >= 2
    assert not marked(mark)


def marked(mark: str) -> list[int]:
    """The processes that have a mark."""
    return [
        one.pid
        for one in psutil.process_iter(["environ", "status"])
        if (one.info["environ"] or {}).get(MARK) == mark and one.info["status"] != psutil.STATUS_ZOMBIE
    ]


def test_many_requests_and_long_answers_do_not_block_each_other() -> None:
    program = ANSWER + "print('{\"text\": \"' + 'x' * 2000 + '\"}', flush=True)"
    with SystemProcess([sys.executable, "-c", program], seconds=HANG) as process:
        assert len(process.ask([("look", "y" * 2000)] * 500)) == 500


def test_what_a_script_prints_is_bounded_in_time_and_length() -> None:
    assert printed([sys.executable, "-c", "print('here')"]) == "here\n"
    assert len(printed([sys.executable, "-c", "while True: print('x' * 1000)"], most=5000)) >= 5000
    assert printed([sys.executable, "-c", "while True: pass"], seconds=0.3) == ""
