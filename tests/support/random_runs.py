"""Random programs on SWI-Prolog and on back ends, in batches; what differs is made small and told.

    python tests/support/random_runs.py [--generator NAME] [--first N] [--count N] [--batch N] [BACK END ...]

prints, for each back end, how many goals it answered as SWI-Prolog did, what it refused and why, and the
smallest program found for each difference; exit code 1 where there is one. The generators are those of
`random_generators.py`. SWI-Prolog is asked once for all back ends; `tcc` and `gcc` are C by these.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from apart import Died, told_apart
from costs import processor_seconds
from differential import BackEnd, Comparison, Verdict, compare, key_of
from oracle import INFERENCES, Oracle
from random_generators import GENERATORS, PROGRAMS, Generator
from random_templates import RandomProgram
from shrinking_programs import shrunk
from swi_solutions import Goal, Outcome

from pydecl.rules.reader import read_rules


@dataclass
class Tally:
    """What came of many goals."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    gave_up: Counter[str] = field(default_factory=Counter)
    different: list[tuple[RandomProgram, Comparison]] = field(default_factory=list)
    seconds: float = 0.0
    """What the back end took of the processor's time."""

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


@dataclass(frozen=True)
class Answered:
    """A program with SWI-Prolog's outcomes, one for each of its goals."""

    program: RandomProgram
    outcomes: Sequence[Outcome]


def answered(
    oracle: Oracle, programs: Sequence[RandomProgram], generator: Generator = PROGRAMS
) -> list[Answered]:
    """SWI-Prolog's answers to programs whose predicates have names of their own."""
    module, messages = oracle.load(text_of(programs))
    wrong = [message for message in messages if is_error(message)]
    if wrong:
        raise GeneratorError("\n".join(wrong))
    return [Answered(one, oracle.solve_all(module, one.goals, generator.inferences)) for one in programs]


def text_of(programs: Sequence[RandomProgram]) -> str:
    """The file of several programs; what some of them share stands there once."""
    return "".join(dict.fromkeys(program.text for program in programs))


class GeneratorError(Exception):
    """SWI-Prolog does not load what a generator has made."""


def each_answered(
    oracle: Oracle, programs: Sequence[RandomProgram], generator: Generator
) -> Iterator[list[Answered]]:
    """The same in as many parts as must be: a program that expands terms stands in a file of its own."""
    parts: dict[str, list[RandomProgram]] = {}
    for one in programs:
        parts.setdefault(one.text if one.defined & EXPANDING else "", []).append(one)
    for part in parts.values():
        yield answered(oracle, part, generator)


EXPANDING = {("term_expansion", 2), ("goal_expansion", 2)}


def is_error(message: str) -> bool:
    """Whether SWI-Prolog left a clause or a directive out, not only warned of it."""
    return message.startswith("error")


def batches(
    numbers: Sequence[int], size: int, generator: Generator = PROGRAMS
) -> Iterator[list[RandomProgram]]:
    for start in range(0, len(numbers), size):
        yield [generator.random_program(number) for number in numbers[start : start + size]]


@dataclass(frozen=True)
class Unloadable:
    """What a back end raised instead of loading a text."""

    told: str


LOADED = "loaded"


