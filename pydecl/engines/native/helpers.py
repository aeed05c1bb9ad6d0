"""Processes that help another one with long work: they expand positions for it.

They run the same object; `sharing.h` defines what the processes say to each other, over pipes of their own.
The result does not depend on them, and if one ends, the work goes on without it.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Protocol

from pydecl.engines.native.call import HELPERS, Request
from pydecl.errors import PydeclError

PATIENCE = 0.02
"""Seconds until a call is helped: for less, no process is started."""

MEMORY = 256
"""What a helper may use, in MiB."""

SHARE = 4
"""All helpers together have at most 1 / SHARE of the memory."""

ARENA = 64 << 20
"""For the terms of a position, in bytes."""

AGAIN = 0.01
"""Seconds between two attempts to end one that may only be starting."""

Ends = tuple[int, int]
"""Descriptors: of the pipe that is read, and of the one that is written to."""


class Helping(Protocol):
    """An object in a process of its own."""

    def call(self, function: str, request: Request, *, seconds: float | None) -> object: ...
    def interrupt(self) -> None: ...
    def close(self) -> None: ...


def helper_count(wanted: int, memory: int) -> int:
    """How many can help where there are so many MiB for all.

    >>> helper_count(1, 2048), helper_count(7, 8192), helper_count(1, 512)
    (1, 4, 0)
    """
    return max(0, min(wanted, HELPERS, memory // (SHARE * MEMORY)))


class Helpers:
    """The helpers of one process, which gets its ends of the pipes when it starts; they start later."""

    def __init__(self, count: int, make: Callable[[Ends], Helping]) -> None:
        """`make` makes one that has these ends when it is first called."""
        self.count = count
        self._make = make
        self.ends: list[int] = []
        """What the process that is helped gets: for each the end that it reads, and that it writes to."""
        self._theirs: list[Ends] = []
        for _ in range(count):
            asked, asks = os.pipe()
            told, tells = os.pipe()
            os.set_blocking(asks, False)
            os.set_blocking(told, False)
            self.ends += [told, asks]
            self._theirs.append((asked, tells))
        self._working: list[tuple[Helping, threading.Thread]] = []

    def handed_over(self) -> None:
        """The process has its ends, or there will be none."""
        for end in self.ends:
            os.close(end)
        self.ends = []

    @contextmanager
    def soon(self) -> Iterator[None]:
        """If what is done inside takes long, they are started."""
        timer = threading.Timer(PATIENCE, self.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def start(self) -> None:
        """Start those that have not been started."""
        while self._theirs:
            helper = self._make(self._theirs[0])
            thread = threading.Thread(target=_help, args=(helper, self._theirs.pop(0)), daemon=True)
            self._working.append((helper, thread))
            thread.start()

    @property
    def all_there(self) -> bool:
        """Whether none of those that were started has ended."""
        return all(thread.is_alive() for _, thread in self._working)

    def close(self) -> None:
        """End all; the process that they help has ended."""
        for ends in self._theirs:
            _close(ends)
        self._theirs = []
        for helper, thread in self._working:
            while thread.is_alive():
                helper.interrupt()
                thread.join(AGAIN)
        self._working = []


def _help(helper: Helping, ends: Ends) -> None:
    """Until nobody asks any more."""
    try:
        with suppress(PydeclError, OSError):
            helper.call("pydecl_help", struct.pack("=q", ARENA), seconds=None)
    finally:
        helper.close()
        _close(ends)


def _close(ends: Sequence[int]) -> None:
    for end in ends:
        os.close(end)
