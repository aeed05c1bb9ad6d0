"""Machine code that begins at once: a better object of the same text is built behind it, and takes over.

The first object is built without optimisation, in a fraction of the time, and computes several times slower.
Once it has computed for PATIENCE seconds the better one is built, by another process. When that is there it
takes over: what the first one is computing then is begun again, which costs less than what is left of it, as
functions keep nothing between two calls.
"""

from __future__ import annotations

import threading
import time

from pydecl.engines.native.building import Tiers
from pydecl.engines.native.running import MEMORY, STACK, NativeCode, Reply
from pydecl.errors import LimitError, PydeclError

PATIENCE = 0.2
"""Seconds that the first object may compute before the better one is built."""

DEEPER = 4
"""How much more of the stack code without optimisation takes, at the most."""


class TieredCode:
    """The functions of a text, called as those of a `NativeCode`."""

    def __init__(self, tiers: Tiers, *, memory: int = MEMORY) -> None:
        """`memory` is in MiB."""
        self._memory = memory
        self._make = tiers.better
        self._first = NativeCode(tiers.first, memory=memory, stack=STACK * (DEEPER if tiers.better else 1))
        self._better: NativeCode | None = None
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._begun = False
        self._running = self._superseded = False
        self._used = 0.0

    @property
    def _now(self) -> NativeCode:
        return self._better or self._first

    @property
    def pid(self) -> int | None:
        """The child's process, or None if none runs."""
        return self._now.pid

    def close(self) -> None:
        """End the children and what is being built; a later call starts another child."""
        self._cancelled.set()
        self._first.close()
        if self._better is not None:
            self._better.close()

    def call(self, function: str, request: bytes = b"", *, seconds: float | None = 60.0) -> Reply:
        """As `NativeCode.call`, whose errors it raises."""
        started = time.monotonic()
        with self._lock:
            is_first = self._better is None and self._make is not None
            self._running, self._superseded = is_first, False
        if not is_first:
            if self._better is not None:
                self._first.close()
            return self._now.call(function, request, seconds=seconds)
        timer = self._timer()
        try:
            return self._first.call(function, request, seconds=seconds)
        except PydeclError:
            if not self._superseded:
                raise
        finally:
            if timer is not None:
                timer.cancel()
            with self._lock:
                self._running = False
            self._used += time.monotonic() - started
        self._first.close()
        left = None if seconds is None else seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            raise LimitError(f"no answer from the machine code within {seconds:.3g} s")
        return self._now.call(function, request, seconds=left)

    def _timer(self) -> threading.Timer | None:
        """What begins to build the better object once patience is over; None if that has begun."""
        if self._begun:
            return None
        timer = threading.Timer(max(PATIENCE - self._used, 0.0), self._build)
        timer.daemon = True
        timer.start()
        return timer

    def _build(self) -> None:
        assert self._make is not None
        self._begun = True
        try:
            better = NativeCode(self._make(self._cancelled), memory=self._memory)
        except (PydeclError, OSError):  # the first object computes as well
            return
        with self._lock:
            self._better = better
            if self._running:
                self._superseded = True
                self._first.interrupt()
