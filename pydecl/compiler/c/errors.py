"""What the C back end refuses."""

from __future__ import annotations


class NotCoveredError(Exception):
    """The C back end has no code for what stands at `goal`."""

    def __init__(self, reason: str, goal: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.goal = goal
