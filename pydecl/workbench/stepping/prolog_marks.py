"""The goals of a program's Prolog text that belong to a recording, by a replay of the program in SWI-Prolog.

`prolog/support/marking.pl` runs in a process of its own, on answers from the recording: no rules are loaded
there. The process gets numbers and the names of pydecl's own programs only.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydecl.engines.prolog.installation import find_swipl
from pydecl.model.number import number_text
from pydecl.model.program import Program
from pydecl.model.replay import Goal
from pydecl.model.result import Limits
from pydecl.paths import prolog_file
from pydecl.programs.registry import OWN_MOVERS
from pydecl.workbench.stepping.marks import Marks
from pydecl.workbench.stepping.rows import add_rows, places

SECONDS = 60.0
"""For a replay, which takes about as long as the search itself."""


def prolog_marks(program: Program, lines: Sequence[str], limits: Limits) -> Marks:
    """The goals for each primitive line, as far as the replay goes; none without the program `swipl`."""
    first = next((line.split() for line in lines if line[0] == "e"), None)
    swipl = find_swipl()
    if swipl is None or first is None or not _is_sound(first):
        return Marks(source)
    mover = "any(any)" if program in OWN_MOVERS else first[3]
    settings = ", ".join(f"=({name}, {value})" for name, value in limits.settings.numbers.items())
    window = f"{number_text(limits.alpha)}, {number_text(limits.beta)}"
    question = f"question({program}, {limits.plies}, {mover}, {first[1]}, {window}, [{settings}])."
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
        return Marks(source)
    return _read(done.stdout)


def _is_sound(entered: list[str]) -> bool:
    """Whether a line says what it must: a process that ran somebody's rules has written it."""
    return entered[1].isdecimal() and entered[3] in ("max", "min", "any")


def _read(text: str) -> Marks:
    rows = text.splitlines()
    goals = [_goal(row.split(" ")) for row in rows if row.startswith("g ")]
    files = {goal.file: f"prolog/{'/'.join(Path(goal.file).parts[-2:])}" for goal in goals}
    spots = places(goals, {file: (name, source(name)) for file, name in files.items()})
    assert spots is not None
    marks = Marks(source, spots=spots)
    is_told = add_rows(marks, rows[len(goals) :])
    assert is_told
    return marks


def _goal(fields: Sequence[str]) -> Goal:
    _, _, file, start, end, top, bottom, head, calls = fields
    return Goal(file, (int(start), int(end), int(top), int(bottom)), head, calls)


@cache
def source(file: str) -> str:
    """The text of a Prolog file, by its name, such as `prolog/textbook/alphabeta.pl`."""
    return prolog_file(*Path(file).parts[1:]).read_text("utf-8")
