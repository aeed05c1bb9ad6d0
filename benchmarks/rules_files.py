"""Rules files on two engines: `python benchmarks/rules_files.py FILE[:DEPTH] …` prints a table.

Each file is searched by alphabeta from its start, attached to SWI-Prolog and in machine code by the best
compiler that is there: the best of some rounds, in processor time. A search that is over sooner is repeated
for a tenth of a second. The files are read as the textbook's (`docs/rules.md`); rules that were written for
something else need a file beside them that includes them and says moves/2, max_to_move/1, min_to_move/1 and
staticval/2.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from pydecl.benchmarking.contenders import LEAST_SECONDS, OfEngine, clock, contenders
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits

ATTACHED, COMPILED = "SWI-Prolog, attached", "rules compiled, "


@dataclass(frozen=True)
class Row:
    """A file: what both engines answered, and the seconds that they took."""

    file: str
    depth: int | None
    answer: Answer[Any]
    same: bool
    attached: float
    compiled: float

    @property
    def ratio(self) -> float:
        return self.attached / self.compiled

    def __str__(self) -> str:
        depth = "to the end" if self.depth is None else str(self.depth)
        seconds = f"{self.attached:.3f} s | {self.compiled * 1000:.2f} ms"
        equal = "equal" if self.same else "DIFFERENT"
        return f"| {self.file} | {depth} | {self.answer.nodes:,} | {equal} | {seconds} | {self.ratio:.0f} |"


def timed(engine: OfEngine, game: SessionGame, depth: int | None, rounds: int) -> tuple[Answer[Any], float]:
    """The answer of an engine, and the least processor time of the rounds."""
    root, program = game.initial()[0], Program("alphabeta")
    with closing(engine.take_up(game)) as runner:
        answer: Answer[Any] = runner.run(program, root, Limits(0, seconds=None))  # starts the process
        found = []
        for _ in range(rounds):
            started, times, seconds = clock(runner.pid), 0, 0.0
            while seconds < LEAST_SECONDS:
                answer = runner.run(program, root, Limits(depth, seconds=None))
                times += 1
                seconds = clock(runner.pid) - started
            found.append(seconds / times)
    return answer, min(found)


def measured(file: str, depth: int | None, rounds: int) -> Row:
    """Search a file on both engines. Raises PydeclError."""
    engines = [one for one in contenders() if isinstance(one, OfEngine)]
    attached = next(one for one in engines if one.name == ATTACHED)
    compiled = next(one for one in engines if one.name.startswith(COMPILED))
    with consult(file, seconds=None, convention="textbook") as game:
        quick, quick_seconds = timed(compiled, game, depth, rounds)
        slow, slow_seconds = timed(attached, game, depth, rounds)
    same = (quick.nodes, quick.value) == (slow.nodes, slow.value)
    return Row(file, depth, slow, same, slow_seconds, quick_seconds)


def main() -> None:
    """Measure the files, and print the table; a file that cannot be searched is told with the reason."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="+", metavar="FILE[:DEPTH]", help="without DEPTH to the end")
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    print("| rules | depth | nodes | nodes, value | SWI-Prolog attached | machine code | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    ratios = []
    for word in chosen.files:
        file, _, depth = word.partition(":")
        try:
            row = measured(file, int(depth) if depth else None, chosen.rounds)
        except PydeclError as error:
            print(f"| {file} | not measured: {str(error).splitlines()[0]} |", flush=True)
            continue
        ratios.append(row.ratio)
        print(row, flush=True)
    if ratios:
        mean = statistics.geometric_mean(ratios)
        print(f"\nGeometric mean {mean:.0f}, least {min(ratios):.0f}.")


if __name__ == "__main__":
    main()
