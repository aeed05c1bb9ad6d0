"""Stop what runs in Python, wherever it is, when its time is over or its memory is used up.

The searches look at the clock once in many nodes. Rules that were compiled to Python may never come to the
next node: a thread beside raises the exception in the one that runs them.

>>> try:
...     with stopped(seconds=0.05, memory=1024):
...         while True:
...             pass
... except LimitError as error:
...     print(error)
the time is over
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydecl.errors import LimitError
from pydecl.model.number import INFINITY

EVERY, AGAIN = 0.05, 1.0
"""Seconds between two looks; and until the exception is raised again, where something has caught it."""


class TimeOverError(LimitError):
    """The time of a computation is over."""

    def __init__(self) -> None:
        super().__init__("the time is over")


@contextmanager
def stopped(*, seconds: float | None, memory: int) -> Iterator[None]:
    """Raise LimitError in what runs inside after so many seconds, None for never; MemoryError where it has
    taken more than `memory` MiB.
    """
    watch = _Watch(time.monotonic() + (INFINITY if seconds is None else seconds), _used() + (memory << 20))
    watch.start()
    try:
        yield
    finally:
        watch.end()


class _Watch(threading.Thread):
    def __init__(self, deadline: float, most: int) -> None:
        super().__init__(daemon=True)
        self._target_thread = threading.get_ident()
        self._deadline = deadline
        self._most = most
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._raised = False

    def run(self) -> None:
        pause = EVERY
        while not self._over.wait(max(0.0, min(pause, self._deadline - time.monotonic()))):
            error: type[BaseException] | None = None
            if _used() > self._most:
                error = MemoryError
            elif time.monotonic() >= self._deadline:
                error, self._deadline = TimeOverError, time.monotonic() + AGAIN
            if error is not None:
                pause = AGAIN
                with self._lock:
                    if not self._over.is_set():
                        self._raised = True
                        _raise(self._target_thread, error)

    def end(self) -> None:
        """Nothing is raised any more."""
        with self._lock:
            self._over.set()
            if self._raised:
                _raise(self._target_thread, None)


def _raise(thread: int, error: type[BaseException] | None) -> None:
    """Let an exception be raised in a thread, or None where one was to be raised and has not been yet."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def _used() -> int:
    """The memory of this process, in bytes; 0 where that cannot be told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
