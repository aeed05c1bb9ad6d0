"""Python's limit of recursion, for what goes down a game tree."""

from __future__ import annotations

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
