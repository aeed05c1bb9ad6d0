"""What the programs are held against: V(P) by its definition, and who wins, as plainly as can be.

>>> from pydecl.games import bundled
>>> nim = bundled("nim", heaps=(1, 2))
>>> (start,) = nim.initial()
>>> backed_up = BackedUp(nim, Searched.TREE, Limits())
>>> backed_up.value(start), [str(position) for position in backed_up.best(start)]
(1, ['nim(min,[1,1])'])
>>> str(Solved(nim, start)[start])
'won in 3'
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import reduce
from typing import Generic

from pydecl.errors import ContractError, LimitError
from pydecl.model.game import Game, Outcome, P, Player
from pydecl.model.interpreter import deep_recursion
from pydecl.model.number import INFINITY, Number, equal, less
from pydecl.model.program import Searched
from pydecl.model.result import Limits, Solution

MOST_SOLVED = 20_000
"""So many positions are solved for comparison, and no more."""


class BackedUp(Generic[P]):
    """V(P) on the tree that a program searches, to the depth of the limits, each position valued once.

    `unknown` is what a leaf of unknown value counts for; where it is None, such a leaf is an error.
    `deadline` is a time of `time.monotonic`: LimitError is raised when it passes, and where the tree is too
    deep or has no end.
    """

    def __init__(
        self,
        game: Game[P],
        searched: Searched,
        limits: Limits,
        unknown: Number | None = None,
        deadline: float = INFINITY,
    ) -> None:
        self.game = game
        self.searched = searched
        self.settings = limits.settings
        self.depth = INFINITY if limits.depth is None else limits.depth
        self.unknown = unknown
        self._deadline = deadline
        self._values: dict[tuple[P, float, int], Number] = {}

    def value(self, position: P) -> Number:
        """V(P) from MAX's point of view."""
        try:
            with deep_recursion():
                return self._value(position, self.depth, 0)
        except RecursionError:
            raise LimitError("the whole tree is too deep, or has no end") from None

    def best(self, position: P) -> list[P]:
        """The successors that have the value, in the game's order; empty where the position is evaluated."""
        value = self.value(position)
        return [
            after
            for after in self._successors(position, self.depth)
            if equal(self._value(after, self.depth - 1, 1), value)
        ]

    def leaf(self, position: P, ply: int) -> Number:
        """What an evaluated position counts for, so many plies from the root."""
        try:
            if self.searched is Searched.PLY and self.game.terminal_won(position):
                return self.settings.win - ply
            if self.searched is Searched.PLY and self.game.terminal_lost(position):
                return ply - self.settings.win
            return self.game.static_value(position)
        except ContractError as error:
            if error.fault != "unknown_value" or self.unknown is None:
                raise
            return self.unknown

    def _value(self, position: P, depth: float, ply: int) -> Number:
        key = position, depth, ply if self.searched is Searched.PLY else 0
        if key not in self._values:
            if not len(self._values) & 255 and time.monotonic() > self._deadline:
                raise LimitError("time is up")
            self._values[key] = self._backed_up(position, depth, ply)
        return self._values[key]

    def _backed_up(self, position: P, depth: float, ply: int) -> Number:
        chances = self.game.chance(position)
        if chances and depth > 0:
            means = [chance * self._value(after, depth - 1, ply + 1) for chance, after in chances]
            return sum(means)
        successors = self._successors(position, depth)
        if not successors:
            return self.leaf(position, ply)
        values = [self._value(after, depth - 1, ply + 1) for after in successors]
        return reduce(greater if self.game.player(position) is Player.MAX else lesser, values)

    def _successors(self, position: P, depth: float) -> Sequence[P]:
        quiet = self.searched is not Searched.QUIET or not self.game.turbulent(position)
        if depth <= (0 if quiet else -self.settings.extension):
            return ()
        successors = [after for _, after in self.game.successors(position)]
        if self.searched is Searched.PLAUSIBLE:
            return [after for after in successors if self.game.plausible(position, after)] or successors
        return successors


