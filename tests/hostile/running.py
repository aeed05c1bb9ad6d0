"""Commands run in another process, one after the other, with what each took and what it left behind.

It is `python -m hostile.running`: it has imported the command line already, and servers fork its workers, so
that a command costs milliseconds. One that never ends, or ends the process, is told; the next gets a new one.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import psutil

import pydecl.__main__
from pydecl.cli import limits
from pydecl.sandbox.fork_server import expect_many, server_pids

LONGEST = 600.0
"""Seconds that a command may take, whatever it does: one that hangs takes them."""

_SUBREAPER = 36
"""Linux's PR_SET_CHILD_SUBREAPER: what outlives its parent becomes a child of this process."""


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit code, and what it printed."""

    code: int
    out: str
    err: str
    memory: float
    """The most that the process took meanwhile, in MiB."""
    left: list[str]
    """The processes of its that were still there."""


HEAVY = 80.0
"""After a command that takes more, in MiB, another process runs the next one."""


def run(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run the command line with these arguments in a folder."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    request = {"arguments": list(arguments), "folder": str(folder), "environment": dict(environment)}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer = server.stdout.readline() if select.select([server.stdout], [], [], LONGEST)[0] else ""
    if not answer:
        server.kill()
        _server.cache_clear()
        raise AssertionError(f"{arguments}: no end within {LONGEST} s, or of its process: {server.wait()}")
    ran = Ran(**json.loads(answer))
    if ran.memory > HEAVY:  # what it keeps for later would be counted for the next command, too
        server.stdin.close()
        _server.cache_clear()
    return ran


@cache
def _server() -> subprocess.Popen[str]:
    here = Path(__file__).resolve()
    path = os.pathsep.join((str(here.parents[2]), str(here.parents[1])))
    return subprocess.Popen(
        [sys.executable, "-m", "hostile.running"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        text=True,
    )


def serve() -> None:
    """Answer requests on standard input until it ends."""
    answers = open(os.dup(1), "w", encoding="utf-8")  # noqa: SIM115  as long as the process
    requests = open(os.dup(0), encoding="utf-8")  # noqa: SIM115
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    expect_many()
    setattr(limits, "process_start", time.monotonic)  # noqa: B010  a command begins when it is asked for
    for line in requests:
        print(json.dumps(asdict(_ran(**json.loads(line)))), file=answers, flush=True)


def _ran(arguments: list[str], folder: str, environment: dict[str, str]) -> Ran:
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["pydecl", *arguments]
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
    with _redirected(1) as out, _redirected(2) as err:
        code = 1
        try:
            code = pydecl.__main__.exit_code()
        except BaseException:
            sys.excepthook(*sys.exc_info())
    return Ran(code, _all_of(out), _all_of(err), _peak(), _survivors())


@contextmanager
def _redirected(stream: int) -> Iterator[int]:
    """What is written to a standard stream goes to a file without a name."""
    file, before = os.memfd_create("output"), os.dup(stream)
    python = {1: sys.stdout, 2: sys.stderr}[stream]
    os.dup2(file, stream)
    try:
        yield file
    finally:
        python.flush()
        os.dup2(before, stream)
        os.close(before)


def _peak() -> float:
    """The most memory of this process, in MiB."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found
    return int(found[1]) / 1024


def _all_of(fd: int) -> str:
    os.lseek(fd, 0, os.SEEK_SET)
    with open(fd, "rb") as file:
        return file.read().decode("utf-8", "replace")


ENDING = 10.0
"""Seconds in which a process that was killed, or lost its parent, is gone on a busy machine."""


def _survivors() -> list[str]:
    """What the command left running, which is ended; what was ending is waited for."""
    servers = server_pids()
    started = [one for one in psutil.Process().children(recursive=True) if one.pid not in servers]
    _, running = psutil.wait_procs(started, timeout=ENDING)
    left = []
    for process in running:
        with suppress(psutil.NoSuchProcess):
            left.append(" ".join(process.cmdline()))
            process.kill()
            process.wait()
    return left


if __name__ == "__main__":
    serve()
