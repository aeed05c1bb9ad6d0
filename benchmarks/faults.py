"""Kills at random moments: `python benchmarks/faults.py [--kills N] [--seed S]` prints a table.

Each command runs again and again in two processes. Each time the command itself or one of the processes that
work for it is killed (SIGKILL) at a random moment; if it was the command, the next one goes on with what was
kept. Whenever one comes to its end, what it printed, or the files that it has made, must be those of a run in
which nothing was killed.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import psutil

PLAYERS = ("--player", "minimax,depth=2", "--player", "random", "--player", "alphabeta,depth=2,engine=python")

MATRIX = ("hexapawn", "nim", "graph", "bearoff")

HOMEWORK = Path(__file__).parent.parent / "tests" / "homework"

GRADE = ("grade", str(HOMEWORK / "good.pl"), str(HOMEWORK), "--trees", "20", "--resume", "--json")

TREES = ("--program", "alphabeta", "--trees", "400", "--json")


@dataclass(frozen=True)
class Task:
    """A command; `found` tells what came of it in a folder, given what it printed."""

    name: str
    words: Sequence[str]
    found: Callable[[Path, str], object]


def printed(_: Path, text: str) -> object:
    """What a command printed, without how long it took, and what of it an earlier one did."""
    return plain(json.loads(text))


def files(folder: Path, _: str) -> object:
    """The files of a solved game."""
    made = sorted((folder / "solved").glob("*.parquet"))
    return [(path.name, sha256(path.read_bytes()).hexdigest()) for path in made]


def plain(found: Any) -> Any:
    """JSON without seconds, and without what was resumed."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key not in ("seconds", "resumed")}
    return list(map(plain, found)) if isinstance(found, list) else found


TASKS = (
    Task("solve", ("solve", "connect4:width=5,height=4", "--to", "solved", "--resume", "--time", "0"), files),
    Task("matrix", ("crosscheck", *MATRIX, "--plies", "1", "--time", "0", "--json"), printed),
    Task("tournament", ("tournament", "hexapawn", *PLAYERS, "--games", "40", "--json"), printed),
    Task("grading", (*GRADE, "--store", "store"), printed),
    Task("trees", ("crosscheck", *TREES, "--store", "store"), printed),
)


def command(task: Task) -> list[str]:
    """The command line."""
    stored = ("--store", "store") if task.name == "tournament" else ()
    return [sys.executable, "-m", "pydecl", *task.words, *stored, "--jobs", "2"]


def killed(task: Task, folder: Path, after: float, random: Random) -> tuple[str, str | None]:
    """Run a command, and kill something after so many seconds: what, and what was printed at the end."""
    with (folder / "printed").open("w") as out:
        process = subprocess.Popen(command(task), cwd=folder, stdout=out, stderr=subprocess.DEVNULL)
        try:
            process.wait(after)
            victim = "nothing"
        except subprocess.TimeoutExpired:
            victim = random.choice(["the command", "a worker"])
            workers = [one for one in psutil.Process(process.pid).children() if is_worker(one)]
            if victim == "a worker" and workers:
                with suppress(ProcessLookupError):
                    os.kill(random.choice(workers).pid, signal.SIGKILL)
            else:
                victim = "the command"
                process.kill()
        process.wait()
    if victim == "the command":
        return victim, None
    if process.returncode not in (0, 1):
        raise SystemExit(f"{task.name}: {victim} was killed, and the exit code is {process.returncode}")
    return victim, (folder / "printed").read_text()


def is_worker(process: psutil.Process) -> bool:
    """Whether a process does pieces."""
    with suppress(psutil.Error):
        return any("pool_worker" in word for word in process.cmdline())
    return False


def row(task: Task, kills: int, random: Random) -> str:
    """So many kills, all survived."""
    with tempfile.TemporaryDirectory() as place:
        began = time.perf_counter()
        done = subprocess.run(command(task), cwd=place, capture_output=True, text=True, check=False)
        seconds = time.perf_counter() - began
        wanted = task.found(Path(place), done.stdout)
    counts = {"the command": 0, "a worker": 0, "nothing": 0}
    ends = 0
    while counts["the command"] + counts["a worker"] < kills:
        with tempfile.TemporaryDirectory() as place:
            text = None
            while text is None:
                victim, text = killed(task, Path(place), random.uniform(0, seconds), random)
                counts[victim] += 1
            ends += 1
            if task.found(Path(place), text) != wanted:
                raise SystemExit(f"{task.name}: something else came out after {victim} was killed")
    cells = (task.name, f"{seconds:.1f} s", counts["the command"], counts["a worker"], ends)
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Kill."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=[task.name for task in TASKS])
    asked = options.parse_args()
    print("| task | takes | commands killed | workers killed | ends, all the same |")
    print("| --- | --- | --- | --- | --- |")
    for task in TASKS:
        if asked.only not in (None, task.name):
            continue
        print(row(task, asked.kills, Random(asked.seed)), flush=True)


if __name__ == "__main__":
    main()
