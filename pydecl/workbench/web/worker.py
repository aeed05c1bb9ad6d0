"""A process that holds one game and answers questions about it, one after the other.

Each line of the input is a question as JSON, each line of the output a part of an answer: any number of
`{"part": …}`, and then `{"done": …}` or `{"wrong": …}`. An interrupt (SIGINT) ends the question, and not the
process. It is answered by `{"stopped": N}`, in time or not: N questions have been read, and are over. Who
waits for that knows whether it came too early, and that it can end no later question. The end of the input
ends the process.

Run as `python -m pydecl.workbench.web.worker NICENESS`, which is how much it gives way to others.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from pydecl.errors.unforeseen import named
from pydecl.sandbox.forks import Serve, run
from pydecl.workbench.web import (
    answering,
    exercising,
    judging,
    recounting,
    replying,
    showing,
    valuing,
)
from pydecl.workbench.web.answering import Answer, Desk, Question

Send = Callable[[dict[str, Any]], None]

PIECE = 1 << 16
"""How many bytes are read at a time."""

ANSWERS: dict[str, Callable[[Desk, Question], Answer]] = {
    "situation": showing.situation,
    "places": showing.places,
    "record": showing.record,
    "replay": showing.replay,
    "start": answering.start,
    "values": valuing.values,
    "reply": replying.reply,
    "result": answering.result,
    "survey": answering.survey,
    "check": answering.check,
    "crosscheck": answering.crosschecked,
    "matrix": judging.matrix,
    "claims": judging.claims,
    "tournament": judging.tournament,
    "tree": answering.tree,
    "recordings": recounting.recordings,
    "board": recounting.board,
    "steps' places": recounting.places,
    "essay": recounting.essay,
    "exercise": exercising.asked,
    "solution": exercising.solution,
    "sheet": exercising.sheet,
    "marks": exercising.marks,
}


class _Interrupts:
    """Interrupts, which are noted when they come, and end only what may be ended; a handler of signals."""

    def __init__(self) -> None:
        self.is_due = False
        """Whether one has come that is not answered yet."""
        self._may_end = False
        self.woken, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.set_wakeup_fd(wakes)
        signal.signal(signal.SIGINT, self)

    def __call__(self, *_: object) -> None:
        self.is_due = True
        self._end()

    def _end(self) -> None:
        if self.is_due and self._may_end:
            self._may_end = False
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self, may_end: bool) -> Iterator[None]:
        """What is done inside may be ended by an interrupt, or may not, which ends what is outside then."""
        before, self._may_end = self._may_end, may_end
        try:
            self._end()
            yield
        finally:
            self._may_end = before
        self._end()


def serve(questions: int, answers: TextIO) -> None:
    """Answer until there are no more questions, which are read from a file descriptor."""
    interrupts = _Interrupts()

    def send(message: dict[str, Any]) -> None:
        with interrupts.allowed(False):
            answers.write(json.dumps(message, separators=(",", ":"), allow_nan=False) + "\n")
            answers.flush()

    read = 0
    unread = b""
    with Desk() as desk:
        while True:
            line, newline, rest = unread.partition(b"\n")
            if newline:
                unread = rest
                read += 1
                with suppress(KeyboardInterrupt), interrupts.allowed(True):
                    _answer(desk, json.loads(line), send)
                continue
            ready, _, _ = select.select([questions, interrupts.woken], [], [])
            if interrupts.woken in ready:
                os.read(interrupts.woken, PIECE)
            if interrupts.is_due:
                interrupts.is_due = False
                send({"stopped": read})
            if questions in ready:
                piece = os.read(questions, PIECE)
                if not piece:
                    return
                unread += piece


def _answer(desk: Desk, question: dict[str, Any], send: Send) -> None:
    ask = ANSWERS[question["ask"]]
    try:
        done: Any = None
        for kind, value in ask(desk, question):
            if kind == "part":
                send({"part": value})
            else:
                done = value
        send({"done": done})
    except Exception as error:
        send({"wrong": desk.said(named(error))})


def prepare() -> Serve:
    """All is loaded."""
    return serve_standard_streams


def serve_standard_streams(arguments: Sequence[str]) -> None:
    """Serve standard input and output; what else writes to standard output writes to standard error."""
    os.nice(int(arguments[0]))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin.fileno(), answers)


if __name__ == "__main__":
    run(prepare)
