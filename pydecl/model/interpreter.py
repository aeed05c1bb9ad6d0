"""Python's limit of recursion, raised, and its garbage collector, held off, for a while."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

DEEPEST = 70_000
"""The recursion that a deep tree may need, in calls, some 50 MB of them; Python's own default is 1000."""


@contextmanager
def deep_recursion(deepest: int = DEEPEST) -> Iterator[None]:
    """Python's limit of recursion raised, while it lasts."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, deepest))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


@contextmanager
def without_collector() -> Iterator[None]:
    """What is made forms no circles: looking for some, again and again, takes a third of the time or more."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
