"""Work in a child process that may crash, hang or take all memory; what it tells in time is kept."""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import select
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 500.0
"""How long a child may be silent, by the clock: only one that hangs is, however busy the machine."""

MEMORY = 4 << 30
"""How much of the address space a child may have, in bytes."""


@dataclass(frozen=True)
class Died:
    """How a child ended before its work was done."""

    how: str


def told_apart(work: Callable[[], Iterator[Any]], seconds: float = SECONDS) -> Iterator[Any]:
    """What `work` yields, made in a child process; a `Died` comes last if that ends before its work does.

    >>> list(told_apart(lambda: iter([1, "a"])))
    [1, 'a']
    >>> def crash():
    ...     yield 1
    ...     os.kill(os.getpid(), signal.SIGSEGV)
    >>> list(told_apart(crash))
    [1, Died(how='the process ended with SIGSEGV')]
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _work(work, writing)
    os.close(writing)
    silent = False
    try:
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            while (item := _next(pipe.fileno(), seconds)) is not None:
                if not item:
                    return
                yield pickle.loads(item)
    except TimeoutError:
        silent = True
    finally:
        os.kill(child, signal.SIGKILL)  # no more than a word where it has ended: its status is kept
        _, status = os.waitpid(child, 0)
    yield Died(f"no answer within {seconds:g} s" if silent else _how(status))


def _how(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"the process ended with {signal.Signals(os.WTERMSIG(status)).name}"
    return f"the process ended with exit code {os.waitstatus_to_exitcode(status)}"


def _work(work: Callable[[], Iterator[Any]], writing: int) -> None:
    """The child's part; it never returns."""
    code = 1
    try:
        faulthandler.disable()  # a crash is told by the parent
        mapped = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (mapped + MEMORY, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for item in work():
            _send(writing, pickle.dumps(item))
        _send(writing, b"")
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _send(pipe: int, data: bytes) -> None:
    data = struct.pack("=I", len(data)) + data
    while data:
        data = data[os.write(pipe, data) :]


def _next(pipe: int, seconds: float) -> bytes | None:
    """The next message, None where there is none any more."""
    head = _read(pipe, 4, seconds)
    return None if head is None else _read(pipe, struct.unpack("=I", head)[0], seconds)


def _read(pipe: int, size: int, seconds: float) -> bytes | None:
    data = b""
    while len(data) < size:
        ready, _, _ = select.select([pipe], [], [], seconds)
        if not ready:
            raise TimeoutError
        more = os.read(pipe, size - len(data))
        if not more:
            return None
        data += more
    return data