def extremes(game: Game[P], position: P, depth: int | None, deadline: float) -> tuple[Number, Number]:
    """The least and the greatest value of a leaf that a search from a position can come to.

    Leaves of unknown value are left out. `deadline` is a time of `time.monotonic`: LimitError is raised when
    it passes.
    """
    low: Number = INFINITY
    high: Number = -INFINITY
    todo = [(position, INFINITY if depth is None else depth)]
    seen = set(todo)
    while todo:
        at, plies = todo.pop()
        if not len(seen) & 255 and time.monotonic() > deadline:
            raise LimitError("time is up")
        below = [(after, plies - 1) for _, after in game.successors(at)] if plies > 0 else []
        if not below:
            with suppress(ContractError):
                low, high = lesser(low, game.static_value(at)), greater(high, game.static_value(at))
        todo += [each for each in below if each not in seen]
        seen.update(below)
    return low, high


def greater(a: Number, b: Number) -> Number:
    """The greater of two numbers, as SWI-Prolog compares them."""
    return b if less(a, b) else a


def lesser(a: Number, b: Number) -> Number:
    """The lesser of two numbers, as SWI-Prolog compares them."""
    return b if less(b, a) else a


class Solved(Generic[P]):
    """How each position that can be reached from `root` ends, found round by round.

    In round k a position is won in k plies if its player, MAX, has a successor that was won in an earlier
    round, or if MIN has no other successors; the same for lost. What is never found is drawn.

    `met` keeps what follows each position, for others that are solved later; from those in `beyond` too many
    can be reached, as is known. Raises LimitError where more than MOST_SOLVED positions can be reached.
    """

    def __init__(
        self,
        game: Game[P],
        root: P,
        met: dict[P, list[P]] | None = None,
        beyond: Collection[P] = (),
    ) -> None:
        self.game = game
        met = {} if met is None else met
        self.successors: dict[P, list[P]] = {}
        self._before: dict[P, P] = {}
        todo = [root]
        while todo:
            position = todo.pop()
            if position in self.successors:
                continue
            if len(self.successors) >= MOST_SOLVED or position in beyond:
                raise LimitError(f"{game.name} has more than {MOST_SOLVED} positions within reach")
            if position not in met:
                met[position] = [after for _, after in game.successors(position)]
            self.successors[position] = met[position]
            todo += met[position]
            self._before.update(dict.fromkeys(met[position], position))
        self._solutions = {end: found for end in self.ends if (found := self._ended(end))}
        self._rounds()

    @property
    def ends(self) -> list[P]:
        return [position for position, successors in self.successors.items() if not successors]

    def __getitem__(self, position: P) -> Solution:
        return self._solutions.get(position, Solution(Outcome.DRAWN))

    def best(self, position: P) -> list[P]:
        """The successors that keep the outcome, at the right speed: the winner hurries, the loser delays."""
        solution = self[position]
        plies = None if solution.plies is None else solution.plies - 1
        kept = Solution(solution.outcome, plies)
        return [after for after in self.successors[position] if self[after] == kept]

    @property
    def won_is_right(self) -> bool:
        """Whether no end is drawn, and MAX has won where MIN cannot move: elsewhere won/1 errs as printed."""
        return all(
            self[end].outcome is Outcome.WON
            or (self[end].outcome is Outcome.LOST and self._player(end) is Player.MAX)
            for end in self.ends
        )

    @property
    def who_cannot_move_has_lost(self) -> bool:
        """Whether this is the only way in which the game ends."""
        lost = {Player.MAX: Outcome.LOST, Player.MIN: Outcome.WON}
        return all(self[end].outcome is lost[self._player(end)] for end in self.ends)

    def _player(self, end: P) -> Player:
        """Who is to move at an end; whoever would be next if the rules name nobody."""
        before = self._before.get(end)
        return self.game.player_or(end, None if before is None else self.game.player(before).opponent)

    def _ended(self, end: P) -> Solution | None:
        if self.game.terminal_won(end):
            return Solution(Outcome.WON, 0)
        return Solution(Outcome.LOST, 0) if self.game.terminal_lost(end) else None

    def _rounds(self) -> None:
        plies = 0
        while True:
            plies += 1
            new = {
                position: Solution(outcome, plies)
                for position, successors in self.successors.items()
                if position not in self._solutions and (outcome := self._decided(position, successors))
            }
            if not new:
                return
            self._solutions |= new

    def _decided(self, position: P, successors: Sequence[P]) -> Outcome | None:
        if not successors:
            return None
        wins, loses = Outcome.WON, Outcome.LOST
        if self.game.player(position) is Player.MIN:
            wins, loses = loses, wins
        found = [self[after].outcome for after in successors]
        if wins in found:
            return wins
        return loses if all(outcome is loses for outcome in found) else None
