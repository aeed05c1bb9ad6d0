"""A visit: one time that a node was entered. What is known of it after an event follows from the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pydecl.tracing.events import Event, Turn, Value
from pydecl.tracing.naming import Naming
from pydecl.workbench.stepping.state import Status


@dataclass(slots=True)
class Visit:
    """One time that a node was entered; `enter`, `leave` and the others are numbers of events, from 1.

    `number` is the position's in the recording; `again` is the event that goes back into it, with
    another visit. `parent` and `children` are numbers of visits, -1 for none.
    """

    number: int
    parent: int
    ply: int
    mover: Turn | None
    enter: int
    leave: int | None = None
    cut: int | None = None
    leaf: int | None = None
    again: int | None = None
    windows: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    successors: tuple[int, ...] = ()

    def not_entered(self, seq: int) -> Status:
        """What is to be said of the successors that were not entered, after an event."""
        if self.cut is not None and self.cut <= seq:
            return Status.CUT
        return Status.SKIPPED if self.leave is not None and self.leave <= seq else Status.UNVISITED


class Visited(Protocol):
    """A search that was recorded: its events, and its visits in the order in which they began."""

    naming: Naming
    events: list[Event]
    visits: list[Visit]

    def choice(self, visit: Visit, /) -> int | None:
        """The number of the successor that the program answers, if the visit is of the last search's root."""

    def position(self, number: int, /) -> str:
        """A position in a line."""

    def value(self, visit: Visit, seq: int) -> Value | None:
        """What a node is known to be worth after an event; None if it is still searched."""

    def slots(self, visit: Visit, seq: int) -> Sequence[tuple[int, int | None]]:
        """The successors in their order, each with the last visit that it has had so far."""
