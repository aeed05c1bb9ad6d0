"""Many questions to both engines: SWI-Prolog answers them in one round trip while Python answers them too."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pydecl.bridge.game import SessionGame
from pydecl.engines import rules_in_python, run
from pydecl.errors import ContractError, LimitError, PydeclError
from pydecl.model.program import Program
from pydecl.model.result import Answer, Engine, Limits, Status
from pydecl.model.term import Term

Asked = tuple[Program, Term, Limits]
"""A program, a position and the limits."""

Answered = Answer[Term] | ContractError


@dataclass(frozen=True)
class Twins:
    """What both engines answer."""

    prolog: Answered
    python: Answered

    def by_engine(self) -> Sequence[tuple[Engine, Answered]]:
        return (Engine.PROLOG, self.prolog), (Engine.PYTHON, self.python)


def ask_both(game: SessionGame, asked: Sequence[Asked], seconds: float | None) -> list[Twins]:
    """Both engines' answers to each question, in order; `seconds` is the time for all of them.

    Raises LimitError where the time or the memory is over, and what ends SWI-Prolog.
    """
    if rules_in_python(game) is not game.twin:  # the searches in Python may ask the same session
        answers = game.run_all(asked, seconds)
        python = [_python(game, *question) for question in asked]
    else:
        answers, python = _at_the_same_time(game, asked, seconds)
    return [
        Twins(finished(one, limits), finished(other, limits))
        for one, other, (_, _, limits) in zip(answers, python, asked, strict=True)
    ]


def _at_the_same_time(
    game: SessionGame, asked: Sequence[Asked], seconds: float | None
) -> tuple[list[Answer[Term] | PydeclError], list[Answered]]:
    with ThreadPoolExecutor(1) as helper:
        prolog = helper.submit(game.run_all, asked, seconds)
        try:
            python = [_python(game, *question) for question in asked]
            return prolog.result(), python
        except BaseException:
            game.session.interrupt()
            raise


def _python(game: SessionGame, program: Program, position: Term, limits: Limits) -> Answered:
    try:
        answer = run(game, program, Engine.PYTHON, position, limits)
    except ContractError as error:
        return error
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return answer


def finished(answer: Answer[Term] | PydeclError, limits: Limits) -> Answered:
    """The answer of a search that was not stopped; raises what stopped it."""
    if isinstance(answer, ContractError):
        return answer
    if isinstance(answer, PydeclError):
        raise answer
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    if answer.status is Status.MEMORY:
        raise LimitError("the memory is used up")
    if answer.status is Status.TIME or _stopped_early(answer, limits):
        raise LimitError("the time is over")
    return answer


def _stopped_early(answer: Answer[Term], limits: Limits) -> bool:
    """Whether an answer is that of an iteration, and time kept the program from the next one."""
    if answer.reached is None or not answer.horizon:
        return False
    return limits.depth is None or answer.reached < limits.depth
