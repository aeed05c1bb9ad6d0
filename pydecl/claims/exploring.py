"""Games explored by their rules by hand: level by level, V(P) by its definition, and the plies to a win."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from pydecl.claims.claim import Found, by_reading
from pydecl.claims.workshop import Workshop
from pydecl.games import bundled
from pydecl.model.game import Game, Player

Names = Sequence[str]


def within(game: Game[Any], plies: int) -> Iterator[list[Any]]:
    """The positions of each ply, from the start on, each once.

    >>> [len(level) for level in within(bundled("tictactoe"), 3)]
    [1, 9, 72, 252]
    """
    level = list(game.initial())
    for _ in range(plies + 1):
        yield level
        level = list(dict.fromkeys(after for position in level for after in nexts(game, position)))


def positions(names: Names, plies: int) -> list[tuple[Game[Any], int, Any]]:
    """The positions within so many plies of several games, each with its game and its ply."""
    return [
        (game, ply, position)
        for game in map(bundled, names)
        for ply, level in enumerate(within(game, plies))
        for position in level
    ]


def nexts(game: Game[Any], position: Any) -> list[Any]:
    """The successors without the moves."""
    return [after for _, after in game.successors(position)]


def solve(game: Game[Any], position: Any, values: dict[Any, Any]) -> Any:
    """V(P) by its definition; `values` holds what is known, and then all positions within reach.

    Where chance is to move, it is the mean.

    >>> nim, values = bundled("nim"), {}
    >>> solve(nim, nim.initial()[0], values), len(values) > 50
    (1, True)
    """
    if position not in values:
        below = [solve(game, after, values) for after in nexts(game, position)]
        if chances := game.chance(position):
            mean = sum((odds * solve(game, after, values) for odds, after in chances), Fraction(0))
            values[position] = mean
        elif below:
            values[position] = (max if game.player(position) is Player.MAX else min)(below)
        else:
            values[position] = game.static_value(position)
    return values[position]


def is_pass(game: Game[Any], position: Any) -> bool:
    """Whether only a pass is legal."""
    return [str(move) for move, _ in game.successors(position)] == ["pass"]


@cache
def solved(name: str, **options: int) -> Mapping[Any, Any]:
    """V(P) of all positions of a bundled game that can be reached."""
    game, values = bundled(name, **options), dict[Any, Any]()
    solve(game, game.initial()[0], values)
    return values


class Wins:
    """How many plies it takes to win, to mate with a queen, say; what it has found it remembers.

    `in_time` is called now and then, and may raise.

    >>> kqk = bundled("kqk")
    >>> wins = Wins(kqk)
    >>> [wins.within(kqk.parse_position(text), 8) for text in ("Kd6 Qa7 ke8 w", "Ke6 Qa7 ke8 b", "Kd6 kf7 w")]
    [1, 2, None]
    """

    def __init__(self, game: Game[Any], in_time: Callable[[], object] = lambda: None) -> None:
        self.game = game
        self.in_time = in_time
        self._nexts: dict[Any, Sequence[Any]] = {}
        self._won: dict[Any, int] = {}
        self._not_won: dict[Any, int] = {}

    def within(self, position: Any, plies: int) -> int | None:
        """In how many plies MAX wins by force, if in at most so many; None where that is not so."""
        return next((count for count in range(plies + 1) if self.forced(position, count)), None)

    def forced(self, position: Any, plies: int) -> bool:
        """Whether MAX wins by force in at most so many plies."""
        if self._won.get(position, plies + 1) <= plies:
            return True
        if self._not_won.get(position, -1) >= plies:
            return False
        if position not in self._nexts:
            if not len(self._nexts) & 1023:
                self.in_time()
            self._nexts[position] = nexts(self.game, position)
        if not self._nexts[position]:
            holds = self.game.terminal_won(position)
        else:
            solves = any if self.game.player(position) is Player.MAX else all
            holds = plies > 0 and solves(self.forced(after, plies - 1) for after in self._nexts[position])
        known = self._won if holds else self._not_won
        known[position] = plies
        return holds


# How many moves chess has

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
RANDOM_GAMES, RANDOM_PLIES = 8, 80


def about(_: Workshop, number: int) -> Found:
    """Whether chess has about so many legal moves, to one digit: at the start, in a known middle game, and
    on average in random play."""
    game, rng = bundled("chess"), random.Random("chess")
    counts = []
    for _game in range(RANDOM_GAMES):
        (position,) = game.initial()
        for _ply in range(RANDOM_PLIES):
            if not (after := nexts(game, position)):
                break
            counts.append(len(after))
            position = rng.choice(after)
    factors = {
        "the start": len(nexts(game, game.initial()[0])),
        "the middle game 'kiwipete'": len(nexts(game, game.parse_position(KIWIPETE))),
        f"the mean of {RANDOM_GAMES} random games": sum(counts) / len(counts),
    }
    return by_reading({f"{name}, {count:.3g}": round(count, -1) == number for name, count in factors.items()})
