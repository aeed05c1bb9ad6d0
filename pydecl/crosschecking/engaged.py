"""Many questions to all engines: SWI-Prolog answers them in one round trip while Python answers them too."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import rules_in_python, run
from pydecl.errors import ContractError, LimitError, PydeclError, UnfitError
from pydecl.model.program import Program
from pydecl.model.result import Answer, Engine, Limits, Status
from pydecl.model.term import Term

Asked = tuple[Program, Term, Limits]
"""A program, a position and the limits."""

Answered = Answer[Term] | ContractError


@dataclass(frozen=True)
class Twins:
    """What the engines answer; `native` is None where machine code was not asked, or cannot answer."""

    prolog: Answered
    python: Answered
    native: Answered | None = None

    def by_engine(self) -> Sequence[tuple[Engine, Answered]]:
        both = (Engine.PROLOG, self.prolog), (Engine.PYTHON, self.python)
        return both if self.native is None else (*both, (Engine.NATIVE, self.native))


def ask_all(
    game: SessionGame, asked: Sequence[Asked], seconds: float | None, machine: MachineGame | None = None
) -> list[Twins]:
    """The engines' answers to each question, in order; `seconds` is the time for all of them.

    `machine` is the game in machine code, if that is asked, too. Raises LimitError where the time or the
    memory is over, and what ends SWI-Prolog.
    """
    if rules_in_python(game) is not game.twin:  # the searches in Python may ask the same session
        answers = game.run_all(asked, seconds)
        python = [_python(game, *question) for question in asked]
    else:
        answers, python = _at_the_same_time(game, asked, seconds)
    native = [_native(machine, *question) for question in asked]
    return [
        Twins(finished(one, limits), finished(other, limits), third and finished(third, limits))
        for one, other, third, (_, _, limits) in zip(answers, python, native, asked, strict=True)
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


def _native(machine: MachineGame | None, program: Program, position: Term, limits: Limits) -> Answered | None:
    if machine is None or not machine.can_run(program):
        return None
    try:
        return machine.run(program, position, limits)
    except ContractError as error:
        return error
    except UnfitError:
        return None


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
