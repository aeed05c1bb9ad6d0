"""The plain programs that the results of games in Python are checked with, and the games and their rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from typing import Any

from pydecl.crosschecking.rules import IndependentRules, Tally
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import runner
from pydecl.engines.searching import run, the_position
from pydecl.games import BUNDLED, bundled
from pydecl.games.atari_go import AtariGo
from pydecl.games.backgammon import Backgammon
from pydecl.games.bearoff import BearOff
from pydecl.games.connect4 import Connect4
from pydecl.games.domineering import Domineering
from pydecl.games.dots_and_boxes import DotsAndBoxes
from pydecl.games.go import Go
from pydecl.games.graph import Edge, Graph
from pydecl.games.hexapawn import Hexapawn
from pydecl.games.kalah import Kalah
from pydecl.games.kuhn import Kuhn
from pydecl.games.nim import Nim
from pydecl.games.nine_mens_morris import NineMensMorris
from pydecl.games.othello import Othello
from pydecl.games.pig import Pig
from pydecl.loading.consulting import consult
from pydecl.model.game import Game, Player
from pydecl.model.number import Number
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.model.term import Atom

GAMES: list[Game[Any]] = [
    *(bundled(name) for name, rules in BUNDLED.items() if rules.chance is Game.chance),
    Graph((Edge(1, 2), Edge(2, Atom("a b")), Edge(2, 1), Edge(-1, 2)), start=-1),
    Nim((0, 7, 1, 2)),
    Connect4(width=4, height=4),
    Connect4(width=3, height=4, run=3),
    Connect4(width=5, height=1, run=2),
    Othello(size=4),
    Othello(size=6),
    Othello(width=6, height=4),
    Hexapawn(width=4, height=4),
    Hexapawn(width=5, height=3),
    Hexapawn(width=1, height=4),
    Hexapawn(width=2, height=2),
    AtariGo(size=2),
    AtariGo(size=3),
    Go(rows=1, columns=4, komi=Fraction(1, 2)),
    Go(rows=2, columns=3, komi=0.5),
    Domineering(width=5, height=3),
    Domineering(width=1, height=4),
    DotsAndBoxes(width=3, height=1),
    Kalah(pits=3, seeds=2),
    Kalah(pits=2, seeds=9),
    NineMensMorris(points=16, men=6, flying="no"),
    NineMensMorris(points=9, men=3),
]

CHANCE: list[Game[Any]] = [
    *(Pig(), Pig(goal=4, faces=2), Backgammon(), Backgammon(men=(0, 0, 1, 1, 0), faces=2, gammons="no")),
    *(BearOff(), BearOff(home=(1, 0, 0, 2), faces=6), BearOff(home=(1,), faces=1), Kuhn()),
]


Known = dict[Any, tuple[Number, int]]


def minimax(game: Game[Any], position: Any, known: Known) -> tuple[Number, int]:
    """The backed-up value and the number of nodes that the textbook's minimax visits.

    `known` remembers each position, so that afterwards it holds all that can be reached from this one.
    """
    if position not in known:
        successors = game.successors(position)
        below = [minimax(game, after, known) for _, after in successors]
        best = max if game.player(position) is Player.MAX else min
        value = best(value for value, _ in below) if below else game.static_value(position)
        known[position] = value, 1 + sum(nodes for _, nodes in below)
    return known[position]


LONGEST = 100
"""The plies after which a play is broken off that may have no end; no bundled game with an end is longer."""


def random_play(game: Game[Any], seed: int) -> list[Any]:
    """The positions of one game, played at random from the start to its end, or for LONGEST plies."""
    random = Random(seed)
    positions = [game.initial()[0]]
    while (below := follow(game, positions[-1])) and len(positions) <= LONGEST:
        positions.append(random.choice(below))
    return positions


def follow(game: Game[Any], position: Any) -> list[Any]:
    """What follows by a move or by chance."""
    return [after for _, after in (*game.successors(position), *game.chance(position))]


@contextmanager
def both_rules(name: str) -> Iterator[IndependentRules]:
    """The rules of a bundled game in Prolog, beside those in Python."""
    with consult(name) as game:
        yield IndependentRules(game, runner(game, "python").rules, Tally(), "python")


def agree(rules: IndependentRules, positions: Iterable[Any]) -> None:
    """Both rules do about positions of the Python game, or it is told where they do not."""
    for term in rules.fetched([position.term() for position in positions]):
        rules.compare(term)


def start(game: Game[Any]) -> Any:
    (position,) = game.initial()
    return position


def value_of(game: SessionGame, engine: str, depth: int | None, position: str | None = None) -> Any:
    """The value of a game of chance by expectiminimax."""
    at = the_position(game, position)
    return run(game, Program.EXPECTIMINIMAX, engine, at, Limits(depth, seconds=None)).value
