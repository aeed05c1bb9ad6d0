"""A file's own program on random trees, held to its contract; what breaks it is shrunk to a small tree."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pydecl.crosschecking.cases import Case, Shape, make_case
from pydecl.crosschecking.matrix import named_apart
from pydecl.crosschecking.own_judging import OwnFault, OwnJudge, OwnLaw
from pydecl.crosschecking.shrinking import shrink
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import LimitError, PydeclError
from pydecl.games.tree import TreeGame
from pydecl.loading.trees_and_graphs import Forest
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, less
from pydecl.model.program import Gives, OwnProgram, Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Chance, Inner, Leaf, Node, Tree

SECONDS = 2.0
"""For one question about a smaller tree."""

SHRINKING = 10.0
"""Seconds for making one counterexample smaller."""

SHAPES = (Shape.TREE, Shape.TREE, Shape.TREE, Shape.DAG, Shape.TREE, Shape.LONG)
"""The shapes of random trees, one after the other."""

ALIKE = 20
"""In one of so many trees all values are the same."""


@dataclass(frozen=True)
class TreeCase:
    """A tree and the question about its root."""

    case: Case
    limits: Limits

    @property
    def size(self) -> int:
        return len(self.case.tree.nodes)

    @property
    def root(self) -> Term:
        return Atom(self.case.tree.root.name)


@dataclass(frozen=True)
class TreeFindings:
    """What the program shows on trees: the smallest one that breaks each law, and how it chooses and prunes.

    `lasts` are, for each root with several best moves, whether the last was chosen. `leaves` are those that
    the program, the textbook's alphabeta and its minimax evaluated; `less` is the smallest tree on which the
    program evaluates more than the textbook's, with both numbers. `never` says that it evaluates just what
    minimax does, tree by tree: one that searches again and again evaluates more, and may well prune.
    """

    asked: int
    broken: Sequence[tuple[OwnFault, TreeCase]]
    lasts: Sequence[bool]
    leaves: tuple[int, int, int]
    less: tuple[TreeCase, int, int] | None
    never: bool = False


def check_on_trees(
    game: SessionGame, program: OwnProgram, count: int, seed: int, values: Sequence[Number], deadline: float
) -> TreeFindings:
    """Ask an attached program about so many random trees, whose values are among `values`.

    `game` is one of `consult_trees` to which the program is attached. Raises LimitError where `deadline`, a
    time of `time.monotonic`, passes.
    """
    trees = random_trees(seed, values)
    asked = trees.questions(program, count)
    trees.plant(game, asked)
    answers = _run(game, program, asked, deadline)
    broken: dict[OwnLaw, tuple[OwnFault, TreeCase]] = {}
    lasts = []
    for one, judge, found in zip(asked, judges(asked, deadline), answers, strict=True):
        fault = judge.fault(program, one.root, one.limits, found)
        if fault is not None:
            before = broken.get(fault.law)
            if before is None or one.size < before[1].size:
                broken[fault.law] = fault, one
            if fault.law is OwnLaw.END:
                break
        elif isinstance(found, Answer) and found.best is not None and one.limits.alpha == -INFINITY:
            last = judge.takes_the_last(one.root, one.limits, found)
            lasts += [] if last is None or one.limits.beta < INFINITY else [last]
    small = [
        _smallest(game, program, fault, one, values, min(deadline, time.monotonic() + SHRINKING))
        for fault, one in broken.values()
    ]
    found_of_trees = TreeFindings(len(asked), small, lasts, (0, 0, 0), None)
    if program.like == Program.ALPHABETA and not broken:
        leaves, less_pruned, never = _pruning(game, program, asked, answers, values, deadline)
        return replace(found_of_trees, leaves=leaves, less=less_pruned, never=never)
    return found_of_trees


# The cases


class RandomTrees:
    """The random trees of a seed, whose values are among these. They are made once, and their facts, too."""

    MOST_FORESTS = 3
    """Programs that are asked about the same trees follow each other."""

    def __init__(self, seed: int, values: Sequence[Number]) -> None:
        self.seed = seed
        self.values = values
        self._cases: list[Case] = []
        self._forests: dict[tuple[str, ...], Forest] = {}

    def questions(self, program: OwnProgram, count: int) -> list[TreeCase]:
        """The questions about so many trees."""
        self._cases += map(self._case, range(len(self._cases), count))
        return [
            TreeCase(case, limits)
            for number, case in enumerate(self._cases[:count])
            for limits in _windows(program, case, random.Random(f"windows {self.seed} {number}"))
            if _can_be_asked(program, case)
        ]

    def plant(self, game: SessionGame, asked: Sequence[TreeCase]) -> None:
        """Make the trees of some questions positions of a game of `consult_trees`, each once."""
        trees = {one.case.tree.root.name: one.case.tree for one in asked}
        forest = self._forests.pop(tuple(trees), None)
        if forest is None:
            forest = Forest(Tree(tuple(node for tree in trees.values() for node in tree.nodes)))
        self._forests[tuple(trees)] = forest
        if len(self._forests) > self.MOST_FORESTS:
            del self._forests[next(iter(self._forests))]
        forest.plant(game)

    def _case(self, number: int) -> Case:
        """A random tree, its values exchanged for these: in some trees by one of them everywhere."""
        shape = SHAPES[number % len(SHAPES)]
        case = named_apart(make_case(shape, self.seed, number), number)
        rng = random.Random(f"values {self.seed} {number}")
        values = [rng.choice(self.values)] if number % ALIKE == ALIKE - 1 else self.values

        def valued(node: Node) -> Node:
            return node if isinstance(node, Chance) else replace(node, value=rng.choice(values))

        return replace(case, tree=Tree(tuple(map(valued, case.tree.nodes))))


def random_trees(seed: int, values: Sequence[Number]) -> RandomTrees:
    """The trees of this seed and these values, which are kept for the next program."""
    return _kept(seed, tuple(values), tuple(map(type, values)))


@lru_cache(maxsize=2)
def _kept(seed: int, values: tuple[Number, ...], _: tuple[type, ...]) -> RandomTrees:
    return RandomTrees(seed, values)  # 1 and 1.0 are equal, and not the same


def judges(asked: Sequence[TreeCase], deadline: float) -> Iterator[OwnJudge]:
    """Who judges the answer to each question; one that follows on the same tree has the same judge."""
    before = None
    for one in asked:
        if one.case is not before:
            judge = OwnJudge(TreeGame(one.case.tree, "tree"), deadline)
        before = one.case
        yield judge


def _windows(program: OwnProgram, case: Case, rng: random.Random) -> Iterator[Limits]:
    yield Limits(case.depth)
    if program.contract.window:
        values = [node.value for node in case.tree.nodes if not isinstance(node, Chance)]
        for _ in range(2):
            a, b = rng.choice([*values, -INFINITY]), rng.choice([*values, INFINITY])
            assert a is not None
            assert b is not None
            yield Limits(case.depth, b, a) if less(b, a) else Limits(case.depth, a, b)


def _can_be_asked(program: OwnProgram, case: Case) -> bool:
    root = case.tree.root
    if program.gives is Gives.OUTCOME:
        return not isinstance(root, Chance) and root.mover is Player.MAX
    return program.gives is not Gives.MOVE or not isinstance(root, Leaf)


def _run(
    game: SessionGame, program: OwnProgram, asked: Sequence[TreeCase], deadline: float
) -> Sequence[Answer[Term] | PydeclError]:
    """The answers on trees that are planted; raises LimitError where there is no time."""
    left = _left(deadline)
    questions = [(program, one.root, one.limits) for one in asked]
    return registry.reference(game).run_all(questions, min(left, 20.0))


def _answer(
    game: SessionGame, program: OwnProgram, one: TreeCase, deadline: float
) -> Answer[Term] | PydeclError:
    """The answer on a tree, which is planted; raises LimitError where there is no time."""
    Forest(one.case.tree).plant(game)
    (answer,) = _run(game, program, [one], deadline)
    return answer


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise LimitError("time is up")
    return left


# Smaller ones


def _smallest(
    game: SessionGame,
    program: OwnProgram,
    fault: OwnFault,
    one: TreeCase,
    values: Sequence[Number],
    deadline: float,
) -> tuple[OwnFault, TreeCase]:
    """The smallest tree found on which the program breaks the same law."""

    def found(case: Case, limits: Limits) -> OwnFault | None:
        if not _within(program, case, values):
            return None
        try:
            answer = _answer(game, program, TreeCase(case, limits), time.monotonic() + SECONDS)
            judge = OwnJudge(TreeGame(case.tree, "tree"), time.monotonic() + SECONDS)
            new = judge.fault(program, TreeCase(case, limits).root, limits, answer)
        except PydeclError:
            return None
        return new if new is not None and new.law is fault.law else None

    case, limits = shrink(
        one.case,
        one.limits,
        lambda case, limits: time.monotonic() < deadline and found(case, limits) is not None,
    )
    return found(case, limits) or fault, TreeCase(case, limits)


def _within(program: OwnProgram, case: Case, values: Sequence[Number]) -> bool:
    """Whether a case that was made simpler still asks what may be asked, with values of the same range."""
    low, high = min(values), max(values)
    root = case.tree.root
    return (
        isinstance(root, Leaf | Inner)
        and _can_be_asked(program, case)
        and all(
            not isinstance(node, Chance) and node.value is not None and low <= node.value <= high
            for node in case.tree.nodes
        )
    )


def _pruning(
    game: SessionGame,
    program: OwnProgram,
    asked: Sequence[TreeCase],
    answers: Sequence[Answer[Term] | PydeclError],
    values: Sequence[Number],
    deadline: float,
) -> tuple[tuple[int, int, int], tuple[TreeCase, int, int] | None, bool]:
    """`asked` is what `answers` were given to, and still planted."""
    whole = [
        (one, found)
        for one, found in zip(asked, answers, strict=True)
        if isinstance(found, Answer) and one.limits.alpha == -INFINITY and one.limits.beta == INFINITY
    ]
    theirs = leaves_evaluated(game, Program.ALPHABETA, [one for one, _ in whole], _left(deadline))
    most = leaves_evaluated(game, Program.MINIMAX, [one for one, _ in whole], _left(deadline))
    ours = [answer.leaves or 0 for _, answer in whole]
    worse = [(one, own) for (one, _), own, other in zip(whole, ours, theirs, strict=True) if own > other]
    counts = sum(ours), sum(theirs), sum(most)
    if not worse:
        return counts, None, False
    numbers: dict[Case, tuple[int, int]] = {}
    end = min(deadline, time.monotonic() + SHRINKING)

    def prunes_less(case: Case, limits: Limits) -> bool:
        if not _within(program, case, values) or limits.alpha > -INFINITY or time.monotonic() > end:
            return False
        one = TreeCase(case, limits)
        try:
            found = _answer(game, program, one, time.monotonic() + SECONDS)
            (other,) = leaves_evaluated(game, Program.ALPHABETA, [one], SECONDS)
        except PydeclError:
            return False
        own = found.leaves if isinstance(found, Answer) and found.complete else None
        numbers[case] = own or 0, other
        return (own or 0) > other

    first, _ = min(worse, key=lambda pair: pair[0].size)
    case, limits = shrink(first.case, first.limits, prunes_less)
    if case not in numbers:
        prunes_less(case, limits)
    return counts, (TreeCase(case, limits), *numbers[case]), ours == most


def leaves_evaluated(
    game: SessionGame, program: Program, asked: Sequence[TreeCase], seconds: float
) -> list[int]:
    """How many leaves a textbook program evaluates in each tree that is planted."""
    answers = registry.reference(game).run_all([(program, one.root, one.limits) for one in asked], seconds)
    return [answer.leaves or 0 if isinstance(answer, Answer) else 0 for answer in answers]
