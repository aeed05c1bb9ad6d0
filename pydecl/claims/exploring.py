"""Walks through a game's rules by hand: level by level, and V(P) by its definition."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pydecl.claims.claim import Found, by_reading
from pydecl.games import bundled
from pydecl.model.game import Game, Player


def within(game: Game[Any], plies: int) -> Iterator[list[Any]]:
    """The positions of each ply, from the start on, each once.

    >>> [len(level) for level in within(bundled("tictactoe"), 3)]
    [1, 9, 72, 252]
    """
    level = list(game.initial())
    for _ in range(plies + 1):
        yield level
        level = list(dict.fromkeys(after for position in level for _, after in game.successors(position)))


def solve(game: Game[Any], position: Any, values: dict[Any, Any]) -> Any:
    """V(P) by its definition; `values` holds what is known, and then all positions within reach.

    >>> nim, values = bundled("nim"), {}
    >>> solve(nim, nim.initial()[0], values), len(values) > 50
    (1, True)
    """
    if position not in values:
        below = [solve(game, after, values) for _, after in game.successors(position)]
        best = max if game.player(position) is Player.MAX else min
        values[position] = best(below) if below else game.static_value(position)
    return values[position]


# How many moves chess has

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
RANDOM_GAMES, RANDOM_PLIES = 8, 80

BRANCHING_SCOPE = "the start, a middle game, and random play; 'about' is one digit"


def branching_factors() -> dict[str, float]:
    """How many legal moves chess has: at the start, in a known middle game, on average in random play."""
    game, rng = bundled("chess"), random.Random("chess")
    counts = []
    for _ in range(RANDOM_GAMES):
        (position,) = game.initial()
        for _ply in range(RANDOM_PLIES):
            nexts = game.successors(position)
            if not nexts:
                break
            counts.append(len(nexts))
            position = rng.choice(nexts)[1]
    return {
        "the start": len(game.successors(game.initial()[0])),
        "the middle game 'kiwipete'": len(game.successors(game.parse_position(KIWIPETE))),
        f"the mean of {RANDOM_GAMES} random games": sum(counts) / len(counts),
    }


def about(number: int) -> Found:
    """Whether chess has about so many legal moves: the same to one digit."""
    factors = branching_factors()
    return by_reading({f"{name}, {count:.3g}": round(count, -1) == number for name, count in factors.items()})
