"""Exercises on real positions of a game: random play reaches them, and their tree is searched to a small
depth.

The draws come in this order: on the level `strict`, whether equal values are enough; then, game by game,
one for each ply at which there is a choice, and one for a place in that game. The first position from there
on will do whose tree has what the level promises.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     one = position_exercise(game, Level.MINIMAX, 1)
>>> one.position, len(one.nodes)
('.o./.xx/.xo', 17)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError
from pydecl.model.game import Player
from pydecl.model.number import Number, exact
from pydecl.model.term import Term
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.exercise import Exercise, Level, Node, check_seed, node_name
from pydecl.workbench.practice.making import PROMISED, Draws, asked, keeps, opponent
from pydecl.workbench.practice.numerals import number_entry
from pydecl.workbench.practice.solution import solved

GAMES = 20
"""How many games are played at the most."""

POSITIONS = 60
"""And how many of their positions are tried."""

LONGEST_GAME = 80
"""After so many plies a game is left."""

DEPTHS = (4, 3, 2)
"""To how many plies the tree may go: the deepest that fits."""

LEAST, MOST = 6, 31
"""How many nodes it may have."""

LONGEST_VALUE = 8
"""How many characters a static value may have: longer ones are no fun by hand."""


class _UnfitError(Exception):
    """A position of which no exercise can be made; the text goes on after 'of so many positions, N'."""


Followers = Sequence[tuple[Number, Term | None, Term]]
"""What follows a position: with which probability, by which move, if it has a name, and the position."""


@dataclass
class _Rules:
    """What the game says, each position asked once."""

    game: SessionGame
    known: dict[Term, tuple[Turn, Followers]] = field(default_factory=dict)

    def following(self, position: Term, due: Turn | None) -> tuple[Turn, Followers]:
        """Who moves, and what follows. At an end for which the rules name nobody it is `due`."""
        if position not in self.known:
            self.known[position] = self._asked(position, due)
        return self.known[position]

    def _asked(self, position: Term, due: Turn | None) -> tuple[Turn, Followers]:
        if chances := self.game.chance(position):
            return Turn.CHANCE, [(odds, None, after) for odds, after in chances]
        moves = [(1, move, after) for move, after in self.game.successors(position)]
        player = Player(due.value) if due in (Turn.MAX, Turn.MIN) else None
        return Turn(self.game.player_or(position, player).value), moves

    def value(self, position: Term) -> Number:
        """The static value, exact. A decimal is taken as it is written."""
        try:
            value = self.game.static_value(position)
        except ContractError as error:
            if error.fault != "unknown_value":
                raise
            raise _UnfitError("have leaves whose value nobody knows") from None
        if isinstance(value, float):
            if not isfinite(value):
                raise _UnfitError("have infinite static values")
            value = exact(Fraction(str(value)))
        if len(number_entry(value)) > LONGEST_VALUE:
            raise _UnfitError(f"have static values of more than {LONGEST_VALUE} characters")
        return value


@dataclass
class _Tree:
    """The tree below a position, as it grows: the nodes in the order of a walk."""

    rules: _Rules
    has_chance: bool
    nodes: list[Node | None] = field(default_factory=list)

    def grown(self, position: Term, depth: int) -> tuple[Node, ...]:
        """The whole tree to this depth. Raises _UnfitError."""
        self._grow(position, depth, None, None)
        if len(self.nodes) < LEAST:
            raise _UnfitError(f"have trees of fewer than {LEAST} nodes")
        return tuple(node for node in self.nodes if node is not None)

    def _grow(self, position: Term, plies: int, due: Turn | None, move: Term | None) -> str:
        place = len(self.nodes)
        if place == MOST:
            raise _UnfitError(f"have trees of more than {MOST} nodes even to {DEPTHS[-1]} plies")
        self.nodes.append(None)
        name = node_name(place)
        mover, followers = self.rules.following(position, due)
        if mover is Turn.CHANCE and not self.has_chance:
            raise _UnfitError("have moves of chance")
        if not self.has_chance and due not in (None, mover):
            raise _UnfitError("let a player move twice")
        label = "" if move is None else self.rules.game.write(move)
        if not plies or not followers:
            self.nodes[place] = Node(name, mover, value=self.rules.value(position), label=label)
            return name
        below = due if mover is Turn.CHANCE else opponent(mover)
        children = tuple(self._grow(after, plies - 1, below, named) for _, named, after in followers)
        odds = tuple(one for one, _, _ in followers) if mover is Turn.CHANCE else ()
        self.nodes[place] = Node(name, mover, children, probabilities=odds, label=label)
        return name


def position_exercise(game: SessionGame, level: Level, seed: int) -> Exercise:
    """The exercise that a seed makes of a game, from a position that random play reaches.

    Raises InputError if there is none among the positions that were tried, and says why.
    """
    check_seed(seed)
    draws, rules = Draws(seed), _Rules(game)
    is_strict = draws.below(2) == 0 if level is Level.STRICT else True
    unfit: Counter[str] = Counter()
    for _ in range(GAMES):
        if unfit.total() >= POSITIONS:
            break
        path = _played(rules, draws)
        for position in path[draws.below(len(path)) :]:
            found = _first_fit(rules, position, level, seed, is_strict, unfit)
            if found is not None:
                written, board = game.format_position(position), game.picture(position)
                return replace(found, game=game.name, position=written, board=board)
    why = ", ".join(f"{number} {reason}" for reason, number in unfit.most_common())
    raise InputError(
        f"{game.name} gives no exercise of the level {level.value} with seed {seed}: of {unfit.total()}"
        f" positions that random play reached, {why}"
    )


def _played(rules: _Rules, draws: Draws) -> list[Term]:
    """The positions of a random game at which it goes on. Raises InputError if there is none."""
    starts = rules.game.initial()
    if not starts:
        raise InputError(f"{rules.game.name} has no start position")
    position = starts[0]
    path: list[Term] = []
    while len(path) < LONGEST_GAME:
        _, followers = rules.following(position, None)
        if not followers:
            break
        path.append(position)
        position = draws.one_of(followers)[2] if len(followers) > 1 else followers[0][2]
    if not path:
        raise InputError(f"{rules.game.name}: the game is over in the start position")
    return path


def _first_fit(
    rules: _Rules, position: Term, level: Level, seed: int, is_strict: bool, unfit: Counter[str]
) -> Exercise | None:
    """The exercise of the deepest tree that will do; why there is none is counted."""
    why = ""
    for depth in DEPTHS:
        try:
            nodes = _Tree(rules, level is Level.CHANCE).grown(position, depth)
        except _UnfitError as error:
            why = str(error)
            continue
        exercise = asked(level, seed, nodes, is_strict)
        if keeps(solved(exercise)):
            return exercise
        why = f"do not have {PROMISED[level]}"
    unfit[why] += 1
    return None
