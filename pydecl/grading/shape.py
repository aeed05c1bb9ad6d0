"""The shape of what can follow a position, whatever the positions look like.

Two positions have the same shape to depth 0 if they are the same to a search that goes no further: who is to
move, whether the game is over and, if so, what it is worth. To depth n + 1, if besides their successors have
the same shapes to depth n, one by one, in any order. So where the shapes of two starts differ, the rules
differ, however the moves are matched.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydecl.errors import ContractError, InputError, LimitError
from pydecl.model.game import Game, Player
from pydecl.model.number import INFINITY, number_text
from pydecl.model.term import Term


@dataclass(frozen=True)
class Facts:
    """What a search sees of one position; `broken` says what keeps it from seeing anything."""

    player: str
    moves: int
    value: str | None = None
    broken: str | None = None

    def __str__(self) -> str:
        if self.broken is not None:
            return self.broken
        if self.moves:
            return f"{self.player} to move, {self.moves} successor{'' if self.moves == 1 else 's'}"
        return f"{self.player} to move, the end: {self.value}"


class Side:
    """One of two games that are compared, with what is known of its positions."""

    def __init__(self, game: Game[Any], values: bool, table: dict[object, int], deadline: float) -> None:
        """`values` says whether ends are compared by static value, or else by who has won.

        `table` numbers the shapes, for both sides alike. LimitError is raised when `deadline`, a time of
        `time.monotonic`, passes.
        """
        self.game = game
        self._values = values
        self._table = table
        self._deadline = deadline
        self._facts: dict[Term, tuple[Facts, Sequence[Term]]] = {}
        self._shapes: dict[tuple[Term, int], int] = {}
        self._met: dict[Term, None] = {}
        self._due: dict[Term, Player] = {}
        """Whose turn it would be in the successors of the positions that were looked at."""

    def __len__(self) -> int:
        """How many positions have a shape."""
        return len(self._met)

    def shapes(self, depth: int) -> set[int]:
        """The shapes to this depth of all positions that have one."""
        return {self.shape(position, depth) for position in list(self._met)}

    def facts(self, position: Term) -> Facts:
        """What there is to say of one position."""
        return self._look(position)[0]

    def successors(self, position: Term) -> Sequence[Term]:
        """In order; none where the rules break their contract."""
        return self._look(position)[1]

    def written(self, position: Term) -> str:
        """A position as the game writes it."""
        return self.game.format_position(position)

    def shape(self, position: Term, depth: int) -> int:
        """The number of the shape to this depth, the same for equal shapes."""
        key = position, depth
        if key not in self._shapes:
            self._met[position] = None
            facts, after = self._look(position)
            below = tuple(sorted(self.shape(one, depth - 1) for one in after)) if depth else ()
            self._shapes[key] = self._table.setdefault((facts, below), len(self._table))
        return self._shapes[key]

    def _look(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        if position not in self._facts:
            if time.monotonic() > self._deadline:
                raise LimitError("the time limit is reached")
            self._facts[position] = self._asked(position)
        return self._facts[position]

    def _asked(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        try:
            player = self.game.player_or(position, self._due.get(position))
            after = [successor for _, successor in self.game.successors(position)]
            self._due.update(dict.fromkeys(after, player.opponent))
            return Facts(player.value, len(after), None if after else self._worth(position)), after
        except ContractError as error:
            if error.fault == "died":
                raise
            return Facts("nobody", 0, None, str(error)), ()

    def _worth(self, position: Term) -> str:
        if self._values:
            return f"worth {number_text(_plain(self.game.static_value(position)))}"
        outcome = self.game.outcome(position)
        return "open" if outcome is None else outcome.value


class BadReferenceError(InputError):
    """The rules that others are compared with cannot be used themselves."""


class Reference(Side):
    """The side that is right: BadReferenceError is raised where it breaks its contract."""

    def _look(self, position: Term) -> tuple[Facts, Sequence[Term]]:
        facts, after = super()._look(position)
        if facts.broken is not None:
            raise BadReferenceError(f"the reference {self.game.name} breaks its contract: {facts.broken}")
        return facts, after


def _plain(value: Any) -> Any:
    """1.0 is worth as much as 1."""
    return int(value) if isinstance(value, float) and abs(value) < INFINITY and value == int(value) else value
