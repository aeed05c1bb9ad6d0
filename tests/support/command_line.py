"""The command line for tests: in this process, which is quick, or in one of its own."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from pydecl.cli.app import app
from pydecl.sandbox.fork_server import server_pids
from pydecl.sandbox.serving import NAME

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


def in_this_process(captured: pytest.CaptureFixture[str]) -> Run:
    """What runs a command with these arguments, in this process."""

    def run(*arguments: str | Path) -> Done:
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments])
        out, err = captured.readouterr()
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
    )
    assert "Traceback" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def begun(*words: str | Path, **options: Any) -> subprocess.Popen[str]:
    """A command in a process of its own that runs, and that Ctrl-C ends wherever the tests run."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    command = [*PROGRAM, *map(str, words)]
    process: subprocess.Popen[str] = subprocess.Popen(
        command, text=True, preexec_fn=default_interrupt, **options
    )
    return process


def answers_in(store: Path) -> int:
    """How many answers a store holds by now, which a command fills."""
    with suppress(sqlite3.Error), sqlite3.connect(f"file:{store}?mode=ro", uri=True) as kept:
        (count,) = kept.execute("SELECT count(*) FROM answer").fetchone()
        return int(count)
    return 0


def children(pid: int) -> list[int]:
    """What `pid` started, and what that did, if it still runs and does more than wait to fork others."""
    try:
        found = psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:  # it has ended meanwhile
        return []
    own = server_pids() if pid == os.getpid() else []
    pids = [child.pid for child in found if child.pid not in own]
    return [one for one in pids if is_alive(one) and not is_fork_server(one)]


def is_fork_server(pid: int) -> bool:
    """Whether a process is a worker that only makes others."""
    try:
        return bool(psutil.Process(pid).name() == NAME.decode())
    except psutil.NoSuchProcess:
        return False


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def end_soon(pids: Iterable[int]) -> bool:
    """Wait until processes that have been killed, or have lost their parents, are gone.

    If one of them stays, the test's own limit ends the wait.
    """
    while any(map(is_alive, pids)):
        time.sleep(0.01)
    return True


@contextmanager
def no_child_is_left() -> Iterator[None]:
    """What this process starts meanwhile ends, too."""
    before = set(children(os.getpid()))
    yield
    assert end_soon(set(children(os.getpid())) - before)


def busy_seconds(pid: int) -> float:
    """The processor time of a process and of those it started."""
    used = 0.0
    for one in (pid, *children(pid)):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            times = psutil.Process(one).cpu_times()
            used += times.user + times.system
    return used


@contextmanager
def killed_at_last(process: subprocess.Popen[str]) -> Iterator[None]:
    """A process ends even if what is done with it fails: else `Popen` waits for it, perhaps for ever."""
    try:
        yield
    finally:
        process.kill()


def default_interrupt() -> None:
    """For a new process: Ctrl-C ends it even where the tests run in the background and ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
