"""How late a search ends: `python benchmarks/lateness.py` prints the table for the docs.

Minimax of connect4 comes to no end. A command that may take a second is timed from its start to its end. One
that is interrupted in the midst of its search is timed from the signal to the end of all its processes.
"""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
import time
from contextlib import suppress

import psutil

from pydecl.engines.registry import names

ROUNDS = 5
LIMIT = 1.0
INTO_IT = 1.5
"""Seconds after which a command is in the midst of its search."""

SEARCH = "pydecl search connect4 --program minimax --depth 99"


def search(engine: str, limit: float) -> psutil.Popen:
    """A command that is to end after so many seconds; 0 is no limit."""
    options = ["--engine", engine, "--time", str(limit)]
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-m", *SEARCH.split(), *options]
    return psutil.Popen(command, stdout=nowhere, stderr=nowhere, start_new_session=True)


def timed(engine: str) -> float:
    """The seconds that a command takes which has a limit."""
    started = time.perf_counter()
    search(engine, LIMIT).wait()
    return time.perf_counter() - started


def interrupted(engine: str) -> float:
    """The seconds from Ctrl-C to the end of the last process."""
    process = search(engine, 0)
    time.sleep(INTO_IT)
    all_of_them = process.children(recursive=True)
    started = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait()
    while any(map(is_running, all_of_them)):
        time.sleep(0.001)
    return time.perf_counter() - started


def is_running(process: psutil.Process) -> bool:
    """Whether it has not ended; nobody may have waited for it yet."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False


def main() -> None:
    """Measure, in turn, and print the table."""
    taken: dict[str, list[tuple[float, float]]] = {engine: [] for engine in names()}
    for _ in range(ROUNDS):
        for engine, seconds in taken.items():
            seconds.append((timed(engine), interrupted(engine)))
    print("| engine | the command takes, of its limit | ends after Ctrl-C, of the same |")
    print("| --- | --- | --- |")
    for engine, found in taken.items():
        shares = (f"{statistics.median(one) / LIMIT:.0%}" for one in zip(*found, strict=True))
        print(f"| {engine} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
