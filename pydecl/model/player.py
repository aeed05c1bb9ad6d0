"""The two players, and how a game may end between them."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from typing import TypeVar

from pydecl.model.number import Number, less

P = TypeVar("P", bound=Hashable)
"""What the positions of a game are."""


class Player(Enum):
    """The two players of the lecture: us and them.

    >>> Player("max").opponent
    <Player.MIN: 'min'>
    """

    MAX = "max"
    MIN = "min"

    @property
    def opponent(self) -> Player:
        return Player.MIN if self is Player.MAX else Player.MAX


MAX, MIN = Player
"""For what is done at each node: Python 3.11 takes its time to find a member of an Enum."""


class Outcome(Enum):
    """How a finished game ended, for MAX.

    >>> import pydecl
    >>> with pydecl.consult("tictactoe") as game:
    ...     game.position("xxx/oo./...").outcome
    <Outcome.WON: 'won'>
    """

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


def by_sign(value: Number) -> Outcome:
    """Won for MAX if the value is positive, lost if it is negative, and drawn otherwise."""
    if less(0, value):
        return Outcome.WON
    return Outcome.LOST if less(value, 0) else Outcome.DRAWN
