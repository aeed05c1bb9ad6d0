"""A state of a search: what any screen shows of one event, and the same as plain JSON.

Numbers are those of the naming that was chosen; infinities and rationals are strings in JSON, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, number_json
from pydecl.tracing.events import Bound, Event, Reach, Turn, Value
from pydecl.tracing.naming import Naming, to_json
from pydecl.workbench.stepping.marks import Spot


class Status(Enum):
    """What is known of a node in the tree around the current one."""

    CURRENT = "current"
    """The event is about it."""

    PATH = "path"
    """It is being searched: the current node lies below it."""

    VALUED = "valued"
    """It was searched, and left."""

    CUT = "cut"
    """It is not entered, because of a cut."""

    SKIPPED = "skipped"
    """It was not entered, because its parent was decided without it."""

    UNVISITED = "unvisited"
    """It is not entered yet."""

    MORE = "more"
    """Not a node: so many of its siblings are not listed."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call on the stack: the node, its window as it is now, the event at which it was entered."""

    position: str
    node: int
    mover: Turn | None
    alpha: Number | None
    beta: Number | None
    entered: int
    value: Value | None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "position": self.position,
            "node": self.node,
            "mover": self.mover and self.mover.value,
            "alpha": value_json(self.alpha),
            "beta": value_json(self.beta),
            "entered": self.entered,
            "value": value_json(self.value),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the tree around the current node, in the order of the moves; `ply` counts from the root."""

    ply: int
    position: str
    node: int | None
    mover: Turn | None
    status: Status
    value: Value | None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "ply": self.ply,
            "position": self.position,
            "node": self.node,
            "mover": self.mover and self.mover.value,
            "status": self.status.value,
            "value": value_json(self.value),
        }


class Origin(Enum):
    """Where the value of a node is from."""

    STATIC = "static"
    """It was evaluated."""

    TABLE = "table"
    """It stood in a table."""

    BACKED_UP = "backed up"
    """It was propagated from its children."""

    SO_FAR = "so far"
    """The node is still searched; so much its player has for sure."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there was a cut: the bound that was met, None if there was none, and the node that had set it.

    `by` is its place in the picture, None if the bound was given with the question.
    """

    bound: Bound | None
    value: Value | None
    by: int | None
    reach: Reach | None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "bound": self.bound and self.bound.value,
            "value": value_json(self.value),
            "by": self.by,
            "reach": self.reach and self.reach.value,
        }


@dataclass(frozen=True, slots=True)
class Drawn:
    """A node of the picture, or what stands for some that are not drawn one by one.

    `visit` is the number of its visit, which is the same at each event; None for what stands for several.
    `parent` is a place in the picture, None for the root. `value` has a `sign`, `=`, `>=` or `<=`: of a node
    that was cut, or is still searched, only a bound is known; None if nobody can say. `alpha` and `beta` are
    the window that it was given. `count` is the number of nodes that were entered below it so far, or of
    those that it stands for; these have `names` if they are few. `is_best` says that the value of its parent
    comes from it. `entered` is the event of its entry.
    """

    parent: int | None
    status: Status
    visit: int | None = None
    position: str | None = None
    mover: Turn | None = None
    value: Value | None = None
    origin: Origin | None = None
    sign: str | None = None
    alpha: Number | None = None
    beta: Number | None = None
    is_best: bool = False
    entered: int | None = None
    count: int = 0
    names: tuple[str, ...] = ()
    reason: Reason | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "parent": self.parent,
            "status": self.status.value,
            "visit": self.visit,
            "position": self.position,
            "mover": self.mover and self.mover.value,
            "value": value_json(self.value),
            "origin": self.origin and self.origin.value,
            "sign": self.sign,
            "alpha": value_json(self.alpha),
            "beta": value_json(self.beta),
            "best": self.is_best,
            "entered": self.entered,
            "count": self.count,
            "names": list(self.names),
            "reason": self.reason and self.reason.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Window:
    """The window of the current node, its value if it has one, and the scale of the whole recording.

    `low` and `high` are the least and the greatest finite number of the recording. Alpha and beta are None
    for programs without a window.
    """

    alpha: Number | None
    beta: Number | None
    value: Value | None
    low: Number
    high: Number

    def place(self, value: Value | None) -> float | None:
        """Where a number stands on the scale, from 0 (low, -inf) to 1 (high, inf); None for no number.

        >>> window = Window(2, INFINITY, None, 0, 8)
        >>> window.place(window.alpha), window.place(window.beta), window.place(True)
        (0.25, 1.0, None)
        """
        if value is None or isinstance(value, bool | Outcome):
            return None
        if value in (INFINITY, -INFINITY):
            return 1.0 if value == INFINITY else 0.0
        if self.low == self.high:
            return 0.5
        return min(1.0, max(0.0, float((value - self.low) / (self.high - self.low))))

    def to_json(self) -> dict[str, Any]:
        """Plain values: each number, and its place on the scale."""
        return {
            "low": value_json(self.low),
            "high": value_json(self.high),
            **{
                name: {"value": value_json(one), "place": self.place(one)}
                for name, one in (("alpha", self.alpha), ("beta", self.beta), ("value", self.value))
            },
        }


@dataclass(frozen=True, slots=True)
class Source:
    """A clause or a function, `lines` from `spot.top` on, the place of the event, and those tried."""

    spot: Spot
    lines: tuple[str, ...]
    tried: tuple[Spot, ...]

    @property
    def marked(self) -> str:
        """What stands at the place."""
        first, last = self.spot.line - self.spot.top, self.spot.end_line - self.spot.top
        lines = [*self.lines[first:last], self.lines[last][: self.spot.end_column]]
        return "\n".join(lines)[self.spot.column :]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "file": self.spot.file,
            "first": self.spot.top,
            "lines": list(self.lines),
            "mark": self.spot.to_json(),
            "tried": [spot.to_json() for spot in self.tried],
        }


@dataclass(frozen=True)
class State:
    """What is known after one event.

    `seq` of `total` events. `line` is the event as a trace prints it, `caption` explains it. `path` is the
    stack of calls, from the root; `tree` the nodes around the current one, in lines, `picture` as they are
    drawn. `position` is the current one, `board` the same in as many lines as the game likes. `prolog` and
    `python` are None if nobody looked for their places, or if these are not known. `truncated_after` says how
    many primitive events were kept, if the search went on after them.
    """

    seq: int
    total: int
    event: Event
    line: str
    caption: str
    path: tuple[Call, ...]
    tree: tuple[Row, ...]
    picture: tuple[Drawn, ...]
    window: Window
    position: str | None
    board: str | None
    prolog: Source | None
    python: Source | None
    truncated_after: int | None
    naming: Naming
    positions: Callable[[int], str]

    def to_json(self) -> dict[str, Any]:
        """Everything, as values that `json.dumps` takes."""
        return {
            "seq": self.seq,
            "total": self.total,
            "event": to_json(self.event, self.positions),
            "line": self.line,
            "caption": self.caption,
            "path": [call.to_json() for call in self.path],
            "tree": [row.to_json() for row in self.tree],
            "picture": [node.to_json() for node in self.picture],
            "window": self.window.to_json(),
            "position": self.position,
            "board": self.board,
            "source": {
                "prolog": self.prolog and self.prolog.to_json(),
                "python": self.python and self.python.to_json(),
            },
            "truncated_after": self.truncated_after,
            "naming": self.naming.value,
        }


def value_json(value: Value | None) -> int | float | str | bool | None:
    """A value as JSON has it.

    >>> value_json(INFINITY), value_json(True), value_json(Outcome.WON), value_json(None), value_json(3)
    ('inf', True, 'won', None, 3)
    """
    if isinstance(value, Outcome):
        return value.value
    return value if value is None or isinstance(value, bool) else number_json(value)
