"""The moves: which predicate makes another board of a board, and what it must be given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from math import prod

from pydecl.loading.glue import names
from pydecl.loading.glue.players import UNNAMED, Pair, goal_of
from pydecl.loading.glue.program import Key, Place, Program
from pydecl.loading.glue.rule import BOARD, ME, OTHER, Gives, Result, Rule, blank_of, inner, substituted
from pydecl.loading.glue.sampling import Answered, Sample, Sampler
from pydecl.loading.glue.shapes import at, is_boardlike, is_step, leaves, parts, paths, with_parts
from pydecl.loading.glue.starts import Start, board_places
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term, Variable, is_ground

MOST_CHOICES = 700
"""How many choices of a move's parts are tried."""

MOST_ARITY = 7

MOST_AGAIN = 24
"""How many calls are tried with values for the move."""

MOST_UNTOLD = 8
"""How many predicates that must be told the move are tried with what may tell it."""

MOST_NUMBER = 20
"""The largest number on a board that may be how much a move takes away."""


@dataclass(frozen=True)
class Tried:
    """One way to call a predicate on a board: the roles of its arguments, and what came of it."""

    key: Key
    args: tuple[Term, ...]
    pair: Pair | None

    @property
    def goal(self) -> Term:
        return goal_of(self.key, self.args)

    @property
    def unknown(self) -> tuple[Variable, ...]:
        """The arguments that are neither board nor player."""
        given = (BOARD, ME, OTHER)
        inner = [part for arg in self.args for part in (parts(arg) or (arg,))]
        return tuple(part for part in inner if isinstance(part, Variable) and part not in given)

    def place(self, arg: Variable) -> Place | None:
        """Where an unknown stands; None if it is a part of an argument."""
        return (self.key, self.args.index(arg)) if arg in self.args else None


