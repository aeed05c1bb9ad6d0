"""Machine code in a child process, under a deadline that the parent keeps.

What the code does wrong ends the child, never this process: an endless loop, a stack that is used up, an
address that is nobody's. The next call starts another child.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydecl.engines.native import helping
from pydecl.engines.native.calling import Question, Request, Status
from pydecl.engines.native.helping import PATIENCE, Ends, Helpers, helper_count
from pydecl.errors import (
    BuildError,
    ContractError,
    NumberTooLargeError,
    OutOfMemoryError,
    PydeclError,
)
from pydecl.model.number import INFINITY
from pydecl.sandbox.frames import BIGGEST_REPLY
from pydecl.sandbox.process import NotStartedError, Process, bare_environment, killed_by
from pydecl.sandbox.session import Client

MEMORY = 2048
"""What the code may use by default, in MiB."""

STACK = 256
"""What it may use of the stack, in MiB; only what is used is taken."""


@dataclass(frozen=True)
class Reply:
    """What a function wrote; `complete` is false where the time was over and it stopped by itself."""

    data: bytes
    complete: bool


ALLOCATION = {
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(256 << 20),
}
"""What the C library in the child is told, in bytes.

More arenas would only reserve memory. A search gets what the one before gave back, without page faults.
"""


class NativeCode(Client[Process]):
    """The functions of an object that `building.build` made; a context manager.

    They are C functions of the form that `prelude.h` shows.
    """

    died = "native_died"
    whose = "the machine code"

    def __init__(
        self, built: Path, *, memory: int = MEMORY, stack: int = STACK, passed: Sequence[int] = ()
    ) -> None:
        """`memory` and `stack` are in MiB; `passed` are pipes to one that it helps."""
        super().__init__(memory)
        self._built = built
        self._stack = stack
        self._passed = passed
        self._most_helpers = 0
        self._helpers: Helpers | None = None

    def share(self, most: int) -> None:
        """Let so many other processes help with calls that are `shared`, if there is memory for them."""
        self._most_helpers = helper_count(most, self.memory)

    def call(
        self,
        function: str,
        request: Request = b"",
        *,
        seconds: float | None = 60.0,
        most: int = BIGGEST_REPLY,
        shared: bool = False,
    ) -> Reply:
        """What a function makes of these bytes, within so many seconds; None is no limit.

        It may reply with `most` bytes. If it is `shared`, other processes help with it.

        Raises LimitError where time is up and it has not stopped by itself, OutOfMemoryError where it
        has used up its memory or its stack, NumberTooLargeError where a number left 64 bits, and
        ContractError where it says that something is wrong, or died.
        """
        self._forget_interrupted()
        if shared and not self._is_helped_as_wanted:
            self._end()
        if self._child is None:
            self._child = self._started(seconds)
        limit = INFINITY if seconds is None else seconds
        question = Question(function, limit, most).packed()
        parts = (question, request) if isinstance(request, bytes) else (question, *request)
        late = f"no answer from the machine code within {limit:.3g} s"
        with self._answered(self._child, lambda: late, most), self._helped(shared):
            data = self._child.exchange_bytes(parts, seconds, most=most)
        status, data = Status(data[0]), data[1:]  # the first copy goes: it may be large
        return self._reply(status, data)

    def _reply(self, status: Status, data: bytes) -> Reply:
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
                raise self._out_of_stack()
            case _:
                return Reply(data, status is Status.DONE)

    def _out_of_stack(self) -> OutOfMemoryError:
        return OutOfMemoryError(
            f"the machine code used more than {self._stack} MiB of stack: it recurses too deeply"
        )

    def _started(self, seconds: float | None) -> Process:
        self._end()  # what a start that failed has left
        memory = self.memory - helping.MEMORY * self._most_helpers
        self._helpers = Helpers(self._most_helpers, self._helper) if self._most_helpers else None
        try:
            return Process(
                "pydecl.engines.native.worker",
                [str(self._built), str(memory << 20), str(self._stack << 20)],
                folder=Path(__file__).parent,
                environment={**bare_environment(), **ALLOCATION},
                passed=self._passed if self._helpers is None else self._helpers.ends,
                seconds=seconds,
            )
        except NotStartedError as error:
            raise BuildError(f"the object cannot be run: {error.last}") from None
        finally:
            if self._helpers is not None:
                self._helpers.handed_over()

    def _helper(self, ends: Ends) -> NativeCode:
        return NativeCode(self._built, memory=helping.MEMORY, stack=self._stack, passed=ends)

    @property
    def _is_helped_as_wanted(self) -> bool:
        """Whether as many help, or can, as are wanted now."""
        if self._helpers is None:
            return not self._most_helpers
        return self._helpers.count == self._most_helpers and self._helpers.all_there

    @contextmanager
    def _helped(self, shared: bool) -> Iterator[None]:
        """If what is done inside takes long, others help with it."""
        if not shared or self._helpers is None:
            yield
            return
        timer = threading.Timer(PATIENCE, self._helpers.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _end(self) -> None:
        super()._end()
        if self._helpers is not None:
            self._helpers.close()
            self._helpers = None

    def _ended_by(self, code: int, biggest: float, complaint: str) -> PydeclError | None:  # noqa: ARG002
        if code != -signal.SIGSEGV:
            return None
        how = f"{killed_by(code)}: an invalid address, or its {self._stack} MiB of stack are used up"
        return ContractError(self.died, how)
