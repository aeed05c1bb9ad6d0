"""What a worker does, see `process.py`: it starts, or is forked, puts up its walls and answers its parent.

A fork server is a worker that has loaded all that it needs, and becomes a new one when asked. It reads no
word of any game: what is forked puts up walls of its own, and only then is told the rules. For Linux, where a
fork can be a child of the asking process, which kills it and waits for it like any other. The other side is
in `fork_server.py`.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from pydecl.errors.unforeseen import fault_line
from pydecl.model.parts import Part
from pydecl.model.term import Compound, PrologString, term_text
from pydecl.sandbox.frames import (
    FORKS,
    LONGEST_REQUEST,
    MOST_PIPES,
    READY,
    ClosedError,
    read_bytes,
    write_bytes,
)
from pydecl.sandbox.syscalls import ALLOWED, COLUMNS, numbers, prctl

Serve = Callable[[Sequence[str]], None]
"""What a worker does when all is loaded, with its arguments; the first is its lifeline."""

STANDARD = 3
"""The pipes of a request are its standard streams first."""

NAME = b"pydecl-forks"
"""What the system calls a server, so that it is told from those that it forks."""

_CLONE_PARENT = 0x8000

_SET_NAME = 15
"""A property of a process, see prctl(2)."""


def run(serve: Serve, rehearse: Callable[[], None] = lambda: None) -> None:
    """What running a worker's module does when all is loaded: serve, or fork those that serve.

    A server does before what they all would do at their first request: `rehearse`.
    """
    if sys.argv[1] == FORKS:
        rehearse()
        _fork_on_request(int(sys.argv[2]), serve)
    serve(sys.argv[1:])


def _fork_on_request(control: int, serve: Serve) -> NoReturn:
    """Say READY on the socket `control`, and answer each request there with the number of a new process.

    A request is a list of arguments, and pipes: three for the standard streams, and those whose numbers come
    before the arguments. Ends with the process that asks.
    """
    import socket  # few workers are servers

    requests = socket.socket(fileno=control)
    if len(os.listdir("/proc/self/task")) > 1:  # a fork would have one thread of them
        os._exit(1)
    before = Path("/proc/self/comm").read_bytes().strip()
    gc.collect()
    gc.freeze()
    _call_itself(NAME)
    requests.send(READY)
    while True:
        arguments, pipes, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, MOST_PIPES)
        if not pipes:
            os._exit(0)
        pid = _forked_beside()
        if pid == 0:
            requests.close()
            _call_itself(before)
            _become(serve, arguments, pipes)
        for pipe in pipes:
            os.close(pipe)
        requests.send(str(pid).encode())


def _become(serve: Serve, arguments: bytes, pipes: Sequence[int]) -> NoReturn:
    try:
        os.setsid()
        for number, pipe in enumerate(pipes[:STANDARD]):
            os.dup2(pipe, number)
            os.close(pipe)
        serve([*map(str, pipes[STANDARD:]), *map(os.fsdecode, arguments.split(b"\0"))])
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _call_itself(name: bytes) -> None:
    prctl(_SET_NAME, ctypes.cast(ctypes.c_char_p(name), ctypes.c_void_p).value or 0)


def _forked_beside() -> int:
    """As os.fork, but the new process is a sibling, not a child; negative where there can be none."""
    if platform.machine() not in COLUMNS:
        return -1
    number = numbers(COLUMNS[platform.machine()], ALLOWED)["clone"]
    python = ctypes.pythonapi
    python.PyOS_BeforeFork()
    # No other thread may run, so Python's lock is kept, as it is by os.fork.
    pid = int(ctypes.PyDLL(None).syscall(number, _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0))
    if pid == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid


# Serving


def own_pipes(output: int | None = None) -> tuple[int, int]:
    """The pipes of requests and of replies, under other numbers.

    What is computed has no standard input, and writes to `output`, which is closed here, or into nowhere.
    """
    requests, replies = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null if output is None else output, 1)
    os.close(null)
    if output is not None:
        os.close(output)
    return requests, replies


def answered(answer: Callable[[str], str], request: str) -> str:
    """The reply to a request: whatever is raised meanwhile is a reply, too; see `faults.contract_error`."""
    try:
        return answer(request)
    except MemoryError:
        return "error resource(memory,'')"
    except Exception as error:
        return f"error {term_text(Compound('internal', (PrologString(fault_line(error)),)))}"


def end_with_parent(lifeline: int, patience: float = 0.0) -> None:
    """End this process `patience` seconds after the other end of the pipe `lifeline` is closed."""

    def wait() -> None:
        os.read(lifeline, 1)
        time.sleep(patience)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def say_ready(replies: int, walls: Iterable[str] = ()) -> None:
    """Tell the parent that requests can come, and which walls there are around this process."""
    write_bytes(replies, "\t".join(("ready", *walls)).encode())


def answer_all(requests: int, replies: int, answer: Callable[[bytes], Sequence[Part]]) -> NoReturn:
    """Answer request by request, until nobody asks any more."""
    while True:
        try:
            request = read_bytes(requests)
        except ClosedError:
            os._exit(0)
        write_bytes(replies, *answer(request))


def request_text(frame: bytes) -> str:
    r"""A request as text; one with a long text comes in three: see `with_text` in `session.py`.

    >>> print(request_text(b"load(f,\0a('b').\0,[])"))
    load(f,"a('b').",[])
    """
    before, *parts = frame.split(b"\0")
    if not parts:
        return before.decode("utf-8", "surrogatepass")
    text, after = parts
    written = term_text(PrologString(text.decode())).encode("utf-8", "surrogatepass")
    return b"".join((before, written, after)).decode("utf-8", "surrogatepass")
