"""The command line for tests: in this process, which is quick, or in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pydecl.cli.app import app

PROGRAM = (sys.executable, "-m", "pydecl")


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Done]


def in_this_process(capsys: pytest.CaptureFixture[str]) -> Run:
    """What runs a command with these arguments, in this process."""

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        code = ended.value.code or 0
        assert isinstance(code, int)
        assert "Traceback" not in out + err
        return Done(code, out, err)

    return run


def in_a_process(*arguments: str | Path, stdin: str = "", **environment: str) -> Done:
    """Run a command with these arguments, in a process of its own."""
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert "Traceback" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def children(pid: int) -> list[int]:
    """The processes that `pid` started and that still run."""
    found = subprocess.run(["ps", "-e", "-o", "ppid=,pid=,stat="], capture_output=True, text=True, check=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    return [int(child) for parent, child, state in rows if int(parent) == pid and not state.startswith("Z")]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(state.stdout.strip()) and not state.stdout.startswith("Z")
