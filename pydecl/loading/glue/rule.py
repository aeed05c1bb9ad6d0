"""A rule of play: goals of a program that make the next board of a board, and how they are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pydecl.loading.glue.players import Pair
from pydecl.loading.glue.program import Key
from pydecl.loading.glue.sampling import EFFORT, Answered, Sample
from pydecl.loading.glue.shapes import at, is_step, mapped, parts
from pydecl.model.term import Compound, PrologList, Term, Variable

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
