"""Ways of asking what a position is worth: a program on an engine, deeper and deeper.

A question names a program and an engine, or neither: then the fastest program is taken that gives exact
values, or the next one if the game is not for it. Each way of asking is an attempt, known by its number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram
from pydecl.engines.searching import Default, check_engine, check_question, run, the_depth, the_program
from pydecl.errors import BuildError, InputError, NotCompiledError, PydeclError
from pydecl.games.tree import TreeGame
from pydecl.loading.consulting import what_is_missing
from pydecl.model.program import Kind, OwnProgram, Program
from pydecl.model.result import Answer, Limits, Order, Settings, Status
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED, complete, contract_of
from pydecl.workbench.web.answering import Question
from pydecl.workbench.web.worth import Worth, worth

SOLVER = "solve"
"""What is said in place of a program to look the values up in the solved game."""

USUAL = "usual"
"""What is said in place of a depth for the game's own, or ENOUGH plies if that is less."""

ENOUGH = 6

FASTEST = (Program.ALPHABETA_TT, Program.ALPHABETA, Program.EXPECTIMINIMAX, Program.OUTCOME)
"""The programs that are tried if none is named: the first has wins and losses by their plies, and a table."""

FOR_TREES = (Program.ALPHABETA, Program.EXPECTIMINIMAX)
"""The same for trees, whose leaves have values of their own."""

SETTINGS = Settings(win=1_000_000, max_ply=1_000)
"""WIN is beyond what games value their positions at, MAX_PLY beyond what can be searched."""

DEEPEST = 60
"""How deep is searched, ply by ply, before it is searched to the end."""


@dataclass(frozen=True)
class Attempt:
    """A program on an engine, and the order in which it looks at the moves.

    `has_inner_values` says that the game values each position, and not only its ends.
    """

    program: AnyProgram
    engine: str
    order: Order = Order.GAME
    has_inner_values: bool = True

    def depths(self, depth: int | None) -> Sequence[int | None]:
        """How deep is searched one after the other, counted from the position at hand.

        A program that has nothing to say at a horizon, or goes deeper by itself, is asked once.

        >>> alphabeta = Attempt(Program.ALPHABETA, "python")
        >>> alphabeta.depths(8), alphabeta.depths(3), alphabeta.depths(None)[-2:]
        ([2, 4, 6, 8], [1, 3], [60, None])
        >>> Attempt(Program.DEEPENING, "python").depths(8), Attempt(Program.OUTCOME, "python").depths(None)
        ([8], [None])
        """
        if isinstance(self.program, OwnProgram) or not self.has_inner_values:
            return [depth]
        declared = DECLARED[self.program]
        if not declared.values or declared.inner_values or declared.contract.kind is Kind.ESTIMATE:
            return [depth]
        if depth is None:
            return [*range(2, DEEPEST + 1, 2), None]
        return list(range(2 - depth % 2, depth + 1, 2))

    def limits(self, depth: int | None, seconds: float) -> Limits:
        """What a search may do."""
        limits = Limits(depth, seconds=seconds, settings=replace(SETTINGS, order=self.order))
        return limits if isinstance(self.program, OwnProgram) else complete(self.program, limits)

    def worth(self, answer: Answer[Any], plies: int) -> Worth | None:
        """What an answer means that is about a position so many plies away."""
        return worth(answer, contract_of(self.program), SETTINGS, plies)


def attempts(game: SessionGame, question: Question) -> list[Attempt]:
    """The ways of asking, in the order in which they are tried. Raises InputError for an unknown program."""
    engines = [question["engine"]] if question["engine"] else usual_engines()
    programs: Sequence[AnyProgram]
    if question["program"]:
        programs = [the_program(game, question["program"])]
    else:
        usual = FOR_TREES if isinstance(game.twin, TreeGame) else FASTEST
        chance = game.has_chance
        programs = [
            one
            for one in usual
            if what_is_missing(game, one) is None and (not chance or one == Program.EXPECTIMINIMAX)
        ]
    has_values = "staticval/2" in game.defined and not isinstance(game.twin, TreeGame)
    return [
        Attempt(program, engine, _order(program) if has_values else Order.GAME, has_values)
        for engine in engines
        for program in programs
    ]


def _order(program: AnyProgram) -> Order:
    """The order that makes a program fast, and changes no value that it gives."""
    if isinstance(program, OwnProgram):
        return Order.GAME
    declared = DECLARED[program]
    is_exact = declared.contract.kind is not Kind.ESTIMATE
    return Order.STATIC if declared.ordered and is_exact else Order.GAME


def usual_engines() -> list[str]:
    """The engines that are asked if none is named: the fast ones, and one that can do everything.

    >>> usual_engines()
    ['native', 'python']
    """
    return [*registry.partial(), registry.second_opinion()]


def usual_depth(game: SessionGame, question: Question) -> int | None:
    """The depth that is meant; None is to the end."""
    if question["depth"] != USUAL:
        depth: int | None = question["depth"]
        return depth
    declared = the_depth(game, Default.DEPTH)
    return None if declared is None else max(declared, ENOUGH)


def possible(game: SessionGame, question: Question) -> tuple[int, Attempt]:
    """The first attempt that can be made, from the question's on, with its number."""
    tried = attempts(game, question)
    wrong: PydeclError = InputError(f"{game.name}: there is no program for these rules")
    for number in range(question.get("attempt", 0), len(tried)):
        attempt = tried[number]
        try:
            _check(game, attempt)
        except (InputError, BuildError) as error:
            wrong = error
        else:
            return number, attempt
    raise wrong


def _check(game: SessionGame, attempt: Attempt) -> None:
    """Raises InputError if the program cannot run on the rules, or not there."""
    check_engine(attempt.program, attempt.engine)
    check_question(game, attempt.program, attempt.limits(1, 1.0))
    why = registry.runner(game, attempt.engine).hindrance(attempt.program)
    if why is not None:
        raise NotCompiledError(why)


def answered_by(game: SessionGame, attempt: Attempt, position: Term, limits: Limits) -> Answer[Term]:
    """An answer. Raises KeyboardInterrupt, too."""
    registry.runner(game, attempt.engine).prepare(attempt.program, position, limits)
    answer = run(game, attempt.program, attempt.engine, position, limits)
    if answer.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return answer
