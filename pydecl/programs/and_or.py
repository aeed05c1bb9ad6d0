"""and_or: a game tree searched as an AND/OR tree. The twin of `prolog/refined/and_or.pl`.

A position is a problem; a terminal won position is a goal node, a terminal lost one an unsolvable problem, a
won position a solved problem; where we are to move is an OR node, where they are to move an AND node. Each
position is asked who is to move there. Ties: the first successor that is solved.

Source: lecture 19, 'Concepts in games and AND/OR trees'.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number
from pydecl.model.program import Contract, Declaration, Kind, Movers, Tie, Traced
from pydecl.model.proof import Claim, Found, Goal
from pydecl.model.proof import Kind as Reason
from pydecl.programs.interface import Interface

N = TypeVar("N", bound=Hashable)

PROGRAM = Declaration(
    "and_or",
    Contract(Kind.WON, Tie.FIRST),
    summary="the game as an AND/OR tree",
    source="L19, 'Concepts in games and AND/OR trees'",
    values=False,
    ends=True,
    movers=Movers.ANY,
    traced=(Traced("solved"),),
    place=21,
)


def and_or(game: Interface[N], pos: N) -> tuple[N | None, bool | None]:
    """The first successor that solves `pos` where MAX chooses (else None), and whether MAX wins.

    Not known, None, where MAX was not seen to win and the depth limit was met. A drawn end is no goal, nor is
    a position where MIN cannot move and has not lost (won takes it for one). Each end is a leaf.
    """
    found = solved(game, pos)
    is_solved, best = found
    return best, True if is_solved else None if game.horizon else False


def solved(game: Interface[N], pos: N) -> tuple[bool, N | None]:
    """Whether MAX wins in `pos`, and by which successor where MAX chooses."""
    turn, followers = game.followers(pos)
    if turn is None:
        raise game.broken("neither_to_move", pos)
    if not followers:
        _, over = game.end(pos)
        return over and ended(game, pos) is Outcome.WON, None
    if turn is Player.MAX:
        for _, successor in followers:  # OR
            if solved(game, successor)[0]:
                return True, successor
        return False, None
    for _, successor in followers:  # AND
        if not solved(game, successor)[0]:
            return False, None
    return True, None


def ended(game: Interface[N], pos: N) -> Outcome:
    """How the game, which is over in `pos`, ended for MAX."""
    outcome = game.decided(pos)
    if outcome is None:
        game.leaf(pos)
        return Outcome.DRAWN
    return outcome


# A solution tree. It proves a claim: the problem is the same, with another goal at the leaves; for lost and
# at_most MIN is to solve it. A problem that is met again below itself does not count as solved, so that no
# solution tree has a cycle.


@dataclass(frozen=True)
class Line(Generic[N]):
    """How a problem was solved, by which of its successors."""

    mover: Player
    kind: Reason
    value: Number | None
    successors: tuple[N, ...]


class Unsolved(Enum):
    """What the table holds of a problem that is not solved, or not yet."""

    OPEN = "open"
    REFUTED = "refuted"


class ProofSearch(Generic[N]):
    """One search for the solution tree that proves a claim, with its table of problems."""

    def __init__(self, game: Interface[N], claim: Claim) -> None:
        self.game = game
        self.claim = claim
        self.table: dict[Hashable, Line[N] | Unsolved] = {}
        self.cycle = False

    def proof(self, pos: N) -> tuple[Found, list[tuple[N, Line[N], tuple[int, ...]]]]:
        """What was found, and the solution tree: each problem with how it was solved.

        The problems that it does not need are left out. The numbers, from 1, say where in the list its
        successors are, always before it; `pos` is the last.
        """
        if self.proved(pos):
            return Found.PROVED, self.entries(pos)
        if self.cycle:
            return Found.CYCLE, []
        about_ends = self.claim.goal in (Goal.WON, Goal.LOST)
        return Found.HORIZON if about_ends and self.game.horizon else Found.REFUTED, []

    def proved(self, pos: N) -> bool:
        problem = self.problem(pos)
        known = self.table.get(problem)
        if known is None:
            self.table[problem] = Unsolved.OPEN
            self.table[problem] = known = self.line(pos) or Unsolved.REFUTED
        elif known is Unsolved.OPEN:
            self.cycle = True
        return isinstance(known, Line)

    def problem(self, pos: N) -> Hashable:
        """What the table knows `pos` by, whoever moved before it."""
        return self.game.position(pos), self.game.remaining(pos)

    def line(self, pos: N) -> Line[N] | None:
        """How `pos` is solved, or None."""
        turn, followers = self.game.followers(pos)
        if turn is None:
            raise self.game.broken("neither_to_move", pos)
        nexts = tuple(successor for _, successor in followers)
        if not nexts:
            is_goal, value = self.goal(pos)
            return Line(turn, Reason.LEAF, value, ()) if is_goal else None
        if turn is self.claim.solver:
            for successor in nexts:
                if self.proved(successor):
                    return Line(turn, Reason.OR, None, (successor,))
            return None
        for successor in nexts:
            if not self.proved(successor):
                return None
        return Line(turn, Reason.AND, None, nexts)

    def goal(self, pos: N) -> tuple[bool, Number | None]:
        """Whether the leaf `pos` is a goal, and its static value where the claim is about values."""
        _, over = self.game.end(pos)
        if self.claim.bound is None:
            wanted = Outcome.WON if self.claim.goal is Goal.WON else Outcome.LOST
            return over and ended(self.game, pos) is wanted, None
        value = self.game.staticval(pos)
        return self.claim.keeps(value), value

    def entries(self, root: N) -> list[tuple[N, Line[N], tuple[int, ...]]]:
        found: list[tuple[N, Line[N], tuple[int, ...]]] = []
        numbers: dict[Hashable, int] = {}

        def visit(pos: N) -> None:
            problem = self.problem(pos)
            if problem in numbers:
                return
            line = self.table[problem]
            assert isinstance(line, Line)
            for successor in line.successors:
                visit(successor)
            below = tuple(numbers[self.problem(successor)] for successor in line.successors)
            found.append((pos, line, below))
            numbers[problem] = len(found)

        visit(root)
        return found
