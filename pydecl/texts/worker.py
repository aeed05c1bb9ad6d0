"""The child process that works on texts: a request, a reply, until its parent is gone.

Run as `python -m pydecl.texts.worker LIFELINE MEMORY READABLE...`: LIFELINE is the number of a pipe's end
that closes when the parent dies; MEMORY and READABLE are what `confine` takes.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pydecl.rules.tree  # noqa: F401  with what else there is of lark
from pydecl.paths import grammar_file, prolog_file
from pydecl.sandbox.serving import Serve, answer_all, end_with_parent, own_pipes, run, say_ready
from pydecl.sandbox.walls import confine
from pydecl.texts.answering import JOBS, answer

PYTHON = (Path(__file__).parents[1], Path(os.__file__).parent)
"""The modules of pydecl itself, and what they need of Python's library, are imported when they are needed."""

THREAD = 16 << 20
"""What the thread that waits for the parent's end takes of the address space, in bytes."""

RARELY = 500_000
"""How many objects more there must be until circles of garbage are looked for: a compilation leaves few."""

DEEPEST = 20_000
"""How deep what reads and compiles may recurse, in calls."""


def prepare() -> Serve:
    """All is loaded."""
    return serve


def serve(arguments: Sequence[str]) -> None:
    """Answer requests."""
    lifeline, memory, *readable = arguments
    requests, replies = own_pipes()
    shared = (*PYTHON, grammar_file("prolog.lark").parent, prolog_file("support").parent)
    walls = list(confine(int(memory) + THREAD, (*shared, *map(Path, readable))))
    end_with_parent(int(lifeline))
    sys.setrecursionlimit(max(DEEPEST, sys.getrecursionlimit()))
    gc.freeze()
    gc.set_threshold(RARELY)
    say_ready(replies, walls)
    answer_all(requests, replies, answer)


def rehearse() -> None:
    """Import what each job needs, read the grammar, and what is compiled with every game."""
    for module in set(JOBS.values()):
        import_module(f"pydecl.texts.{module}")
    answer(b'{"job": "named"}\0initial(a).')
    answer(b'{"job": "read_ahead"}\0')


if __name__ == "__main__":
    run(prepare, rehearse)
