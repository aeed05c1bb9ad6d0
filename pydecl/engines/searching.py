"""Ask a question of an engine: a program, on a position of a game, within limits.

>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     result = search(game, "alphabeta", engine="python", evaluated=True)
>>> result.answer.value, str(result.best_move), [str(leaf) for leaf in result.answer.evaluated]
(4, 'b', ['i', 'j', 'k', 'm', 'n'])
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from typing import Any, TypeVar

from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.game import ConfinedGame, confined
from pydecl.errors import InputError, LimitError, NotCompiledError, PydeclError, UnfitError
from pydecl.loading.consulting import check_runs
from pydecl.model.game import Game
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import CONTRACTS, ORDERED, PROGRAMS, Program
from pydecl.model.result import (
    DEFAULTS,
    Answer,
    Engine,
    Limits,
    Order,
    Preferred,
    Result,
    Rules,
    Settings,
    Status,
)
from pydecl.model.term import Atom, Term
from pydecl.search.run import run as run_twin


class Default(Enum):
    """The depth that the game's rules declare, default_depth/1; unlimited where they declare none."""

    DEPTH = "default"


def search(
    game: SessionGame,
    program: Program | str = Program.MINIMAX,
    *,
    engine: Engine | str = Engine.PROLOG,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    settings: Settings = DEFAULTS,
    evaluated: bool = False,
) -> Result:
    """Search one position of a game: what `consult` or `supply` gives.

    `position` is a term, a text in the game's notation, or None for the first initial one; `depth` counts
    plies, None is unlimited; `alpha`, `beta` and the value are from MAX's point of view; `seconds` is wall
    time, None is unlimited; `settings` are what some programs want to know besides; `evaluated` records the
    leaves in order.

    Raises InputError for a question that makes no sense, ContractError where the game breaks its
    contract. A limit that is reached is no error: the answer is not complete.
    """
    program, engine = _one_of(Program, program), _one_of(Engine, engine)
    told_by = who_tells(game, engine, program.value)
    root = the_position(game, position, told_by)
    limits = Limits(the_depth(game, depth, told_by), alpha, beta, seconds, settings)
    check_question(game, program, limits)
    check_engine(game, program, engine)
    answer = run(game, program, engine, root, limits, record_leaves=evaluated)
    move = None
    with suppress(LimitError):
        move = None if answer.best is None else best_move(told_by, root, answer.best)
    interrupted = False
    line: Sequence[Term] = ()
    try:
        line = variation(game, program, engine, answer, limits)
    except KeyboardInterrupt:
        interrupted = True
    return Result(
        game=game.name,
        position=root,
        program=program,
        engine=engine,
        limits=limits,
        answer=answer,
        best_move=move,
        variation=line,
        notation=game.format_position,
        write=game.write,
        interrupted=interrupted,
    )


def check_question(game: SessionGame, program: Program, limits: Limits) -> None:
    """Raises InputError where the program cannot run on the rules, or does not know what it is told."""
    check_runs(game, program)
    windowed = limits.alpha > -INFINITY or limits.beta < INFINITY
    if windowed and not CONTRACTS[program].window:
        raise InputError(f"{program.value} takes no window: alpha and beta are for {_names(_WINDOWED)}")
    if limits.settings.order is not Order.GAME and program not in ORDERED:
        raise InputError(f"{program.value} keeps the game's order of moves: others are for {_names(ORDERED)}")


_WINDOWED = [program for program in PROGRAMS if CONTRACTS[program].window]


def _names(programs: Sequence[Program]) -> str:
    return ", ".join(program.value for program in programs if program in PROGRAMS)


Choice = TypeVar("Choice", bound=Enum)


def _one_of(choices: type[Choice], name: Choice | str) -> Choice:
    try:
        return choices(name)
    except ValueError:
        raise InputError(f"{name!r} is none of {', '.join(choice.value for choice in choices)}") from None


def run(
    game: SessionGame,
    program: Program,
    engine: Engine,
    position: Term,
    limits: Limits,
    *,
    record_leaves: bool = False,
) -> Answer[Term]:
    """Run a program on an engine: in SWI-Prolog, in machine code, or as its twin on `rules_in_python`.

    What machine code cannot answer the Python twin does; the answer's `instead` says why. The time is that of
    the limits, or what the session has left if that is less.
    Raises ContractError where the game breaks its contract, or `won` is asked of MIN, and what
    `rules_at_machine_speed` raises.
    """
    limits = replace(limits, seconds=game.session.most(limits.seconds))
    if limits.seconds is not None and limits.seconds <= 0:
        return Answer.stopped(Status.TIME, 0.0)
    with game.session.within(limits.seconds):
        return _run(game, program, engine, position, limits, record_leaves)


def _run(
    game: SessionGame, program: Program, engine: Engine, position: Term, limits: Limits, record_leaves: bool
) -> Answer[Term]:
    if engine is Engine.PROLOG:
        return game.run(program, position, limits, record_leaves=record_leaves)
    if engine is Engine.PYTHON:
        return _in_python(game, program, position, limits, record_leaves)
    started = time.monotonic()
    try:
        rules = rules_at_machine_speed(game, program.value)
        return rules.run(program, position, limits, record_leaves=record_leaves)
    except UnfitError as why:
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            return Answer.stopped(Status.TIME, time.monotonic() - started)
        answer = _in_python(game, program, position, replace(limits, seconds=left), record_leaves)
        return replace(answer, seconds=time.monotonic() - started, instead=str(why))


