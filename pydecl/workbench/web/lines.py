"""Lines of play of one game: where each leads, who moved, and what there is to see at its end.

A line is the numbers of its moves in the lists of moves, from 1. Each position of a line is looked at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import InputError
from pydecl.model.game import Player
from pydecl.model.term import Term
from pydecl.playing.match import Turn
from pydecl.playing.situation import Choice, Situation, look

MOST_SEEN, MOST_TURNS = 64, 4_000
"""How many positions are kept with all their moves, and how many turns alone."""

Line = tuple[int, ...]


@dataclass(frozen=True)
class Moved:
    """A turn, and whose turn it is next if players alternate."""

    turn: Turn
    due: Player


class Lines:
    """The lines of a game that were asked about; `start` is a position as the game writes it, or empty."""

    def __init__(self, game: SessionGame) -> None:
        self._game = game
        self.beginning = lru_cache(None)(self._beginning)
        self._looked = lru_cache(MOST_SEEN)(self._look)
        self._moved = lru_cache(MOST_TURNS)(self._move)

    def _beginning(self, start: str) -> Term:
        """The position in which lines begin. Raises InputError if it is none."""
        return the_position(self._game, start or None)

    def turns(self, start: str, line: Sequence[int]) -> list[Turn]:
        """The turns of a line. Raises InputError for a move that there is not."""
        return [self._moved(start, tuple(line[:plies])).turn for plies in range(1, len(line) + 1)]

    def seen(self, start: str, line: Sequence[int]) -> Situation:
        """What there is to see at the end of a line. Raises InputError for a move that there is not."""
        return self._looked(start, tuple(line))

    def _look(self, start: str, line: Line) -> Situation:
        if not line:
            return look(self._game, self.beginning(start))
        self.turns(start, line[:-1])
        moved = self._moved(start, line)
        return look(self._game, moved.turn.position, moved.due)

    def _move(self, start: str, line: Line) -> Moved:
        """The last turn of a line, whose turns before it are known."""
        before, number = self.seen(start, line[:-1]), line[-1]
        if not 1 <= number <= len(before.choices):
            raise InputError(f"move {number} of {len(before.choices)}: there is no such move")
        return Moved(before.turn(before.choices[number - 1]), before.due)


def mover_text(mover: Player | None) -> str:
    """Who moves, as pages say it.

    >>> mover_text(Player.MIN), mover_text(None)
    ('min', 'chance')
    """
    return "chance" if mover is None else mover.value


def bare(move: str) -> str:
    """A move as a person reads it: Prolog writes some names in quotes.

    >>> bare("'9-13'"), bare("take(2,1)"), bare("'it''s'")
    ('9-13', 'take(2,1)', "'it''s'")
    """
    inner = move[1:-1]
    return inner if move == f"'{inner}'" and not set(inner) & set("'\\") else move


def move_told(seen: Situation, choice: Choice) -> dict[str, Any]:
    """A move of a line that is only looked at: its number, its name, and whose it is."""
    return {"number": choice.number, "move": bare(seen.turn(choice).move), "mover": mover_text(seen.mover)}
