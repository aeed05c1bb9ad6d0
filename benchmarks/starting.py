"""How long compiled rules take to start: `python benchmarks/starting.py` prints the table for the docs.

The front end in processor time, cold and again; then seconds of the clock from `consult` to a search of
depth 1: with an empty cache, and the processor time of all its processes; with a full one; and as a command
with a full one.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult

ROUNDS = 5

FRONT_END = """
import sys, time
from pydecl.loading.consulting import consult
from pydecl.compiler.consulted import front_end
with consult(sys.argv[1]) as game:
    for _ in range(2):
        started = time.process_time()
        front_end(game)
        print(time.process_time() - started)
"""

SEARCH = """
import resource, sys, time
import pydecl.engines.searching
from pydecl.loading.consulting import consult
started, used = time.perf_counter(), time.process_time()
with consult(sys.argv[1], late=True) as game:
    pydecl.engines.searching.search(game, sys.argv[2], engine="native", depth=1)
    print(time.perf_counter() - started)
children = resource.getrusage(resource.RUSAGE_CHILDREN)
print(time.process_time() - used + children.ru_utime + children.ru_stime)
"""


def timed(script: str, *words: str, cache: Path) -> list[float]:
    """What a script prints, in a process of its own whose user's cache is this folder."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", script, *words], env=environment, capture_output=True, text=True, check=True
    )
    return [float(line) for line in done.stdout.split()]


def command(game: str, program: str, cache: Path) -> float:
    """The seconds that the whole command takes."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    words = ["search", game, "--program", program, "--engine", "native", "--depth", "1"]
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "pydecl", *words], env=environment, capture_output=True, check=True)
    return time.perf_counter() - started


def row(game: str, program: str) -> str:
    """The medians for one game."""
    found: list[tuple[float, ...]] = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder)
            cold, warm = timed(FRONT_END, game, cache=cache)
            first, used = timed(SEARCH, game, program, cache=cache)
            again, _ = timed(SEARCH, game, program, cache=cache)
            found.append((cold * 1000, warm * 1000, first, used, again, command(game, program, cache)))
    cold, warm, first, used, again, whole = map(statistics.median, zip(*found, strict=True))
    seconds = f"{first:.2f} s | {used:.2f} s | {again:.3f} s | {whole:.2f} s"
    return f"| {game} | {cold:.0f} ms | {warm:.0f} ms | {seconds} |"


def main() -> None:
    """Print the table."""
    print(
        "| game | front end, cold | again | first native answer | processor | from the cache | as a command |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in BUNDLED:
        with consult(name) as game:
            has_chance = game.has_chance
        print(row(name, "expectiminimax" if has_chance else "alphabeta"), flush=True)


if __name__ == "__main__":
    main()
