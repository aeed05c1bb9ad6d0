"""Which depth would have fitted, if a cross-check's time was not enough: measured in what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from pydecl.engines.prolog.game import SessionGame
from pydecl.model.deadline import Deadline
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Term

KEPT, MOST_KEPT = 0.05, 1.0
"""The part of the time that is kept for measuring, and the most of that, in seconds."""


def comparing_until(until: Deadline, now: float) -> Deadline:
    """When comparing must end, so that there is time to measure."""
    return replace(until, at=until.at - min(KEPT * (until.at - now), MOST_KEPT))


def fitting_depth(
    game: SessionGame, program: Program, position: Term, limits: Limits, seconds: float, until: Deadline
) -> int | None:
    """The greatest depth, below that of `limits`, at which SWI-Prolog should need so many seconds at most.

    The position is searched ever deeper until time is up. What lies beyond is worked out: the time
    grows from depth to depth as the nodes did last. None if no depth fits, or none could be measured.
    """
    found: list[tuple[int, float]] = []
    with game.session.before(until):
        for depth in count(1):
            left = until.most(None)
            if depth == limits.depth or (left is not None and left <= 0):
                break
            answer = game.run(program, position, replace(limits, depth=depth, seconds=left))
            if not answer.complete or answer.nodes is None:
                break
            found.append((answer.nodes, answer.seconds))
            if not answer.horizon or answer.seconds > seconds:
                break
    return deepest(found, seconds, limits.depth)


def deepest(found: list[tuple[int, float]], seconds: float, below: int | None) -> int | None:
    """The greatest depth that fits; `found` has the nodes and seconds of the depths from 1 on.

    >>> deepest([(3, 0.001), (12, 0.004), (48, 0.016)], 1.1, below=9)
    6
    >>> deepest([(3, 0.001), (12, 0.004)], 1.1, below=3), deepest([(3, 2.0)], 1.1, below=9)
    (2, None)
    """
    depth = len(found)
    while found and found[-1][1] > seconds:
        depth -= 1
        found = found[:-1]
    if depth < 2 or depth + 1 == below:
        return depth or None
    growth = found[-1][0] / found[-2][0]
    predicted = found[-1][1] * growth
    while growth > 1 and predicted <= seconds and depth + 1 != below:
        depth += 1
        predicted *= growth
    return depth
