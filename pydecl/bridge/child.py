"""One worker process, as its parent sees it: how it is started, limited, asked and ended."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO

from pydecl.bridge.faults import out_of_memory
from pydecl.bridge.protocol import (
    BIGGEST_REPLY,
    Aside,
    ClosedError,
    DeadlineError,
    First,
    Limited,
    read_frame,
    write_frame,
)
from pydecl.errors import ContractError, LimitError, PrologUnavailableError, PydeclError
from pydecl.model.number import INFINITY
from pydecl.paths import prolog_file

GRACE = 0.25
"""Seconds that the child gets beyond a deadline to stop by itself and say how far it came."""

START_SECONDS = 30.0

CPU_GRACE = 5.0
"""Seconds of CPU time beyond all that the cores can spend until the deadline: the kill comes first."""

BIGGEST_ASIDE = 1 << 30
"""The longest that all that comes aside of one answer may be, in bytes; it goes into a file."""


NO_MEMORY = "Could not allocate memory"
"""SWI-Prolog's last words where it can only give up. The rules do not write where it says them."""


class Child:
    """A worker process and its pipes; it runs once it is made.

    Raises PrologUnavailableError where it does not start.
    """

    def __init__(self, memory: int, readable: Sequence[Path], printed: First) -> None:
        """`memory` is in MiB; `readable` what it may read, see `confine.py`; rules print to `printed`."""
        self._memory = memory
        self._complaints, complaints = os.pipe()
        for end in (self._complaints, complaints):
            os.set_blocking(end, False)  # what nobody reads is lost
        lifeline, self.lifeline = os.pipe()
        self._events, events = os.pipe()
        self._output, output = os.pipe()
        for end in (self._events, self._output):
            os.set_blocking(end, False)
        self._printed = Aside(self._output, printed)
        try:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "pydecl.bridge.worker", str(prolog_file("support"))),
                    *map(str, (lifeline, events, output, memory << 20, *readable)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                pass_fds=[lifeline, events, output],
                start_new_session=True,
                cwd=prolog_file("support"),  # the current folder may be gone
                env=_environment(),
            )
        finally:
            os.close(lifeline)
            os.close(events)
            os.close(output)
            os.close(complaints)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests = self.process.stdin.fileno()
        self._replies = self.process.stdout.fileno()
        try:
            ready = read_frame(self._replies, time.monotonic() + START_SECONDS)
        except (ClosedError, DeadlineError):
            complaint = self._complaint()
            self.kill()
            raise PrologUnavailableError(_why_it_did_not_start(complaint)) from None
        except BaseException:
            self.kill()
            raise
        word, *walls = ready.split("\t")
        assert word == "ready"
        self.protections = ("kill", *(["CPU time"] if self._limit_cpu(0) else []), *walls)

    def exchange(self, request: str, seconds: float | None, events: BinaryIO | None) -> str:
        """The reply to a request, whose time is limited; what comes aside goes into the file `events`.

        Raises DeadlineError, ClosedError where the process has ended, TooLongError where it says too much.
        """
        asides = [self._printed] if events is None else [self._printed, self._aside(events)]
        if seconds == INFINITY:
            seconds = None
        deadline = None if seconds is None else time.monotonic() + seconds + GRACE
        self._limit_cpu(seconds)
        try:
            write_frame(self._requests, request)
            return read_frame(self._replies, deadline, most=BIGGEST_REPLY, asides=asides)
        except BrokenPipeError:
            raise ClosedError from None
        finally:
            for aside in asides:
                while aside.take():
                    pass

    def _aside(self, events: BinaryIO) -> Aside:
        """Where what comes aside is to go; what is there from before is dropped."""
        before = Aside(self._events, First(0))
        while before.take():
            pass
        return Aside(self._events, Limited(events, BIGGEST_ASIDE))

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
                used = time.clock_gettime(_cpu_clock(self.process.pid))
                most = int(used + seconds * (os.cpu_count() or 1) + CPU_GRACE) + 1
            resource.prlimit(self.process.pid, resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        except (OSError, OverflowError, ValueError):
            return False
        return True

    def how_it_ended(self) -> PydeclError:
        """Why there will be no answer."""
        biggest = self._reap()
        code = self.process.poll()
        if code is None:
            return ContractError("died", "its pipe was closed")
        if code == -signal.SIGABRT and NO_MEMORY in self._complaint():
            return out_of_memory(self._memory)
        if code == -signal.SIGSEGV and biggest > self._memory / 2:
            return out_of_memory(self._memory)
        if code == -signal.SIGXCPU:
            return LimitError("the rules used more CPU time than all cores have until the deadline")
        if code < 0:
            return ContractError("died", f"killed by signal {-code}, {signal.Signals(-code).name}")
        return ContractError("died", f"exit code {code}: do the rules call halt/0?")

    def _reap(self) -> float:
        """Wait a second for the end of the process: the most memory that it ever had, in MiB."""
        deadline = time.monotonic() + 1
        while self.process.returncode is None and time.monotonic() < deadline:
            try:
                pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            except ChildProcessError:  # another thread has waited for it
                break
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                return usage.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
            time.sleep(0.005)
        return 0.0

    def kill(self) -> None:
        """End the process, and wait for that."""
        self.process.kill()
        self.process.wait()
        os.close(self.lifeline)
        for end in (self._events, self._output, self._complaints):
            os.close(end)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    def _complaint(self) -> str:
        """What the process has said on its standard error, as far as a pipe holds it."""
        try:
            return os.read(self._complaints, 1 << 16).decode(errors="replace").strip()
        except BlockingIOError:
            return ""


def _cpu_clock(pid: int) -> int:
    """The clock of a process's CPU time, see clock_getcpuclockid(3)."""
    return (~pid << 3) | 2


def _why_it_did_not_start(complaint: str) -> str:
    last = complaint.splitlines()[-1].strip(" \t]") if complaint else "it said nothing"
    advice = "see 'pydecl doctor'"
    if "SWI_HOME_DIR" in os.environ:
        advice += f" (SWI_HOME_DIR is set to {os.environ['SWI_HOME_DIR']}: try without it)"
    return f"SWI-Prolog does not start: {last}\n{advice}"


PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONHOME", "SWI_HOME_DIR", "LIBSWIPL_PATH")
"""What the child needs of the environment, if it is there: where programs are. The rest may hold secrets."""


def _environment() -> dict[str, str]:
    """The child's environment: where SWI-Prolog is, UTF-8, and none of the user's start-up files."""
    nowhere = os.path.join(os.sep, "nonexistent")
    passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    here = {
        "HOME": nowhere,
        "XDG_CONFIG_HOME": nowhere,
        "XDG_CONFIG_DIRS": nowhere,
        "PYTHONPATH": os.pathsep.join(_module_folders()),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC0",
    }
    return {**dict(_library()), **passed, **here}


def _module_folders() -> list[str]:
    """Where the child finds Python's modules: not in the current folder, which may be a stranger's."""
    own = Path(__file__).parents[2]
    folders = [folder for folder in sys.path if not _is_here(Path(folder)) or _is_here(own)]
    return [folder if os.path.isabs(folder) else os.path.abspath(folder) for folder in folders]


def _is_here(folder: Path) -> bool:
    try:
        return folder.samefile(".")
    except OSError:
        return False


@cache
def _library() -> Sequence[tuple[str, str]]:
    """What saves pyswip a search for SWI-Prolog at each start; empty where it must search."""
    swipl = shutil.which("swipl")
    if swipl is None:
        return ()
    try:
        run = subprocess.run(
            [swipl, "--dump-runtime-variables"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    found = dict(line.rstrip(";").split("=", 1) for line in run.stdout.splitlines() if "=" in line)
    variables = {"LIBSWIPL_PATH": found.get("PLLIBSWIPL", ""), "SWI_HOME_DIR": found.get("PLBASE", "")}
    variables = {name: value.strip('"') for name, value in variables.items()}
    return tuple(variables.items()) if all(variables.values()) else ()
