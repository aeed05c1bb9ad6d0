"""The child process that works on texts: a request, a reply, until its parent is gone.

A request is a job by its name, what it is told in JSON, and a text behind a NUL. The reply is `ok`, a NUL,
and a text or JSON; `error`, a NUL, and a term of `pydecl.sandbox.faults`; or `faults`, a NUL, and a
SourceError's diagnostics.

Run as `python -m pydecl.texts.worker LIFELINE MEMORY READABLE...`: LIFELINE is the number of a pipe's end
that closes when the parent dies; MEMORY and READABLE are what `confine` takes.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pydecl.rules.tree  # noqa: F401  with what else there is of lark
from pydecl.errors import PydeclError, SourceError
from pydecl.errors.unforeseen import fault_line
from pydecl.model.term import Atom, Compound, PrologString, term_text
from pydecl.paths import grammar_file, prolog_file
from pydecl.sandbox.faults import KINDS
from pydecl.sandbox.serving import answer_all, end_with_parent, own_pipes, run, say_ready
from pydecl.sandbox.walls import confine
from pydecl.texts import JOBS, MODULES

PYTHON = (Path(__file__).parents[1], Path(os.__file__).parent)
"""The modules of pydecl itself, and what they need of Python's library, are imported when they are needed."""

THREAD = 16 << 20
"""What the thread that waits for the parent's end takes of the address space, in bytes."""

RARELY = 500_000
"""How many objects more there must be until circles of garbage are looked for: a compilation leaves few."""

DEEPEST = 20_000
"""How deep what reads and compiles may recurse, in calls."""


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
    answer_all(requests, replies, _answer)


def rehearse() -> None:
    """Import what each job needs, read the grammar, and what is compiled with every game."""
    for module in JOBS:
        import_module(f"pydecl.texts.{module}")
    _answer(b'{"job": "named"}\0initial(a).')
    _answer(b'{"job": "read_ahead"}\0')


MOST_FAULTS = 1_000
"""How many faults are told, at the most."""

LONGEST = 100_000
"""The longest message, in characters."""


def _answer(request: bytes) -> tuple[bytes, bytes]:
    """The reply to a request, in two parts."""
    head, _, text = request.partition(b"\0")
    told = json.loads(head)
    name = told.pop("job")
    with suppress(OSError):  # where relative names of files begin
        os.chdir(told.pop("folder", "."))
    job: Callable[..., Any] = getattr(import_module(f"pydecl.texts.{MODULES[name]}"), name)
    try:
        made = job(text.decode(), **told)
    except SourceError as error:
        return b"faults\0", json.dumps(list(map(asdict, error.diagnostics[:MOST_FAULTS]))).encode()
    except Exception as error:
        return b"error\0", _fault(error).encode("utf-8", "surrogatepass")
    if isinstance(made, str):
        return b"ok\0", made.encode("utf-8", "surrogatepass")
    return b"ok\0", json.dumps(made).encode()


def _fault(error: Exception) -> str:
    if isinstance(error, MemoryError | RecursionError):
        return "resource(memory,'')"
    if not isinstance(error, PydeclError):
        return term_text(Compound("internal", (PrologString(fault_line(error)),)))
    kind = next((name for name, kind in KINDS.items() if isinstance(error, kind)), "syntax")
    return term_text(Compound(kind, (PrologString(str(error)[:LONGEST]), Atom(""))))


if __name__ == "__main__":
    run(serve, rehearse)
