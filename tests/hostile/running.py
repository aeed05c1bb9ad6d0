"""Commands run in processes of their own, with what each took and what it left behind.

Each is a fork of one process that has imported the command line already (`python -m hostile.running`): a
start costs milliseconds, and the memory that is measured is the command's own.
"""

from __future__ import annotations

import atexit
import ctypes
import io
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import psutil

import pydecl.__main__
import pydecl.cli.app

LONGEST = 45.0
"""Seconds after which a command is ended, whatever it does."""

_SUBREAPER = 36
"""Linux's PR_SET_CHILD_SUBREAPER: what outlives its parent becomes a child of this process."""


@dataclass(frozen=True)
class Ran:
    """How a command ended: its exit code, or minus the signal that ended it, and what it printed."""

    code: int
    out: str
    err: str
    seconds: float
    memory: float
    """The most that its own process took, in MiB; 0 where it was killed."""
    left: list[str]
    """The processes of its that were still there."""


def run(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run the command line with these arguments in a folder."""
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    request = {"arguments": list(arguments), "folder": str(folder), "environment": dict(environment)}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    return Ran(**json.loads(server.stdout.readline()))


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
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        pydecl.cli.app.app(["search", "--help"])  # which imports what a search needs
    for line in sys.stdin:
        print(json.dumps(asdict(_ran(**json.loads(line)))), flush=True)  # noqa: T201  the answer


def _ran(arguments: list[str], folder: str, environment: dict[str, str]) -> Ran:
    outputs = [os.memfd_create(name) for name in ("out", "err")]
    told, tell = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(told)
        os.environ.update(environment)
        os.chdir(folder)
        _command(arguments, outputs, tell)
    os.close(tell)
    code = _ended(child, started + LONGEST)
    seconds = time.monotonic() - started
    memory = float(os.read(told, 100) or b"0") / 1024
    os.close(told)
    out, err = map(_all_of, outputs)
    return Ran(code, out, err, seconds, memory, _survivors())


def _command(arguments: list[str], outputs: Sequence[int], tell: int) -> None:
    """The command in this process, which ends here."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for fd, stream in zip(outputs, (1, 2), strict=True):
        os.dup2(fd, stream)
    sys.argv = ["pydecl", *arguments]
    code = 1
    try:
        code = pydecl.__main__.exit_code()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(tell, str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())
        os._exit(code)


def _ended(child: int, deadline: float) -> int:
    while time.monotonic() < deadline:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _all_of(fd: int) -> str:
    os.lseek(fd, 0, os.SEEK_SET)
    with open(fd, "rb") as file:
        return file.read().decode("utf-8", "replace")


def _survivors() -> list[str]:
    """What the command left running, which is ended."""
    left = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if process.status() != psutil.STATUS_ZOMBIE:
                left.append(" ".join(process.cmdline()))
                process.kill()
            process.wait(1)
    return left


if __name__ == "__main__":
    serve()
