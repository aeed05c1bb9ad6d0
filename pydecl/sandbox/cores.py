"""The cores of this machine: how many there are for us, and whether one has nothing to do."""

from __future__ import annotations

import os
from pathlib import Path

LOAD = Path("/proc/loadavg")
"""Where Linux says how many threads want a core just now."""


def core_count() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def core_is_idle() -> bool:
    """Whether a core has nothing to do, apart from this question; true if the system does not tell."""
    try:
        running, _, _ = LOAD.read_text().split()[3].partition("/")
        return int(running) - 1 < core_count()
    except (OSError, ValueError, IndexError):
        return True
