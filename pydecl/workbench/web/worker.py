"""A process that holds one game and answers questions about it, one after the other.

Each line of the input is a question as JSON, each line of the output a part of an answer: any number of
`{"part": …}`, and then `{"done": …}` or `{"wrong": …}`. An interrupt (SIGINT) ends the question, and not the
process; the end of the input ends it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, TextIO

from pydecl.errors import PydeclError
from pydecl.workbench.web import (
    answering,
    exercising,
    judging,
    recounting,
    replying,
    showing,
    solutions,
    valuing,
)
from pydecl.workbench.web.answering import Answer, Desk, Question

Send = Callable[[dict[str, Any]], None]

ANSWERS: dict[str, Callable[[Desk, Question], Answer]] = {
    "situation": showing.situation,
    "places": showing.places,
    "record": showing.record,
    "replay": showing.replay,
    "boards": answering.boards,
    "opening": valuing.opening,
    "values": valuing.values,
    "variation": valuing.variation,
    "solved": solutions.looked_up,
    "reply": replying.reply,
    "result": answering.result,
    "search tree": answering.tree,
    "survey": answering.survey,
    "check": answering.check,
    "crosscheck": answering.crosschecked,
    "matrix": judging.matrix,
    "claims": judging.claims,
    "tournament": judging.tournament,
    "tree": judging.tree,
    "overview": recounting.overview,
    "step": recounting.step,
    "exercise": exercising.asked,
    "solution": exercising.solution,
    "sheet": exercising.sheet,
    "marks": exercising.marks,
}


def serve(questions: TextIO, answers: TextIO) -> None:
    """Answer until there are no more questions."""

    def send(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message, separators=(",", ":"), allow_nan=False) + "\n")
        answers.flush()

    with Desk() as desk:
        while line := _next(questions):
            try:
                _answer(desk, json.loads(line), send)
            except KeyboardInterrupt:
                send({"wrong": "stopped"})


def _next(questions: TextIO) -> str:
    """The next question; an interrupt that comes between two questions is for none of them."""
    while True:
        try:
            return questions.readline()
        except KeyboardInterrupt:
            continue


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
    except PydeclError as error:
        send({"wrong": desk.said(error)})


def main() -> None:
    """Serve standard input and output; what else writes to standard output writes to standard error."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
