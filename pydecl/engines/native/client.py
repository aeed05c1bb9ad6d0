"""Machine code in a child process, under a deadline that the parent keeps.

What the code does wrong ends the child, never this process: an endless loop, a stack that is used up, an
address that is nobody's. The next call starts another child.

The first object may be one that was built without optimisation, in a fraction of the time, and computes
several times slower. Once it has computed for PATIENCE seconds the better one is built, by another process,
on a core that has nothing else to do; if there is none, once it has computed for LONGER. When the better
object is there it takes over: what the first one is computing then is begun again, which costs less than
what is left of it, as functions keep nothing between two calls. Who knows that much will be computed need
not wait for that: `hurry`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

from pydecl.engines.native.call import HEAD, HELPERS, Request, Status
from pydecl.errors import (
    BuildError,
    ContractError,
    LimitError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
)
from pydecl.model.number import INFINITY
from pydecl.sandbox.cores import core_is_idle
from pydecl.sandbox.frames import BIGGEST_REPLY
from pydecl.sandbox.process import NotStartedError, Process, bare_environment, killed_by
from pydecl.sandbox.session import Client

MEMORY = 2048
"""What the code may use by default, in MiB."""

STACK = 256
"""What it may use of the stack, in MiB; only what is used is taken."""

DEEPER = 4
"""How much more of the stack code without optimisation takes, at the most."""

PATIENCE = 0.2
"""Seconds that the first object may compute before the better one is built, if a core is idle."""

LONGER = 2.0
"""And if none is: then the build takes its time from something else, about as much as this."""

AGAIN = 0.01
"""Seconds between two attempts to end what the first object computes."""

OF_A_HELPER = 1024
"""So many MiB of memory must there be for each thread that helps."""

ALLOCATION = {
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
}
"""What the C library in the child is told, in bytes.

