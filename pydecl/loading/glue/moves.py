"""The moves: which predicate makes another board of a board, and what it must be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pydecl.loading.glue import names
from pydecl.loading.glue.players import Pair, goal_of
from pydecl.loading.glue.program import Key, Place, Program
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Gives, Result, Rule, substituted
from pydecl.loading.glue.sampling import Answered, Sample, Sampler
from pydecl.loading.glue.shapes import at, closed, is_boardlike, is_step, leaves, parts
from pydecl.loading.glue.starts import Start, board_places
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable

MOST_CHOICES = 700
"""How many choices of a move's parts are tried."""

MOST_ARITY = 7

MOST_AGAIN = 24
"""How many calls are tried with values for the move."""


@dataclass(frozen=True)
class Tried:
    """One way to call a predicate on a board: the roles of its arguments, and what came of it."""

    key: Key
    args: tuple[Term, ...]
    pair: Pair | None

    @property
    def goal(self) -> Term:
        """The call."""
        return goal_of(self.key, self.args)

    @property
    def unknown(self) -> tuple[Variable, ...]:
        """The arguments that are neither board nor player."""
        return tuple(arg for arg in self.args if isinstance(arg, Variable) and arg not in (BOARD, ME, OTHER))


class Moves:
    """Looks for the rules of play that begin at a start."""

    def __init__(self, program: Program, sampler: Sampler, pairs: Sequence[Pair], start: Start) -> None:
        self._program = program
        self.sampler = sampler
        self._pairs = pairs
        self._start = start
        self.board = closed(start.board)
        self._places = places_of(program, start)
        self._state = bool(start.facts)

    def rules(self) -> list[Rule]:
        """All rules that lead from the start to other boards."""
        tried = list(self.tried())
        answers = self.sampler.all([self.free(one) for one in tried])
        found: list[Rule] = []
        again: list[Tried] = []
        for one, answer in zip(tried, answers, strict=True):
            rules = list(self._harvest(one, answer, ()))
            found += rules
            untold = not rules and (answer.end != "done" or not answer.holds)
            if one.unknown and (self._state or untold):
                again.append(one)
        again = [one for one in again if self._state or self._could_give(one)]
        for one in sorted(again, key=lambda one: not names.says(one.key.name, names.MOVE))[:MOST_AGAIN]:
            if not self.sampler.late:
                found += self._enumerated(one)
        return found

    def _could_give(self, one: Tried) -> bool:
        """Whether another argument than the one with the board may give a board."""
        if self._places is None:
            return names.says(one.key.name, names.MOVE)
        return any(arg in one.unknown and self._is_output(one, arg) for arg in one.unknown)

    def tried(self) -> Iterator[Tried]:
        """The ways in which predicates are called on the board."""
        for key in self._program.predicates:
            effects = self._program.effects[key]
            if not effects.callable or effects.random or not 0 < key.arity <= MOST_ARITY:
                continue
            if names.says(key.name, names.CHOOSER):
                continue
            if self._state:
                if effects.changes:
                    yield from self._with_players(key, None)
                continue
            for i in range(key.arity):
                if takes_board(self._program, self._start, self.board, key, i):
                    yield from self._with_players(key, i)

    def _with_players(self, key: Key, board: int | None) -> Iterator[Tried]:
        free = [Variable(f"A{i}") for i in range(key.arity)]
        able = {
            k: pair for k in range(key.arity) if k != board and (pair := self._pair_at((key, k))) is not None
        }
        roles: list[dict[int, Variable]] = [{k: ME} for k in able]
        if len(able) > 1:
            one, other = list(able)[:2]
            roles = [{one: ME, other: OTHER}, {one: OTHER, other: ME}, *roles]
        if not able:
            roles = [{}]
            if self._pairs and self._places is None:
                roles += [{k: ME} for k in range(key.arity) if k != board]
        for role in roles:
            args = list(free)
            if board is not None:
                args[board] = BOARD
            for k, variable in role.items():
                args[k] = variable
            likely = self._pairs[0] if role and self._pairs else None
            pair = next((able[k] for k in role if k in able), likely)
            yield Tried(key, tuple(args), pair)

    def _pair_at(self, place: Place) -> Pair | None:
        """The players that may stand at an argument."""
        if self._places is not None and place in self._places:
            return None
        if place in self._program.flow.elements:
            return self._pairs[0] if self._pairs else None
        constants = self._program.flow.constants(place)
        for pair in self._pairs:
            if pair.first in constants or pair.second in constants:
                return pair
            if pair.by is not None and place in self._program.flow.members((pair.by, 0)):
                return pair
        plain = [one for one in constants if isinstance(one, Atom | PrologString)]
        blanks = set(leaves(self.board)) if len(set(leaves(self.board))) == 1 else set()
        plain = [one for one in plain if one not in blanks]
        if not self._pairs and len(plain) == 2:
            return Pair(plain[0], plain[1])
        return None

    def free(self, one: Tried, domains: Sequence[tuple[Variable, tuple[Term, ...]]] = ()) -> Sample:
        values = {BOARD.name: self.board}
        if one.pair is not None:
            values |= {ME.name: one.pair.first, OTHER.name: one.pair.second}
        args = tuple(substituted(arg, values) for arg in one.args)
        return Sample(
            goal_of(one.key, args),
            args,
            tuple(domains),
            self.board if self._state else None,
            400 if not domains else MOST_CHOICES,
            1 if self._state else 400 if not domains else 3,
        )

    def _harvest(
        self, one: Tried, answer: Answered, domains: Sequence[tuple[Variable, tuple[Term, ...]]]
    ) -> Iterator[Rule]:
        """The rules that the solutions show."""
        if not answer.holds:
            return
        rows = answer.solutions[:40]
        chosen = {variable for variable, _ in domains}
        if self._state:
            if any(is_step(self.board, state) for state in answer.states):
                yield self._rule(one, Result(Gives.FACTS, BOARD), answer, domains)
            return
        for j, arg in enumerate(one.args):
            values = [row[j] for row in rows]
            if arg == BOARD:
                after = [closed(value) for value in values]
                if any(is_step(self.board, value) for value in after):
                    yield self._rule(one, Result(Gives.CHANGED, BOARD), answer, domains)
            elif isinstance(arg, Variable) and arg not in (ME, OTHER) and arg not in chosen:
                for gives, path in _boards_in(self.board, values):
                    yield self._rule(one, Result(gives, arg, path), answer, domains)

    def _rule(
        self,
        one: Tried,
        result: Result,
        answer: Answered,
        domains: Sequence[tuple[Variable, tuple[Term, ...]]],
    ) -> Rule:
        moves = tuple(
            arg
            for j, arg in enumerate(one.args)
            if isinstance(arg, Variable)
            and arg in one.unknown
            and arg != result.variable
            and all(_is_small(row[j]) for row in answer.solutions[:40])
            and len({str(row[j]) for row in answer.solutions}) > 1
        )
        return Rule((one.goal,), one.key, result, one.pair, tuple(domains), moves)

    def _enumerated(self, one: Tried) -> list[Rule]:
        """The rules that show if unknown arguments are given values, as few as possible."""
        unknown = [arg for arg in one.unknown if self._places is None or not self._is_output(one, arg)]
        domains = {arg: self._domain(one, arg) for arg in unknown}
        for count in range(1, min(4, len(unknown)) + 1):
            best: list[Rule] = []
            for chosen in combinations(unknown, count):
                size = 1
                for arg in chosen:
                    size *= len(domains[arg])
                if not 0 < size <= MOST_CHOICES:
                    continue
                given = [(arg, domains[arg]) for arg in chosen]
                answer = self.sampler.one(self.free(one, given))
                best += self._harvest(one, answer, given)
            if best:
                return best
        return []

    def _is_output(self, one: Tried, arg: Variable) -> bool:
        return self._places is not None and (one.key, one.args.index(arg)) in self._places

    def _domain(self, one: Tried, arg: Variable) -> tuple[Term, ...]:
        """What an argument is tried with: constants of its class, or numbers up to the board's size."""
        place = (one.key, one.args.index(arg))
        constants = self._program.flow.constants(place)
        numbers = sorted(value for value in constants if isinstance(value, int))
        others = [value for value in constants if not isinstance(value, int)]
        if len(others) > 1 and not numbers:
            return tuple(others[:20])
        low, high = 0, max(_sizes(self.board))
        if self._state:
            high = max([*numbers, 9 if len(leaves(self.board)) < 30 else 8])
        if numbers and numbers[0] >= 0 and high < numbers[-1] <= 100:
            high = numbers[-1]
        return tuple(range(low, high + 1))


