"""Random programs on SWI-Prolog and on back ends, in batches; what differs is made small and told.

    python tests/random_runs.py [--first N] [--count 5000] [--batch 50] [BACK END ...]

prints, for each back end, how many goals it answered as SWI-Prolog did, what it refused and why, and the
smallest program found for each difference; exit code 1 where there is one.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from differential import BackEnd, Comparison, Verdict, compare, key_of
from random_programs import RandomProgram, random_program
from shrinking_programs import shrunk
from swi_solutions import Goal, Outcome, SwiSolver

from pydecl.rules.reader import read_rules

INFERENCES = 20_000
"""How long a goal of a random program may run."""

MOST = 20
"""How many of its solutions are compared."""


@dataclass
class Tally:
    """What came of many goals."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    gave_up: Counter[str] = field(default_factory=Counter)
    different: list[tuple[RandomProgram, Comparison]] = field(default_factory=list)

    def add(self, program: RandomProgram, found: Comparison) -> None:
        self.verdicts[found.verdict] += 1
        if found.verdict is Verdict.REFUSED:
            self.reasons[found.detail] += 1
        if found.verdict is Verdict.GAVE_UP:
            self.gave_up[found.detail] += 1
        if found.verdict is Verdict.DIFFERENT:
            self.different.append((program, found))

    def __str__(self) -> str:
        whole = max(1, sum(self.verdicts.values()))
        lines = [
            f"  {self.verdicts[kind]:6} {self.verdicts[kind] / whole:6.1%} {kind.value}" for kind in Verdict
        ]
        lines += [f"  {number:6} refused: {reason}" for reason, number in self.reasons.most_common(30)]
        lines += [f"  {number:6} gave up: {reason}" for reason, number in self.gave_up.most_common(10)]
        return "\n".join(lines)


class Oracle:
    """SWI-Prolog's answers to random programs; a context manager."""

    def __init__(self) -> None:
        self._numbers = count()

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory()
        self._solver = SwiSolver().__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.__exit__(kind, error, trace)
        self._folder.cleanup()

    def load(self, text: str) -> tuple[str, list[str]]:
        """The module that a text was loaded into, and the warnings and errors."""
        module = f"random_{next(self._numbers)}"
        file = Path(self._folder.name) / f"{module}.pl"
        file.write_text(text, encoding="utf-8")
        return module, self._solver.load(module, file)

    def solve(self, module: str, goal: Goal) -> Outcome:
        return self._solver.solve(module, goal, MOST, INFERENCES)


@dataclass(frozen=True)
class Answered:
    """A program with SWI-Prolog's outcomes, one for each of its goals."""

    program: RandomProgram
    outcomes: Sequence[Outcome]


def answered(oracle: Oracle, programs: Sequence[RandomProgram]) -> list[Answered]:
    """SWI-Prolog's answers to programs whose predicates have names of their own."""
    module, messages = oracle.load("".join(program.text for program in programs))
    assert not messages, messages
    return [Answered(one, [oracle.solve(module, goal) for goal in one.goals]) for one in programs]


def batches(numbers: range, size: int) -> Iterator[list[RandomProgram]]:
    for start in range(numbers.start, numbers.stop, size):
        yield [random_program(number) for number in range(start, min(start + size, numbers.stop))]


def examine(back_end: BackEnd, batch: Sequence[Answered], tally: Tally) -> None:
    """Compare all goals of a batch, loaded as one file; a batch that does not load is halved."""
    text = "".join(one.program.asked + one.program.text for one in batch)
    rules = read_rules(text, "random.pl")
    entries = [key_of(goal) for one in batch for goal in one.program.goals]
    try:
        loaded = back_end.load(rules, list(dict.fromkeys(entries)))
    except Exception as error:  # whatever a back end raises is its fault
        if len(batch) > 1:
            examine(back_end, batch[: len(batch) // 2], tally)
            examine(back_end, batch[len(batch) // 2 :], tally)
            return
        told = f"{type(error).__name__}: {error}"
        program, outcomes = batch[0].program, batch[0].outcomes
        tally.add(program, Comparison("random.pl", program.goals[0], Verdict.DIFFERENT, outcomes[0], told))
        return
    for one in batch:
        for goal, expected in zip(one.program.goals, one.outcomes, strict=True):
            tally.add(one.program, compare(goal, rules, loaded, expected))


def smallest(oracle: Oracle, back_end: BackEnd, program: RandomProgram, goal: Goal) -> tuple[str, Comparison]:
    """The text of the smallest program found that shows a difference, and the difference."""

    def difference(candidate: RandomProgram) -> Comparison | None:
        if not {(one.name, len(one.arguments)) for one in candidate.goals} <= candidate.defined:
            return None
        module, messages = oracle.load(candidate.text)
        if any("Syntax error" in message or "No permission" in message for message in messages):
            return None
        outcomes = [oracle.solve(module, one) for one in candidate.goals]
        tally = Tally()
        examine(back_end, [Answered(candidate, outcomes)], tally)
        return tally.different[0][1] if tally.different else None

    alone = RandomProgram(program.clauses, (goal,))
    start = alone if difference(alone) else program
    first = difference(start)
    assert first is not None, "a difference that does not show again"

    def shows(candidate: RandomProgram) -> bool:
        told = difference(candidate)
        return told is not None and kind(told) == kind(first)

    found = shrunk(start, shows)
    return found.text, difference(found) or first


def kind(found: Comparison) -> tuple[str, bool]:
    """What a difference must keep while its program gets smaller: the exception of Python, if it is one."""
    return (re.match(r"\w+Error(?=: )|", found.detail) or [""])[0], found.expected.error is None


def shown(oracle: Oracle, back_end: BackEnd, tally: Tally, most: int) -> list[str]:
    """The smallest programs of some differences, one of each program, none of them twice."""
    programs = {program.text: (program, found) for program, found in reversed(tally.different)}
    texts: dict[str, str] = {}
    for program, found in list(programs.values())[::-1][:most]:
        text, told = smallest(oracle, back_end, program, found.goal)
        texts.setdefault(re.sub(r"p\d+_\d+", "p", f"{text}{told}"), f"{text}{told}")
    return list(texts.values())


def run(back_end: BackEnd, oracle: Oracle, numbers: range, batch: int) -> Tally:
    """Random programs on one back end; what differs is told at once, too."""
    tally = Tally()
    for programs in batches(numbers, batch):
        before = len(tally.different)
        examine(back_end, answered(oracle, programs), tally)
        for _, found in tally.different[before:]:
            sys.stderr.write(f"{found}\n")
        sys.stderr.write(f"{sum(tally.verdicts.values())} goals, {len(tally.different)} different\n")
    return tally


def main(arguments: Sequence[str]) -> int:
    """Run and print."""
    from back_ends import all_back_ends

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("back_ends", nargs="*")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--show", type=int, default=5, help="how many differences are made small")
    options = parser.parse_args(arguments)
    numbers = range(options.first, options.first + options.count)
    differs = False
    with Oracle() as oracle:
        for back_end in all_back_ends():
            if options.back_ends and back_end.name not in options.back_ends:
                continue
            start = time.monotonic()
            tally = run(back_end, oracle, numbers, options.batch)
            seconds = time.monotonic() - start
            programs = f"programs {numbers.start} to {numbers.stop - 1}"
            sys.stdout.write(f"{back_end.name}: {programs}, {seconds:.0f} s\n{tally}\n")
            for text in shown(oracle, back_end, tally, options.show):
                sys.stdout.write(f"\n{text}\n")
            differs |= bool(tally.different)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
