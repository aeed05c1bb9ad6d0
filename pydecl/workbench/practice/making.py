"""Exercises by level and seed: random trees are drawn until one has what its level promises.

Trees are uneven, small enough for a page, with small integers. The random numbers are the same in every
language: mulberry32, T. Ettinger's, in the public domain. A state of 32 bits, and only additions, products,
exclusive ors and shifts modulo 2^32; in JavaScript a word is

    let t = (state = state + 0x6D2B79F5 | 0);
    t = Math.imul(t ^ t >>> 15, t | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return (t ^ t >>> 14) >>> 0;

The draws come in this order: whether equal values are enough (level `strict` alone), who moves at the root;
then node by node, from left to right and downwards: below the root, whether the tree ends here; a leaf's
value; for an inner node how many children it has, on the level of chance whether chance moves there, and
which probabilities its children have; then the children.

>>> draws = Draws(1)
>>> [draws.word() for _ in range(4)]
[2693262067, 11749833, 2265367787, 4213581821]
>>> draws = Draws(1)
>>> [draws.below(10) for _ in range(8)]
[7, 3, 7, 1, 3, 2, 4, 0]
>>> one = exercise(Level.SHALLOW, 7)
>>> one == exercise(Level.SHALLOW, 7), one == exercise(Level.SHALLOW, 8)
(True, False)

Exercises on real positions of a game: random play reaches them, and their tree is searched to a small
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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from typing import TypeVar

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError, InputError
from pydecl.model.game import Player
from pydecl.model.number import Number, equal, exact
from pydecl.model.program import Program
from pydecl.model.term import Term
from pydecl.tracing.events import Reach, Turn
from pydecl.workbench.practice.exercise import WORD, Exercise, Level, Node, check_seed, node_name
from pydecl.workbench.practice.numerals import number_entry
from pydecl.workbench.practice.solution import MINIMAX, NOT_STRICT, STRICT, Solution, solved

T = TypeVar("T")


class Draws:
    """The stream of numbers that a seed gives."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """A number from 0 to WORD."""
        self._state = (self._state + 0x6D2B79F5) & WORD
        t = self._state
        t = ((t ^ (t >> 15)) * (t | 1)) & WORD
        t ^= (t + (t ^ (t >> 7)) * (t | 61)) & WORD
        return t ^ (t >> 14)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1: the remainder of a word."""
        return self.word() % bound

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self.below(high - low + 1)

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some things."""
        return choices[self.below(len(choices))]


EXPECTIMINIMAX = Program("expectiminimax")


@dataclass(frozen=True, slots=True)
class Shape:
    """The trees of a level: at most `plies` deep, with `least` to `most` nodes and 2 to `widest` children.

    Below the root one node in `ends` is a leaf before its time (0: from the second ply on, only). Values are
    from `low` to `high`.
    """

    plies: int
    least: int
    most: int
    widest: int
    ends: int
    low: int
    high: int


SHAPES: Mapping[Level, Shape] = {
    Level.MINIMAX: Shape(plies=3, least=10, most=20, widest=3, ends=5, low=-9, high=9),
    Level.SHALLOW: Shape(plies=3, least=12, most=22, widest=4, ends=6, low=-5, high=9),
    Level.DEEP: Shape(plies=4, least=15, most=31, widest=3, ends=6, low=-5, high=9),
    Level.STRICT: Shape(plies=3, least=12, most=24, widest=4, ends=6, low=0, high=5),
    Level.ORDERING: Shape(plies=3, least=13, most=24, widest=3, ends=8, low=-9, high=15),
    Level.CHANCE: Shape(plies=3, least=9, most=20, widest=3, ends=6, low=-6, high=12),
}

_HALF, _THIRD, _QUARTER, _SIXTH = (Fraction(1, n) for n in (2, 3, 4, 6))

ODDS: Mapping[int, tuple[tuple[Fraction, ...], ...]] = {
    2: (
        (_HALF, _HALF),
        (_QUARTER, 3 * _QUARTER),
        (3 * _QUARTER, _QUARTER),
        (_THIRD, 2 * _THIRD),
        (2 * _THIRD, _THIRD),
    ),
    3: (
        (_HALF, _QUARTER, _QUARTER),
        (_QUARTER, _HALF, _QUARTER),
        (_QUARTER, _QUARTER, _HALF),
        (_SIXTH, _THIRD, _HALF),
        (_HALF, _THIRD, _SIXTH),
    ),
}
"""What the children of a chance node may have as probabilities, by how many they are."""

PLAYERS = (Turn.MAX, Turn.MIN)


@dataclass
class _Growth:
    """A tree that grows: the nodes in the order of a walk."""

    draws: Draws
    shape: Shape
    chances: bool
    nodes: list[Node | None] = field(default_factory=list)

    def grow(self, plies: int, mover: Turn, after_chance: bool = True) -> str:
        """A node and what is below it; its id. `mover` is whose turn it is if chance does not move."""
        place, draws = len(self.nodes), self.draws
        name = node_name(place)
        self.nodes.append(None)
        is_end = not plies or (place > 0 and draws.below(self.shape.ends) == 0)
        if is_end:
            self.nodes[place] = Node(name, mover, value=draws.between(self.shape.low, self.shape.high))
            return name
        count = draws.between(2, self.shape.widest)
        odds: tuple[Number, ...] = ()
        turn = mover
        if self.chances and not after_chance and draws.below(3) > 0:
            turn = Turn.CHANCE
            odds = tuple(map(exact, draws.one_of(ODDS[count])))
        below = mover if turn is Turn.CHANCE else opponent(mover)
        children = [self.grow(plies - 1, below, turn is Turn.CHANCE) for _ in range(count)]
        self.nodes[place] = Node(name, turn, tuple(children), probabilities=odds)
        return name


def opponent(turn: Turn) -> Turn:
    """The other player."""
    return Turn.MIN if turn is Turn.MAX else Turn.MAX


def grown(level: Level, seed: int, draws: Draws) -> Exercise | None:
    """The tree that the next draws make, or None if it has too few or too many nodes."""
    shape = SHAPES[level]
    is_strict = draws.below(2) == 0 if level is Level.STRICT else True
    growth = _Growth(draws, shape, level is Level.CHANCE)
    growth.grow(shape.plies, draws.one_of(PLAYERS))
    nodes = tuple(node for node in growth.nodes if node is not None)
    if not shape.least <= len(nodes) <= shape.most:
        return None
    return asked(level, seed, nodes, is_strict)


def asked(level: Level, seed: int, nodes: tuple[Node, ...], is_strict: bool) -> Exercise:
    """The exercise of a level on a tree, with the program that belongs to it."""
    if level is Level.MINIMAX:
        return Exercise(level, seed, MINIMAX, nodes)
    if level is Level.CHANCE:
        return Exercise(level, seed, EXPECTIMINIMAX, nodes)
    return Exercise(level, seed, STRICT if is_strict else NOT_STRICT, nodes, is_strict)


SAVED = 2
"""How many leaves the better order of a clear exercise saves, at least."""


def _inner(solution: Solution) -> list[Node]:
    return [node for node in solution.exercise.nodes if not node.is_leaf]


def _reaches(solution: Solution) -> list[Reach | None]:
    """Where the bounds were set that the cuts met."""
    return [visit.cut.reach for visit in solution.visits.values() if visit.cut]


def _no_tie(solution: Solution) -> bool:
    return not any(event.tie for event in solution.recording.events())


def _saved(solution: Solution) -> int:
    return len(solution.leaves()) - len(solution.leaves(solution.ordered))


def _movers(solution: Solution) -> set[Turn]:
    return {node.mover for node in _inner(solution)}


def _weights_matter(solution: Solution, node: Node) -> bool:
    plain = sum(solution.full[child] for child in node.children)
    return not equal(plain, solution.full[node.id] * len(node.children))


PROMISED: Mapping[Level, tuple[str, Callable[[Solution], bool]]] = {
    Level.MINIMAX: (
        "two moves at the root that are worth different values",
        lambda one: len(one.best_children(one.exercise.root.id)) < len(one.exercise.root.children),
    ),
    Level.SHALLOW: ("a cut, and no deep one", lambda one: set(_reaches(one)) == {Reach.SHALLOW}),
    Level.DEEP: ("a deep cut", lambda one: Reach.DEEP in _reaches(one)),
    Level.STRICT: (
        "a tie that decides what is cut",
        lambda one: one.skipped.keys() != one.rival_skipped,
    ),
    Level.ORDERING: ("an order of the moves that saves leaves", lambda one: _saved(one) > 0),
    Level.CHANCE: (
        "a move of chance and one of a player",
        lambda one: Turn.CHANCE in _movers(one) and len(_movers(one)) > 1,
    ),
}
"""What an exercise of a level has, in words, and whether one has it."""

CLEAR: Mapping[Level, Callable[[Solution], bool]] = {
    Level.MINIMAX: lambda one: len(one.best_children(one.exercise.root.id)) == 1,
    Level.SHALLOW: lambda one: len(_reaches(one)) > 1 and _no_tie(one),
    Level.DEEP: _no_tie,
    Level.STRICT: lambda one: bool(one.skipped) and bool(one.rival_skipped),
    Level.ORDERING: lambda one: (
        _saved(one) >= SAVED
        and bool(one.skipped)
        and _no_tie(one)
        and all(len(one.best_children(node.id)) == 1 for node in _inner(one))
    ),
    Level.CHANCE: lambda one: (
        _movers(one) == set(Turn)
        and any(node.mover is Turn.CHANCE and _weights_matter(one, node) for node in _inner(one))
    ),
}
"""What makes an exercise a good one besides: trees that a seed makes have it, positions may not.

