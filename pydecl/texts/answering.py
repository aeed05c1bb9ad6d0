"""The requests that `worker.py` answers: a job by its name, what it is told in JSON, and a text behind a NUL.

    visible, named, faults                     of a rules file: see `reading.py`
    tree, graph                                as facts: see `drawing.py`
    relations, aligned, readable               of a sheet of the Game Description Language: see `sheets.py`
    survey, calls, clauses, place, positions   what is wrong with a rules file: see `checking.py`
    refusals, readings, explained, game_in_c, own_in_c     what it is compiled to: see `making.py`
    read_ahead                                 nothing: what is compiled with every game is read

The reply is `ok`, a NUL, and a text or JSON; `error`, a NUL, and a term of `pydecl.sandbox.faults`; or
`faults`, a NUL, and a SourceError's diagnostics.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from typing import Any

from pydecl.errors import LimitError, NotCompiledError, PydeclError, SourceError, UnfitError
from pydecl.errors.unforeseen import fault_line
from pydecl.model.term import Atom, Compound, PrologString, term_text

JOBS = {
    **dict.fromkeys(("visible", "named", "faults"), "reading"),
    **dict.fromkeys(("tree", "graph"), "drawing"),
    **dict.fromkeys(("relations", "aligned", "readable"), "sheets"),
    **dict.fromkeys(("survey", "calls", "clauses", "place", "positions"), "checking"),
    **dict.fromkeys(("refusals", "readings", "explained", "game_in_c", "own_in_c"), "making"),
    "read_ahead": "making",
}
"""The module of each job; it is imported when it is asked for."""

MOST = 1_000
"""How many faults are told, at the most."""

LONGEST = 100_000
"""The longest message, in characters."""


def answer(request: bytes) -> tuple[bytes, bytes]:
    """The reply to a request, in two parts."""
    head, _, text = request.partition(b"\0")
    told = json.loads(head)
    name = told.pop("job")
    with suppress(OSError):  # where relative names of files begin
        os.chdir(told.pop("folder", "."))
    job: Callable[..., Any] = getattr(import_module(f"pydecl.texts.{JOBS[name]}"), name)
    try:
        made = job(text.decode(), **told)
    except SourceError as error:
        return b"faults\0", json.dumps(list(map(asdict, error.diagnostics[:MOST]))).encode()
    except (PydeclError, MemoryError, RecursionError) as error:
        return b"error\0", _fault(error).encode("utf-8", "surrogatepass")
    except Exception as error:
        told = Compound("internal", (PrologString(fault_line(error)),))
        return b"error\0", term_text(told).encode("utf-8", "surrogatepass")
    if isinstance(made, str):
        return b"ok\0", made.encode("utf-8", "surrogatepass")
    return b"ok\0", json.dumps(made).encode()


def _fault(error: Exception) -> str:
    if isinstance(error, MemoryError | RecursionError):
        return "resource(memory,'')"
    kinds = {NotCompiledError: "not_compiled", LimitError: "limit", UnfitError: "unfit"}
    kind = next((name for kind, name in kinds.items() if isinstance(error, kind)), "syntax")
    return term_text(Compound(kind, (PrologString(str(error)[:LONGEST]), Atom(""))))
