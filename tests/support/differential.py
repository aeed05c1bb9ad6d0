"""Compiled rules against SWI-Prolog: equal solutions in order, equal errors, or a refusal with a place."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Protocol

from folders import TESTS
from swi_solutions import End, Goal, Outcome, SwiSolver, formal, goals_of

from pydecl.compiler import ir
from pydecl.errors import LimitError, UnfitError
from pydecl.model.term import Term
from pydecl.rules.reader import read_rules
from pydecl.rules.syntax import RulesText

IDIOMS = TESTS / "idioms"

SECONDS = 100.0
"""How much of the processor's time a back end may take for one goal: only one that hangs takes so much."""


SOLUTIONS = 100
"""How many solutions a back end gives by default."""


class PrologError(Exception):
    """An exception of the rules, as the term that was thrown."""

    def __init__(self, ball: Term) -> None:
        super().__init__(str(ball))
        self.ball = ball


class Loaded(Protocol):
    """A rules file, compiled."""

    @property
    def refusals(self) -> Mapping[ir.Key, ir.Refusal]:
        """Why entries are not compiled."""
        ...

    def solutions(
        self, key: ir.Key, arguments: Sequence[Term], most: int = SOLUTIONS
    ) -> Iterator[tuple[Term, ...]]:
        """The values of the `-` arguments in each solution, in order, as they are asked for, `most` at most.

        Raises PrologError where Prolog raises an exception, LimitError or UnfitError where this gives up.
        """
        ...


class BackEnd(Protocol):
    """A way to run rules that asks nothing of SWI-Prolog."""

    @property
    def name(self) -> str: ...

    def load(self, rules: RulesText, entries: Sequence[ir.Key]) -> Loaded: ...


class Verdict(Enum):
    """What a comparison says."""

    EQUAL = "equal"
    REFUSED = "refused"
    GAVE_UP = "gave up"
    """The back end said that it reached a limit."""
    LONG = "too long"
    """SWI-Prolog reached the limit of inferences before the first solution, or was hit by a signal."""
    DIFFERENT = "different"


@dataclass(frozen=True)
class Comparison:
    """One goal on SWI-Prolog and on a back end; `detail`: why it is refused, or what the back end gave."""

    file: str
    goal: Goal
    verdict: Verdict
    expected: Outcome
    detail: str = ""

    def __str__(self) -> str:
        if self.verdict is not Verdict.DIFFERENT:
            return f"{self.file}: {self.goal}: {self.verdict.value} {self.detail}".rstrip()
        return f"{self.file}: ?- {self.goal}.\n  SWI-Prolog: {self.expected}\n  back end:   {self.detail}"


def key_of(goal: Goal) -> ir.Key:
    return ir.Key(goal.name, goal.mode)


def compare(goal: Goal, rules: RulesText, loaded: Loaded, expected: Outcome) -> Comparison:
    """What a back end makes of a goal, beside SWI-Prolog's outcome."""
    refusal = loaded.refusals.get(key_of(goal))
    if refusal is not None:
        fault = misplaced(refusal, rules)
        verdict = Verdict.DIFFERENT if fault else Verdict.REFUSED
        return Comparison(rules.file, goal, verdict, expected, fault or refusal.reason)
    limited = expected.end is End.LIMIT and not expected.solutions
    if limited or any(stopped in str(expected.error) for stopped in ("signal(", "inference_limit_exceeded")):
        return Comparison(rules.file, goal, Verdict.LONG, expected)
    try:
        with time_limit(SECONDS):
            found = outcome_of(loaded, goal, expected)
    except (LimitError, UnfitError) as error:
        return Comparison(rules.file, goal, Verdict.GAVE_UP, expected, str(error))
    except TooSlowError:
        return Comparison(rules.file, goal, Verdict.DIFFERENT, expected, f"no end within {SECONDS:g} s")
    except Exception as error:  # whatever a back end raises is its fault
        return Comparison(rules.file, goal, Verdict.DIFFERENT, expected, f"{type(error).__name__}: {error}")
    verdict = Verdict.EQUAL if found == expected else Verdict.DIFFERENT
    return Comparison(rules.file, goal, verdict, expected, str(found) if found != expected else "")