class Moves:
    """Looks for the rules of play that begin at a start."""

    def __init__(self, program: Program, sampler: Sampler, pairs: Sequence[Pair], start: Start) -> None:
        self.program = program
        self.sampler = sampler
        self._pairs = pairs
        self.start = start
        self.board = start.board
        self.places = places_of(program, start)
        self._state = bool(start.facts)

    def rules(self) -> list[Rule]:
        """All rules that lead from the start to other boards."""
        found: list[Rule] = []
        again: list[Tried] = []
        for one, answer in self.answered:
            found += self._harvest(one, answer, ())
            untold = answer.end != "done" or len(answer.solutions) < 2
            if one.unknown and (self._state or untold):
                again.append(one)
        again = [one for one in again if self._state or self._could_give(one)]
        for one in sorted(again, key=self._rank)[:MOST_AGAIN]:
            if not self.sampler.until.is_over:
                found += self._enumerated(one)
        return found

    def _rank(self, one: Tried) -> tuple[bool, int]:
        """What is named like a move comes first, and what calls most of what makes boards of boards."""
        outs = {key for key, i in self.places or ()}
        return (not names.says(one.key.name, names.MOVE), -len(self.program.reached(one.key) & outs))

    @cached_property
    def answered(self) -> Sequence[tuple[Tried, Answered]]:
        """The ways to call predicates on the board, with what they answer if nothing else is told."""
        tried = list(self.tried())
        return list(zip(tried, self.sampler.all([self.free(one) for one in tried]), strict=True))

    def untold(self) -> list[Rule]:
        """The rules that there may be if something else says what the moves are.

        What makes a board of a board stands in them alone, with what it must be told.
        """
        found: list[tuple[tuple[bool, int], Rule]] = []
        for one in self.tried() if not self._state and self.places is not None else ():
            outs = [arg for arg in one.unknown if self._is_board(one.place(arg))]
            if len(outs) == 1 and len(one.unknown) > 1:
                rank = not names.says(one.key.name, names.MOVE), len(one.unknown)
                found.append((rank, Rule((one.goal,), one.key, Result(Gives.ONE, outs[0]), one.pair)))
        return [rule for _, rule in sorted(found, key=lambda pair: pair[0])[:MOST_UNTOLD]]

    def _could_give(self, one: Tried) -> bool:
        """Whether another argument than the one with the board may give a board."""
        if self.places is None:
            return names.says(one.key.name, names.MOVE)
        return any(self._is_board(one.place(arg)) for arg in one.unknown)

    def tried(self) -> Iterator[Tried]:
        """The ways in which predicates are called on the board."""
        for key in self.program.predicates:
            effects = self.program.effects[key]
            if not effects.callable or effects.random or not 0 < key.arity <= MOST_ARITY:
                continue
            if names.says(key.name, names.CHOOSER):
                continue
            if self._state:
                if effects.changes:
                    yield from self._with_players(key, None)
                continue
            for i in range(key.arity):
                if takes_board(self.program, self.start, key, i):
                    yield from self._with_players(key, i)

    def _with_players(self, key: Key, board: int | None) -> Iterator[Tried]:
        free = [Variable(f"A{i}") for i in range(key.arity)]
        able = {
            k: pair for k in range(key.arity) if k != board and (pair := self.pair_at((key, k))) is not None
        }
        roles: list[dict[int, Variable]] = [{k: ME} for k in able]
        if len(able) > 1:
            one, other = list(able)[:2]
            roles = [{one: ME, other: OTHER}, {one: OTHER, other: ME}, *roles]
        if not able:
            roles = [{}]
            if self._pairs and self.places is None:
                roles += [{k: ME} for k in range(key.arity) if k != board]
            elif not self._pairs and not self._state:
                roles += [{k: ME} for k in range(key.arity) if k != board and self._is_untold((key, k))]
        for role in roles:
            args = list(free)
            if board is not None:
                args[board] = BOARD
            for k, variable in role.items():
                args[k] = variable
            likely = None
            if role:
                likely = self._pairs[0] if self._pairs else UNNAMED
            pair = next((able[k] for k in role if k in able), likely)
            yield Tried(key, tuple(args), pair)
            if board is not None and (split := self._split(key, args)) != args:
                yield Tried(key, tuple(split), pair)

    def _split(self, key: Key, args: Sequence[Term]) -> list[Term]:
        """The arguments with a compound where all clauses have one, as for a move in two parts."""
        split = list(args)
        for k, arg in enumerate(args):
            heads = [clause[k] for clause, _ in self.program.predicates[key].clauses]
            forms = {(one.name, len(one.args)) if isinstance(one, Compound) else None for one in heads}
            plain = arg not in (BOARD, ME, OTHER) and not self._is_board((key, k))
            if plain and len(forms) == 1 and (form := forms.pop()) is not None and form[1] < 4:
                split[k] = Compound(form[0], tuple(Variable(f"A{k}x{n}") for n in range(form[1])))
        return split

    def _is_untold(self, place: Place) -> bool:
        """Whether nothing in the text says what stands at an argument, and no board does."""
        return not (self._is_board(place) or self.program.flow.terms(place))

    def pair_at(self, place: Place) -> Pair | None:
        """The players that may stand at an argument."""
        if self._is_board(place):
            return None
        if place in self.program.flow.elements:
            return self._pairs[0] if self._pairs else None
        constants = self.program.flow.constants(place)
        for pair in self._pairs:
            if pair.first in constants or pair.second in constants:
                return pair
            if pair.by is not None and place in self.program.flow.members((pair.by, 0)):
                return pair
        plain = [one for one in constants if isinstance(one, Atom | PrologString)]
        blanks = set(leaves(self.board)) if len(set(leaves(self.board))) == 1 else set()
        plain = [one for one in plain if one not in blanks]
        if len(plain) == 2:
            return Pair(plain[0], plain[1])
        blank = blank_of(self.board)
        if isinstance(blank, int) and not plain and set(constants) - {blank} == {1, 2}:
            return Pair(1, 2)
        return None

    def beside(self, key: Key) -> Pair | None:
        """The players who are exchanged in a clause that calls a predicate."""
        for caller, predicate in self.program.predicates.items():
            for _, body in predicate.clauses:
                called = {self.program.key_of(*told) for told in self.program.goals(body, caller.module)}
                for pair in self._pairs if key in called else ():
                    if pair.by is not None and pair.by in called:
                        return pair
        return None

    def free(self, one: Tried, domains: Sequence[tuple[Variable, tuple[Term, ...]]] = ()) -> Sample:
        values = {BOARD.name: self.board}
        if one.pair is not None:
            values |= {ME.name: one.pair.first, OTHER.name: one.pair.second}
        args = tuple(substituted(arg, values) for arg in one.args)
        most, each = (400, 400) if not domains else (MOST_CHOICES, 3)
        goal, state = substituted(one.goal, values), self.board if self._state else None
        return Sample(goal, args, tuple(domains), state, most, 1 if self._state else each)

    def _harvest(
        self, one: Tried, answer: Answered, domains: Sequence[tuple[Variable, tuple[Term, ...]]]
    ) -> Iterator[Rule]:
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
            if isinstance(arg, Variable) and arg not in (BOARD, ME, OTHER) and arg not in chosen:
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
            and all(is_small(row[j]) for row in answer.solutions[:40])
            and len({str(row[j]) for row in answer.solutions}) > 1
        )
        moves += tuple(variable for variable, _ in domains if variable not in one.args)
        return Rule((one.goal,), one.key, result, one.pair, tuple(domains), moves)

    def _enumerated(self, one: Tried) -> list[Rule]:
        """The rules that show if unknown arguments are given values: as few as give the most moves."""
        unknown = [arg for arg in one.unknown if not self._is_board(one.place(arg))]
        domains = {arg: self.domain(one.place(arg)) for arg in unknown}
        best: list[Rule] = []
        most = 0
        for count in range(1, min(4, len(unknown)) + 1):
            before = most
            for chosen in combinations(unknown, count):
                if not 0 < prod(len(domains[arg]) for arg in chosen) <= MOST_CHOICES:
                    continue
                given = [(arg, domains[arg]) for arg in chosen]
                answer = self.sampler.one(self.free(one, given))
                rules = list(self._harvest(one, answer, given))
                if rules and len(answer.solutions) > most:
                    best, most = rules, len(answer.solutions)
                elif rules and len(answer.solutions) == most > before:
                    best += rules
            if before and most <= before:
                break
        return best

    def _is_board(self, place: Place | None) -> bool:
        """Whether a board stands at an argument, as far as the text shows it."""
        return self.places is not None and place in self.places

    def domain(self, place: Place | None) -> tuple[Term, ...]:
        """What an argument is tried with: constants of its class, or numbers up to the board's size."""
        constants = self.program.flow.constants(place) if place is not None else []
        numbers = sorted(value for value in constants if isinstance(value, int))
        others = [value for value in constants if not isinstance(value, int)]
        if len(others) > 1 and not numbers:
            return tuple(others[:20])
        high = _size(self.board)
        if self._state:
            high = max([*numbers, 9 if len(leaves(self.board)) < 30 else 8])
        if numbers and numbers[0] >= 0 and high < numbers[-1] <= 100:
            high = numbers[-1]
        return tuple(range(high + 1))


