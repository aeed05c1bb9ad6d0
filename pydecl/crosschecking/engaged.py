"""Many questions to all engines; engines that do not ask each other work at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import Reply, Runner
from pydecl.engines.registry import REFERENCE
from pydecl.errors import (
    BuildError,
    ContractError,
    LimitError,
    NoCompilerError,
    NotCompiledError,
    PydeclError,
)
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Term
from pydecl.model.tree import Tree
from pydecl.programs.registry import complete

One = TypeVar("One")
Other = TypeVar("Other")

Asked = tuple[Program, Term, Limits]
"""A program, a position and the limits."""

Answered = Answer[Term] | ContractError

Runners = Mapping[str, Runner]
"""The engines that are compared, by their names; the reference is the first."""


def complete_runners(game: SessionGame) -> dict[str, Runner]:
    """The engines on which every program runs."""
    return {name: registry.runner(game, name) for name in registry.complete()}


def all_runners(game: SessionGame, programs: Sequence[Program]) -> tuple[Runners, Mapping[str, str]]:
    """The engines that cover a game; and of the others, why they are left out. `programs` will be asked for.

    Those that cover some games may take half of the time to see to that: the others are still compared.
    """
    found, left_out = complete_runners(game), {}
    for runner in found.values():
        runner.expect(programs)
    for name in registry.partial():
        runner = registry.runner(game, name)
        runner.expect(programs)
        try:
            with game.session.with_half():
                _ = runner.rules
        except (NotCompiledError, NoCompilerError, BuildError, LimitError) as error:
            left_out[name] = str(error)
        else:
            found[name] = runner
    return found, left_out


@contextmanager
def runners_on_trees(game: SessionGame, trees: Sequence[Tree], *, some: bool = True) -> Iterator[Runners]:
    """The engines that are asked about random games, which `game` has just been given.

    Their nodes must have different names. With `some`, those that cover some games are asked, too.
    """
    found = complete_runners(game)
    partial = [registry.engine(name).take_up_trees(game, trees) for name in registry.partial() if some]
    try:
        for name, runner in zip(registry.partial(), partial, strict=False):
            try:
                _ = runner.rules
            except (NoCompilerError, NotCompiledError):
                continue
            found[name] = runner
        yield found
    finally:
        for runner in partial:
            runner.close()


@dataclass(frozen=True)
class Twins:
    """What the engines answer, by their names; an engine that cannot answer is not there."""

    answers: Mapping[str, Answered]

    @property
    def reference(self) -> Answered:
        """What the others are held against."""
        return self.answers[REFERENCE]

    @property
    def others(self) -> Mapping[str, Answered]:
        return {name: answer for name, answer in self.answers.items() if name != REFERENCE}


def ask_all(
    game: SessionGame, asked: Sequence[Asked], seconds: float | None, runners: Runners | None = None
) -> list[Twins]:
    """The engines' answers to each question, in order; `seconds` is the time for all of them.

    By default those engines are asked on which every program runs. Raises LimitError where the time or the
    memory is over, and what ends an engine.
    """
    asked = [(program, position, complete(program, limits)) for program, position, limits in asked]
    runners = complete_runners(game) if runners is None else runners
    reference = runners[REFERENCE]
    apart = {name: runner for name, runner in runners.items() if not runner.asks_session}
    replies: dict[str, Sequence[Reply | None]] = {}
    if apart:
        game.prepare()
        replies[REFERENCE], others = beside(
            game,
            lambda: reference.run_all(asked, seconds),
            lambda: {name: runner.run_all(asked, seconds) for name, runner in apart.items()},
        )
        replies |= others
    for name, runner in runners.items():
        if name not in replies:
            replies[name] = runner.run_all(asked, seconds)
    return [
        Twins(
            {
                name: finished(reply, question[2])
                for name in runners
                if (reply := replies[name][index]) is not None
            }
        )
        for index, question in enumerate(asked)
    ]


def beside(game: SessionGame, one: Callable[[], One], other: Callable[[], Other]) -> tuple[One, Other]:
    """What both give, at the same time: the one asks the game's session, the other does not."""
    with ThreadPoolExecutor(1) as helper:
        begun = helper.submit(one)
        try:
            found = other()
            return begun.result(), found
        except BaseException:
            game.session.interrupt()
            raise


def finished(answer: Reply, limits: Limits) -> Answered:
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
        raise LimitError("time is up")
    return answer


def _stopped_early(answer: Answer[Term], limits: Limits) -> bool:
    """Whether an answer is that of an iteration, and time kept the program from the next one."""
    if answer.reached is None or not answer.horizon:
        return False
    return limits.depth is None or answer.reached < limits.depth
