"""What the tests cost, in seconds of the processor: measured, kept, and put into a table.

A file's cost is what its worker used while its tests ran, with all processes below it, whether they still
run or have been waited for. What is made once for many files, such as a server or a browser, is a cost of the
first of them. A clock on the wall would say how busy the machine is. `--costs` measures each test.

Each whole run of a ring keeps the costs of its files. `python tests/support/costs.py` writes what the last
runs of both rings kept to `costs.tsv`, which orders the files and tells how much of a run is left, and to the
table of `docs/contributing.md`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import PurePath

import psutil
import pytest
from folders import ROOT

KEPT = ROOT / "tests" / "support" / "costs.tsv"
PAGE = ROOT / "docs" / "contributing.md"
BEGIN, END = "<!-- costs: python tests/support/costs.py -->", "<!-- end of costs -->"

RINGS = ("inner", "thorough")
PROCESSOR = "processor"
"""Under this name a report carries the seconds since the last one that did."""


@dataclass(frozen=True)
class Cost:
    """How many tests, and how many seconds of the processor they take together."""

    tests: int = 0
    seconds: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.tests + other.tests, self.seconds + other.seconds)


Costs = Mapping[str, Cost]
"""The costs of files, by their paths in the checkout."""


def processor_seconds() -> float:
    """What this process and all below it, running or waited for, have used of the processor."""
    own = psutil.Process()
    return sum(map(_used, [own, *own.children(recursive=True)]))


def _used(process: psutil.Process) -> float:
    """What a process has used, with its children that have ended."""
    try:
        return sum(process.cpu_times()[:4])
    except psutil.NoSuchProcess:  # it has ended meanwhile
        return 0.0


class Meter:
    """In a worker: gives the last report of each file its cost, or that of each test."""

    def __init__(self, *, each: bool) -> None:
        self.each = each
        self.before = 0.0

    def pytest_collection_finish(self) -> None:
        self.before = processor_seconds()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        yield
        if self.each or nextitem is None or nextitem.path != item.path:
            now = processor_seconds()
            item.user_properties.append((PROCESSOR, round(now - self.before, 3)))
            self.before = now


def measured(report: pytest.TestReport) -> float:
    """The cost that a report carries, in seconds."""
    return sum(float(str(value)) for name, value in report.user_properties if name == PROCESSOR)


def keep(config: pytest.Config, ring: str, costs: Costs) -> None:
    """Keep the costs of a whole run, unless the run keeps nothing."""
    lasting = getattr(config, "cache", None)  # none with -p no:cacheprovider
    if lasting is not None:
        lasting.set(f"pydecl/{ring}", {file: [cost.tests, cost.seconds] for file, cost in costs.items()})


@cache
def known(ring: str) -> Costs:
    """What the files of a ring cost when the table was written."""
    rows = (line.split("\t") for line in KEPT.read_text("utf-8").splitlines()[1:])
    place = 1 + 2 * RINGS.index(ring)
    return {row[0]: Cost(int(row[place]), float(row[place + 1])) for row in rows}


def table() -> str:
    """The seconds of each folder that takes a twenty-fifth of a ring, and of all, in Markdown."""
    folders: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for place, ring in enumerate(RINGS):
        for file, cost in known(ring).items():
            folders[_folder(file)][place] += cost.seconds
    wholes = [sum(known(ring).values(), Cost()) for ring in RINGS]
    dear = {
        folder: costs
        for folder, costs in sorted(folders.items())
        if any(cost >= whole.seconds / 25 for cost, whole in zip(costs, wholes, strict=True))
    }
    dear[" and ".join(f"{whole.tests:,}" for whole in wholes) + " tests"] = [one.seconds for one in wholes]
    heads = ["| folder | inner ring, s | thorough ring, s |", "|---|--:|--:|"]
    return "\n".join(
        [*heads, *(f"| {name} | {one:,.0f} | {two:,.0f} |" for name, (one, two) in dear.items())]
    )


def _folder(file: str) -> str:
    parts = PurePath(file).parts
    if parts[0] != "tests":
        return "docstrings" if parts[0] == "pydecl" else parts[0]
    return parts[1] if len(parts) > 2 else "tests"


def write() -> None:
    """Write `costs.tsv` and the table of the page from what the last whole runs of both rings kept."""
    last = []
    for ring in RINGS:
        kept = ROOT / ".pytest_cache" / "v" / "pydecl" / ring
        last.append(json.loads(kept.read_text("utf-8")) if kept.exists() else {})
    lines = ["file\tinner tests\tinner seconds\tthorough tests\tthorough seconds"]
    for file in sorted({*last[0], *last[1]}):
        numbers = [number for costs in last for number in costs.get(file, [0, 0.0])]
        lines.append(f"{file}\t{numbers[0]}\t{numbers[1]:.1f}\t{numbers[2]}\t{numbers[3]:.1f}")
    KEPT.write_text("\n".join([*lines, ""]), "utf-8")
    known.cache_clear()
    inside = re.compile(f"({re.escape(BEGIN)}\n).*?({re.escape(END)})", re.DOTALL)
    page = PAGE.read_text("utf-8")
    PAGE.write_text(inside.sub(lambda found: f"{found[1]}\n{table()}\n\n{found[2]}", page), "utf-8")


if __name__ == "__main__":
    write()