def places_of(program: Program, start: Start) -> frozenset[Place] | None:
    """The arguments at which boards stand; None if the text does not show it."""
    places = board_places(program, start)
    return frozenset(places) if len({key for key, _ in places}) > 1 else None


def part_of(program: Program, start: Start, maker: Key) -> Key | None:
    """What is named like a move, makes a board of a board, and calls the maker, which is not so named."""
    if names.says(maker.name, names.MOVE):
        return None
    boards = board_places(program, start)
    for key in program.predicates:
        named = names.says(key.name, names.MOVE) and not names.says(key.name, names.CHOOSER)
        makes = program.effects[key].callable and sum(place[0] == key for place in boards) > 1
        if named and makes and maker in program.reached(key):
            return key
    return None


def takes_board(program: Program, start: Start, key: Key, i: int) -> bool:
    """Whether a board may stand at an argument."""
    places = places_of(program, start)
    if places is not None:
        return (key, i) in places
    return not program.flow.constants((key, i)) and any(
        _fits(args[i], start.board) for args, _ in program.predicates[key].clauses
    )


def _size(board: Term) -> int:
    """The greatest length of a list or compound in a board, or number on it that may be one."""
    sizes = [len(parts(one)) for _, one in paths(board)]
    counted = [leaf for leaf in leaves(board) if isinstance(leaf, int) and leaf <= MOST_NUMBER]
    return max(size for size in (1, *sizes, *counted) if size <= 100)


