"""A rule of play: goals that make the next board of a board, how they are called, and played at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.program import Key
from pydecl.loading.glue.sampling import EFFORT, Answered, Sample, Sampler
from pydecl.loading.glue.shapes import at, changes, is_step, leaves, mapped, parts
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

BOARD, ME, OTHER = Variable("Board"), Variable("Player"), Variable("Other")


class Gives(Enum):
    """How the next board comes."""

    ONE = "one for each solution"
    MANY = "a list of all"
    FACTS = "the facts, changed"


@dataclass(frozen=True)
class Result:
    """Where the next board is: in what a variable stands for, or in each item of that, at a path."""

    gives: Gives
    variable: Variable
    path: tuple[int, ...] = ()


@dataclass(frozen=True)
class Position:
    """A board, and whose turn it is: 0 for who begins, 1 for the other."""

    board: Term
    turn: int


@dataclass(frozen=True)
class Rule:
    """Goals with the variables BOARD, ME and OTHER, and others that name the move.

    `pair` is what stands for the players. `domains` are the values that variables are tried with.
    """

    goals: tuple[Term, ...]
    maker: Key
    result: Result
    pair: Pair | None = None
    domains: tuple[tuple[Variable, tuple[Term, ...]], ...] = ()
    moves: tuple[Variable, ...] = ()
    effort: int = EFFORT

    def sample(self, position: Position, most: int = 400) -> Sample:
        """What to ask for the successors of a position."""
        values = self.values(position)
        goal = conjunction([substituted(goal, values) for goal in self.goals])
        wanted = (substituted(self.result.variable, values), *self.moves)
        once = self.result.gives is not Gives.ONE
        facts = self.result.gives is Gives.FACTS
        return Sample(
            goal,
            wanted,
            self.domains,
            position.board if facts else None,
            most,
            1 if once else most,
            self.effort,
        )

    def values(self, position: Position) -> Mapping[str, Term]:
        """What the variables stand for in a position."""
        found: dict[str, Term] = {BOARD.name: position.board}
        if self.pair is not None:
            found[ME.name] = self.pair.both[position.turn]
            found[OTHER.name] = self.pair.both[1 - position.turn]
        return found

    def nexts(self, position: Position, answer: Answered) -> list[tuple[Term | None, Position]]:
        """The moves, and where they lead, without repetitions."""
        found: dict[tuple[str, Term], tuple[Term | None, Position]] = {}
        for move, board in self.boards(answer):
            if is_step(position.board, board):
                found.setdefault((str(move), board), (move, Position(board, 1 - position.turn)))
        return list(found.values())

    def boards(self, answer: Answered) -> Iterator[tuple[Term | None, Term]]:
        """The moves with the boards that they make, whatever these look like."""
        for i, (value, *moves) in enumerate(answer.solutions):
            if self.result.gives is Gives.FACTS:
                value = answer.states[i]
            yield from self._boards(value, tuple(moves))

    def _boards(self, value: Term, moves: tuple[Term, ...]) -> Iterator[tuple[Term | None, Term]]:
        if self.result.gives is not Gives.MANY:
            board = at(value, self.result.path)
            if board is not None:
                yield named(moves), board
            return
        for item in value.items if isinstance(value, PrologList) else ():
            board = at(item, self.result.path)
            if board is not None:
                yield rest(item, self.result.path), board


def inner(goal: Term) -> Term:
    """A goal without its module."""
    return goal.args[1] if isinstance(goal, Compound) and goal.name == ":" else goal


def named(moves: Sequence[Term]) -> Term | None:
    """The name of a move: its one part, or its parts in a compound."""
    if not moves:
        return None
    if len(moves) == 1:
        return moves[0]
    return Compound("/" if len(moves) == 2 else "move", tuple(moves))


def rest(item: Term, path: tuple[int, ...]) -> Term | None:
    """What an item of a list says besides the board at a path; None if it says no more."""
    if len(path) != 1:
        return None
    others = tuple(part for i, part in enumerate(parts(item)) if i != path[0])
    return named(others)


def substituted(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with values for some variables."""
    return mapped(term, lambda one: values.get(one.name) if isinstance(one, Variable) else None)


def conjunction(goals: Sequence[Term]) -> Term:
    """All goals in one, in order."""
    *first, last = goals
    for goal in reversed(first):
        last = Compound(",", (goal, last))
    return last


# Random play

PLIES = 70
"""How long a game is followed."""

FEWEST_BLANKS = 3
"""How many squares of a first board are empty, at the least."""


@dataclass(frozen=True)
class Played:
    """One game: its positions, the number of moves in each, and whether it ended for want of moves."""

    positions: Sequence[Position]
    counts: Sequence[int]
    overwritten: int
    """How many moves put one piece in the place of another, and nothing else."""

    @property
    def stuck(self) -> bool:
        """Whether the last position has no moves."""
        return self.counts[-1] == 0


def play(rule: Rule, sampler: Sampler, board: Term, seed: int, plies: int = PLIES) -> Played:
    """Play at random from a board."""
    choose = random.Random(seed)
    position = Position(board, 0)
    positions = [position]
    counts: list[int] = []
    overwritten = 0
    blank: Term | None = None
    while True:
        nexts = rule.nexts(position, sampler.one(rule.sample(position)))
        if not counts:
            blank = _filled_by(board, [after.board for _, after in nexts])
        counts.append(len(nexts))
        overwritten += sum(_overwrites(position.board, after.board, blank) for _, after in nexts)
        if not nexts or len(positions) > plies or sampler.until.is_over:
            break
        position = choose.choice(nexts)[1]
        positions.append(position)
    return Played(positions, counts, overwritten)


def blank_of(board: Term) -> Term | None:
    """What an empty square looks like: the commonest leaf of a first board, if it can be."""
    return next(_blanks(board), None)


def _blanks(board: Term) -> Iterator[Term]:
    for leaf, many in Counter(leaves(board)).most_common():
        if many >= FEWEST_BLANKS and (isinstance(leaf, Atom | PrologString) or leaf in (0, -1)):
            yield leaf


def _filled_by(board: Term, nexts: Sequence[Term]) -> Term | None:
    """What an empty square looks like that each first move fills, or leaves; None if none does."""
    made = [{leaf for pair in changes(board, after) or () for leaf in pair} for after in nexts]
    return next((blank for blank in _blanks(board) if all(blank in one for one in made)), None)


def _overwrites(before: Term, after: Term, blank: Term | None) -> bool:
    changed = changes(before, after)
    if not changed or blank is None:
        return False
    return all(blank not in pair for pair in changed)
