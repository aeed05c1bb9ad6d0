"""A process that holds one game and answers questions about it, one after the other: see `sandbox/pool.py`.

A question is a piece of work. The parts of its answer, and the whole, are told as JSON.

Run as `python -m pydecl.workbench.web.worker LIFELINE NICENESS`, as `sandbox/pool_worker.py` is, with all
that answers need already loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pydecl.errors import InputError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.pool_worker import prepare
from pydecl.sandbox.serving import run
from pydecl.sandbox.work import Progress, Task
from pydecl.workbench.web import answering, showing, values
from pydecl.workbench.web.desk import Answer, Desk, Question

ANSWERS: dict[str, Callable[[Desk, Question], Answer]] = {
    "situation": showing.situation,
    "boards": showing.boards,
    "record": showing.record,
    "replay": showing.replay,
    "start": answering.start,
    "values": values.values,
    "reply": values.reply,
    "result": answering.result,
    "survey": answering.survey,
    "check": answering.check,
    "crosscheck": answering.crosschecked,
    "program": answering.own_program,
    "matrix": answering.matrix,
    "claims": answering.claims,
    "tournament": answering.tournament,
    "tree": answering.tree,
    "recordings": answering.recordings,
    "board": answering.board,
    "steps' places": answering.places,
    "essay": answering.essay,
    "exercise": answering.exercise_asked,
    "solution": answering.solution,
    "sheet": answering.sheet,
    "marks": answering.marks,
}


@contextmanager
def desk(_: None) -> Iterator[Task]:
    """The game that the process holds: a question gives the whole answer. Raises InputError."""
    with Desk() as held:

        def answer(question: Question, progress: Progress) -> str:
            done: Any = None
            try:
                for kind, value in ANSWERS[question["ask"]](held, question):
                    if kind == "part":
                        progress(_told(value))
                    else:
                        done = value
                return _told(done)
            except Exception as error:
                raise InputError(held.said(named(error))) from None

        yield answer


def _told(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


if __name__ == "__main__":
    run(prepare)
