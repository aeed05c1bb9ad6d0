"""The places of a recording in both texts of its program: two replays at a time, here or in a process apart.

A process apart costs half a second more, but leaves this one free for other questions meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from pydecl.errors import LimitError
from pydecl.model.program import Program
from pydecl.model.result import Limits
from pydecl.sandbox.pool import Workers
from pydecl.sandbox.work import Call, nobody
from pydecl.workbench.stepping.marks import Marks
from pydecl.workbench.stepping.prolog_marks import prolog_marks
from pydecl.workbench.stepping.python_marks import python_marks

Replayer = Callable[[Program, Sequence[str], Limits], tuple[Marks, Marks]]
"""What finds the places in the Prolog text and in the Python twin."""

NICENESS = 10
"""How much a process apart gives way to others."""


def replayed(program: Program, lines: Sequence[str], limits: Limits) -> tuple[Marks, Marks]:
    """The places in the Prolog text and in the Python twin."""
    with ThreadPoolExecutor(1) as pool:
        prolog = pool.submit(prolog_marks, program, lines, limits)
        python = python_marks(program, lines, limits)
        return prolog.result(), python


def replayed_apart(program: Program, lines: Sequence[str], limits: Limits) -> tuple[Marks, Marks]:
    """The same by a process of its own; no places if that ends before its time."""
    workers = Workers()
    try:
        marks: tuple[Marks, Marks] = workers.do(Call(_giving_way, (program, lines, limits)), nobody)
        return marks
    except LimitError:
        return Marks(str), Marks(str)
    finally:
        workers.end()


def _giving_way(program: Program, lines: Sequence[str], limits: Limits) -> tuple[Marks, Marks]:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    return replayed(program, lines, limits)