The rule for equal values decides only on the level that is about it, the best child is the only one where it
is asked for, and whoever forgets the probabilities goes wrong somewhere.
"""

TRIES = 10_000
"""How many trees are drawn at the most: about ten are needed, and never more than some hundred were."""


def exercise(level: Level, seed: int) -> Exercise:
    """The exercise that a seed makes of a level. Raises InputError for a number that is no seed."""
    check_seed(seed)
    draws = Draws(seed)
    for _ in range(TRIES):
        found = grown(level, seed, draws)
        if found is None:
            continue
        solution = solved(found)
        if PROMISED[level][1](solution) and CLEAR[level](solution):
            return found
    raise AssertionError(f"{level.value}, seed {seed}: no tree among {TRIES}")


# On positions of a game

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


def _following(game: SessionGame, position: Term, due: Turn | None) -> tuple[Turn, Followers]:
    """Who moves, and what follows. At an end for which the rules name nobody it is `due`."""
    if chances := game.chance(position):
        return Turn.CHANCE, [(odds, None, after) for odds, after in chances]
    moves = [(1, move, after) for move, after in game.successors(position)]
    return Turn(game.player_or(position, due and Player(due.value)).value), moves


def _static_value(game: SessionGame, position: Term) -> Number:
    """Exact; a decimal is taken as it is written. Raises _UnfitError."""
    try:
        value = game.static_value(position)
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

    game: SessionGame
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
        mover, followers = _following(self.game, position, due)
        if mover is Turn.CHANCE and not self.has_chance:
            raise _UnfitError("have moves of chance")
        if not self.has_chance and due not in (None, mover):
            raise _UnfitError("let a player move twice")
        label = "" if move is None else self.game.write(move)
        if not plies or not followers:
            self.nodes[place] = Node(name, mover, value=_static_value(self.game, position), label=label)
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
    draws = Draws(seed)
    is_strict = draws.below(2) == 0 if level is Level.STRICT else True
    unfit: Counter[str] = Counter()
    for _ in range(GAMES):
        if unfit.total() >= POSITIONS:
            break
        path = _played(game, draws)
        for position in path[draws.below(len(path)) :]:
            found = _first_fit(game, position, level, seed, is_strict, unfit)
            if found is not None:
                written, board = game.format_position(position), game.picture(position)
                return replace(found, game=game.name, position=written, board=board)
    why = ", ".join(f"{number} {reason}" for reason, number in unfit.most_common())
    raise InputError(
        f"{game.name} gives no exercise of the level {level.value} with seed {seed}: of {unfit.total()}"
        f" positions that random play reached, {why}"
    )


def _played(game: SessionGame, draws: Draws) -> list[Term]:
    """The positions of a random game at which it goes on. Raises InputError if there is none."""
    starts = game.initial()
    if not starts:
        raise InputError(f"{game.name} has no start position")
    position = starts[0]
    path: list[Term] = []
    while len(path) < LONGEST_GAME:
        _, followers = _following(game, position, None)
        if not followers:
            break
        path.append(position)
        position = draws.one_of(followers)[2] if len(followers) > 1 else followers[0][2]
    if not path:
        raise InputError(f"{game.name}: the game is over in the start position")
    return path


def _first_fit(
    game: SessionGame, position: Term, level: Level, seed: int, is_strict: bool, unfit: Counter[str]
) -> Exercise | None:
    """The exercise of the deepest tree that will do; why there is none is counted."""
    why = ""
    for depth in DEPTHS:
        try:
            nodes = _Tree(game, level is Level.CHANCE).grown(position, depth)
        except _UnfitError as error:
            why = str(error)
            continue
        exercise = asked(level, seed, nodes, is_strict)
        promised, is_kept = PROMISED[level]
        if is_kept(solved(exercise)):
            return exercise
        why = f"do not have {promised}"
    unfit[why] += 1
    return None