def examine(back_end: BackEnd, batch: Sequence[Answered], tally: Tally) -> None:
    """Compare all goals of a batch, loaded as one file; a batch that does not load is halved.

    The back end works in a process of its own. A goal that ends it differs; the next process goes on behind
    that goal.
    """
    asked = [
        (one.program, goal, expected)
        for one in batch
        for goal, expected in zip(one.program.goals, one.outcomes, strict=True)
    ]
    at = 0
    while at < len(asked):
        loaded = False
        for told in told_apart(lambda start=at: compared(back_end, batch, start)):  # type: ignore[misc]
            if told == LOADED:
                loaded = True
                continue
            if isinstance(told, Comparison):
                tally.add(asked[at][0], told)
                at += 1
                continue
            if not loaded and at == 0 and len(batch) > 1:
                examine(back_end, batch[: len(batch) // 2], tally)
                examine(back_end, batch[len(batch) // 2 :], tally)
                return
            program, goal, expected = asked[at]
            how = told.how if isinstance(told, Died) else told.told
            tally.add(program, Comparison("random.pl", goal, Verdict.DIFFERENT, expected, how))
            at = at + 1 if loaded else len(asked)


def compared(back_end: BackEnd, batch: Sequence[Answered], start: int) -> Iterator[Any]:
    """LOADED, then the comparisons of the goals from `start` on; or Unloadable."""
    programs = [one.program for one in batch]
    text = "".join(program.asked for program in programs) + text_of(programs)
    rules = read_rules(text, "random.pl")
    entries = [key_of(goal) for one in batch for goal in one.program.goals]
    try:
        loaded = back_end.load(rules, list(dict.fromkeys(entries)))
    except Exception as error:  # whatever a back end raises is its fault
        yield Unloadable(f"{type(error).__name__}: {error}")
        return
    yield LOADED
    asked = [pair for one in batch for pair in zip(one.program.goals, one.outcomes, strict=True)]
    for goal, expected in asked[start:]:
        yield compare(goal, rules, loaded, expected)


def smallest(
    oracle: Oracle, back_end: BackEnd, program: RandomProgram, goal: Goal, inferences: int = INFERENCES
) -> tuple[str, Comparison]:
    """The text of the smallest program found that shows a difference, and the difference."""

    def difference(candidate: RandomProgram) -> Comparison | None:
        if not {(one.name, len(one.arguments)) for one in candidate.goals} <= candidate.defined:
            return None
        module, messages = oracle.load(candidate.text)
        if any(is_error(message) for message in messages):
            return None
        outcomes = oracle.solve_all(module, candidate.goals, inferences)
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


def shown(
    oracle: Oracle, back_end: BackEnd, tally: Tally, most: int, generator: Generator = PROGRAMS
) -> Iterator[str]:
    """The smallest programs of some differences, one of each program, none of them twice."""
    programs = {program.text: (program, found) for program, found in reversed(tally.different)}
    texts = set()
    for program, found in list(programs.values())[::-1][:most]:
        text, told = smallest(oracle, back_end, program, found.goal, generator.inferences)
        known = re.sub(r"[a-z]\d+_\d*", "p", f"{text}{told}")
        if known not in texts:
            texts.add(known)
            yield f"{text}{told}"


def none_differs(
    oracle: Oracle, back_end: BackEnd, answers: Iterable[Sequence[Answered]], generator: Generator = PROGRAMS
) -> Tally:
    """How a back end answers them. Raises AssertionError with the smallest programs that differ."""
    tally = Tally()
    for batch in answers:
        examine(back_end, batch, tally)
    told = list(shown(oracle, back_end, tally, 3, generator))
    assert not told, "\n".join(told)
    return tally


def run(
    back_ends: Sequence[BackEnd],
    oracle: Oracle,
    numbers: range,
    size: int,
    generator: Generator = PROGRAMS,
    seconds: float = math.inf,
) -> tuple[range, list[Tally]]:
    """Random programs on back ends, all of them batch by batch, and the numbers that were reached in time.

    What differs is told at once, too.
    """
    tallies = [Tally() for _ in back_ends]
    due, at = time.monotonic() + seconds, numbers.start
    for programs in batches(numbers, size, generator):
        at += len(programs)
        for batch in each_answered(oracle, programs, generator):
            for back_end, tally in zip(back_ends, tallies, strict=True):
                before, start = len(tally.different), processor_seconds()
                examine(back_end, batch, tally)
                tally.seconds += processor_seconds() - start
                for _, found in tally.different[before:]:
                    sys.stderr.write(f"{back_end.name}: {found}\n")
        told = ", ".join(f"{sum(tally.verdicts.values())} ({len(tally.different)})" for tally in tallies)
        sys.stderr.write(f"to {at - 1}: goals and differences: {told}\n")
        if time.monotonic() > due:
            break
    return range(numbers.start, at), tallies


def main(arguments: Sequence[str]) -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("back_ends", nargs="*", help="C compilers: tcc, gcc, clang; all by default")
    parser.add_argument("--generator", choices=GENERATORS, default=PROGRAMS.name)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="when no new batch is begun, by the clock"
    )
    parser.add_argument("--show", type=int, default=5, help="how many differences are made small")
    options = parser.parse_args(arguments)
    generator = GENERATORS[options.generator]
    numbers = range(options.first, options.first + options.count)
    known = {one.name: one for one in by_compilers()}
    chosen = [known[name] for name in options.back_ends or known]
    with Oracle() as oracle:
        numbers, tallies = run(chosen, oracle, numbers, options.batch, generator, options.seconds)
        for back_end, tally in zip(chosen, tallies, strict=True):
            told = f"{generator.name} {numbers.start} to {numbers.stop - 1}"
            spent = f"{tally.seconds:.0f} s of the processor"
            sys.stdout.write(f"{back_end.name}: {told}, {spent}\n{tally}\n")
        for back_end, tally in zip(chosen, tallies, strict=True):
            for text in shown(oracle, back_end, tally, options.show, generator):
                sys.stdout.write(f"\n{back_end.name}:\n{text}\n")
                sys.stdout.flush()
    return int(any(tally.different for tally in tallies))


def by_compilers() -> list[BackEnd]:
    """C by each compiler of this machine, under the name of its family."""
    from c_back_end import CBackEnd
    from native_code import working

    found: list[BackEnd] = []
    for compiler in working():
        if compiler is not None:
            back_end = CBackEnd(compiler)
            back_end.name = compiler.family.value
            found.append(back_end)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