def _in_python(
    game: SessionGame, program: Program, position: Term, limits: Limits, record_leaves: bool
) -> Answer[Term]:
    rules = rules_in_python(game)
    if isinstance(rules, ConfinedGame):
        return rules.run(program, position, limits, record_leaves=record_leaves)
    with game.session.within(limits.seconds):
        answer = run_twin(program, rules, rules.from_term(position), limits, record_leaves=record_leaves)
    return answer.map(rules.to_term)


def rules_at_machine_speed(game: SessionGame, program: str | None = None) -> MachineGame:
    """The rules in machine code, compiled when they are first asked for; of `program` alone, if it is told.

    Raises NotCompiledError where the rules are not covered, NoCompilerError and BuildError.
    """
    if game.machine is None:
        game.machine = MachineGame(game, memory=game.session.memory, only=program)
    assert isinstance(game.machine, MachineGame)
    return game.machine


def check_engine(game: SessionGame, program: Program, engine: Engine) -> None:
    """Raises InputError where the program does not run on the engine, and what it is without."""
    if engine is Engine.NATIVE:
        rules_at_machine_speed(game, program.value).check(program)


def rules_in_python(game: SessionGame) -> Game[Any]:
    """The rules that the twins search: written by hand; compiled if there are none, or that is preferred.

    Where the file cannot be compiled, they are the session's: SWI-Prolog's answers.
    """
    if game.twin is not None and game.preferred is not Preferred.COMPILED:
        return game.twin
    if game.compiled is None:
        try:
            game.compiled = confined(game)
        except NotCompiledError:
            game.compiled = game
    return game.compiled


def kind_of_rules(game: SessionGame) -> Rules:
    """Where the rules of the searches in Python come from."""
    rules = rules_in_python(game)
    if rules is game.twin:
        return Rules.INDEPENDENT if game.independent else Rules.SHARED
    return Rules.SHARED if rules is game else Rules.COMPILED


Told = AskedGame | MachineGame
"""Whose rules tell the start and the defaults: SWI-Prolog's, or compiled ones."""


def who_tells(game: SessionGame, engine: Engine, program: str) -> Told:
    """Whose rules are asked for the start: SWI-Prolog need not start where the program does without it."""
    if engine is Engine.NATIVE:
        return rules_at_machine_speed(game, program)
    rules = rules_in_python(game) if engine is Engine.PYTHON else game
    return rules if isinstance(rules, ConfinedGame) else game


def the_position(game: SessionGame, position: Term | str | None, told_by: Told | None = None) -> Term:
    """The position meant: a ground term of the game, by default the first initial one.

    Raises InputError where there is none, or the text or term is no position of the game.
    """
    if position is None:
        initial = (told_by or game).initial()
        if not initial:
            raise InputError(f"{game.name}: the rules have no initial/1: give a position")
        return initial[0]
    return game.parse_position(position) if isinstance(position, str) else game.from_term(position)


def the_depth(game: SessionGame, depth: int | Default | None, told_by: Told | None = None) -> int | None:
    """The depth meant, in plies; None is unlimited. Raises InputError where the rules declare no number."""
    if depth is not Default.DEPTH:
        assert not isinstance(depth, Default)
        return depth
    declared = (told_by or game).default("default_depth")
    if declared is None or declared == Atom("unlimited"):
        return None
    if not isinstance(declared, int) or declared < 0:
        raise InputError(
            f"{game.source}: default_depth/1 must be a number of plies or unlimited, not {declared}"
        )
    return declared


def best_move(game: Game[Term], position: Term, best: Term) -> Term | None:
    """The last move, in order, that leads to the position `best`; None where moves have no names."""
    if isinstance(game, ConfinedGame) and "move/3" not in game.defined:
        return None
    if isinstance(game, AskedGame):
        game.expand([position])  # this one position, and no guesses at others
    moves = [move for move, successor in game.successors(position) if successor == best]
    return moves[-1] if moves else None


def variation(
    game: SessionGame, program: Program, engine: Engine, answer: Answer[Term], limits: Limits
) -> Sequence[Term]:
    """Best play from `answer.best` onwards: the question is asked again at each best successor.

    It is one ply less deep each time, and outside the nodes and seconds of the answer. It ends early where
    twice the time that the answer took and a second, or the time of the limits, is over, and where play comes
    back to a position.
    Raises KeyboardInterrupt.
    """
    line: list[Term] = []
    started = time.monotonic()
    allowed = 2 * answer.seconds + 1
    if limits.seconds is not None:
        allowed = min(allowed, limits.seconds)
    if answer.reached is not None:  # no deeper than the answer's own iteration
        limits = replace(limits, depth=answer.reached)
    while answer.best is not None and answer.best not in line:
        line.append(answer.best)
        left = allowed - (time.monotonic() - started)
        if left <= 0:
            break
        limits = limits.one_ply_less()
        try:
            answer = run(game, program, engine, answer.best, replace(limits, seconds=left))
        except PydeclError:
            break
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
    return tuple(line)
