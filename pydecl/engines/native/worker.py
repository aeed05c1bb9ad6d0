"""The child process that runs machine code: one object, whose functions are called as the parent asks.

Run as `python -m pydecl.engines.native.worker LIFELINE [READS WRITES]... OBJECT MEMORY STACK HELPERS`:
LIFELINE is the number of a pipe's end that closes when the parent dies; READS and WRITES those of what else
calls may read and write; MEMORY what `confine` takes; STACK how many bytes of stack a call may use; HELPERS
how many threads help with calls that ask them. Each runs a copy of the object, which has data of its own, and
is asked over pipes: see `sharing.h`.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import threading
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydecl.engines.native.call import HEAD, HELPERS, Status
from pydecl.model.parts import Part
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.serving import end_with_parent, own_pipes, run, say_ready
from pydecl.sandbox.walls import confine

RESERVE = 1 << 18
"""Bytes of the stack that are Python's, and a call's that does not look at its limit."""

LONGEST = 1e9
"""Seconds that are no limit."""

AGAIN = 0.01
"""Seconds until it rings again where the clock says that it was too early."""


JUMP_WORDS = 64

ARENA = 64 << 20
"""The memory for the terms of a helper, in bytes."""


class Helper(ctypes.Structure):
    """The ends of two pipes."""

    _fields_ = [("reads", ctypes.c_int), ("writes", ctypes.c_int)]


class Call(ctypes.Structure):
    """`struct pd_call`."""

    _fields_ = [
        ("request", ctypes.c_char_p),
        ("request_size", ctypes.c_size_t),
        ("reply", ctypes.c_void_p),
        ("reply_size", ctypes.c_size_t),
        ("reply_room", ctypes.c_size_t),
        ("stack_room", ctypes.c_size_t),
        ("stack_limit", ctypes.c_void_p),
        ("status", ctypes.c_int),
        ("stop", ctypes.c_int),
        ("jump", ctypes.c_uint64 * JUMP_WORDS),
        ("helper_count", ctypes.c_int),
        ("helpers", Helper * HELPERS),
    ]


def serve(arguments: Sequence[str]) -> None:
    """Answer requests, on a stack of its own size."""
    *pipes, path, memory, stack, helping = arguments
    lifeline, *passed = map(int, pipes)
    requests, replies = own_pipes()
    loaded, copies = ctypes.CDLL(path), _copies(path, int(helping))
    room = int(stack) + 2 * RESERVE
    walls = list(confine(int(memory) + room * (1 + len(copies)), ()))
    alarm = _Alarm()
    end_with_parent(lifeline)
    threading.stack_size(room)
    helpers = [Helper(*passed[at : at + 2]) for at in range(0, len(passed), 2)]
    helpers += [_helping(copy, int(stack)) for copy in copies]
    threading.Thread(target=_serve, args=(loaded, requests, replies, int(stack), helpers, alarm)).start()
    threading.stack_size(0)
    say_ready(replies, walls)
    alarm.watch()


def _copies(path: str, count: int) -> Sequence[ctypes.CDLL]:
    """So many copies of an object; fewer if the system has no place for them."""
    import tempfile  # late: few calls are helped

    found = []
    with suppress(OSError):
        for _ in range(count):
            with tempfile.NamedTemporaryFile() as file:
                file.write(Path(path).read_bytes())
                file.flush()
                found.append(ctypes.CDLL(file.name))
    return found


def _helping(copy: ctypes.CDLL, stack: int) -> Helper:
    """The pipes from and to a thread that helps, until it cannot go on: then they are closed."""
    asked, asks = os.pipe()
    told, tells = os.pipe()
    os.set_blocking(asks, False)
    os.set_blocking(told, False)
    call = Call(stack_room=stack, helper_count=1, helpers=(Helper * HELPERS)(Helper(asked, tells)))

    def help_with_calls() -> None:
        _called(copy["pydecl_help"], struct.pack("=q", ARENA), 0, call)
        os.close(asked)
        os.close(tells)

    threading.Thread(target=help_with_calls, daemon=True).start()
    return Helper(told, asks)


class _Alarm:
    """Tells a call that its time is over: one thread waits for the signal, which all others block."""

    def __init__(self) -> None:
        """Before the other threads start, which are to block it, too."""
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        self._call: Call | None = None
        self._due = 0.0

    def set(self, call: Call, seconds: float) -> None:
        """Let `call` end after so many seconds."""
        self._due = time.monotonic() + seconds
        self._call = call
        signal.setitimer(signal.ITIMER_REAL, min(max(seconds, 1e-6), LONGEST), AGAIN)

    def off(self) -> None:
        """The call has ended."""
        self._call = None
        signal.setitimer(signal.ITIMER_REAL, 0)

    def watch(self) -> None:
        """Ring, for ever."""
        while True:
            signal.sigwait({signal.SIGALRM})
            call = self._call
            if call is not None and time.monotonic() >= self._due:  # else it rang for one that has ended
                call.stop = 1


def _serve(
    loaded: ctypes.CDLL, requests: int, replies: int, stack: int, helpers: Sequence[Helper], alarm: _Alarm
) -> None:
    try:
        while True:
            try:
                data = read_bytes(requests)
            except ClosedError:
                os._exit(0)
            ends = (Helper * HELPERS)(*helpers)
            call = Call(stack_room=stack, helper_count=len(helpers), helpers=ends)
            try:
                status, reply = _answer(loaded, data, call, alarm)
            except MemoryError:
                status, reply = Status.NO_MEMORY, b""
            del data
            write_bytes(replies, bytes([status]), reply)
            _free(call.reply)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _answer(loaded: ctypes.CDLL, data: bytes, call: Call, alarm: _Alarm) -> tuple[int, Part]:
    """How a call ended, and its reply, which stays in the memory of the call: the caller frees that."""
    seconds, most, padded = HEAD.unpack_from(data)
    name = padded.rstrip(b"\0").decode()
    try:
        function = loaded[name]
    except AttributeError:
        return Status.ERROR, f"there is no function {name}".encode()
    alarm.set(call, seconds)
    try:
        status = _called(function, data, HEAD.size, call)
    finally:
        alarm.off()
    if status not in (Status.DONE, Status.ERROR) or not call.reply:
        return status, b""
    if call.reply_size >= most:
        return Status.ERROR, f"the reply takes {call.reply_size} bytes".encode()
    return status, memoryview((ctypes.c_char * call.reply_size).from_address(call.reply))


def _called(function: Any, data: bytes, start: int, call: Call) -> int:
    """How a call ended that gets these bytes, but for the first ones."""
    function.argtypes = [ctypes.POINTER(Call)]
    function.restype = ctypes.c_int
    address = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0
    call.request, call.request_size = ctypes.c_char_p(address + start), len(data) - start
    status: int = function(ctypes.byref(call))
    return status


with suppress(OSError):  # objects need it; elsewhere it is part of the C library, or loaded anyway
    ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)

_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None


if __name__ == "__main__":
    run(serve)
