"""How late a search ends: `python benchmarks/lateness.py` prints the table for the docs.

Minimax of connect4 comes to no end. A command that may take a second is held against one that looks no ply
deep: what it takes beyond that second and the other is how late it is. A command that is interrupted in the
midst of its search is timed from the signal to its end, with all its processes.
"""

from __future__ import annotations

import signal
import statistics
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from pydecl.engines.registry import names

ROUNDS = 5
LIMIT = 1.0
INTO_IT = 1.5
"""Seconds after which a command is in the midst of its search."""

SEARCH = (sys.executable, "-m", "pydecl", "search", "connect4", "--program", "minimax", "--depth")


def timed(engine: str, *options: str) -> float:
    """The seconds that a command takes."""
    started = time.perf_counter()
    subprocess.run([*SEARCH, *options, "--engine", engine], capture_output=True, check=False)
    return time.perf_counter() - started


def interrupted(engine: str) -> float:
    """The seconds from Ctrl-C to the end of the last process."""
    process = subprocess.Popen(
        [*SEARCH, "99", "--time", "0", "--engine", engine],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(INTO_IT)
    all_of_them = below(process.pid)
    started = time.perf_counter()
    process.send_signal(signal.SIGINT)
    process.wait()
    while any(Path(f"/proc/{pid}").exists() for pid in all_of_them):
        time.sleep(0.001)
    return time.perf_counter() - started


def below(pid: int) -> list[int]:
    """The processes below one."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, listed.read_text().split()):
                found += [child, *below(child)]
    return found


def main() -> None:
    """Measure, in turn, and print the table."""
    late: dict[str, list[tuple[float, float]]] = {engine: [] for engine in names()}
    for _ in range(ROUNDS):
        for engine, seconds in late.items():
            more = timed(engine, "99", "--time", str(LIMIT)) - LIMIT - timed(engine, "0")
            seconds.append((more, interrupted(engine)))
    print("| engine | late, of the limit | after Ctrl-C, of the same |", "| --- | --- | --- |", sep="\n")
    for engine, found in late.items():
        shares = (f"{statistics.median(one) / LIMIT:.0%}" for one in zip(*found, strict=True))
        print(f"| {engine} | {' | '.join(shares)} |")


if __name__ == "__main__":
    main()
