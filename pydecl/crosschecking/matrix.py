"""The matrix: every program on all engines, on random games, held against every law.

>>> from pydecl.loading.trees_and_graphs import consult_trees
>>> with consult_trees() as game:
...     tally = check_batch(game, Batch(Shape.TREE, seed=1, first=0, count=20), [Program.MINIMAX])
>>> tally.counts[Program.MINIMAX, Law.TWINS] >= 20, tally.faults
(True, [])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from pydecl.crosschecking.cases import Case, Shape, asked_of, make_case, questions
from pydecl.crosschecking.engaged import Answered, Asked, Runners, Twins, ask_all, finished, runners_on_trees
from pydecl.crosschecking.laws import (
    Fault,
    Judge,
    Law,
    has_leaves_law,
    law_of_value,
    leaves_fault,
    twin_difference,
)
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.games.tree import TreeGame
from pydecl.loading.trees_and_graphs import plant
from pydecl.model.program import Kind, Program, Tie
from pydecl.model.result import Answer, Limits, Order
from pydecl.model.term import Atom, Term
from pydecl.model.tree import Tree
from pydecl.programs.registry import DECLARED
from pydecl.tracing.recording import Recording, can_be_traced, record


@dataclass(frozen=True)
class Finding:
    """One law that was kept, or the fault that breaks it; `engine` is None where the two differ."""

    program: Program
    limits: Limits
    law: Law
    engine: str | None = None
    fault: Fault | None = None


def examine(
    game: SessionGame,
    judges: Sequence[Judge[Term]],
    asked: Sequence[Asked],
    seconds: float | None,
    runners: Runners | None = None,
) -> list[list[Finding]]:
    """What the answers to each question show; `judges` has the judge of each question's game."""
    answers = ask_all(game, asked, seconds, runners)
    return [
        list(_findings(judge, *question, twins))
        for judge, question, twins in zip(judges, asked, answers, strict=True)
    ]


def _findings(
    judge: Judge[Term], program: Program, position: Term, limits: Limits, twins: Twins
) -> Iterator[Finding]:
    for engine, answer in twins.others.items():
        yield Finding(program, limits, Law.TWINS, None, twin_fault(twins.reference, engine, answer))
    for engine, answer in twins.answers.items():
        if isinstance(answer, Answer):
            fault = judge.fault(program, position, limits, answer)
            law = fault.law if fault else law_of_value(DECLARED[program].contract, limits)
            yield Finding(program, limits, law, engine, fault)
            if fault is None and DECLARED[program].contract.tie is not Tie.NONE:
                yield Finding(program, limits, Law.MOVE, engine)


def twin_fault(reference: Answered, engine: str, other: Answered) -> Fault | None:
    """The first thing in which two engines differ, as a fault of the law that they are twins."""
    differ = twin_difference(reference, other)
    if differ is None:
        return None
    name, expected, found = differ
    return _differing(f"{name} {expected}", found, engine, Law.TWINS)


def _differing(expected: str, found: str, engine: str, law: Law) -> Fault:
    """The fault that an engine does not say what the reference does."""
    here, there = (registry.engine(one).place for one in (REFERENCE, engine))
    return Fault(law, f"{expected}, as {here}", f"{found} {there}")


def variations(
    game: SessionGame,
    judges: Sequence[Judge[Term]],
    asked: Sequence[Asked],
    seconds: float | None,
    runners: Runners | None = None,
) -> list[list[Finding]]:
    """Whether each variation ends where its value comes from: the program is asked at each best successor."""
    first = ask_all(game, asked, seconds, runners)
    lines: list[dict[str, list[Term]]] = [{engine: [] for engine in twins.answers} for twins in first]
    cut_short: set[tuple[int, str]] = set()
    todo: list[tuple[int, str, Asked, Answered]] = [
        (index, engine, question, answer)
        for index, (question, twins) in enumerate(zip(asked, first, strict=True))
        for engine, answer in twins.answers.items()
    ]
    while todo:
        deeper = []
        for index, engine, (program, _, limits), answer in todo:
            if not isinstance(answer, Answer):  # a leaf of unknown value, where the window is whole again
                cut_short.add((index, engine))
            elif answer.best is not None:
                lines[index][engine].append(answer.best)
                deeper.append((index, engine, (program, answer.best, limits.one_ply_less())))
        distinct = list(dict.fromkeys(question for _, _, question in deeper))
        found = dict(zip(distinct, ask_all(game, distinct, seconds, runners), strict=True))
        todo = []
        for index, engine, question in deeper:
            answers = found[question].answers
            if engine in answers:
                todo.append((index, engine, question, answers[engine]))
            else:  # it cannot answer
                cut_short.add((index, engine))
    return [
        [
            Finding(
                program,
                limits,
                Law.VARIATION,
                engine,
                judge.end_fault(program, limits, answer, lines[index][engine]),
            )
            for engine, answer in twins.answers.items()
            if isinstance(answer, Answer) and lines[index][engine] and (index, engine) not in cut_short
        ]
        for index, (judge, (program, _, limits), twins) in enumerate(zip(judges, asked, first, strict=True))
    ]


def has_variation(program: Program, limits: Limits) -> bool:
    """Whether a program's variation is examined: it has one, in the whole window and the game's order."""
    contract = DECLARED[program].contract
    if contract.kind in (Kind.WON, Kind.OUTCOME, Kind.ESTIMATE):
        return False
    whole = limits.alpha == -limits.beta == -float("inf")
    return contract.tie is not Tie.NONE and whole and limits.settings.order is Order.GAME


