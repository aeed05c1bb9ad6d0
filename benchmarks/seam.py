"""One piece of long work by each executor of the seam, in turn: the matrix on random games.

    python benchmarks/seam.py [--trees N] [--rounds N] [--processes N]

All find the same, or the exit code is 1. Wall time, the best of the rounds; a cluster's start is told apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from pydecl.crosschecking.running import run_matrix
from pydecl.model.program import Program
from pydecl.sandbox.executing import executor
from pydecl.sandbox.work import PieceExecutor

Opening = Callable[[], AbstractContextManager[PieceExecutor]]


def measured(trees: int, program: Program, opening: Opening) -> tuple[float, float, str]:
    """The seconds until an executor is open, those of the work, and what was found."""
    started = time.monotonic()
    with opening() as running:
        opened = time.monotonic()
        found = run_matrix(trees, 0, [program], cluster=running)
        ended = time.monotonic()
    return opened - started, ended - opened, str(found.to_json())


def main() -> int:
    """Measure, and print a table; the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--trees", type=int, default=6_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--program", type=Program, default=Program.ALPHABETA)
    chosen = options.parse_args()
    many = chosen.processes
    contenders: dict[str, Opening] = {
        "this process": lambda: executor(1),
        f"pool, {many} processes": lambda: executor(many),
        f"Dask, local:{many}": lambda: executor(1, cluster=f"local:{many}"),
    }
    best: dict[str, tuple[float, float]] = {}
    answers = set()
    for _ in range(chosen.rounds):
        for name, opening in contenders.items():
            start, work, answer = measured(chosen.trees, chosen.program, opening)
            answers.add(answer)
            best[name] = min(best.get(name, (start, work)), (start, work), key=lambda one: one[1])
    usual = best[f"pool, {many} processes"][1]
    print(f"{chosen.trees:,} random games, {chosen.program.value}, best of {chosen.rounds} rounds in turn\n")
    print("| executor | start, s | work, s | times the pool's speed |")
    print("| --- | --- | --- | --- |")
    for name, (start, work) in best.items():
        print(f"| {name} | {start:.1f} | {work:.1f} | {usual / work:.2f} |")
    if len(answers) > 1:
        print("\nThe answers differ.")
    return 0 if len(answers) == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
