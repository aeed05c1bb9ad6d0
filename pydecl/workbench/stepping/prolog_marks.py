"""The goals of a program's Prolog text that belong to a recording, by a replay of the program in SWI-Prolog.

`prolog/support/marking.pl` runs in a process of its own, on answers from the recording: no rules are loaded
there. The process gets numbers and the names of pydecl's own programs only.
"""

from __future__ import annotations

import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydecl.model.number import number_text
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.paths import prolog_file
from pydecl.search.registry import OWN_MOVERS
from pydecl.workbench.stepping.marks import Marks, Spot

SECONDS = 60.0
"""For a replay, which takes about as long as the search itself."""

UNLIMITED = 1 << 59


def prolog_marks(program: Program, lines: Sequence[str], limits: Limits) -> Marks:
    """The goals for each primitive line, as far as the replay goes; none without the program `swipl`."""
    first = next((line.split() for line in lines if line[0] == "e"), None)
    swipl = shutil.which("swipl")
    if swipl is None or first is None or not _is_sound(first):
        return Marks()
    depth = UNLIMITED if limits.depth is None else min(limits.depth, UNLIMITED)
    mover = "any(any)" if program in OWN_MOVERS else first[3]
    settings = ", ".join(f"{name} = {value}" for name, value in limits.settings.numbers.items())
    window = f"{number_text(limits.alpha)}, {number_text(limits.beta)}"
    question = f"question({program}, {depth}, {mover}, {first[1]}, {window}, [{settings}])."
    try:
        done = subprocess.run(
            [swipl, "-q", "-f", "none", str(prolog_file("support", "marking.pl"))],
            input="\n".join([question, *lines, ""]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Marks()
    return _read(done.stdout)


def _is_sound(entered: list[str]) -> bool:
    """Whether a line says what it must: a process that ran somebody's rules has written it."""
    return entered[1].isdecimal() and entered[3] in ("max", "min", "any")


def _read(text: str) -> Marks:
    marks = Marks()
    rows: dict[str, tuple[int, int, tuple[int, ...]]] = {}
    for row in text.splitlines():
        if row.startswith("g "):
            _, number, file, start, end, top, bottom, calls = row.split(" ")
            assert int(number) == len(marks.spots)
            offsets = int(start), int(end), int(top), int(bottom)
            marks.spots.append(_spot(file, offsets, _indicator(calls)))
        else:
            known = rows.get(row)
            if known is None:
                main, decisive, *tried = map(int, row.split())
                known = rows[row] = main, decisive, tuple(tried)
            marks.add(known[0], known[2], known[1])
    return marks


def _indicator(text: str) -> str:
    """The name and arity of a goal.

    >>> _indicator("(>)/2"), _indicator("moves/2")
    ('>/2', 'moves/2')
    """
    name, _, arity = text.rpartition("/")
    return f"{name.removeprefix('(').removesuffix(')')}/{arity}"


def _spot(file: str, offsets: tuple[int, int, int, int], calls: str) -> Spot:
    start, end, top, bottom = offsets
    path = Path(file)
    starts = _line_starts(path)

    def place(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1]

    line, column = place(start)
    end_line, end_column = place(end)
    name = f"prolog/{path.parent.name}/{path.name}"
    return Spot(name, line, column, end_line, end_column, place(top)[0], place(bottom)[0], calls)


@cache
def _line_starts(path: Path) -> list[int]:
    starts = [0]
    for line in path.read_text("utf-8").split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


@cache
def source(file: str) -> str:
    """The text of a Prolog file, by its name, such as `prolog/textbook/alphabeta.pl`."""
    return prolog_file(*Path(file).parts[1:]).read_text("utf-8")
