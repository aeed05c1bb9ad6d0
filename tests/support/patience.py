"""Searches that never end by themselves: a limit of time ends them, and they must come so far before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

SECONDS = (0.5, 2.0, 8.0, 32.0, 128.0)
"""The last one is enough for any machine."""


def patiently(ask: Callable[[float], Found], is_enough: Callable[[Found], bool]) -> Found:
    """What is found in the first limit that is enough, as busy as the machine is; else in the last one."""
    for seconds in SECONDS:
        found = ask(seconds)
        if is_enough(found):
            break
    return found
