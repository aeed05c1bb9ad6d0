"""Transposition tables: what is known of positions. The twin of `prolog/support/transpositions.pl`.

A table holds as many positions as the setting `table` says, or any number if that is 0. When it is full, a
position that is new takes the place of another one: the ply with the most positions, of several the last,
gives up its oldest. What is kept again stays where it was.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Generic, TypeVar

from pydecl.model.program import Setting
from pydecl.programs.interface import Interface

K = TypeVar("K")
V = TypeVar("V")

TABLE = Setting(
    "table", 0, "how many positions its table holds at the most; 0 is no limit", least=0, tried=(0, 1, 2, 10)
)


class Table(Generic[K, V]):
    """What is known of positions, and which of them are to be given up first."""

    def __init__(self, game: Interface[Any]) -> None:
        self._most = game.setting("table")
        self._known: dict[K, V] = {}
        self._of_plies: list[deque[K]] = []

    def lookup(self, pos: K) -> V | None:
        return self._known.get(pos)

    def keep(self, ply: int, pos: K, known: V) -> None:
        """Keep what is known of a position that is so many plies from the root."""
        if self._most and pos not in self._known:
            if len(self._known) == self._most:
                fullest = max(reversed(self._of_plies), key=len)
                del self._known[fullest.popleft()]
            while len(self._of_plies) <= ply:
                self._of_plies.append(deque())
            self._of_plies[ply].append(pos)
        self._known[pos] = known
