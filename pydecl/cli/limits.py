"""The time limit of a command: it ends all steps together, and counts from the start of the process.

Whatever computes in a child is ended by whoever waits for it. What is computed here, and takes too long all
the same, is given up by an alarm: no step can be forgotten.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType

from pydecl.errors import LimitError
from pydecl.model.deadline import Deadline

GRACE = 0.3
"""Seconds after --time at which all that has not stopped by itself is ended."""

LEAST = 1.0
"""Seconds that loading has at the least, however little time a search is given."""

MARGIN = 0.05
"""Seconds after that at which the alarm rings."""

AGAIN = 0.1
"""Seconds until it rings again, if something has lost the exception."""

LONGEST_START = 5.0
"""Seconds that a start takes at the most; what seems to take longer is no start."""

LONGEST = 1e9
"""Seconds that are no limit."""

_started: ContextVar[tuple[int, float] | None] = ContextVar("started", default=None)
"""A process, and when it started, until that is taken into account."""

_silence: ContextVar[Callable[[], None] | None] = ContextVar("silence", default=None)
"""What ends the alarm that is set."""


def count_the_start() -> None:
    """Let the next limit count from the start of this process on."""
    _started.set((os.getpid(), process_start()))


def process_start() -> float:
    """When this process started, as a time of `time.monotonic`; now, where the system does not tell."""
    now = time.monotonic()
    try:
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return now
    return now - age if 0 <= age <= LONGEST_START else now


@contextmanager
def limited(seconds: float | None) -> Iterator[Deadline]:
    """The deadline for all that is done inside: raises LimitError in it, wherever it is, soon after.

    The first limit of a process counts from its start on; None is no limit.
    """
    if seconds is not None and seconds >= LONGEST:
        seconds = None
    process, since = _started.get() or (0, 0.0)
    _started.set(None)
    deadline = Deadline.after(seconds, since if process == os.getpid() else None)
    if seconds is not None:
        deadline = replace(deadline, grace=max(seconds, LEAST) - seconds + GRACE)
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield deadline
        return
    armed = True

    ends = _ends()

    def ring(_: int, frame: FrameType | None) -> None:
        if armed and not _is_in(ends, frame):
            raise LimitError("time is up")

    def silence() -> None:
        nonlocal armed
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)

    before = signal.signal(signal.SIGALRM, ring)
    token = _silence.set(silence)
    left = deadline.end + MARGIN - time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, min(max(left, 1e-3), LONGEST), AGAIN)
    try:
        yield deadline
    finally:
        silence()
        _silence.reset(token)
        signal.signal(signal.SIGALRM, before)


def _ends() -> frozenset[CodeType]:
    """What must come to its end, or processes would be left."""
    from pydecl.engines.prolog.session import Session
    from pydecl.sandbox.fork_server import Servers
    from pydecl.sandbox.session import Companions  # few commands have a limit

    return frozenset(one.__code__ for one in (Session.close, Companions.close, Servers.server))


def _is_in(codes: frozenset[CodeType], frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


def finished() -> None:
    """The answer is there: to tell it takes as long as it takes."""
    silence = _silence.get()
    if silence is not None:
        silence()
