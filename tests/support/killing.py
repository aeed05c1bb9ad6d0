"""Children that are ended in the midst of their work, however long it takes until they compute."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

from pydecl.sandbox.process import cpu_seconds


def once_it_computes(pid: int, act: Callable[[], object], seconds: float = 0.01) -> None:
    """Act when a process has used so many more seconds of the processor: one that waits uses none."""
    until = cpu_seconds(pid) + seconds
    while cpu_seconds(pid) < until:
        time.sleep(0.005)
    act()


def kill_once_it_computes(pid: int) -> None:
    """End a process in the midst of its work."""
    once_it_computes(pid, lambda: os.kill(pid, signal.SIGKILL))
