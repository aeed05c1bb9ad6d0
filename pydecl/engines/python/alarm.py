"""An exception in what runs too long, wherever it is: the searches look at the clock once in many nodes only.

>>> try:
...     with alarm(0.05):
...         while True:
...             pass
... except TimeOverError as error:
...     print(error)
time is up
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from pydecl.errors import LimitError

LONGEST = 1e9
"""Seconds that are no limit."""

AGAIN = 0.1
"""Seconds until the exception is raised again, where something has lost it."""


class TimeOverError(LimitError):
    """The time of a computation is over."""

    def __init__(self) -> None:
        super().__init__("time is up")


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeOverError in what runs inside, in the main thread, after so many seconds."""
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise TimeOverError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(max(seconds, 1e-6), LONGEST), AGAIN)
    try:
        yield
        armed = False
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