def is_small(term: Term) -> bool:
    """Whether a term may be a move, or a part of one."""
    return len(leaves(term)) <= 12 and is_ground(term)


def _fits(pattern: Term, board: Term) -> bool:
    """Whether an argument of a head could be the board."""
    if isinstance(pattern, Variable):
        return True
    if isinstance(pattern, Compound):
        form = (board.name, len(board.args)) if isinstance(board, Compound) else None
        return (pattern.name, len(pattern.args)) == form
    return isinstance(pattern, PrologList) and isinstance(board, PrologList)


def _boards_in(board: Term, values: Sequence[Term]) -> Iterator[tuple[Gives, tuple[int, ...]]]:
    """Where in the values of an argument there are boards that follow a board."""
    if any(is_step(board, value) for value in values) and all(is_boardlike(value, 2) for value in values):
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
        if all(one is not None and is_step(board, one) for one in found):
            yield path


# What a program lists or tests of a board: the moves that there are, for what makes them

MOST_LISTERS = 16

ITEM = 900
"""The number of the first variable for a part of a listed move that is not used."""

LIST = Variable("Listed")


def listed(rule: Rule, found: Sequence[tuple[Term, Term]]) -> Iterator[Rule]:
    """A rule that must be told the move with each of the `listers` that fits before it."""
    told = (arg for arg in parts(inner(rule.goals[-1])) if isinstance(arg, Variable))
    unknown = [arg for arg in told if arg not in (BOARD, ME, OTHER, rule.result.variable)]
    unknown = [*dict.fromkeys([*(v for v, _ in rule.domains), *unknown])]
    for goal, first in found:
        for item, chosen in _items(first, unknown):
            member = Compound("member", (item, LIST))
            yield replace(rule, goals=(goal, member, *rule.goals), domains=(), moves=chosen)


def listers(moves: Moves) -> list[tuple[Term, Term]]:
    """The goals that list moves, in which the list is LIST, each with the first move; the likeliest first."""
    found: list[tuple[bool, Term, Term]] = []
    for one, answer in moves.answered:
        alone = len(one.unknown) == 1 and one.unknown[0] in one.args
        if not alone or not answer.holds or answer.end == "limit":
            continue
        value = answer.solutions[0][one.args.index(one.unknown[0])]
        if len(set(answer.solutions)) <= 2 and isinstance(value, PrologList) and _lists_moves(value):
            goal = substituted(one.goal, {one.unknown[0].name: LIST})
            if len(answer.solutions) > 1:
                goal = Compound("once", (goal,))
            found.append((not names.says(one.key.name, names.MOVE), goal, value.items[0]))
    return [(goal, first) for _, goal, first in sorted(found, key=lambda one: one[0])[:MOST_LISTERS]]


def _items(first: Term, unknown: Sequence[Variable]) -> Iterator[tuple[Term, tuple[Variable, ...]]]:
    """Patterns for the items of a list, with the variables that they bind."""
    for variable in unknown[:3]:
        yield variable, (variable,)
    size = len(leaves(first))
    if 2 <= size <= min(4, len(unknown)):
        for chosen in list(permutations(unknown, size))[:8]:
            yield _pattern(first, list(chosen)), chosen
    if 2 <= size <= 4 and size > len(unknown) == 1:
        for at in range(size):  # the others say what the move is worth, or what it does
            others = [unknown[0] if i == at else Variable(f"A{ITEM + i}") for i in range(size)]
            yield _pattern(first, others), tuple(unknown)


def _pattern(term: Term, variables: list[Variable]) -> Term:
    if not parts(term):
        return variables.pop(0)
    return with_parts(term, [_pattern(part, variables) for part in parts(term)])


def _lists_moves(value: PrologList) -> bool:
    moves = set(map(str, value.items))
    plain = value.tail is None and all(map(is_small, value.items))
    return plain and 1 < len(moves) == len(value.items) <= 400
