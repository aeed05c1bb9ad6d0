"""The programs that a rules file brings itself: found by name, and asked as any other program.

>>> from pydecl.loading.consulting import consult
>>> with consult("nim") as game:
...     own_program(game, "file:alphabeta")
Traceback (most recent call last):
pydecl.errors.InputError: nim: the file has no program of its own, so no file:alphabeta
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace

from pydecl.engines.native.own import MachineProgram
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.own import (
    answered_twice,
    attach,
    ends_are_empty,
    own_clauses,
    own_programs,
    run_one,
)
from pydecl.engines.searching import Default, best_move, the_depth, the_position
from pydecl.errors import InputError, LimitError, PydeclError, UnfitError
from pydecl.model.game import Player
from pydecl.model.number import INFINITY, Number
from pydecl.model.own import PREFIX, Gives, Manner, OwnProgram
from pydecl.model.program import Program
from pydecl.model.result import DEFAULTS, Answer, Engine, Limits, Result, Settings, Status
from pydecl.model.term import Atom, Term


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
    engine: Engine = Engine.PROLOG,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    settings: Settings = DEFAULTS,
) -> Result:
    """Search one position with one of the file's own programs: see `pydecl.engines.searching.search`.

    The engine is SWI-Prolog or machine code.

    Raises InputError for a question that makes no sense, ContractError where the game breaks its contract, or
    the program fails or gives what is no answer.
    """
    if isinstance(program, str):
        program = own_program(game, program)
    root = the_position(game, position)
    limits = own_limits(game, program, depth, alpha, beta, seconds, settings)
    if engine is Engine.PYTHON:
        raise InputError(f"{program.value} does not run on the engine python: give prolog or native")
    with closing(_Runner(game, program, engine, root, limits)) as runner:
        answer = runner.run(root, limits)
        move = None
        with suppress(LimitError):
            move = None if answer.best is None else best_move(game, root, answer.best)
        line = _variation(runner, program, answer, limits)
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
    )


class _Runner:
    """Runs a program in machine code or in SWI-Prolog, which answers what machine code cannot."""

    def __init__(
        self, game: SessionGame, program: OwnProgram, engine: Engine, position: Term, limits: Limits
    ) -> None:
        self._game = game
        self._program = program
        self._machine: MachineProgram | None = None
        if engine is Engine.NATIVE:
            self._machine = MachineProgram(
                game,
                program,
                game.initial() or [position],
                empty_ends=program.manner is not Manner.BARE and ends_are_empty(game, program),
                window=(limits.alpha, limits.beta),
                memory=game.session.memory,
            )

    def close(self) -> None:
        if self._machine is not None:
            self._machine.close()

    def run(self, position: Term, limits: Limits) -> Answer[Term]:
        """Raises ContractError where the game breaks its contract, or the program gives no answer."""
        limits = replace(limits, seconds=self._game.session.most(limits.seconds))
        if self._machine is None:
            return self._in_prolog(position, limits)
        try:
            return self._checked(position, limits)
        except UnfitError as why:
            return replace(self._in_prolog(position, limits), instead=str(why))

    def _checked(self, position: Term, limits: Limits) -> Answer[Term]:
        """The machine code's answer, if it is one: the best successor is a successor."""
        assert self._machine is not None
        mover = self._game.player(position)
        if self._program.like is Program.WON and mover is Player.MIN:
            raise UnfitError("won is asked where MIN is to move")
        answer = self._machine.run(position, Atom(mover.value), limits)
        game_over = not self._game.successors(position)
        if answer.status is not Status.COMPLETE or (answer.value is None and answer.horizon):
            return answer
        evaluated = game_over or limits.depth == 0 or self._program.gives is Gives.OUTCOME
        if evaluated:
            return replace(answer, best=None)
        if answer.best not in [after for _, after in self._game.successors(position)]:
            raise UnfitError("the program gives no successor")
        return answer

    def _in_prolog(self, position: Term, limits: Limits) -> Answer[Term]:
        found = run_one(self._game, self._program, position, limits)
        if twice := answered_twice(self._program, position, found):
            raise twice
        return found.answer


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


def _variation(runner: _Runner, program: OwnProgram, answer: Answer[Term], limits: Limits) -> Sequence[Term]:
    """Best play from `answer.best` onwards, as in `pydecl.engines.searching.variation`."""
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
            answer = runner.run(answer.best, replace(limits, seconds=left))
        except PydeclError:
            break
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
    return tuple(line)