A search gets what the one before gave back, without page faults. More arenas than threads, which may not wait
for each other, would only reserve memory.
"""


class NativeCode(Client[Process]):
    """The functions of an object that `building.py` made; a context manager.

    They are C functions of the form that `prelude.h` shows.
    """

    died = "native_died"
    whose = "the machine code"

    def __init__(
        self,
        built: Path,
        better: Callable[[Event], Path] | None = None,
        *,
        memory: int = MEMORY,
        stack: int = STACK,
        passed: Sequence[int] = (),
    ) -> None:
        """`better` makes the object that takes over, until its event is set; it may raise BuildError.

        `memory` and `stack` are in MiB; `passed` are descriptors that the child gets.
        """
        super().__init__(memory)
        self._built = built
        self._make_better = better
        self._stack_of_best = stack
        self._passed = passed
        self._most_helpers = self._helpers = 0
        self._lock = threading.Lock()
        self._cancelled = Event()
        self._better: Path | None = None
        """The better object, until it has taken over."""
        self._build_has_begun = False
        self._is_running = self._is_superseded = False
        self._used = 0.0
        self._patience = PATIENCE
        self._timer: threading.Timer | None = None

    def share(self, most: int) -> None:
        """Let so many other threads help with calls that are `shared`, if there is memory for them.

        They do so once no better object is to come.
        """
        self._most_helpers = max(0, min(most, HELPERS, self.memory // OF_A_HELPER))

    @property
    def warms_up(self) -> bool:
        """Whether the better object was built while the first one computed."""
        return self._build_has_begun

    def close(self) -> None:
        """End the child and what is being built; a later call starts another child."""
        self._cancelled.set()
        super().close()

    def call(
        self,
        function: str,
        request: Request = b"",
        *,
        seconds: float | None = 60.0,
        most: int = BIGGEST_REPLY,
        shared: bool = False,
    ) -> bytes:
        """What a function makes of these bytes, within so many seconds; None is no limit.

        It may reply with `most` bytes. If it is `shared`, other threads help with it.

        Raises LimitError where time is up and it has not stopped by itself, OutOfMemoryError where it
        has used up its memory or its stack, NumberTooLargeError where a number left 64 bits, and
        ContractError where it says that something is wrong, or died.
        """
        started = time.monotonic()
        self._take_over()
        if self._make_better is None:
            return self._exchanged(function, request, seconds, most, shared)
        self._set_timer()
        try:
            return self._exchanged(function, request, seconds, most, shared)
        except PydeclError:
            if not self._is_superseded:
                raise
        finally:
            with self._lock:
                self._is_running = False
            if self._timer is not None:
                self._timer.cancel()
            self._used += time.monotonic() - started
        self._take_over()
        left = None if seconds is None else seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            raise LimitError(f"no answer from the machine code within {seconds:.3g} s")
        return self._exchanged(function, request, left, most, shared)

    def _exchanged(
        self, function: str, request: Request, seconds: float | None, most: int, shared: bool
    ) -> bytes:
        """The reply of the present object."""
        self._forget_interrupted()
        if shared and self._helpers != self._helpers_wanted:
            self.end()
        if self._child is None:
            self._child = self._started(seconds)
        limit = INFINITY if seconds is None else seconds
        head = HEAD.pack(limit, most, function.encode())
        parts = (head, request) if isinstance(request, bytes) else (head, *request)
        late = f"no answer from the machine code within {limit:.3g} s"
        with self._answered(self._child, lambda: late, most):
            data = self._child.exchange_bytes(parts, seconds, most=most)
        status, data = Status(data[0]), data[1:]  # the first copy goes: it may be large
        match status:
            case Status.ERROR:
                raise ContractError("exception", data.decode(errors="replace"))
            case Status.OVERFLOW:
                raise NumberTooLargeError("a whole number does not fit into 64 bits")
            case Status.NO_MEMORY:
                raise OutOfMemoryError(
                    f"the machine code used more than {self.memory} MiB of memory (--memory)"
                )
            case Status.NO_STACK:
                raise OutOfMemoryError(
                    f"the machine code used more than {self._stack} MiB of stack: it recurses too deeply"
                )
            case _:
                return data

    # The child

    @property
    def _stack(self) -> int:
        return self._stack_of_best * (1 if self._make_better is None else DEEPER)

    @property
    def _helpers_wanted(self) -> int:
        return 0 if self._make_better is not None else self._most_helpers

    def _started(self, seconds: float | None) -> Process:
        self._helpers = self._helpers_wanted
        try:
            return Process(
                "pydecl.engines.native.worker",
                [str(self._built), str(self.memory << 20), str(self._stack << 20), str(self._helpers)],
                folder=Path(__file__).parent,
                environment={**bare_environment(), **ALLOCATION, "MALLOC_ARENA_MAX": str(1 + self._helpers)},
                passed=self._passed,
                seconds=seconds,
            )
        except NotStartedError as error:
            raise BuildError(f"the object cannot be run: {error.last}") from None

    def _ended_by(self, code: int, biggest: float, complaint: str) -> PydeclError | None:  # noqa: ARG002
        if code != -signal.SIGSEGV:
            return None
        how = f"{killed_by(code)}: an invalid address, or its {self._stack} MiB of stack are used up"
        return ContractError(self.died, how)

    # The better object

    def hurry(self) -> None:
        """Let the better object be built now, whatever else the cores have to do."""
        if self._make_better is not None and self._begins():
            threading.Thread(target=self._build, daemon=True).start()

    def _take_over(self) -> None:
        """Let the better object compute from now on, if it is there; else the first one, until it is."""
        with self._lock:
            better, self._better = self._better, None
            if better is not None:
                self._built, self._make_better = better, None
            self._is_running, self._is_superseded = self._make_better is not None, False
        if better is not None:
            self.end()

    def _set_timer(self, used: float = 0.0) -> None:
        """Let the better object be built once patience is over, unless that has begun."""
        if not self._build_has_begun:
            self._timer = threading.Timer(
                max(self._patience - self._used - used, 0.0), self._patience_is_over
            )
            self._timer.daemon = True
            self._timer.start()

    def _patience_is_over(self) -> None:
        if self._patience < LONGER and not core_is_idle():
            used, self._patience = max(self._patience - self._used, 0.0), LONGER
            with self._lock:
                if self._is_running:
                    self._set_timer(used)
            return
        if self._begins():
            self._build()

    def _begins(self) -> bool:
        """Whether nobody has begun to build the better object; it is begun now."""
        with self._lock:
            begun, self._build_has_begun = self._build_has_begun, True
        return not begun

    def _build(self) -> None:
        assert self._make_better is not None
        try:
            better = self._make_better(self._cancelled)
        except (PydeclError, OSError):  # the first object computes as well
            return
        with self._lock:
            self._better = better
            self._is_superseded = self._is_running
        while True:
            with self._lock:  # so that nothing else has begun
                if not (self._is_superseded and self._is_running):
                    return
                self.interrupt()
            time.sleep(AGAIN)  # its child may only be starting
