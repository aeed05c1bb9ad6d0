"""Ways of asking what a position is worth, a program on an engine, deeper and deeper; and what it answers.

A question names a program and an engine, or neither: then the fastest program is taken that gives exact
values, or the next one if the game is not for it. Each way of asking is an attempt, known by its number.

Only what is certain is called a win, a loss or a draw; an estimate stays a number. Plies count the move
itself, so that what wins at once wins in 1.
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
from pydecl.model.game import Outcome
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import Contract, Kind, OwnProgram, Program, Searched
from pydecl.model.result import Answer, End, Expectation, Limits, Order, Settings, Solution, Status
from pydecl.model.term import Term
from pydecl.programs.registry import DECLARED, complete, contract_of
from pydecl.tracing.captions import signed
from pydecl.workbench.web.desk import Question

LEAST, MOST = -1e300, 1e300
"""Between them lies every rank."""

WINS = {Outcome.WON: "MAX wins", Outcome.LOST: "MIN wins", Outcome.DRAWN: "draws"}
SIGNS = {Outcome.WON: "▲", Outcome.LOST: "▼", Outcome.DRAWN: "="}
"""How an outcome is marked on the board; plies follow."""


@dataclass(frozen=True)
class Worth:
    """What a move is worth, for MAX: in words, in few characters, and as a number to compare it by.

    `final` says that no deeper search would say otherwise.
    """

    text: str
    label: str
    rank: float
    final: bool

    def to_json(self) -> dict[str, Any]:
        """The fields that a page reads."""
        return {"value": self.text, "label": self.label, "best": self.rank, "final": self.final}


def worth(answer: Answer[Any], contract: Contract, settings: Settings, plies: int = 1) -> Worth | None:
    """What a search found that began so many plies after the position at hand; None for nothing.

    >>> from pydecl.model.program import Tie
    >>> from pydecl.model.result import Status
    >>> ply = Contract(Kind.FAIL_SOFT, Tie.FIRST, window=True, searched=Searched.PLY)
    >>> for value in (997, -996, 0.25):
    ...     print(worth(Answer(Status.COMPLETE, value, None, 9, 5, True, 0.1), ply, Settings()))
    Worth(text='MAX wins in 4', label='▲4', rank=997.0, final=True)
    Worth(text='MIN wins in 5', label='▼5', rank=-996.0, final=True)
    Worth(text='+0.25', label='+.25', rank=0.25, final=False)
    """
    value = answer.value
    if not answer.complete or value is None:
        return None
    if isinstance(value, bool):
        return Worth("MAX wins" if value else "MAX does not win", "▲" if value else "–", float(value), True)
    if isinstance(value, Solution):
        return solved(value, plies)
    number: Number = value
    is_all = not answer.horizon and contract.kind is not Kind.ESTIMATE
    if contract.searched is Searched.PLY:
        if abs(rank(number)) > settings.win - settings.max_ply:
            outcome = Outcome.WON if number > 0 else Outcome.LOST
            found = solved(Solution(outcome, settings.win - round(abs(rank(number)))), plies)
            return Worth(found.text, found.label, rank(number), True)
        if is_all:  # a won or a lost end would have been worth more, or less
            said = "draws" if number == 0 else f"draws, {signed(number)}"
            return Worth(said, SIGNS[Outcome.DRAWN], rank(number), True)
    is_final = is_all and contract.searched in (Searched.TREE, Searched.PLY)
    return Worth(signed(number), short(number), rank(number), is_final)


def solved(solution: End, plies: int = 1) -> Worth:
    """What a solution means that is that of a position so many plies away.

    >>> solved(Solution(Outcome.LOST, 5)).text, solved(Solution(Outcome.DRAWN)).text
    ('MIN wins in 6', 'draws')
    >>> solved(Expectation(-0.5, -0.5))
    Worth(text='-0.5', label='-.50', rank=-0.5, final=True)
    """
    if isinstance(solution, Expectation):
        return Worth(signed(solution.value), short(solution.value), solution.value, True)
    outcome = solution.outcome
    away = 0 if solution.plies is None else solution.plies + plies
    told = "" if outcome is Outcome.DRAWN or solution.plies is None else str(away)
    text = WINS[outcome] + (f" in {told}" if told else "")
    near = {Outcome.WON: 1 - away / 1e6, Outcome.LOST: away / 1e6 - 1, Outcome.DRAWN: 0.0}[outcome]
    return Worth(text, SIGNS[outcome] + told, near, True)


def rank(value: Number) -> float:
    """A number near this one that is finite.

    >>> rank(7), rank(-INFINITY) == LEAST, rank(10**400) == MOST
    (7.0, True, True)
    """
    if value > MOST:
        return MOST
    return LEAST if value < LEAST else float(value)


def short(value: Number) -> str:
    """A number with its sign in few characters.

    >>> [short(value) for value in (3, -2 / 35, 1 / 3, 12345, -0.001, INFINITY)]
    ['+3', '-.06', '+.33', '+12k', '-0', '+∞']
    """
    if value in (INFINITY, -INFINITY):
        return "+∞" if value > 0 else "-∞"
    sign = "+" if value > 0 else "-" if value < 0 else ""
    size = rank(value) * (-1 if value < 0 else 1)
    if size >= 1e6:
        return f"{sign}{size:.0e}".replace("e+0", "e").replace("e+", "e")
    if size >= 10_000:
        return f"{sign}{size / 1000:.0f}k"
    if size >= 10 or size == int(size):
        return f"{sign}{size:.0f}"
    if size >= 1:
        return f"{sign}{size:.1f}"
    return f"{sign}{size:.2f}".replace("0.", ".").replace(".00", "0")


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
    """The ways of asking, in the order in which they are tried. Raises InputError for an unknown program.

    Without a named engine the fast ones are asked, and one that can do everything.
    """
    usual_engines = [*registry.partial(), registry.second_opinion()]
    engines = [question["engine"]] if question["engine"] else usual_engines
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
