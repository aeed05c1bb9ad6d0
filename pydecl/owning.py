"""The programs that a rules file brings itself: found by name, and asked as any other program.

>>> from pydecl.consulting import consult
>>> with consult("nim") as game:
...     own_program(game, "file:alphabeta")
Traceback (most recent call last):
pydecl.errors.InputError: nim: the file has no program of its own, so no file:alphabeta
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from pydecl.bridge.game import SessionGame
from pydecl.bridge.own import answered_twice, attach, own_clauses, own_programs, run_one
from pydecl.engines import Default, best_move, the_depth, the_position
from pydecl.errors import InputError, PydeclError
from pydecl.model.number import INFINITY, Number
from pydecl.model.own import PREFIX, Gives, Manner, OwnProgram
from pydecl.model.result import DEFAULTS, Answer, Engine, Limits, Result, Settings, Status
from pydecl.model.term import Term


def own_program(game: SessionGame, name: str) -> OwnProgram:
    """The file's program of this name, `file:NAME` or `file:NAME/ARITY`, ready to run on the file's game.

    Raises InputError where the file has none, with the names of those that it has.
    """
    wanted = name.removeprefix(PREFIX)
    there = own_programs(game)
    for program in there:
        if wanted in (program.name, program.indicator):
            if program.manner is not Manner.BARE:
                attach(game, program, own_clauses(game, program))
            return program
    has = ", ".join(f"{program.value} ({program.indicator})" for program in there)
    what = f"the programs of the file are {has}" if has else "the file has no program of its own"
    raise InputError(f"{game.name}: {what}, so no {PREFIX}{wanted}")


def search_own(
    game: SessionGame,
    program: OwnProgram | str,
    *,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    settings: Settings = DEFAULTS,
) -> Result:
    """Search one position with one of the file's own programs: see `pydecl.engines.search`.

    Raises InputError for a question that makes no sense, ContractError where the game breaks its contract, or
    the program fails or gives what is no answer.
    """
    if isinstance(program, str):
        program = own_program(game, program)
    root = the_position(game, position)
    limits = own_limits(game, program, depth, alpha, beta, seconds, settings)
    found = run_one(game, program, root, limits)
    if twice := answered_twice(program, root, found):
        raise twice
    answer = found.answer
    return Result(
        game=game.name,
        position=root,
        program=program,
        engine=Engine.PROLOG,
        limits=limits,
        answer=answer,
        best_move=None if answer.best is None else best_move(game, root, answer.best),
        variation=_variation(game, program, answer, limits),
        notation=game.format_position,
        write=game.write,
    )


def own_limits(
    game: SessionGame,
    program: OwnProgram,
    depth: int | Default | None,
    alpha: Number,
    beta: Number,
    seconds: float | None,
    settings: Settings = DEFAULTS,
) -> Limits:
    """The limits of a question; a bare program has no depth limit, whatever the game's default is.

    Raises InputError for limits that the program does not know.
    """
    if program.manner is Manner.BARE:
        if isinstance(depth, int):
            raise InputError(
                f"{program.value} looks into positions, so that its depth cannot be limited: give no depth"
            )
        depth = None
    if (alpha > -INFINITY or beta < INFINITY) and not program.contract.window:
        raise InputError(f"{program.value} ({program.indicator}) takes no window: give no alpha and no beta")
    return Limits(the_depth(game, depth), alpha, beta, seconds, settings)


def _variation(
    game: SessionGame, program: OwnProgram, answer: Answer[Term], limits: Limits
) -> Sequence[Term]:
    """Best play from `answer.best` onwards, as in `pydecl.engines.variation`."""
    line: list[Term] = []
    started = time.monotonic()
    allowed = 2 * answer.seconds + 1
    if limits.seconds is not None:
        allowed = min(allowed, limits.seconds)
    if program.gives is Gives.OUTCOME:
        return ()
    while answer.best is not None and answer.best not in line:
        line.append(answer.best)
        left = allowed - (time.monotonic() - started)
        if left <= 0:
            break
        limits = limits.one_ply_less()
        try:
            answer = run_one(game, program, answer.best, replace(limits, seconds=left)).answer
        except PydeclError:
            break
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
    return tuple(line)
