"""All positions of a game solved, within limits. The twin of `prolog/support/solving.pl`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY
from pydecl.model.result import Status
from pydecl.model.solved import Solved
from pydecl.programs.attached import Attached, Node, StopError
from pydecl.programs.outcome import DRAWN, outcomes


def solve(game: Game[P], roots: Iterable[P], seconds: float | None) -> Solved[P]:
    """Solve the roots and all that can be reached from them.

    Raises ContractError where the game breaks its contract.
    """
    started = time.perf_counter()
    attached = Attached(game, seconds)
    try:
        graph, solutions = outcomes(attached, _nodes(attached, roots))
    except StopError as stop:
        status = stop.status
    except MemoryError:
        status = Status.MEMORY
    except LimitError:
        status = Status.TIME
    else:
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
    return Solved.stopped(status, time.perf_counter() - started, attached.nodes)


def _nodes(attached: Attached[P], roots: Iterable[P]) -> Iterator[Node[P]]:
    """The roots may be many: the time is watched."""
    for root in roots:
        attached.in_time()
        yield INFINITY, None, root
