"""A program attached to a game: counted, limited and checked. The twin of `prolog/support/textbook.pl`.

A node is (depth, mover, position): the plies that may still be searched below it, and who must be to move
there if players alternate. What the programs ask once a node (`moves`, or `terminalwon` for won) and once
a leaf (`staticval`) counts, limits and checks.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic

from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Game, P, Player, checked_value
from pydecl.model.number import INFINITY, Number
from pydecl.model.result import Answer, Limits, Program, Status
from pydecl.search.alphabeta import alphabeta
from pydecl.search.minimax import minimax
from pydecl.search.won import won

Node = tuple[float, Player, P]

OPPONENT = {player: player.opponent for player in Player}

DEEPEST = 200_000
"""The recursion that a search may need; Python's own default is 1000."""


class _StopError(Exception):
    """The search ends here; with status COMPLETE, a depth limit leaves the answer unknown."""

    def __init__(self, status: Status) -> None:
        self.status = status


class Attached(Generic[P]):
    """The interface of one search of one game, with its counters."""

    def __init__(self, game: Game[P], seconds: float | None, evaluated: list[P] | None = None) -> None:
        self.game = game
        self.deadline = INFINITY if seconds is None else time.monotonic() + seconds
        self.nodes = 0
        self.leaves = 0
        self.horizon = False
        self.evaluated = evaluated

    def moves(self, node: Node[P]) -> Sequence[Node[P]]:
        depth, mover, position = node
        self._enter(mover, position)
        if depth <= 0:
            self.horizon = self.horizon or bool(self.game.successors(position))
            return ()
        other = OPPONENT[mover]
        return [(depth - 1, other, successor) for _, successor in self.game.successors(position)]

    def staticval(self, node: Node[P]) -> Number:
        position = node[2]
        self.leaves += 1
        if self.evaluated is not None:
            self.evaluated.append(position)
        value = self.game.static_value(position)
        return value if type(value) is int else checked_value(position, value)

    def max_to_move(self, node: Node[P]) -> bool:
        return node[1] is Player.MAX

    def min_to_move(self, node: Node[P]) -> bool:
        return node[1] is Player.MIN

    def terminalwon(self, node: Node[P]) -> bool:
        _, mover, position = node
        self._enter(mover, position)
        decided = self.game.terminal_won(position)
        self.leaves += decided
        return decided

    def terminallost(self, node: Node[P]) -> bool:
        decided = self.game.terminal_lost(node[2])
        self.leaves += decided
        return decided

    def move(self, node: Node[P]) -> Iterable[Node[P]]:
        depth, mover, position = node
        if mover is Player.MIN:
            self._check(mover, position)
        successors = self.game.successors(position)
        if depth <= 0 and successors:
            self.horizon = True
            raise _StopError(Status.COMPLETE)
        other = OPPONENT[mover]
        return [(depth - 1, other, successor) for _, successor in successors]

    def _enter(self, mover: Player, position: P) -> None:
        self.nodes += 1
        if not self.nodes & 255 and time.monotonic() > self.deadline:
            raise _StopError(Status.TIME)
        self._check(mover, position)

    def _check(self, mover: Player, position: P) -> None:
        player = self.game.player(position)
        if player is not mover:
            raise ContractError("same_mover", str(position), player.value)


def run(
    program: Program, game: Game[P], position: P, limits: Limits, *, record_leaves: bool = False
) -> Answer[P]:
    """Run a program's Python twin on one position.

    Raises ContractError where the game breaks its contract, or `won` is asked of MIN.
    """
    started = time.perf_counter()
    attached = Attached(game, limits.seconds, [] if record_leaves else None)
    status = Status.COMPLETE
    value: Number | bool | None = None
    best: P | None = None
    with _deep_recursion():
        try:
            mover = game.player(position)
            root: Node[P] = (INFINITY if limits.depth is None else limits.depth, mover, position)
            if program is Program.WON:
                if mover is Player.MIN:
                    raise ContractError("won_asked_of_min", str(position))
                value = won(attached, root)
            elif program is Program.MINIMAX:
                found = minimax(attached, root)
                best, value = _at_position(found)
            else:
                good = alphabeta(attached, root, limits.alpha, limits.beta)
                best, value = _at_position(good)
        except _StopError as stop:
            status = stop.status
        except (RecursionError, MemoryError):
            status = Status.MEMORY
        except LimitError:
            status = Status.TIME
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    return Answer(
        status=status,
        value=value,
        best=best,
        nodes=attached.nodes,
        leaves=attached.leaves,
        horizon=attached.horizon,
        seconds=time.perf_counter() - started,
        evaluated=None if attached.evaluated is None else tuple(attached.evaluated),
    )


def _at_position(found: tuple[Node[P] | None, Number]) -> tuple[P | None, Number]:
    node, value = found
    return None if node is None else node[2], value


@contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
