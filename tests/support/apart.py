"""Work in a child process that may crash, hang or take all memory; what it tells in time is kept."""

from __future__ import annotations

import faulthandler
import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.model.interpreter import deep_recursion
from pydecl.sandbox.frames import ClosedError, DeadlineError, read_bytes, write_bytes
from pydecl.sandbox.process import killed_by

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
    [1, Died(how='the process ended: killed by signal 11, SIGSEGV')]
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
        while item := read_bytes(reading, time.monotonic() + seconds):
            yield pickle.loads(item)
        return
    except DeadlineError:
        silent = True
    except ClosedError:
        pass
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)  # no more than a word where it has ended: its status is kept
        _, status = os.waitpid(child, 0)
    how = killed_by(os.waitstatus_to_exitcode(status))
    yield Died(f"no answer within {seconds:g} s" if silent else f"the process ended: {how}")


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
            with deep_recursion():  # its terms may be deep
                told = pickle.dumps(item)
            write_bytes(writing, told)
        write_bytes(writing, b"")
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