def visits(game: SessionGame, asked: Asked, seconds: float | None) -> Finding | None:
    """Whether the engines do the same, event by event; None for a program that cannot be traced.

    Raises KeyboardInterrupt and LimitError where a search was stopped.
    """
    program, position, limits = asked
    if not can_be_traced(program):
        return None
    recordings = {
        engine: record(
            game,
            program,
            engine=engine,
            position=position,
            depth=limits.depth,
            alpha=limits.alpha,
            beta=limits.beta,
            seconds=seconds,
            settings=limits.settings,
        )
        for engine in registry.complete()
    }
    for recording in recordings.values():
        if isinstance(recording.answer, Answer):
            finished(recording.answer, limits)
    reference = recordings.pop(REFERENCE)
    for engine, recording in recordings.items():
        for number, (one, other) in enumerate(zip_longest(_told(reference), _told(recording)), 1):
            if one != other:
                fault = _differing(f"event {number} {one}", str(other), engine, Law.VISITS)
                return Finding(program, limits, Law.VISITS, None, fault)
    return Finding(program, limits, Law.VISITS)


def _told(recording: Recording) -> Iterator[str]:
    for event in recording.events():
        position = None if event.node is None else recording.positions[event.node]
        yield f"{event} {position}"


BATCH = 200
"""So many cases are loaded and searched in one piece."""

SHARES = {Shape.TREE: 10, Shape.DAG: 5, Shape.GRAPH: 2, Shape.PURSUIT: 1, Shape.CHANCE: 2}
"""Of so many cases in a row how many have which shape."""

VARIATIONS = 4
"""The variations of one case in so many are followed."""

VISITS = 10
"""One case in so many is traced."""


@dataclass(frozen=True)
class Batch:
    """The cases of one shape with the numbers from `first` on."""

    shape: Shape
    seed: int
    first: int
    count: int

    def __str__(self) -> str:
        return f"random games ({self.shape.value}), {self.first} to {self.first + self.count - 1}"

    def cases(self) -> Iterator[tuple[int, Case]]:
        for number in range(self.first, self.first + self.count):
            yield number, make_case(self.shape, self.seed, number)


@dataclass(frozen=True)
class CaseFault:
    """A law that a program breaks on a case; `number` is the case's."""

    case: Case
    number: int
    program: Program
    limits: Limits
    fault: Fault


@dataclass
class Tally:
    """How often each law was found to be kept, and where it is broken: the first case of each kind."""

    counts: Counter[tuple[Program, Law]] = field(default_factory=Counter)
    faults: list[CaseFault] = field(default_factory=list)

    def add(self, case: Case, number: int, finding: Finding) -> None:
        if finding.fault is None:
            self.counts[finding.program, finding.law] += 1
        else:
            fault = CaseFault(case, number, finding.program, finding.limits, finding.fault)
            self.merge(Tally(faults=[fault]))

    def merge(self, other: Tally) -> None:
        """Add what another tally found later."""
        self.counts += other.counts
        for found in other.faults:
            if (found.program, found.fault.law) not in ((k.program, k.fault.law) for k in self.faults):
                self.faults.append(found)


def batches(count: int, seed: int) -> Iterator[Batch]:
    """So many cases in batches, the shapes in their shares."""
    whole = sum(SHARES.values())
    for shape, share in SHARES.items():
        total = count * share // whole
        if shape is Shape.TREE:
            total += count - sum(count * part // whole for part in SHARES.values())
        for first in range(0, total, BATCH):
            yield Batch(shape, seed, first, min(BATCH, total - first))


def check_batch(
    game: SessionGame, batch: Batch, programs: Sequence[Program], seconds: float | None = None
) -> Tally:
    """Ask the programs everything about the cases of a batch; `game` is one of `consult_trees`.

    Raises LimitError where `seconds` are not enough.
    """
    cases = [(number, named_apart(case, number)) for number, case in batch.cases()]
    plant(game, Tree(tuple(node for _, case in cases for node in case.tree.nodes)))
    chosen = [program for program in asked_of(batch.shape) if program in programs]
    asked, judges, of_case = [], [], []
    for number, case in cases:
        judge = Judge[Term](TreeGame(case.tree, "tree"))  # type: ignore[arg-type]
        for question in questions(case, chosen, batch.seed, number):
            asked.append((question.program, Atom(case.tree.root.name), question.limits))
            judges.append(judge)
            of_case.append((number, case))
    followed = [
        index
        for index, (program, _, limits) in enumerate(asked)
        if of_case[index][0] % VARIATIONS == 0 and has_variation(program, limits)
    ]
    lines = [judges[index] for index in followed], [asked[index] for index in followed]
    with runners_on_trees(game, [case.tree for _, case in cases]) as runners:
        examined = examine(game, judges, asked, seconds, runners)
        varied = variations(game, *lines, seconds, runners)
    tally = Tally()
    for (number, case), findings in zip(of_case, examined, strict=True):
        for finding in findings:
            tally.add(case, number, finding)
    for (number, case), judge, (program, root, limits) in zip(of_case, judges, asked, strict=True):
        if has_leaves_law(program, limits):
            fault = leaves_fault(judge.game, program, root, limits)
            tally.add(case, number, Finding(program, limits, Law.LEAVES, None, fault))
    for (number, case), one in zip(of_case, asked, strict=True):
        if number % VISITS == 0 and (seen := visits(game, one, seconds)):
            tally.add(case, number, seen)
    for index, findings in zip(followed, varied, strict=True):
        number, case = of_case[index]
        for finding in findings:
            tally.add(case, number, finding)
    return tally


def named_apart(case: Case, number: int) -> Case:
    """The case with names that no other case has."""
    return replace(case, tree=case.tree.renamed(lambda name: f"c{number}_{name}"))
