"""The events of a search, the same whatever program on whatever engine.

All values and bounds are from MAX's point of view: alpha is what MAX has, beta what MIN has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import value_json


class Kind(Enum):
    """What happened: docs/trace.md says in a table when each kind is told, and with which fields.

    A program of the file's own may `fail` at a node, and go back into one that it had left, by backtracking
    (`again`).
    """

    ENTER = "enter"
    WINDOW = "window"
    LEAF = "leaf"
    HIT = "hit"
    CUT = "cut"
    VALUE = "value"
    FAIL = "fail"
    AGAIN = "again"
    ITERATION = "iteration"
    TRUNCATED = "truncated"


class Turn(Enum):
    """Who is to move."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"


class Bound(Enum):
    """A side of the window."""

    ALPHA = "alpha"
    BETA = "beta"

    @property
    def other(self) -> Bound:
        return Bound.BETA if self is Bound.ALPHA else Bound.ALPHA


class Reach(Enum):
    """Where the bound was set that a cut met: at the node's parent, or further up."""

    SHALLOW = "shallow"
    DEEP = "deep"


Value = Number | bool | Outcome
"""A value from MAX's point of view; whether MAX wins; how the game ended for MAX."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event; what does not belong to its kind is None, or empty.

    `seq` counts from 1, `ply` from the root, `node` is a position's number, from 0 in the order in which
    positions are met. `depth` is how many plies may be searched below an entered node (infinity for all), or
    an iteration's. `alpha` and `beta` are the window of an entered node, or of one that a window or a cut is
    about, as it is then: None for programs without one.

    A leaf's `value` is static, or an outcome; for a window it is the new bound, for a cut the bound that was
    met, for a truncated stream how many primitive events were kept.

    For a window: which `bound` changed, its `old` value, and the child `by` which. For a cut: which `bound`
    was met, the ancestor `by` which it got its value (None for the window that was given), its `reach`, and
    the successors that were `skipped`. A program of the file's own may skip them without a bound that was
    met, narrow a window before any child, or give no number: then these are None.

    An entered node has a `tie` if an earlier child of its parent made alpha = beta there: the rule of the
    program is strict and goes on, and one that is not, such as `ab_procedure`, cuts before this node.
    """

    seq: int
    kind: Kind
    ply: int
    node: int | None = None
    mover: Turn | None = None
    depth: Number | None = None
    alpha: Number | None = None
    beta: Number | None = None
    value: Value | None = None
    bound: Bound | None = None
    old: Number | None = None
    by: int | None = None
    reach: Reach | None = None
    skipped: tuple[int, ...] = ()
    tie: bool = False


V = TypeVar("V", bound=Value | None)


def negated(value: V) -> V:
    """The other player's view of a number; won, lost, true and false stay MAX's."""
    if value is None or isinstance(value, bool | Outcome):
        return value
    return -value  # type: ignore[return-value]


# The same event with the names of a source: whose alpha is, and whose point of view


class Naming(Enum):
    """Whose words."""

    TEXTBOOK = "textbook"
    """Lecture 19's: alpha is what MAX has, beta what MIN has; values are MAX's."""

    NEGAMAX = "negamax"
    """The player's to move, like the window and the value of a negamax program."""

    LECTURE003 = "lecture003"
    """The lecture's on Othello: white is MIN and alpha white's best, black is MAX and beta black's."""


def named(event: Event, naming: Naming) -> Event:
    """The event as a naming has it. Won, lost, true and false stay MAX's.

    >>> event = Event(1, Kind.CUT, 1, 2, Turn.MIN, alpha=4, beta=2, value=4, bound=Bound.ALPHA)
    >>> for naming in Naming:
    ...     seen = named(event, naming)
    ...     print(naming.value, seen.alpha, seen.beta, seen.bound.value, seen.value)
    textbook 4 2 alpha 4
    negamax -2 -4 beta -4
    lecture003 2 4 beta 4
    """
    if naming is Naming.TEXTBOOK or (naming is Naming.NEGAMAX and event.mover is not Turn.MIN):
        return event
    event = replace(event, alpha=event.beta, beta=event.alpha, bound=event.bound and event.bound.other)
    if naming is Naming.LECTURE003:
        return event
    return replace(event, **{one: negated(getattr(event, one)) for one in ("alpha", "beta", "old", "value")})


def to_json(event: Event, positions: Callable[[int], str | None]) -> dict[str, Any]:
    """The fields that other programs may rely on; `positions` writes a position by its number."""

    def node(number: int) -> dict[str, Any]:
        return {"node": number, "position": positions(number)}

    return {
        "seq": event.seq,
        "event": event.kind.value,
        "ply": event.ply,
        "node": event.node,
        "position": None if event.node is None else positions(event.node),
        "mover": event.mover and event.mover.value,
        "depth": value_json(None if event.depth == INFINITY else event.depth),
        "alpha": value_json(event.alpha),
        "beta": value_json(event.beta),
        "value": value_json(event.value),
        "bound": event.bound and event.bound.value,
        "old": value_json(event.old),
        "by": event.by,
        "reach": event.reach and event.reach.value,
        "skipped": [node(number) for number in event.skipped] if event.kind is Kind.CUT else None,
        "tie": event.tie if event.kind is Kind.ENTER else None,
    }


# A stream of events in numbers


CUTS = ("shallow", "deep", "given", "none")
"""Where the bound of a cut was set: at the parent, further up, in the given window; or there is none."""


@dataclass(frozen=True)
class Summary:
    """How often each kind of event is there, the deepest ply, and the root's value.

    `cuts` counts them by CUTS. `value` is None if the search did not come to its end, or gave no number.
    """

    events: Mapping[Kind, int]
    cuts: Mapping[str, int]
    deepest: int
    value: Value | None

    @property
    def nodes(self) -> int:
        return self.events[Kind.ENTER]

    @property
    def leaves(self) -> int:
        return self.events[Kind.LEAF]

    @property
    def hits(self) -> int:
        return self.events[Kind.HIT]

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return {
            "events": {kind.value: number for kind, number in self.events.items()},
            "nodes": self.nodes,
            "leaves": self.leaves,
            "hits": self.hits,
            "cuts": dict(self.cuts),
            "deepest": self.deepest,
            "value": value_json(self.value),
        }


def summarised(events: Iterable[Event]) -> Summary:
    """Count a whole stream.

    >>> from pydecl.loading.consulting import consult
    >>> from pydecl.tracing.recording import record
    >>> with consult("lecture19") as game:
    ...     found = summarised(record(game, "alphabeta", engine="python").events())
    >>> found.nodes, found.leaves, found.cuts, found.deepest, found.value
    (11, 5, {'shallow': 2, 'deep': 0, 'given': 0, 'none': 0}, 3, 4)
    """
    kinds: Counter[Kind] = Counter()
    cuts: Counter[str] = Counter()
    deepest = 0
    value: Value | None = None
    for event in events:
        kinds[event.kind] += 1
        deepest = max(deepest, event.ply)
        if event.kind is Kind.CUT:
            set_at = "given" if event.reach is None else event.reach.value
            cuts["none" if event.bound is None else set_at] += 1
        elif event.kind is Kind.VALUE and event.ply == 0:
            value = event.value
    return Summary({kind: kinds[kind] for kind in Kind}, {name: cuts[name] for name in CUTS}, deepest, value)
