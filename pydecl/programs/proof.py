"""Search for a proof of a claim about a position, within limits. The twin of prove/5 in
`prolog/support/programs.pl`.
"""

from __future__ import annotations

import time

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.interpreter import deep_recursion
from pydecl.model.number import INFINITY
from pydecl.model.proof import Claim, Entry, Found, Proof
from pydecl.model.result import Status
from pydecl.programs.and_or import Line, ProofSearch
from pydecl.programs.attached import Attached, Node, StopError


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
