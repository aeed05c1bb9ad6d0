"""Machine code that begins at once: a better object of the same text is built behind it, and takes over.

The first object is built without optimisation, in a fraction of the time, and computes several times slower.
Once it has computed for PATIENCE seconds the better one is built, by another process, on a core that has
nothing else to do; if there is none, once it has computed for LONGER. When that is there it takes over:
what the first one is computing then is begun again, which costs less than what is left of it, as functions
keep nothing between two calls. Who knows that much will be computed need not wait for that: `hurry`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from pydecl.engines.native.building import Tiers
from pydecl.engines.native.calling import Request
from pydecl.engines.native.running import MEMORY, STACK, NativeCode, Reply
from pydecl.errors import LimitError, PydeclError
from pydecl.sandbox.cores import core_is_idle
from pydecl.sandbox.frames import BIGGEST_REPLY

PATIENCE = 0.2
"""Seconds that the first object may compute before the better one is built, if a core is idle."""

LONGER = 2.0
"""And if none is: then the build takes its time from something else, about as much as this."""

DEEPER = 4
"""How much more of the stack code without optimisation takes, at the most."""


AGAIN = 0.01
"""Seconds between two attempts to end what the first object computes."""


class TieredCode:
    """The functions of a text, called as those of a `NativeCode`."""

    def __init__(self, tiers: Tiers, *, memory: int = MEMORY, passed: Sequence[int] = ()) -> None:
        """`memory` is in MiB; `passed` are descriptors that the first object's process gets."""
        self._memory = memory
        self._make = tiers.better
        self._first = NativeCode(
            tiers.first, memory=memory, stack=STACK * (DEEPER if tiers.better else 1), passed=passed
        )
        self._better: NativeCode | None = None
        self._lock = threading.Lock()
        self._cancelled = threading.Event()
        self._begun = False
        self._running = self._superseded = False
        self._used = 0.0
        self._most_helpers = 0
        self._patience = PATIENCE
        self._timer: threading.Timer | None = None

    def share(self, most: int) -> None:
        """As `NativeCode.share`, whenever the object that computes fast is there."""
        self._most_helpers = most
        if self._make is None:
            self._first.share(most)
        if self._better is not None:
            self._better.share(most)

    @property
    def _now(self) -> NativeCode:
        return self._better or self._first

    @property
    def warms_up(self) -> bool:
        """Whether the better object was built while the first one computed."""
        return self._begun

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

    def end(self) -> None:
        """End the child, and what helps it; a later call starts another."""
        self._now.close()

    def interrupt(self) -> None:
        """End what another thread computes, which learns that the child died."""
        self._now.interrupt()

    def hurry(self) -> None:
        """Let the better object be built now, whatever else the cores have to do."""
        if self._make is not None and self._begins():
            threading.Thread(target=self._make_better, daemon=True).start()

    def call(
        self,
        function: str,
        request: Request = b"",
        *,
        seconds: float | None = 60.0,
        most: int = BIGGEST_REPLY,
        shared: bool = False,
    ) -> Reply:
        """As `NativeCode.call`, whose errors it raises."""
        started = time.monotonic()
        with self._lock:
            is_first = self._better is None and self._make is not None
            self._running, self._superseded = is_first, False
        if not is_first:
            if self._better is not None:
                self._first.close()
            return self._now.call(function, request, seconds=seconds, most=most, shared=shared)
        self._set_timer()
        try:
            return self._first.call(function, request, seconds=seconds, most=most)
        except PydeclError:
            if not self._superseded:
                raise
        finally:
            with self._lock:
                self._running = False
            if self._timer is not None:
                self._timer.cancel()
            self._used += time.monotonic() - started
        self._first.close()
        left = None if seconds is None else seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            raise LimitError(f"no answer from the machine code within {seconds:.3g} s")
        return self._now.call(function, request, seconds=left, most=most, shared=shared)

    def _set_timer(self, used: float = 0.0) -> None:
        """Let the better object be built once patience is over, unless that has begun."""
        if not self._begun:
            self._timer = threading.Timer(max(self._patience - self._used - used, 0.0), self._build)
            self._timer.daemon = True
            self._timer.start()

    def _build(self) -> None:
        if self._patience < LONGER and not core_is_idle():
            used, self._patience = max(self._patience - self._used, 0.0), LONGER
            with self._lock:
                if self._running:
                    self._set_timer(used)
            return
        if self._begins():
            self._make_better()

    def _begins(self) -> bool:
        """Whether nobody has begun to build the better object; it is begun now."""
        with self._lock:
            begun, self._begun = self._begun, True
        return not begun

    def _make_better(self) -> None:
        assert self._make is not None
        try:
            better = NativeCode(self._make(self._cancelled), memory=self._memory)
            better.share(self._most_helpers)
        except (PydeclError, OSError):  # the first object computes as well
            return
        with self._lock:
            self._better = better
            self._superseded = self._running
        while self._superseded and self._running:  # its child may only be starting
            self._first.interrupt()
            time.sleep(AGAIN)
