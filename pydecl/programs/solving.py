"""All positions of a game solved, within limits. The twin of `prolog/support/solving.pl`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.interpreter import deep_recursion
from pydecl.model.number import INFINITY
from pydecl.model.proof import Claim, Entry, Found, Proof
from pydecl.model.result import Solution, Status
from pydecl.model.solved import Expectations, Solved
from pydecl.programs.and_or import Line, ProofSearch
from pydecl.programs.attached import Attached, Node, StopError
from pydecl.programs.outcome import DRAWN, Graph, outcomes
from pydecl.programs.value_iteration import ChanceGraph, values


def solve(game: Game[P], roots: Iterable[P], bound: float | None, seconds: float | None) -> Solved[P]:
    """Solve the roots and all that can be reached from them.

    With a `bound`, for a game of chance, find what they are worth: the bounds of a value are no farther apart
    than that, or as close as they get. Raises ContractError where the game breaks its contract.
    """
    started = time.perf_counter()
    attached, sweeps = Attached(game, seconds), 0
    graph: Graph[Node[P]] | ChanceGraph[Node[P]]
    solutions: Sequence[Solution] | Expectations
    try:
        if bound is None:
            graph, known = outcomes(attached, _nodes(attached, roots))
            solutions = [known.get(number, DRAWN) for number in range(len(graph.positions))]
        else:
            graph, bounds = values(attached, _nodes(attached, roots), bound)
            solutions, sweeps = Expectations(bounds.lowers, bounds.uppers), bounds.sweeps
    except (StopError, MemoryError, LimitError) as error:
        status = Status.MEMORY if isinstance(error, MemoryError) else Status.TIME
        status = error.status if isinstance(error, StopError) else status
        return Solved.stopped(status, time.perf_counter() - started, attached.nodes)
    return Solved(
        status=Status.COMPLETE,
        roots=graph.roots,
        positions=[position for _, _, position in graph.positions],
        players=graph.movers,
        solutions=solutions,
        nodes=attached.nodes,
        leaves=attached.leaves,
        seconds=time.perf_counter() - started,
        sweeps=sweeps,
    )


def _nodes(attached: Attached[P], roots: Iterable[P]) -> Iterator[Node[P]]:
    """The roots may be many: the time is watched."""
    for root in roots:
        attached.in_time()
        yield INFINITY, None, root


# Proofs of claims about a position: the twin of prove/5 in `prolog/support/programs.pl`


def prove(game: Game[P], position: P, claim: Claim, depth: int | None, seconds: float | None) -> Proof[P]:
    """Search for a solution tree; raises ContractError where the game breaks its contract."""
    started = time.perf_counter()
    attached = Attached(game, seconds)
    root: Node[P] = (INFINITY if depth is None else depth, None, position)
    status = Status.COMPLETE
    found: Found | None = None
    entries: list[tuple[Node[P], Line[Node[P]], tuple[int, ...]]] = []
    with deep_recursion():
        try:
            found, entries = ProofSearch(attached, claim).proof(root)
        except StopError as stop:
            status = stop.status
        except (RecursionError, MemoryError):
            status = Status.MEMORY
        except LimitError:
            status = Status.TIME
    tree = (
        Entry(number, pos, None if left == INFINITY else int(left), line.mover, line.kind, line.value, below)
        for number, ((left, _, pos), line, below) in enumerate(entries, 1)
    )
    return Proof(status, found, tuple(tree), attached.nodes, time.perf_counter() - started)
