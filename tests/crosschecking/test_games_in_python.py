"""A game in Python need not be safe for threads: engines are asked at once, the game by one at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pydecl import Game, Player, crosscheck
from pydecl.crosschecking.solved import compare
from pydecl.loading.supplying import supply

Pile = tuple[Player, int]


class Alone(Game[Pile]):
    """Take one or two; who takes the last wins. A question takes a while, and refuses another beside it."""

    def __init__(self) -> None:
        self.name = self.source = "alone"
        self.asked = threading.Lock()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        assert self.asked.acquire(blocking=False), "two threads ask the game at once"
        try:
            time.sleep(0.0005)
            yield
        finally:
            self.asked.release()

    def initial(self) -> Sequence[Pile]:
        return [(Player.MAX, 5)]

    def moves(self, position: Pile) -> Sequence[tuple[str, Pile]]:
        with self._alone():
            mover, left = position
            return [(f"take {n}", (mover.opponent, left - n)) for n in (1, 2) if n <= left]

    def player(self, position: Pile) -> Player:
        with self._alone():
            return position[0]

    def static_value(self, position: Pile) -> int:
        with self._alone():
            mover, left = position
            return 0 if left else 1 if mover is Player.MIN else -1


def test_a_cross_check_asks_it_from_one_thread_at_a_time() -> None:
    assert crosscheck(Alone(), ["minimax", "alphabeta", "won"], plies=2).agree


def test_a_comparison_of_solutions_does_so_too() -> None:
    with supply(Alone(), late=True) as game:
        verdict, found = compare(game)
    assert verdict is not None
    assert verdict.agree
    assert [len(one.positions) for one in found] == [10, 10]
