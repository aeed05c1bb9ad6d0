"""Run the matrix: all batches, those in the store taken from there, and shrink what was found."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydecl.crosschecking.cases import asked_of
from pydecl.crosschecking.counterexamples import Counterexample, smallest
from pydecl.crosschecking.laws import Law
from pydecl.crosschecking.matrix import Batch, Tally, batches, check_batch
from pydecl.crosschecking.store import Store
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import Exit, LimitError, PydeclError, StoppedError
from pydecl.loading.trees_and_graphs import consult_trees
from pydecl.model.program import Program

Progress = Callable[[int, int], None]
"""Told how many cases are done, and of how many."""


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
        """The fields that other programs may rely on."""
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
    store: Store | None = None,
    fresh: bool = False,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Matrix:
    """Hold the programs on both engines against every law, on so many random games.

    The same `seed` makes the same games. What is in `store` is not searched again, unless `fresh`;
    `seconds` is the time for all of it.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    tally, done, resumed = Tally(), 0, 0
    reason: PydeclError | None = None
    found: list[Counterexample] = []
    with consult_trees(seconds=seconds) as game:
        try:
            for batch in batches(count, seed):
                known = None if store is None or fresh else store.known(batch, programs)
                new = known or _searched(game, batch, programs, deadline)
                if store is not None and known is None:
                    store.keep(batch, programs, new)
                tally.merge(new)
                done += batch.count
                resumed += batch.count if known else 0
                if progress:
                    progress(done, count)
            found = _shrunk(game, tally)
        except PydeclError as error:
            reason = error
        except KeyboardInterrupt:
            reason = StoppedError("interrupted")
    return Matrix(programs, tally, found, done, count, resumed, reason)


def _searched(game: SessionGame, batch: Batch, programs: Sequence[Program], deadline: float | None) -> Tally:
    if not set(asked_of(batch.shape)) & set(programs):
        return Tally()
    left = None if deadline is None else deadline - time.monotonic()
    if left is not None and left <= 0:
        raise LimitError("time is up")
    return check_batch(game, batch, programs, left)


def _shrunk(game: SessionGame, tally: Tally) -> list[Counterexample]:
    """The smallest counterexample of each program and law; those of several laws may become the same."""
    shrunk: list[Counterexample] = []
    for found in tally.faults:
        new = smallest(game, found.case, found.program, found.limits, found.fault)
        if new not in shrunk:
            shrunk.append(new)
    return shrunk
