"""Solved games and their files: `python benchmarks/solving.py [--with-prolog]` prints a table.

Each game is solved in machine code, after a first time that compiles it, in memory, by one process and by
`--jobs` in turn, each the best of three times; then once more into files, layer by layer if it has some;
verified; and looked up, 200,000 of its positions at the most. With `--with-prolog`, SWI-Prolog solves the
smaller ones, too, once.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from itertools import islice
from pathlib import Path

from pydecl.engines.prolog.game import SessionGame
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.sandbox.cores import core_count
from pydecl.solving.database import opened
from pydecl.solving.keeping import keep
from pydecl.solving.solver import solve
from pydecl.solving.verifying import verify

GAMES = (
    "connect4:width=4,height=4",
    "connect4:width=5,height=4",
    "connect4:width=4,height=5",
    "dots_and_boxes:width=3,height=2",
    "kalah:pits=4,seeds=2",
    "othello:size=4",
    "kqk",
    "krk",
)

SMALL = 400_000
"""Positions that SWI-Prolog solves here."""

LOOKED_UP = 200_000

MEMORY = 4096
"""MiB."""

ROUNDS = 3


def seconds(game: SessionGame, jobs: int) -> float:
    """What so many processes take to solve a game."""
    return solve(game, engine="native", seconds=None, jobs=jobs).seconds


def row(name: str, with_prolog: bool, jobs: int) -> list[str]:
    """What one game takes."""
    with (
        tempfile.TemporaryDirectory() as folder,
        consult(name, memory=MEMORY, seconds=None) as game,
        consult(name, memory=MEMORY, seconds=None) as other,
    ):
        count = len(solve(game, engine="native", seconds=None).positions)
        seconds(other, jobs)
        time.sleep(10)  # until the compiler that optimises is ready
        rounds = [(seconds(game, 1), seconds(other, jobs)) for _ in range(ROUNDS)]
        alone, together = map(min, zip(*rounds, strict=True))
        began = time.perf_counter()
        card = keep(game, Path(folder) / "solved", Reading(), jobs=jobs)
        written = time.perf_counter() - began
        with opened(Path(folder) / "solved", memory=MEMORY) as database:
            began = time.perf_counter()
            verify(database)
            verified = time.perf_counter() - began
            positions = [position for position, _ in islice(database, LOOKED_UP)]
            began = time.perf_counter()
            database.solutions(positions)
            rate = len(positions) / (time.perf_counter() - began)
        times = ""
        if with_prolog and count < SMALL:
            prolog = solve(game, engine="prolog", seconds=None).seconds
            times = f"{prolog / alone:.0f}, {prolog / together:.0f}"
        return [
            name,
            f"{count:,}",
            f"{alone:.2f} s",
            f"{together:.2f} s",
            f"{count / together:,.0f}",
            times,
            f"{written:.1f} s",
            f"{card.bytes / count:.2f}",
            f"{verified:.1f} s",
            f"{rate:,.0f}",
        ]


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with-prolog", action="store_true")
    parser.add_argument("--jobs", type=int, default=core_count())
    asked = parser.parse_args()
    heads = (
        "game",
        "positions",
        "solved by one",
        f"by {asked.jobs}",
        "a second",
        "times SWI-Prolog",
        "into files",
        "bytes each",
        "verified",
        "looked up a second",
    )
    print("| " + " | ".join(heads) + " |")
    print("|" + " --- |" * len(heads))
    for name in GAMES:
        print("| " + " | ".join(row(name, asked.with_prolog, asked.jobs)) + " |", flush=True)


if __name__ == "__main__":
    main()
