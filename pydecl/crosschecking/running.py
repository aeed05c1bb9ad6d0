"""Run the matrix: take the batches that the store has, run the others, and shrink the counterexamples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydecl.crosschecking.cases import asked_of, make_case
from pydecl.crosschecking.counterexamples import Counterexample, smallest
from pydecl.crosschecking.laws import Fault, Law
from pydecl.crosschecking.matrix import Batch, CaseFault, Tally, batches, check_batch, named_apart
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import identity
from pydecl.errors import Exit, PydeclError, StoppedError
from pydecl.kept import Answers, code
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.deadline import Deadline
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Program
from pydecl.model.reader import read_term
from pydecl.model.result import Limits, Order, Settings
from pydecl.model.term import term_text
from pydecl.sandbox.executing import executor, finished
from pydecl.sandbox.work import PieceExecutor, Progress, Task, Work


@dataclass(frozen=True)
class Matrix:
    """What a run of the matrix found: `counts` says how often a program was found to keep a law.

    `reason` says why the run could not be finished, if it could not; `cases` of `of` cases were searched,
    `resumed` of them in an earlier run.
    """

    programs: Sequence[Program]
    tally: Tally
    counterexamples: Sequence[Counterexample]
    cases: int
    of: int
    resumed: int
    reason: PydeclError | None = None

    @property
    def exit_code(self) -> Exit:
        if self.tally.faults:
            return Exit.DISAGREEMENT
        return Exit.FINE if self.reason is None else self.reason.exit_code

    def to_json(self) -> dict[str, Any]:
        return {
            "cases": self.cases,
            "of": self.of,
            "agree": None if self.reason and not self.tally.faults else not self.tally.faults,
            "error": None if self.reason is None else str(self.reason),
            "kept": {
                program.value: {law.value: count for law in Law if (count := self.tally.counts[program, law])}
                for program in self.programs
            },
            "counterexamples": [found.to_json() for found in self.counterexamples],
        }


def run_matrix(
    count: int,
    seed: int,
    programs: Sequence[Program],
    *,
    store: Answers | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    cluster: str | PieceExecutor | None = None,
    progress: Progress | None = None,
) -> Matrix:
    """Hold the programs on both engines against every law, on so many random games.

    The same `seed` makes the same games. What is in `store` is not searched again; `seconds` is the
    time for all of it. So many `jobs` search at a time, or a `cluster` searches: see
    `pydecl/sandbox/executing.py`.
    """
    deadline = Deadline.after(seconds).at
    all_batches = list(batches(count, seed))
    tallies: dict[int, Tally] = {}
    resumed = 0
    reason: PydeclError | None = None
    tally = Tally()
    found: list[Counterexample] = []

    def take(place: int, new: Tally) -> None:
        tallies[place] = new
        if progress:
            progress(sum(all_batches[at].count for at in tallies), count)

    with consult_trees(seconds=seconds) as game:
        try:
            try:
                if store is not None:
                    for place, batch in enumerate(all_batches):
                        read = partial(read_tally, batch)
                        if (known := store.known(question(batch, programs), read)) is not None:
                            resumed += batch.count
                            take(place, known)
                places = [place for place in range(len(all_batches)) if place not in tallies]
                missing = [all_batches[place] for place in places]
                work = Work(
                    "pydecl.crosschecking.running:searching",
                    tuple(programs),
                    here=lambda batch, _: _searched(game, batch, programs, deadline),
                )
                with executor(jobs, len(missing), cluster) as running:
                    for at, future in finished(running, work, missing, deadline=deadline):
                        new = future.result()
                        if store is not None:
                            store.keep(question(missing[at], programs), to_json(new))
                        take(places[at], new)
            finally:
                for place in sorted(tallies):
                    tally.merge(tallies[place])
            found = _shrunk(game, tally)
        except PydeclError as error:
            reason = error
        except KeyboardInterrupt:
            reason = StoppedError("interrupted")
    done = sum(all_batches[place].count for place in tallies)
    return Matrix(programs, tally, found, done, count, resumed, reason)


@contextmanager
def searching(programs: Sequence[Program]) -> Iterator[Task]:
    """What a process searches batches with: see `pydecl/sandbox/work.py`."""
    with consult_trees(seconds=None) as game:
        yield lambda batch, _: _searched(game, batch, programs, INFINITY)


def _searched(game: SessionGame, batch: Batch, programs: Sequence[Program], deadline: float) -> Tally:
    if not set(asked_of(batch.shape)) & set(programs):
        return Tally()
    return check_batch(game, batch, programs, Deadline(deadline).left())


def _shrunk(game: SessionGame, tally: Tally) -> list[Counterexample]:
    """The smallest counterexample of each program and law; those of several laws may become the same."""
    shrunk: list[Counterexample] = []
    for found in tally.faults:
        new = smallest(game, found.case, found.program, found.limits, found.fault)
        if new not in shrunk:
            shrunk.append(new)
    return shrunk


# What batches have shown, kept

CODE = (
    ("model", "programs", "crosschecking", "games", "sandbox", "compiler", "engines"),
    ("textbook", "refined", "naive", "support", "games"),
)
"""What of pydecl's own code decides what a batch shows."""


def answers(store: Path, *, fresh: bool = False) -> Answers:
    """What batches have shown, as far as neither SWI-Prolog nor pydecl has changed since."""
    return Answers(store, "batch", *identity(), code(*CODE), fresh=fresh)


def question(batch: Batch, programs: Sequence[Program]) -> list[Any]:
    """What tells a batch, searched by some programs, from others."""
    names = sorted(program.value for program in programs)
    return [batch.shape.value, batch.seed, batch.first, batch.count, names]


def to_json(tally: Tally) -> dict[str, Any]:
    """As `read_tally` reads it."""
    return {
        "counts": [[program.value, law.value, count] for (program, law), count in tally.counts.items()],
        "faults": [
            [
                found.number,
                found.program.value,
                _limits_fields(found.limits),
                [found.fault.law.value, found.fault.expected, found.fault.found],
            ]
            for found in tally.faults
        ],
    }


def read_tally(batch: Batch, fields: dict[str, Any]) -> Tally:
    """What a batch showed, as `to_json` has told it."""
    counts = Counter({(Program(name), Law(law)): count for name, law, count in fields["counts"]})
    faults = []
    for number, program, limits, (law, expected, found) in fields["faults"]:
        case = named_apart(make_case(batch.shape, batch.seed, number), number)
        fault = Fault(Law(law), expected, found)
        faults.append(CaseFault(case, number, Program(program), _limits(limits), fault))
    return Tally(counts, faults)


def _limits_fields(limits: Limits) -> list[Any]:
    settings = limits.settings
    fields = [limits.depth, term_text(limits.alpha), term_text(limits.beta), settings.order.value]
    return [*fields, dict(settings.numbers)]


def _limits(fields: list[Any]) -> Limits:
    depth, alpha, beta, order, numbers = fields
    return Limits(depth, _number(alpha), _number(beta), settings=Settings(Order(order)).having(numbers))


def _number(text: str) -> Number:
    value = read_term(text)
    assert isinstance(value, Number)
    return value
