"""All positions of a game solved, within limits. The twin of `prolog/support/solving.pl`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY
from pydecl.model.result import Status
from pydecl.model.solved import Expectations, Solved
from pydecl.programs.attached import Attached, Node, StopError
from pydecl.programs.outcome import DRAWN, outcomes
from pydecl.programs.value_iteration import values

T = TypeVar("T")


def solve(game: Game[P], roots: Iterable[P], seconds: float | None) -> Solved[P]:
    """Solve the roots and all that can be reached from them.

    Raises ContractError where the game breaks its contract.
    """
    started = time.perf_counter()
    attached = Attached(game, seconds)
    found = _found(lambda: outcomes(attached, _nodes(attached, roots)))
    if isinstance(found, Status):
        return Solved.stopped(found, time.perf_counter() - started, attached.nodes)
    graph, solutions = found
    return Solved(
        status=Status.COMPLETE,
        roots=graph.roots,
        positions=[position for _, _, position in graph.positions],
        players=graph.movers,
        solutions=[solutions.get(number, DRAWN) for number in range(len(graph.positions))],
        nodes=attached.nodes,
        leaves=attached.leaves,
        seconds=time.perf_counter() - started,
    )


def value(game: Game[P], roots: Iterable[P], bound: float, seconds: float | None) -> Solved[P]:
    """What the roots of a game of chance are worth, and all that can be reached from them.

    The bounds of a value are no farther apart than `bound`, or as close as they get.
    Raises ContractError where the game breaks its contract.
    """
    started = time.perf_counter()
    attached = Attached(game, seconds)
    found = _found(lambda: values(attached, _nodes(attached, roots), bound))
    if isinstance(found, Status):
        return Solved.stopped(found, time.perf_counter() - started, attached.nodes)
    graph, bounds = found
    return Solved(
        status=Status.COMPLETE,
        roots=graph.roots,
        positions=[position for _, _, position in graph.positions],
        players=graph.movers,
        solutions=Expectations(bounds.lowers, bounds.uppers),
        sweeps=bounds.sweeps,
        nodes=attached.nodes,
        leaves=attached.leaves,
        seconds=time.perf_counter() - started,
    )


def _found(find: Callable[[], T]) -> T | Status:
    """What is found, or the limit that was reached before."""
    try:
        return find()
    except StopError as stop:
        return stop.status
    except MemoryError:
        return Status.MEMORY
    except LimitError:
        return Status.TIME


def _nodes(attached: Attached[P], roots: Iterable[P]) -> Iterator[Node[P]]:
    """The roots may be many: the time is watched."""
    for root in roots:
        attached.in_time()
        yield INFINITY, None, root
