"""How many plies it takes to win: to mate with a queen, say.

>>> from pydecl.games import bundled
>>> kqk = bundled("kqk")
>>> mates = Mates(kqk)
>>> [mates.within(kqk.parse_position(text), 8) for text in ("Kd6 Qa7 ke8 w", "Ke6 Qa7 ke8 b", "Kd6 kf7 w")]
[1, 2, None]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pydecl.model.game import Game, Player


class Mates:
    """Remembers what it has found. `in_time` is called now and then, and may raise."""

    def __init__(self, game: Game[Any], in_time: Callable[[], object] = lambda: None) -> None:
        self.game = game
        self.in_time = in_time
        self._successors: dict[Any, Sequence[Any]] = {}
        self._won: dict[Any, int] = {}
        self._not_won: dict[Any, int] = {}

    def within(self, position: Any, plies: int) -> int | None:
        """In how many plies MAX mates by force, if in at most so many; None where that is not so."""
        return next((count for count in range(plies + 1) if self.mates(position, count)), None)

    def mates(self, position: Any, plies: int) -> bool:
        """Whether MAX mates by force in at most so many plies."""
        if self._won.get(position, plies + 1) <= plies:
            return True
        if self._not_won.get(position, -1) >= plies:
            return False
        nexts = self.successors(position)
        if not nexts:
            holds = self.game.terminal_won(position)
        else:
            solves = any if self.game.player(position) is Player.MAX else all
            holds = plies > 0 and solves(self.mates(after, plies - 1) for after in nexts)
        known = self._won if holds else self._not_won
        known[position] = plies
        return holds

    def successors(self, position: Any) -> Sequence[Any]:
        found = self._successors.get(position)
        if found is None:
            if not len(self._successors) & 1023:
                self.in_time()
            found = self._successors[position] = [after for _, after in self.game.successors(position)]
        return found
