"""The events of a search, the same whatever program on whatever engine.

All values and bounds are from MAX's point of view: alpha is what MAX has, beta what MIN has.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from pydecl.model.game import Outcome
from pydecl.model.number import Number


class Kind(Enum):
    """What happened."""

    ENTER = "enter"
    """A node is entered, with its window."""

    WINDOW = "window"
    """A child is better than the bound of the player who moves: the window of the node is narrower now."""

    LEAF = "leaf"
    """The node is evaluated."""

    HIT = "hit"
    """The node's value comes from the table."""

    CUT = "cut"
    """The node is about to be left, and some of its successors were not entered."""

    VALUE = "value"
    """The node is left."""

    FAIL = "fail"
    """The node is left without an answer: a program of the file's own failed."""

    AGAIN = "again"
    """A node that was left is entered again, by backtracking, for another answer of such a program."""

    ITERATION = "iteration"
    """The search starts again, to a new depth."""

    TRUNCATED = "truncated"
    """The search went on, but no more events were kept."""


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
