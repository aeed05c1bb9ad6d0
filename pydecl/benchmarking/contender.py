"""What is compared: a task, and a contender that can do it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Task:
    """A search from a game's start; `depth` is in plies, None is unlimited.

    >>> str(Task("nim:heaps=[3,4,5]", "minimax", None))
    'nim:heaps=[3,4,5], minimax'
    """

    game: str
    program: str
    depth: int | None

    @property
    def name(self) -> str:
        """The game's name without its options."""
        return self.game.partition(":")[0]

    def __str__(self) -> str:
        return f"{self.game}, {self.program}" + ("" if self.depth is None else f", depth {self.depth}")


@dataclass(frozen=True)
class Run:
    """What one search took and found."""

    nodes: int
    seconds: float
    value: float


Measured = Callable[[], Run]
"""Does the task once more."""


class Contender(Protocol):
    """One way to search."""

    @property
    def name(self) -> str:
        """As it stands in tables."""

    @property
    def alike(self) -> bool:
        """Whether it visits the nodes that the textbook's programs visit; another program counts its own."""

    def fits(self, task: Task) -> bool:
        """Whether it was made for such a task; otherwise nobody expects it."""

    def available(self) -> str | None:
        """Why it cannot be had here, and what would bring it; None where it can."""

    def ready(self, task: Task) -> AbstractContextManager[Measured]:
        """All that is done once: loading, building, starting.

        This and the search raise UnfitError if it cannot do a task that it was made for.
        """
