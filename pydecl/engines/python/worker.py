"""The child process that holds rules compiled to Python: one text in, one text out, until its parent is gone.

Run as `python -m pydecl.engines.python.worker LIFELINE MEMORY READABLE...`: LIFELINE is the number of a
pipe's end that closes when the parent dies; MEMORY and READABLE are what `confine` takes.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pydecl.engines.python.answering import Answering
from pydecl.paths import grammar_file, prolog_file
from pydecl.sandbox.forks import Serve, run
from pydecl.sandbox.frames import ClosedError, read_bytes, write_frame
from pydecl.sandbox.serving import answered, end_with_parent, own_pipes, request_text
from pydecl.sandbox.walls import confine

PACKAGE = Path(__file__).parents[2]
"""Some modules of the compiler are imported when they are needed."""

THREAD = 16 << 20
"""What the thread that waits for the parent's end takes of the address space, in bytes."""

DEEPEST = 400_000
"""How deep rules and searches may recurse together, in calls; they take memory, which is limited."""

SELDOM = 100_000
"""New objects before rubbish that is a circle is looked for: rules make hardly any."""


def prepare() -> Serve:
    """What compiles and searches, loaded."""
    answer = Answering()

    def serve(arguments: Sequence[str]) -> None:
        lifeline, memory, *readable = arguments
        requests, replies = own_pipes()
        shared = (PACKAGE, grammar_file("prolog.lark"), prolog_file("support"))
        walls = list(confine(int(memory) + THREAD, (*shared, *map(Path, readable))))
        end_with_parent(int(lifeline))
        sys.setrecursionlimit(DEEPEST)
        gc.freeze()
        gc.set_threshold(SELDOM)
        write_frame(replies, "\t".join(("ready", *walls)))
        while True:
            try:
                request = request_text(read_bytes(requests))
            except ClosedError:
                os._exit(0)
            write_frame(replies, answered(answer, request))

    return serve


if __name__ == "__main__":
    run(prepare)
