"""A time at which all must be done, whatever the steps are.

>>> Deadline.after(None).left() is None, Deadline.after(60).most(5), Deadline.after(0).most(5)
(True, 5, 0.0)
>>> Deadline.after(0).left()
Traceback (most recent call last):
pydecl.errors.LimitError: time is up
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from pydecl.errors import LimitError
from pydecl.model.number import INFINITY

LEAST = 0.05
"""Seconds that a search gets before the end of a deadline whose time is over: it says how far it comes."""


@dataclass(frozen=True)
class Deadline:
    """`at` is a time of `time.monotonic`, infinity is none; `said` are the seconds that were given.

    Searches stop by themselves at that time. `grace` are the seconds after it in which all else must end.
    """

    at: float = INFINITY
    said: float = INFINITY
    grace: float = 0.0

    @staticmethod
    def after(seconds: float | None, since: float | None = None) -> Deadline:
        """So many seconds from now, or from the time `since`; None is no limit."""
        if seconds is None:
            return NEVER
        return Deadline((time.monotonic() if since is None else since) + seconds, seconds)

    def or_after(self, seconds: float | None) -> Deadline:
        """The earlier one of this and so many seconds from now."""
        return self.or_at(Deadline.after(seconds))

    def or_at(self, other: Deadline) -> Deadline:
        return self if self.end <= other.end else other

    @property
    def end(self) -> float:
        return self.at + self.grace

    @property
    def is_over(self) -> bool:
        return self.end <= time.monotonic()

    def left(self, over: str = "time is up") -> float | None:
        """The seconds until the end; None is no limit. Raises LimitError(over) if there are none."""
        if self.at == INFINITY:
            return None
        seconds = self.end - time.monotonic()
        if seconds <= 0:
            raise LimitError(over)
        return seconds

    def most(self, seconds: float | None) -> float | None:
        """The lesser one of `seconds` and what is left for a search, 0 if all is over; None is no limit."""
        if self.at == INFINITY:
            return seconds
        now = time.monotonic()
        least = LEAST if now < self.end and self.grace else 0.0
        left = max(least, self.at - now)
        return left if seconds is None else min(seconds, left)


NEVER = Deadline()
"""No limit."""
