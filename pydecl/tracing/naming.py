"""The same event with the names of a source: whose alpha is, and whose point of view.

>>> from pydecl.tracing.events import Bound
>>> event = Event(1, Kind.CUT, 1, 2, Turn.MIN, alpha=4, beta=2, value=4, bound=Bound.ALPHA)
>>> for naming in Naming:
...     named_event = named(event, naming)
...     print(naming.value, named_event.alpha, named_event.beta, named_event.bound.value, named_event.value)
textbook 4 2 alpha 4
negamax -2 -4 beta -4
lecture003 2 4 beta 4
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Any

from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number, number_json
from pydecl.tracing.events import Event, Kind, Turn, Value, negated


class Naming(Enum):
    """Whose words."""

    TEXTBOOK = "textbook"
    """Lecture 19's: alpha is what MAX has, beta what MIN has; values are MAX's."""

    NEGAMAX = "negamax"
    """The player's to move, like the window and the value of a negamax program."""

    LECTURE003 = "lecture003"
    """The lecture's on Othello: white is MIN and alpha white's best, black is MAX and beta black's."""


def named(event: Event, naming: Naming) -> Event:
    """The event as a naming has it. Won, lost, true and false stay MAX's."""
    if naming is Naming.LECTURE003:
        return replace(event, alpha=event.beta, beta=event.alpha, bound=event.bound and event.bound.other)
    if naming is Naming.NEGAMAX and event.mover is Turn.MIN:
        return replace(
            event,
            alpha=negated(event.beta),
            beta=negated(event.alpha),
            bound=event.bound and event.bound.other,
            old=negated(event.old),
            value=negated(event.value),
        )
    return event


def seen(
    naming: Naming, mover: Turn | None, alpha: Number | None, beta: Number | None
) -> tuple[Number | None, Number | None]:
    """Alpha and beta as a naming has them.

    >>> seen(Naming.NEGAMAX, Turn.MIN, 1, 4), seen(Naming.LECTURE003, Turn.MIN, 1, 4)
    ((-4, -1), (4, 1))
    """
    if naming is Naming.LECTURE003:
        return beta, alpha
    if naming is Naming.NEGAMAX and mover is Turn.MIN:
        return negated(beta), negated(alpha)
    return alpha, beta


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


def value_json(value: Value | None) -> int | float | str | bool | None:
    """A value as JSON has it: infinities and rationals, and how a game ended, are strings."""
    if isinstance(value, Outcome):
        return value.value
    return value if value is None or isinstance(value, bool) else number_json(value)
