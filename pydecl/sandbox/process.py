"""A worker process, as its parent sees it: started, limited, asked and ended, whatever it computes.

SWI-Prolog, machine code and texts have such processes, and so has a pool.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from pydecl.errors import LimitError
from pydecl.model.number import INFINITY
from pydecl.model.parts import Part
from pydecl.sandbox.fork_server import Forked, forked
from pydecl.sandbox.frames import (
    BIGGEST_REPLY,
    Aside,
    ClosedError,
    DeadlineError,
    read_bytes,
    write_bytes,
)

GRACE = 0.25
"""Seconds that the process gets beyond a deadline to stop by itself and say how far it came."""

START_SECONDS = 30.0

CPU_GRACE = 5.0
"""Seconds of CPU time beyond all that the cores can spend until the deadline: the kill comes first."""

CORES = os.cpu_count() or 1
"""Counted once: to count them takes longer than a short question."""


class NotStartedError(Exception):
    """The process said nothing that makes sense; the text is what it said on its standard error."""

    @property
    def last(self) -> str:
        """The last line of that."""
        return str(self).splitlines()[-1] if str(self) else "it said nothing"


Running = Forked | subprocess.Popen[bytes]
"""A process that was forked, or started."""


class Pipes(ExitStack):
    """The pipes of a process that is about to start: none is left open if it does not.

    At the end of the block the other process's ends are closed here; ours too, if an exception ends it.

    >>> with Pipes() as pipes:
    ...     ours, theirs = pipes.incoming()
    ...     _ = os.write(theirs, b"x")
    >>> os.read(ours, 2), os.read(ours, 2)
    (b'x', b'')
    >>> os.close(ours)
    """

    def incoming(self) -> tuple[int, int]:
        """Our end, which reads, and theirs, which writes. Raises OSError."""
        ours, theirs = os.pipe()
        return self._kept(ours, theirs)

    def outgoing(self) -> tuple[int, int]:
        """Our end, which writes, and theirs, which reads. Raises OSError."""
        theirs, ours = os.pipe()
        return self._kept(ours, theirs)

    def _kept(self, ours: int, theirs: int) -> tuple[int, int]:
        self.push(lambda kind, *_: os.close(ours) if kind else None)
        self.callback(os.close, theirs)
        return ours, theirs


class Process:
    """A worker process and its pipes; it runs once it is made.

    It runs the Python module `module`, whose first argument is the number of a pipe's end that closes when
    this process dies. It says "ready" and the walls around it, and then answers message by message. If a
    process starts many of a kind, a server forks them: see `fork_server.py`.
    """

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        *,
        folder: Path,
        environment: Mapping[str, str],
        hastened: Callable[[], Mapping[str, str]] = dict,
        passed: Sequence[int] = (),
        seconds: float | None = None,
    ) -> None:
        """`folder` is where it starts; `passed` are descriptors that it gets, whose numbers come first.

        `hastened` tells what more of an environment would make one start sooner that is not forked; `seconds`
        are for the start.

        Raises NotStartedError, and LimitError if `seconds` are less than a start may take, and not enough.
        """
        allowed = START_SECONDS if seconds is None else min(START_SECONDS, seconds)
        with Pipes() as pipes:
            self._complaints, complaints = pipes.incoming()
            for end in (self._complaints, complaints):
                os.set_blocking(end, False)  # what nobody reads is lost
            self.lifeline, lifeline = pipes.outgoing()
            self._requests, asked = pipes.outgoing()
            self._replies, answers = pipes.incoming()
            theirs = (asked, answers, complaints, lifeline, *passed)
            command = (sys.executable, "-P", "-m", module)
            self.process: Running = forked(
                command, arguments, theirs, folder=folder, environment=environment, seconds=allowed
            ) or subprocess.Popen(
                [*command, *map(str, theirs[3:]), *arguments],
                stdin=asked,
                stdout=answers,
                stderr=complaints,
                pass_fds=theirs[3:],
                start_new_session=True,
                cwd=folder,
                env={**environment, **hastened()},
            )
        os.set_blocking(self._requests, False)  # a child that does not read is not waited for
        try:
            ready = read_bytes(self._replies, time.monotonic() + allowed).decode()
        except (ClosedError, DeadlineError) as why:
            complaint = self.complaint()
            Process.kill(self)  # what a subclass has opened is the subclass's to close
            if isinstance(why, DeadlineError) and allowed < START_SECONDS:
                raise LimitError("time was up before a process had started") from None
            raise NotStartedError(complaint) from None
        except BaseException:
            Process.kill(self)
            raise
        word, *walls = ready.split("\t")
        assert word == "ready"
        self.protections = ("kill", *(["CPU time"] if self._limit_cpu(0) else []), *walls)

    def exchange_bytes(
        self,
        request: bytes | Sequence[Part],
        seconds: float | None,
        asides: Sequence[Aside] = (),
        most: int = BIGGEST_REPLY,
        grace: float = GRACE,
    ) -> bytes:
        """The reply, of at most so many bytes, to a request, in parts maybe, whose time is limited.

        None is no limit; `grace` are the seconds for what stops by itself when its time is over.

        Raises DeadlineError, ClosedError where the process has ended, TooLongError where it says too much.
        """
        if seconds == INFINITY:
            seconds = None
        deadline = None if seconds is None else time.monotonic() + seconds + grace
        self._limit_cpu(seconds)
        try:
            self.send(*((request,) if isinstance(request, bytes) else request), deadline=deadline)
            return read_bytes(self._replies, deadline, most=most, asides=asides)
        finally:
            for aside in asides:
                while aside.take():
                    pass

    def send(self, *parts: Part, deadline: float | None = None) -> None:
        """Send a request. Raises DeadlineError, and ClosedError if the process has ended."""
        try:
            write_bytes(self._requests, *parts, deadline=deadline)
        except BrokenPipeError:
            raise ClosedError from None

    def _limit_cpu(self, seconds: float | None) -> bool:
        """Let the process use what all cores can spend in so many seconds, and some more; None is no limit.

        A second line behind the kill: it holds for what goes on in the process after an answer, too. False
        where the system cannot do it.
        """
        if not sys.platform.startswith("linux"):
            return False
        most = resource.RLIM_INFINITY
        try:
            if seconds is not None:
                used = cpu_seconds(self.process.pid)
                most = int(used + seconds * CORES + CPU_GRACE) + 1
            resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        except (OSError, OverflowError, ValueError):
            return False
        return True

    def reap(self) -> tuple[int | None, float]:
        """Wait a second for the end: the exit code, None where there is none, and the most memory, in MiB."""
        biggest = 0.0
        deadline = time.monotonic() + 1
        while self.process.returncode is None and time.monotonic() < deadline:
            try:
                pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            except ChildProcessError:  # another thread has waited for it
                break
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                biggest = usage.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
                break
            time.sleep(0.005)
        return self.process.poll(), biggest

    def kill(self) -> None:
        """End the process, and wait for that."""
        self.process.kill()
        self.process.wait()
        for end in (self.lifeline, self._complaints, self._requests, self._replies):
            os.close(end)

    def complaint(self) -> str:
        """What the process has said on its standard error, as far as a pipe holds it."""
        try:
            return os.read(self._complaints, 1 << 16).decode(errors="replace").strip()
        except BlockingIOError:
            return ""


def killed_by(code: int | None) -> str:
    """How a process ended.

    >>> killed_by(-11), killed_by(1)
    ('killed by signal 11, SIGSEGV', 'exit code 1')
    """
    with suppress(ValueError):
        if code is not None and code < 0:
            return f"killed by signal {-code}, {signal.Signals(-code).name}"
    return f"exit code {code}"


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used; OSError where it cannot be told. For Linux."""
    return time.clock_gettime((~pid << 3) | 2)  # see clock_getcpuclockid(3)


PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME")
"""What a worker needs of the environment, if it is there: where programs are. The rest may hold secrets."""


def bare_environment(*more: str) -> dict[str, str]:
    """A worker's environment: where programs are, UTF-8, none of the user's files; `more` if it is there."""
    nowhere = os.path.join(os.sep, "nonexistent")
    passed = {name: os.environ[name] for name in (*PASSED_ON, *more) if name in os.environ}
    here = {
        "HOME": nowhere,
        "XDG_CONFIG_HOME": nowhere,
        "XDG_CONFIG_DIRS": nowhere,
        "PYTHONPATH": os.pathsep.join(module_folders()),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC0",
    }
    return {**passed, **here}


def module_folders() -> list[str]:
    """Where a worker finds Python's modules: not in the current folder, which may be a stranger's."""
    everywhere = _is_here(os.fspath(Path(__file__).parents[2]))
    return [os.path.abspath(folder) for folder in sys.path if everywhere or not _is_here(folder)]


def _is_here(folder: str) -> bool:
    try:
        return os.path.samefile(folder or ".", ".")
    except OSError:
        return False
