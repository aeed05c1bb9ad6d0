"""States a second of KIF sheets on three engines: `python benchmarks/sheets_speed.py SHEET …` prints a table.

Each engine counts the ways to play one ply more, until that takes its process half a second of its time;
the states are all that come about. The engines of one sheet are measured one after the other in one run; the
last column is what machine code gains on SWI-Prolog. By default the sheet is `examples/connect_four.kif`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from pydecl.engines.native.building import find_compiler
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import runner
from pydecl.errors import PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.term import Term

LEAST = 0.5
"""Seconds of processor time that are enough to be measured."""

MOST = 60.0
"""Seconds that one count may take."""

EXAMPLES = Path(__file__).parent.parent / "examples"

TICKS = os.sysconf("SC_CLK_TCK")


def used(pid: int | None) -> float:
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def rate(count: Callable[[Term, int], int], start: Term, pid: Callable[[], int | None]) -> float:
    """States a second."""
    count(start, 1)
    plies, states = 0, 0
    while True:
        plies += 1
        before = used(pid())
        states += count(start, plies)
        seconds = used(pid()) - before
        if seconds >= LEAST or plies == 60:
            return states / max(seconds, 1 / TICKS)


def prolog_rate(game: SessionGame, start: Term) -> float:
    """Of SWI-Prolog."""
    engine = runner(game, "prolog")
    return rate(lambda at, plies: engine.perft(at, plies, MOST), start, lambda: game.session.pid)


def python_rate(game: SessionGame, start: Term) -> float:
    """Of perft in Python, on the facts that machine code supplies: of this process alone."""
    engine = runner(game, "python")
    return rate(lambda at, plies: engine.perft(at, plies, MOST), start, os.getpid)


def native_rate(game: SessionGame, start: Term) -> float:
    """Of the sheet in machine code, by the best compiler that there is."""
    with MachineGame(game, compiler=find_compiler(), only=["perft"]) as rules:
        return rate(lambda at, plies: rules.perft(at, plies, MOST), start, lambda: rules.code.pid)


def told(measure: Callable[[SessionGame, Term], float], game: SessionGame, start: Term) -> float | None:
    """What an engine gives; None, and a word on standard error, if it cannot."""
    try:
        return measure(game, start)
    except PydeclError as error:
        print(f"{game.name}: {error}", file=sys.stderr)
        return None


def main() -> None:
    """Measure the sheets that are named."""
    sheets = list(map(Path, sys.argv[1:])) or [EXAMPLES / "connect_four.kif"]
    print("| sheet | SWI-Prolog | Python | machine code | ratio |")
    print("|---|---|---|---|---|")
    for sheet in sheets:
        with consult(sheet) as game:
            (start,) = game.initial()
            found = [told(measure, game, start) for measure in (prolog_rate, python_rate, native_rate)]
        cells = ["–" if one is None else f"{one:,.0f}" for one in found]
        prolog, _, native = found
        ratio = "–" if prolog is None or native is None else f"{native / prolog:,.0f}"
        print(f"| {sheet.stem} | {' | '.join(cells)} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