def places_of(program: Program, start: Start) -> frozenset[Place] | None:
    """The arguments at which boards stand; None if the text does not show it."""
    places = board_places(program, start)
    return frozenset(places) if len({key for key, _ in places}) > 1 else None


def takes_board(program: Program, start: Start, board: Term, key: Key, i: int) -> bool:
    """Whether a board may stand at an argument."""
    places = places_of(program, start)
    if places is not None:
        return (key, i) in places
    return not program.flow.constants((key, i)) and any(
        _fits(args[i], board) for args, _ in program.predicates[key].clauses
    )


def _sizes(board: Term) -> set[int]:
    """The lengths of the lists in a board, and of its compounds."""
    found, todo = {1}, [board]
    while todo:
        one = todo.pop()
        inner = parts(one)
        if inner:
            found.add(len(inner))
            todo += inner
    return {size for size in found if size <= 100} or {8}


def _is_small(term: Term) -> bool:
    return len(leaves(term)) <= 12 and not any(isinstance(leaf, Variable) for leaf in leaves(term))


def _fits(pattern: Term, board: Term) -> bool:
    """Whether an argument of a head could be the board."""
    if isinstance(pattern, Variable):
        return True
    if isinstance(pattern, Compound):
        return isinstance(board, Compound) and (pattern.name, len(pattern.args)) == (
            board.name,
            len(board.args),
        )
    return isinstance(pattern, PrologList) and isinstance(board, PrologList)


def _boards_in(board: Term, values: Sequence[Term]) -> Iterator[tuple[Gives, tuple[int, ...]]]:
    """Where in the values of an argument there are boards that follow a board."""
    if any(is_step(board, closed(value)) for value in values) and all(
        is_boardlike(value, 2) for value in values
    ):
        yield Gives.ONE, ()
        return
    first = values[0]
    if isinstance(first, PrologList) and first.items and first.tail is None:
        for path in _paths_to_boards(board, first.items[:8]):
            yield Gives.MANY, path
            return
    if isinstance(first, Compound | PrologList):
        for path in _paths_to_boards(board, values[:8]):
            if path:
                yield Gives.ONE, path
                return


def _paths_to_boards(board: Term, items: Sequence[Term]) -> Iterator[tuple[int, ...]]:
    """The paths, of two steps at the most, that lead to a next board in each item."""
    paths: list[tuple[int, ...]] = [()]
    for i in range(len(parts(items[0]))):
        paths.append((i,))
        inner = at(items[0], (i,))
        paths += [(i, j) for j in range(len(parts(inner)) if inner is not None else 0)][:6]
    for path in paths[:60]:
        found = [at(item, path) for item in items]
        if all(one is not None and is_step(board, closed(one)) for one in found):
            yield path
