"""The child process that runs machine code: one object, whose functions are called as the parent asks.

Run as `python -m pydecl.native.worker LIFELINE OBJECT MEMORY STACK`: LIFELINE is the number of a pipe's end
that closes when the parent dies; MEMORY what `confine` takes; STACK how many bytes of stack a call may use.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from contextlib import suppress

from pydecl.bridge.confine import confine
from pydecl.bridge.protocol import BIGGEST_REPLY, ClosedError, read_bytes, write_bytes, write_frame
from pydecl.bridge.serving import end_with_parent, own_pipes
from pydecl.native.calling import Call, Question, Status

RESERVE = 1 << 18
"""Bytes of the stack that are Python's, and a call's that does not look at its limit."""


def main(lifeline: int, path: str, memory: int, stack: int) -> None:
    """Serve requests, on a stack of its own size."""
    requests, replies = own_pipes()
    with suppress(OSError):  # elsewhere it is part of the C library, or loaded anyway
        ctypes.CDLL("libm.so.6", mode=ctypes.RTLD_GLOBAL)
    loaded = ctypes.CDLL(path)
    walls = list(confine(memory + stack + 2 * RESERVE, ()))
    end_with_parent(lifeline)
    threading.stack_size(stack + 2 * RESERVE)
    server = threading.Thread(target=_serve, args=(loaded, requests, replies, stack))
    server.start()
    threading.stack_size(0)
    write_frame(replies, "\t".join(("ready", *walls)))
    server.join()
    os._exit(1)


def _serve(loaded: ctypes.CDLL, requests: int, replies: int, stack: int) -> None:
    while True:
        try:
            data = read_bytes(requests)
        except ClosedError:
            os._exit(0)
        try:
            status, reply = _answer(loaded, Question.unpacked(data), stack)
        except MemoryError:
            status, reply = Status.NO_MEMORY, b""
        write_bytes(replies, bytes([status]) + reply)


def _answer(loaded: ctypes.CDLL, question: Question, stack: int) -> tuple[int, bytes]:
    try:
        function = loaded[question.function]
    except AttributeError:
        return Status.ERROR, f"there is no function {question.function}".encode()
    function.argtypes = [ctypes.POINTER(Call)]
    function.restype = ctypes.c_int
    call = Call(request=question.request, request_size=len(question.request), stack_room=stack)
    timer = None
    if question.seconds < threading.TIMEOUT_MAX:
        timer = threading.Timer(question.seconds, _stop, (call,))
        timer.daemon = True
        timer.start()
    try:
        status = function(ctypes.byref(call))
    finally:
        if timer is not None:
            timer.cancel()
    try:
        if status not in (Status.DONE, Status.STOPPED, Status.ERROR):
            return status, b""
        if call.reply_size >= BIGGEST_REPLY:
            return Status.ERROR, f"the reply takes {call.reply_size} bytes".encode()
        return status, ctypes.string_at(call.reply, call.reply_size) if call.reply else b""
    finally:
        _free(call.reply)


def _stop(call: Call) -> None:
    call.stop = 1


_free = ctypes.CDLL(None).free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
