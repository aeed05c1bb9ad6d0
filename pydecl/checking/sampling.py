"""A bounded sample of a game's positions: those near the starts, and random walks to the ends."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, PydeclError
from pydecl.model.term import Term

MOST = 600
"""How many positions are asked for what follows them, breadth first."""

FIRST, LAST = 4, 64
"""How many are asked in one round trip: each time twice as many, up to the last number."""

PLIES = 3
"""How deep the positions are counted."""

WALKS, LONGEST = 8, 200
"""How many random walks there are, and how many plies one has at the most."""

SECONDS = 0.12
"""The time after which no further batch is asked: once for each of the two ways."""


@dataclass
class Sample:
    """The positions that were asked, in order, and how far they reach.

    `counted` is how many positions there are within PLIES plies of the starts, `all_counted` whether that is
    all of them. `stopped` is what ended the sampling before its time: rules that loop, or that end
    SWI-Prolog, at one of the positions `last`. `farthest` are the positions that the random walks came to
    which met no end, `plies` how many plies from a start.
    """

    starts: Sequence[Term]
    asked: dict[Term, None] = field(default_factory=dict)
    counted: int = 0
    all_counted: bool = False
    stopped: PydeclError | None = None
    last: Sequence[Term] = ()
    farthest: Sequence[Term] = ()
    plies: int = 0


def sample(game: SessionGame, starts: Sequence[Term]) -> Sample:
    """Look at positions of a game. What is wrong with one does not end it, but loops and deaths do."""
    found = Sample(list(dict.fromkeys(starts)))
    try:
        _breadth_first(game, found)
        _walk(game, found)
    except PydeclError as error:
        found.stopped = error
    return found


def enumerated(game: SessionGame, most: int) -> Sequence[Term]:
    """The first ones of the positions that position/1 enumerates; none without it."""
    if "position/1" not in game.defined:
        return ()
    return [answer["Pos"] for answer in game.session.query("position(Pos)", solutions=most)]


def followers(game: SessionGame, position: Term) -> Sequence[Term]:
    """What follows a position that was asked; nothing where the rules break their contract there."""
    try:
        return game.following(position)
    except ContractError:
        return ()


def _breadth_first(game: SessionGame, found: Sample) -> None:
    level, seen, deadline = list(found.starts), dict.fromkeys(found.starts), time.monotonic() + SECONDS
    for ply in range(1000):
        following: dict[Term, None] = {}
        for batch in _batches(level):
            if len(found.asked) >= MOST or time.monotonic() > deadline:
                found.counted = found.counted or len(seen)
                return
            _ask(game, found, batch)
            for position in batch:
                new = dict.fromkeys(after for after in followers(game, position) if after not in seen)
                following |= new
                seen |= new
        if ply == PLIES - 1 or not following:
            found.counted = found.counted or len(seen)
            found.all_counted = True
        if not following:
            return
        level = list(following)


def _walk(game: SessionGame, found: Sample) -> None:
    chooser, deadline = random.Random(1), time.monotonic() + SECONDS
    if not found.starts:
        return
    walkers = [chooser.choice(found.starts) for _ in range(WALKS)]
    for ply in range(LONGEST):
        new = [position for position in dict.fromkeys(walkers) if position not in found.asked]
        if new:
            if time.monotonic() > deadline:
                return
            _ask(game, found, new)
        found.farthest, found.plies = list(walkers), ply
        choices = [followers(game, position) for position in walkers]
        walkers = [chooser.choice(after) for after in choices if after]
        if not walkers:
            found.farthest = ()
            return


def _ask(game: SessionGame, found: Sample, batch: Sequence[Term]) -> None:
    found.last = batch
    game.expand(batch)
    found.asked |= dict.fromkeys(batch)


def _batches(positions: Sequence[Term]) -> Iterator[Sequence[Term]]:
    at, size = 0, FIRST
    while at < len(positions):
        yield positions[at : at + size]
        at, size = at + size, min(2 * size, LAST)