def outcome_of(loaded: Loaded, goal: Goal, expected: Outcome) -> Outcome:
    """As many solutions of a back end as SWI-Prolog gave, and how they end where that is known."""
    most = len(expected.solutions)
    asked = most if expected.end is End.LIMIT else most + 1
    found: list[tuple[Term, ...]] = []
    try:
        for values in islice(loaded.solutions(key_of(goal), goal.inputs, asked), asked):
            found.append(values)
    except PrologError as error:
        return Outcome(tuple(found), End.ERROR, formal(error.ball))
    if expected.end in (End.LIMIT, End.CUT_OFF) and len(found) == asked:
        return Outcome(tuple(found[:most]), expected.end)
    return Outcome(tuple(found), End.NO_MORE)


def misplaced(refusal: ir.Refusal, rules: RulesText) -> str:
    """What is wrong with a refusal, if anything: it has a reason and a place in the file."""
    start, end = refusal.place.start, refusal.place.end
    if not 0 <= start < end <= len(rules.text):
        return f"the refusal {refusal.reason!r} stands at {start} to {end}, outside of the file"
    return "" if refusal.reason.strip() else "a refusal without a reason"


class TooSlowError(Exception):
    """The time is over."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooSlowError in what takes longer; in the main thread alone."""

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        raise TooSlowError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


# Files of idioms: a line `%? goal` asks a predicate; `_` is an argument that is asked for


@dataclass(frozen=True)
class IdiomFile:
    """A rules file and the goals that are asked of it; it is read when it is asked."""

    path: Path

    @property
    def theme(self) -> str:
        return self.path.stem

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def rules(self) -> RulesText:
        return read_rules(self.text, self.path.name)

    @cached_property
    def goals(self) -> Sequence[Goal]:
        return goals_of([line[2:].strip() for line in self.text.splitlines() if line.startswith("%?")])

    @property
    def entries(self) -> list[ir.Key]:
        return list(dict.fromkeys(key_of(goal) for goal in self.goals))


@cache
def idiom_files(folder: Path = IDIOMS) -> Sequence[IdiomFile]:
    """All files of idioms, in the order of their names."""
    return list(map(IdiomFile, sorted(folder.glob("*.pl"))))


def expected_outcomes(solver: SwiSolver, file: IdiomFile) -> dict[Goal, Outcome]:
    """What SWI-Prolog answers to each goal of a file."""
    module = f"idioms_{file.theme}"
    messages = solver.load(module, file.path)
    assert not messages, f"{file.path.name}: {messages}"
    return {goal: solver.solve(module, goal) for goal in file.goals}


def compare_file(file: IdiomFile, back_end: BackEnd, expected: Mapping[Goal, Outcome]) -> list[Comparison]:
    """Every goal of a file on a back end; a file that does not load is loaded for each goal alone."""
    try:
        loaded = back_end.load(file.rules, file.entries)
    except Exception:  # whatever a back end raises is its fault
        return [compare_alone(file, back_end, goal, expected[goal]) for goal in file.goals]
    return [compare(goal, file.rules, loaded, expected[goal]) for goal in file.goals]


def compare_alone(file: IdiomFile, back_end: BackEnd, goal: Goal, expected: Outcome) -> Comparison:
    """One goal of a file that is loaded for it alone."""
    try:
        loaded = back_end.load(file.rules, [key_of(goal)])
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        return Comparison(file.rules.file, goal, Verdict.DIFFERENT, expected, told)
    return compare(goal, file.rules, loaded, expected)


def report(back_end: str, found: Mapping[str, Sequence[Comparison]]) -> str:
    """A table of themes, then the reasons of refusals, then all that differs."""
    columns = [Verdict.EQUAL, Verdict.REFUSED, Verdict.GAVE_UP, Verdict.DIFFERENT]
    lines = [f"{back_end:24}" + "".join(f"{verdict.value:>11}" for verdict in columns) + f"{'compiled':>11}"]
    everything = [comparison for comparisons in found.values() for comparison in comparisons]
    for theme, comparisons in [*found.items(), ("all", everything)]:
        counts = Counter(comparison.verdict for comparison in comparisons)
        share = 1 - counts[Verdict.REFUSED] / max(1, len(comparisons))
        numbers = "".join(f"{counts[verdict]:11}" for verdict in columns)
        lines.append(f"{theme:24}{numbers}{share:11.0%}")
    refused = [item for item in everything if item.verdict is Verdict.REFUSED]
    lines += [
        f"  {count:4} refused: {reason}" for reason, count in Counter(r.detail for r in refused).most_common()
    ]
    lines += [str(item) for item in everything if item.verdict in (Verdict.DIFFERENT, Verdict.GAVE_UP)]
    return "\n".join(lines)
