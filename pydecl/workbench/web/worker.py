"""A process that holds one game and answers questions about it, one after the other: see `sandbox/pool.py`.

A question is a piece of work. The parts of its answer, and the whole, are told as JSON.

Run as `python -m pydecl.workbench.web.worker LIFELINE NICENESS`, as `sandbox/pool_worker.py` is, with all
that answers need already loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pydecl.errors import InputError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.pool_worker import serve
from pydecl.sandbox.serving import run
from pydecl.sandbox.work import Progress, Task
from pydecl.workbench.web import answering, positions
from pydecl.workbench.web.desk import Answer, Desk, Question

ALL: Sequence[Callable[[Desk, Question], Answer]] = (
    *(positions.situation, positions.boards, positions.record, positions.replay),
    *(positions.values, positions.reply, answering.start, answering.result, answering.tree),
    *(answering.survey, answering.check, answering.crosscheck, answering.program),
    *(answering.matrix, answering.claims, answering.tournament),
    *(answering.recordings, answering.board, answering.places, answering.essay),
    *(answering.exercise, answering.solution, answering.sheet, answering.marks),
)

ANSWERS = {answer.__name__: answer for answer in ALL}
"""What a question asks for, by its name."""


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
    run(serve)
