"""A file's own program on random trees, held to its contract; what breaks it is shrunk to a small tree."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from pydecl.crosschecking.cases import Case, Shape, make_case
from pydecl.crosschecking.counterexamples import shrink
from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.matrix import named_apart
from pydecl.crosschecking.own_judging import Gravity, OwnFinding, OwnJudge
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import LimitError, PydeclError
from pydecl.games.tree import TreeGame
from pydecl.loading.trees_and_graphs import Forest
from pydecl.model.deadline import Deadline
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number, counted, less
from pydecl.model.program import Gives, OwnProgram, Program
from pydecl.model.result import Answer, Limits
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Chance, Inner, Leaf, Node, Tree, tree_text

ANSWERING = 10_000_000
"""Inferences for one question about a tree."""

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
    def is_whole(self) -> bool:
        return self.limits.alpha == -INFINITY and self.limits.beta == INFINITY

    @property
    def root(self) -> Term:
        return Atom(self.case.tree.root.name)


def check_on_trees(
    game: SessionGame, program: OwnProgram, count: int, seed: int, values: Sequence[Number], deadline: float
) -> tuple[int, list[OwnFinding]]:
    """Ask an attached program about so many random trees, whose values are among `values`.

    `game` is one of `consult_trees` to which the program is attached. Returns how much was asked, and the
    smallest tree found that breaks each law. Raises LimitError if `deadline`, a time of `time.monotonic`,
    passes.
    """
    trees = random_trees(seed, values)
    asked = trees.questions(program, count)
    trees.plant(game, asked)
    answers = run_own(game, [(program, one.root, one.limits) for one in asked], ANSWERING, deadline)
    broken: dict[Law, tuple[Fault, TreeCase]] = {}
    lasts: list[bool] = []
    for one, judge, found in zip(asked, judges(asked, deadline), answers, strict=True):
        fault = judge.fault(program, one.root, one.limits, found)
        if fault is not None:
            if fault.law not in broken or one.size < broken[fault.law][1].size:
                broken[fault.law] = fault, one
            if fault.law is Law.END:
                break
        elif isinstance(found, Answer) and found.best is not None and one.is_whole:
            last = judge.takes_the_last(one.root, one.limits, found)
            lasts += [] if last is None else [last]
    gravity, said = Gravity.FAULT, ("", "")
    if not broken and program.like == Program.ALPHABETA:
        whole = [pair for pair in zip(asked, answers, strict=True) if pair[0].is_whole]
        gravity, said, less = _pruning(game, whole, deadline)
        broken |= {} if less is None else {Law.PRUNING: less}
    shrinking = _Shrinking(game, program, values)
    found_on_trees = []
    for fault, one in broken.values():
        fault, one = shrinking.smallest(fault, one, min(deadline, time.monotonic() + SHRINKING))
        fault = replace(fault, expected=fault.expected + said[0], found=fault.found + said[1])
        tree = tree_text(one.case.tree)
        found_on_trees.append(OwnFinding(gravity, fault, one.size, tree=tree, limits=one.limits))
    is_right = Law.PRUNING in broken or not broken
    if is_right and program.like != Program.WON and not all(lasts):
        rule = "another one" if any(lasts) else "another one, always"
        fault = Fault(Law.TIES, "the last of several best moves, the textbook's choice", rule)
        found_on_trees.append(OwnFinding(Gravity.NOTE, fault, 0))
    return len(asked), found_on_trees


def run_own(
    game: SessionGame, asked: Sequence[tuple[OwnProgram, Term, Limits]], inferences: int, deadline: float
) -> Sequence[Answer[Term] | PydeclError]:
    """All answers of a file's own program; LimitError stands for one that takes more inferences.

    These are counted, so that a busy machine makes no program endless. Raises LimitError if there is no time
    for all answers.
    """
    answers = registry.reference(game).own.run_all(asked, inferences, Deadline(deadline).left())
    if len(answers) < len(asked):
        raise LimitError("time is up")
    return answers


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


# Smaller ones


@dataclass(frozen=True)
class _Shrinking:
    """Looks for small trees on which a program breaks a law."""

    game: SessionGame
    program: OwnProgram
    values: Sequence[Number]

    def smallest(self, fault: Fault, one: TreeCase, deadline: float) -> tuple[Fault, TreeCase]:
        """The smallest tree found by the deadline on which the program breaks the same law."""

        def fails(case: Case, limits: Limits) -> bool:
            return time.monotonic() < deadline and self.fault(fault.law, TreeCase(case, limits)) is not None

        small = TreeCase(*shrink(one.case, one.limits, fails))
        return self.fault(fault.law, small) or fault, small

    def fault(self, law: Law, one: TreeCase) -> Fault | None:
        """How the program breaks this law on a tree, if that asks what may be asked."""
        if not _within(self.program, one.case, self.values):
            return None
        until = time.monotonic() + SECONDS
        try:
            Forest(one.case.tree).plant(self.game)
            (found,) = run_own(self.game, [(self.program, one.root, one.limits)], ANSWERING, until)
            if law is Law.PRUNING:
                (theirs,) = leaves_evaluated(self.game, Program.ALPHABETA, [one], SECONDS)
                return _less_pruned(found, theirs) if one.is_whole else None
            judge = OwnJudge(TreeGame(one.case.tree, "tree"), until)
            new = judge.fault(self.program, one.root, one.limits, found)
        except PydeclError:
            return None
        return new if new is not None and new.law is law else None


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


def _less_pruned(found: Answer[Term] | PydeclError, theirs: int) -> Fault | None:
    """The fault of an answer for which more leaves were evaluated than the textbook's, if that is so."""
    own = found.leaves or 0 if isinstance(found, Answer) and found.complete else 0
    if own <= theirs:
        return None
    expected = f"{counted(theirs, 'leaf', 'leaves')}, as the textbook's alphabeta evaluates"
    return Fault(Law.PRUNING, expected, str(own))


def _pruning(
    game: SessionGame, whole: Sequence[tuple[TreeCase, Answer[Term] | PydeclError]], deadline: float
) -> tuple[Gravity, tuple[str, str], tuple[Fault, TreeCase] | None]:
    """The smallest of some trees, which are planted, on which less is pruned than by the textbook's.

    With how bad that is, and what is said of all trees beside what is expected and found.
    """
    left = max(0.1, deadline - time.monotonic())
    trees = [one for one, _ in whole]
    theirs = leaves_evaluated(game, Program.ALPHABETA, trees, left)
    most = leaves_evaluated(game, Program.MINIMAX, trees, left)
    ours = [found.leaves or 0 if isinstance(found, Answer) else 0 for _, found in whole]
    less = [
        (fault, one)
        for (one, found), leaves in zip(whole, theirs, strict=True)
        if (fault := _less_pruned(found, leaves)) is not None
    ]
    is_never = ours == most  # tree by tree: one that searches again and again may well prune
    never = ", just those of minimax: nothing is pruned" if is_never else ""
    said = f" ({sum(theirs)} on all trees)", f" ({sum(ours)} on all trees{never})"
    gravity = Gravity.WARNING if is_never else Gravity.NOTE
    return gravity, said, min(less, key=lambda pair: pair[1].size, default=None)


def leaves_evaluated(
    game: SessionGame, program: Program, asked: Sequence[TreeCase], seconds: float
) -> list[int]:
    """How many leaves a textbook program evaluates in each tree that is planted."""
    answers = registry.reference(game).run_all([(program, one.root, one.limits) for one in asked], seconds)
    return [answer.leaves or 0 if isinstance(answer, Answer) else 0 for answer in answers]
