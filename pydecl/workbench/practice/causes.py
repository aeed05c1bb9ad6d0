"""What can be wrong with an entry, and how it is said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Cause(Enum):
    """The kinds of wrong entry."""

    MISSING = "missing"
    """The blank is empty, and should not be."""

    NO_NUMBER = "no_number"
    """The entry is no number."""

    NOT_VISITED = "not_visited"
    """The node is never entered: its blanks stay empty."""

    OTHER_PLAYER = "other_player"
    """The other player would choose so."""

    WITH_CUT = "with_cut"
    """The value that the node would have without its cut."""

    SIGN = "sign"
    """The number with the other sign."""

    UNWEIGHTED = "unweighted"
    """The plain mean, without the probabilities."""

    PLAYER = "player"
    """What a player would choose where chance moves."""

    ROUNDED = "rounded"
    """The number, rounded too much."""

    SWAPPED = "swapped"
    """Alpha in the place of beta, or beta in that of alpha."""

    NOT_INHERITED = "not_inherited"
    """An open bound, although an ancestor has a better one."""

    NOT_NARROWED = "not_narrowed"
    """The bound that the parent was entered with, although a child has improved it since."""

    TOO_LATE = "too_late"
    """The bound as it is when the node is left, not as it is when the node is entered."""

    TOO_EARLY = "too_early"
    """A cut where no bound has been met."""

    FIRST_CHILD = "first_child"
    """A cut before anything has been searched."""

    TIE = "tie"
    """A cut at an equal value where that is not enough."""

    ALL_LEAVES = "all_leaves"
    """All leaves of the tree, cut or not."""

    INNER_NODES = "inner_nodes"
    """All nodes that are visited, leaves or not."""

    SKIPPED = "skipped"
    """The leaves that are not evaluated."""

    OTHER_ORDER = "other_order"
    """The leaves that are evaluated in the other order."""

    OTHER = "other"
    """Anything else."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an entry is wrong: its kind, and the sentences that a student reads."""

    cause: Cause
    text: str
