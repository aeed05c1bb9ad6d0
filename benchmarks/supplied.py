"""Rules that nobody wrote by hand, on `--engine python` and in SWI-Prolog: it prints a table.

Each search is a process of its own, whose cache is empty, or kept from the search before. All processor time
counts, with that of the processes that are started: consulting, compiling, searching.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from math import prod
from pathlib import Path

import psutil

from pydecl.engines.searching import search
from pydecl.loading.consulting import consult
from pydecl.paths import prolog_file

STRANGERS = Path(__file__).parent.parent / "tests" / "strangers"

TASKS = (
    ("connect4", "alphabeta", 7),
    ("tictactoe", "alphabeta", None),
    ("checkers", "alphabeta", 7),
    ("dots_and_boxes", "alphabeta", 6),
    ("othello", "alphabeta", 8),
    ("krk", "alphabeta", 5),
    ("ttt_feup", "alphabeta", None),
    ("ttt_and_or", "minimax", None),
    ("ttt_openspiel", "alphabeta", None),
    ("ttt_utility", "alphabeta", None),
    ("ttt_sterling_shapiro", "alphabeta", None),
    ("ttt_gdl", "alphabeta", None),
)
"""Each visits over 100,000 nodes."""


def used() -> float:
    """The processor time of this process and its children, in seconds."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    me = psutil.Process()
    running = sum(sum(one.cpu_times()[:2]) for one in [me, *me.children(recursive=True)])
    return running + ended.ru_utime + ended.ru_stime


def one(file: str, program: str, depth: str, engine: str) -> None:
    """Print the nodes and the processor time of one search."""
    plies = None if depth == "None" else int(depth)
    with consult(file, seconds=900) as game:
        answer = search(game, program, engine=engine, depth=plies, seconds=600, line=False).answer
        print(answer.nodes, used())


def measured(file: Path, cache: str, *task: object) -> tuple[int, float]:
    """The nodes and the processor time of one search, in a process of its own."""
    command = [sys.executable, __file__, str(file), *map(str, task)]
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "HOME": cache}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    nodes, seconds = done.stdout.split()
    return int(nodes), float(seconds)


def main() -> None:
    """Print the table."""
    print("| search | nodes | SWI-Prolog | Python | times | again | times |\n" + "| --- " * 7 + "|")
    gains: list[tuple[float, float]] = []
    for name, program, depth in TASKS:
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
            stranger = STRANGERS / f"{name}.pl"
            file = Path(folder, f"my_{name}.pl")  # of another name, it has no rules by hand
            shutil.copy(stranger if stranger.exists() else prolog_file("games", f"{name}.pl"), file)
            nodes, theirs = measured(file, cache, program, depth, "prolog")
            found = [measured(file, cache, program, depth, "python") for _ in range(2)]
        assert {nodes} == {count for count, _ in found}
        gains.append((theirs / found[0][1], theirs / found[1][1]))
        row = " | ".join(f"{ours:.2f} s | {theirs / ours:.2f}" for _, ours in found)
        print(f"| {name}, {program} | {nodes:,} | {theirs:.2f} s | {row} |", flush=True)
    means = [prod(column) ** (1 / len(gains)) for column in zip(*gains, strict=True)]
    print(f"| geometric mean | | | | {means[0]:.2f} | | {means[1]:.2f} |")


if __name__ == "__main__":
    one(*sys.argv[1:]) if len(sys.argv) > 1 else main()
