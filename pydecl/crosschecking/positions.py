"""Which positions to compare: the same list for every engine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pydecl.errors import LimitError
from pydecl.model.game import Game, P
from pydecl.model.number import INFINITY, whole
from pydecl.model.term import Term

BARREN_WALKS = 200
"""So many walks in a row without a new position, and random search gives up."""

LONGEST_WALK = 1_000
"""How many plies a walk has at most: a game may go round in circles."""


@dataclass(frozen=True)
class Places:
    """Which positions are asked about: one, so many of random play by a seed, or all within some plies."""

    position: Term | str | None = None
    plies: int | None = None
    count: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        whole(0, plies=self.plies)
        whole(1, positions=self.count)

    @property
    def are_chosen(self) -> bool:
        """Whether anything is said of them."""
        return (self.position, self.plies, self.count) != (None, None, None)

    @property
    def options(self) -> Sequence[str]:
        """The command line's options for them."""
        if self.position is not None:
            return "--position", str(self.position)
        if self.count is not None:
            return "--positions", str(self.count), "--seed", str(self.seed)
        return () if self.plies is None else ("--plies", str(self.plies))

    def met(self, game: Game[P], plies: int, deadline: float = INFINITY) -> list[P]:
        """Those that are met from the start, within so many `plies` unless something else is said."""
        if self.count is not None:
            return by_random_walks(game, self.count, self.seed, deadline)
        return within_plies(game, plies if self.plies is None else self.plies, deadline)


ANY = Places()
"""Nothing is said of them."""


def within_plies(game: Game[P], plies: int, deadline: float = INFINITY) -> list[P]:
    """The initial positions and all that follow within so many plies, each once, breadth first.

    Raises LimitError where `deadline`, a time of `time.monotonic`, passes.
    """
    found = dict.fromkeys(game.initial())
    level = list(found)
    for _ in range(plies):
        new: dict[P, None] = {}
        for position in level:
            in_time(deadline)
            for successor in game.following(position):
                if successor not in found:
                    new[successor] = None
        found |= new
        level = list(new)
        if not level:
            break
    return list(found)


def by_random_walks(game: Game[P], count: int, seed: int, deadline: float = INFINITY) -> list[P]:
    """Up to `count` distinct positions, in the order in which uniform random play meets them.

    Fewer where many walks in a row meet nothing new. Raises LimitError where `deadline` passes.
    """
    walker = random.Random(seed)
    initial: Sequence[P] = game.initial()
    found: dict[P, None] = {}
    barren = 0
    while initial and len(found) < count and barren < BARREN_WALKS:
        barren += 1
        for position in _random_game(game, initial, walker, deadline):
            if len(found) == count:
                break
            if position not in found:
                found[position] = None
                barren = 0
    return list(found)


def near_ends(
    game: Game[P], games: int, seed: int, fits: Callable[[P], bool], deadline: float = INFINITY
) -> list[P]:
    """The earliest position of each of so many random games from which on all positions of that game fit.

    Raises LimitError where `deadline` passes.
    """
    walker = random.Random(seed)
    initial: Sequence[P] = game.initial()
    found: dict[P, None] = {}
    for _ in range(games if initial else 0):
        played = list(_random_game(game, initial, walker, deadline))
        late = list(takewhile(fits, reversed(played)))
        found |= dict.fromkeys(late[-1:])
    return list(found)


def _random_game(game: Game[P], initial: Sequence[P], walker: random.Random, deadline: float) -> Iterator[P]:
    """The positions of a game of uniform random play, up to its end or the longest walk."""
    position = walker.choice(initial)
    for _ in range(LONGEST_WALK):
        in_time(deadline)
        yield position
        successors = game.following(position)
        if not successors:
            return
        position = walker.choice(successors)


def in_time(deadline: float) -> None:
    """Raises LimitError where `deadline`, a time of `time.monotonic`, has passed."""
    if time.monotonic() > deadline:
        raise LimitError("time is up")
