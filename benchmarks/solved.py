"""Games solved from their rules: `python benchmarks/solved.py [--picture FILE] [--only GAME]` prints a table.

Each game is solved into files by the command, on one core and on two, and on a cluster of two processes here
where that is long enough to tell. Time is the command's own, from its start to its end; memory is what all of
its processes have for themselves, at its highest (USS, looked at ten times a second). The picture has both
against positions.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from pydecl.workbench.drawing.svg import Markup, document, element

GAMES = (
    *("tictactoe", "hexapawn", "hexapawn:width=4,height=4", "hexapawn:width=5,height=5"),
    *("domineering:width=4,height=4", "domineering:width=5,height=5"),
    *(
        "nine_mens_morris:points=9,men=3",
        "nine_mens_morris:points=9,men=4",
        "nine_mens_morris:points=16,men=3",
        "nine_mens_morris:points=16,men=4",
        "dots_and_boxes:width=2,height=2",
        "dots_and_boxes:width=3,height=2",
    ),
    *("kalah:pits=2,seeds=3", "kalah:pits=3,seeds=3", "kalah:pits=4,seeds=2", "othello:size=4", "kqk", "krk"),
    *("connect4:width=4,height=4", "connect4:width=4,height=5", "connect4:width=5,height=4"),
    *("examples/endings.pl", "checkers:pieces=3", "checkers:pieces=4"),
    *("dots_and_boxes:width=3,height=3", "connect4:width=5,height=5"),
    "examples/endings.pl:white=[king,bishop,knight] --fold",
)
"""As `pydecl solve` takes them."""

LONG = 4.0
"""Seconds on one core from which a cluster is worth a try."""

ROOMS = 8192
"""MiB."""

WAYS = {"one core": ("--jobs", "1"), "two cores": ("--jobs", "2"), "cluster": ("--cluster", "local:2")}


@dataclass(frozen=True)
class Run:
    """What solving a game took."""

    seconds: float
    memory: float
    """In MiB."""
    told: dict[str, Any]


def run(game: str, way: str, folder: Path) -> Run:
    """Solve a game."""
    kept = ["--to", str(folder / "solved"), "--time", "0", "--memory", str(ROOMS), "--json"]
    words = ["solve", *game.split(), *kept]
    began, most = time.perf_counter(), 0.0
    with (folder / "told").open("w") as told:
        process = subprocess.Popen([sys.executable, "-m", "pydecl", *words, *WAYS[way]], stdout=told)
        while process.poll() is None:
            most = max(most, memory_of(psutil.Process(process.pid)))
            time.sleep(0.1)
    seconds = time.perf_counter() - began
    if process.returncode:
        raise SystemExit(f"{game}: exit code {process.returncode}")
    return Run(seconds, most, json.loads((folder / "told").read_text()))


def memory_of(process: psutil.Process) -> float:
    """What a process and those that it has started have for themselves, in MiB."""
    total = 0
    try:
        for one in (process, *process.children(recursive=True)):
            total += one.memory_full_info().uss
    except psutil.Error:
        pass
    return total / (1 << 20)


def line(game: str, runs: dict[str, Run]) -> str:
    """A row of the table."""
    first = next(iter(runs.values()))
    told = first.told
    count = told["positions"]
    longest = [row[kind] for row in told["table"] for kind in ("longest_win", "longest_loss")]
    most = max((one["plies"] for one in longest if one), default=0)
    start = told["start"] or {"outcome": "", "plies": None}
    outcome = start["outcome"] + ("" if start["plies"] is None else f" in {start['plies']}")
    times = [f"{runs[way].seconds:.1f} s" if way in runs else "" for way in WAYS]
    memory = max(one.memory for one in runs.values())
    cells = (
        *(f"`{game}`", f"{count:,}", outcome, str(most), str(told["stored"]["layers"]), *times),
        *(f"{memory:,.0f} MiB", f"{told['stored']['bytes']:,}", f"{told['stored']['bytes'] / count:.2f}"),
    )
    return f"| {' | '.join(cells)} |"


# The picture

LEFT, TOP, WIDE, HIGH, FOOT = 60, 20, 420, 240, 40

SHORT = ("1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G", "10G")
"""Powers of ten."""

COLOURS = {"one core": "#4269d0", "two cores": "#d9661f", "cluster": "#2c7a3d"}

STYLE = """
text { font-size: 12px }
.scale { stroke: #dddddd }
@media (prefers-color-scheme: dark) { .scale { stroke: #3a3d44 } }
"""


def picture(found: dict[str, dict[str, Run]]) -> str:
    """Seconds and MiB against positions, on logarithmic scales."""
    parts: list[Markup] = []
    runs = [(way, one) for several in found.values() for way, one in several.items()]
    for number, unit in enumerate(("seconds", "MiB")):
        points = [(one.told["positions"], one.memory if number else one.seconds, way) for way, one in runs]
        parts += panel(number * (LEFT + WIDE + 20), unit, points)
    for number, (way, colour) in enumerate(COLOURS.items()):
        x = LEFT + 10
        parts.append(element("circle", cx=x, cy=TOP + 12 + 18 * number, r=4, fill=colour))
        parts.append(element("text", way, x=x + 10, y=TOP + 16 + 18 * number))
    box = (2 * (LEFT + WIDE + 20), TOP + HIGH + FOOT)
    parts.insert(0, element("rect", class_="page", width=box[0], height=box[1]))
    return document(
        parts,
        "chart",
        box=box,
        title="Games solved",
        summary="seconds and memory against positions",
        style=STYLE,
    )


def panel(left: float, unit: str, points: Sequence[tuple[float, float, str]]) -> Iterator[Markup]:
    """One of both."""
    widest, highest = math.ceil(math.log10(max(x for x, _, _ in points))), 0
    lowest = math.floor(math.log10(min(y for _, y, _ in points)))
    highest = math.ceil(math.log10(max(y for _, y, _ in points)))

    def across(x: float) -> float:
        return left + LEFT + WIDE * (math.log10(x) - 1) / (widest - 1)

    def up(y: float) -> float:
        return TOP + HIGH - HIGH * (math.log10(y) - lowest) / max(1, highest - lowest)

    for power in range(1, widest + 1):
        x = across(10**power)
        yield element("line", x1=x, y1=TOP, x2=x, y2=TOP + HIGH, class_="scale")
        yield element("text", SHORT[power], x=x, y=TOP + HIGH + 16, text_anchor="middle")
    for power in range(lowest, highest + 1):
        y = up(10**power)
        yield element("line", x1=left + LEFT, y1=y, x2=left + LEFT + WIDE, y2=y, class_="scale")
        yield element("text", f"{10.0**power:g}", x=left + LEFT - 6, y=y + 4, text_anchor="end")
    yield element("text", f"{unit} against positions", x=left + LEFT, y=TOP + HIGH + 34)
    for x, y, way in points:
        yield element("circle", cx=across(x), cy=up(y), r=4, fill=COLOURS[way])


def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--picture", type=Path)
    options.add_argument("--only", action="append", help="a game, or a game and --fold; can be repeated")
    asked = options.parse_args()
    heads = (
        *("game", "positions", "from the start", "longest", "layers", *WAYS),
        *("memory", "bytes", "bytes each"),
    )
    print(f"| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    found: dict[str, dict[str, Run]] = {}
    for game in asked.only or GAMES:
        runs: dict[str, Run] = {}
        for way in WAYS:
            if way == "cluster" and runs["one core"].seconds < LONG:
                continue
            with tempfile.TemporaryDirectory() as folder:
                runs[way] = run(game, way, Path(folder))
        found[game] = runs
        print(line(game, runs), flush=True)
    if asked.picture is not None:
        asked.picture.write_text(picture(found), encoding="utf-8")


if __name__ == "__main__":
    main()
