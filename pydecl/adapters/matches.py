"""A match, move by move: the players choose numbers, and chance moves by itself.

>>> from random import Random
>>> from pydecl.adapters.numbering import InOrder
>>> from pydecl.adapters.opening import open_game
>>> with open_game("nim:heaps=[1,2]") as opened:
...     match = Match(opened, InOrder(opened, 3), Rewards.OUTCOME, plies=100)
...     match.begin(opened.start.state, Random(0))
...     for action in (1, 1, 0):
...         match.play(action)
...     print(match.over, match.reward)
True 1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any

from pydecl.adapters.numbering import Numbering
from pydecl.adapters.opening import Opened
from pydecl.errors import InputError
from pydecl.model.game import Outcome, Player
from pydecl.model.number import whole
from pydecl.playing.situation import drawn_place

PLIES = 1_000
"""After how many moves a match is stopped, if nothing else is said."""

SCORES = {Outcome.WON: 1.0, Outcome.DRAWN: 0.0, Outcome.LOST: -1.0}


class Rewards(StrEnum):
    """What the end of a match is worth to MAX; to MIN it is worth the opposite."""

    OUTCOME = "outcome"
    """1 if it is won, -1 if it is lost, 0 if it is drawn."""

    VALUE = "value"
    """Its static value."""


def rewards_of(name: str) -> Rewards:
    """The rewards of this name. Raises InputError if there are none."""
    try:
        return Rewards(name)
    except ValueError:
        raise InputError(f"{name!r} is no kind of reward: expected {' or '.join(Rewards)}") from None


def reward(opened: Opened, state: Any, rewards: Rewards) -> float:
    """What an end is worth to MAX. Raises ContractError where that is unknown."""
    if rewards is Rewards.VALUE:
        return float(opened.rules.static_value(state))
    return SCORES[opened.ended(state)]


class Match:
    """One match after the other of a game.

    `mover` is the player to move, None at the end; `numbers` are those of the moves, in their order, and
    `afters` where they lead. A match is `over` if nothing can follow, and `stopped` if it has lasted for so
    many `plies`, chance's included; `reward` is what it was worth to MAX, 0 if it was stopped.
    """

    def __init__(self, opened: Opened, numbering: Numbering, rewards: Rewards, plies: int) -> None:
        whole(1, plies=plies)
        self.opened = opened
        self.numbering = numbering
        self._rewards = rewards
        self._plies = plies

    def begin(self, state: Any, random: Random) -> None:
        """Begin at a state of the rules; `random` is what chance is drawn by.

        Raises InputError where the game is over there.
        """
        self.random = random
        self.played = 0
        self._arrive(state)
        if self.over:
            raise InputError(f"the game is over in {self.opened.text(state)}: there is nothing to play")

    def play(self, action: int) -> None:
        """Make the move of this number. Raises InputError where it has none."""
        try:
            place = self.numbers.index(action)
        except ValueError:
            where = self.opened.text(self.state)
            numbers = ", ".join(map(str, self.numbers[:SHOWN])) + (", …" if len(self.numbers) > SHOWN else "")
            raise InputError(f"action {action} is no move in {where}: expected one of {numbers}") from None
        self.played += 1
        self._arrive(self.afters[place])

    @property
    def done(self) -> bool:
        return self.over or self.stopped

    def _arrive(self, state: Any) -> None:
        rules = self.opened.rules
        while self.played < self._plies and (chances := rules.chance(state)):
            place = drawn_place([chance for chance, _ in chances], self.random)
            _, state = chances[place]
            self.played += 1
        self.state = state
        self.mover: Player | None = None
        self.afters: Sequence[Any] = rules.afters(state)
        self.numbers: Sequence[int] = range(0)
        self.over = not self.afters and not rules.chance(state)
        self.stopped = not self.over and self.played >= self._plies
        self.reward = reward(self.opened, state, self._rewards) if self.over else 0.0
        if not self.done:
            self.mover = rules.player(state)
            self.numbers = self.numbering.numbers(state, len(self.afters))


SHOWN = 8
"""How many numbers a message names."""
