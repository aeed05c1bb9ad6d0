"""Ask a question of an engine: a program, on a position of a game, within limits.

>>> from pydecl.loading.consulting import consult
>>> with consult("lecture19") as game:
...     result = search(game, "alphabeta", engine="python", evaluated=True)
>>> result.answer.value, str(result.best_move), [str(leaf) for leaf in result.answer.evaluated]
(4, 'b', ['i', 'j', 'k', 'm', 'n'])
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import Enum
from functools import cache
from typing import overload

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.protocol import AnyProgram, Teller
from pydecl.engines.registry import REFERENCE, databases
from pydecl.errors import (
    ContractError,
    InputError,
    LimitError,
    NotCompiledError,
    PydeclError,
    UnfitError,
    meant,
)
from pydecl.loading.consulting import check_runs
from pydecl.model.number import INFINITY, Number
from pydecl.model.program import DATABASE, PREFIX, LookedUp, Manner, OwnProgram, Program
from pydecl.model.result import (
    DEFAULTS,
    NUMBERS,
    Answer,
    Limits,
    Order,
    Result,
    Rules,
    Settings,
    Status,
    Written,
)
from pydecl.model.term import Atom, Term
from pydecl.programs.registry import (
    DECLARED,
    ORDERED,
    PROGRAMS,
    all_settings,
    complete,
    contract_of,
    named,
    names,
)

Askable = AnyProgram | LookedUp
"""What can be asked: a program that an engine runs, or one that looks its answers up."""


class Default(Enum):
    """The depth that the game's rules declare, default_depth/1; unlimited where they declare none."""

    DEPTH = "default"


def search(
    game: SessionGame,
    program: Askable | str = Program.MINIMAX,
    *,
    engine: str = REFERENCE,
    position: Term | str | None = None,
    depth: int | Default | None = Default.DEPTH,
    alpha: Number = -INFINITY,
    beta: Number = INFINITY,
    seconds: float | None = 60.0,
    settings: Settings = DEFAULTS,
    cores: int = 1,
    evaluated: bool = False,
    line: bool = True,
) -> Result:
    """Search one position of a game: what `consult` or `supply` gives.

    `program` is one of pydecl's, or one that the rules file brings itself, such as "file:alphabeta"; or one
    that looks its answers up, which `pydecl.solving.looking_up` has made ready.
    `position` is a term, a text in the game's notation, or None for the first initial one; `depth` counts
    plies, None is unlimited; `alpha`, `beta` and the value are from MAX's point of view; `seconds` is wall
    time, None is unlimited; `settings` are what some programs want to know besides; `cores` is how many
    search at the same time; `evaluated` records the leaves in order; without `line` nobody looks for the
    best variation, which takes some more searches.

    Raises InputError for a question that makes no sense, ContractError where the game breaks its
    contract. A limit that is reached is no error: the answer is not complete.
    """
    chosen = the_program(game, program)
    check_engine(chosen, engine)
    runner = registry.runner(game, engine)
    run_there = chosen.like if isinstance(chosen, LookedUp) else chosen
    with covered(run_there):
        told_by = runner.told_by(run_there)
        root = the_position(game, position, told_by)
        limits = Limits(usual_depth(game, chosen, depth, told_by), alpha, beta, seconds, settings, cores)
        check_question(game, chosen, limits, evaluated=evaluated)
        check_cores(game, chosen, engine, limits, evaluated=evaluated)
        limits = _complete(chosen, limits)
        if (why := runner.hindrance(run_there)) is not None:
            raise NotCompiledError(why)
        runner.prepare(run_there, root, limits)
        position = game.format_position(root)  # before: a search that must be ended may leave no time for it
        answer = run(game, chosen, engine, root, limits, record_leaves=evaluated)
    move = None
    with suppress(LimitError):
        move = None if answer.best is None else runner.best_move(root, answer.best, run_there)
    interrupted = False
    best: Sequence[Term] = ()
    try:
        if line:
            best = variation(lambda at, within: run(game, chosen, engine, at, within), answer, limits)
    except KeyboardInterrupt:
        interrupted = True
    return Result(
        game=game.name,
        position=root,
        program=chosen,
        contract=contract_of(chosen),
        engine=engine,
        limits=limits,
        answer=answer,
        best_move=move,
        variation=best,
        written=_written(game, position, move, answer, best),
        interrupted=interrupted,
    )


def _written(
    game: SessionGame, position: str, move: Term | None, answer: Answer[Term], line: Sequence[Term]
) -> Written:
    """What a result says, in the game's notation."""
    notation = cache(game.format_position)
    return Written(
        position=position,
        best=None if answer.best is None else notation(answer.best),
        move=None if move is None else game.write(move),
        variation=tuple(map(notation, line)),
        evaluated=None if answer.evaluated is None else tuple(map(notation, answer.evaluated)),
    )


def variation(
    ask: Callable[[Term, Limits], Answer[Term]], answer: Answer[Term], limits: Limits
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
            answer = ask(answer.best, replace(limits, seconds=left))
        except PydeclError:
            break
        if answer.status is Status.INTERRUPTED:
            raise KeyboardInterrupt
    return tuple(line)


@overload
def the_program(game: SessionGame, program: AnyProgram | str) -> AnyProgram: ...
@overload
def the_program(game: SessionGame, program: Askable | str) -> Askable: ...
def the_program(game: SessionGame, program: Askable | str) -> Askable:
    """The program meant. Raises InputError if there is none of this name that searches."""
    if isinstance(program, str) and program.startswith(PREFIX):
        return registry.reference(game).own.ready(program)
    if isinstance(program, str) and program.startswith(DATABASE):
        raise InputError(f"{program}: a database searches nothing, so there is no search to be shown")
    if isinstance(program, OwnProgram | LookedUp):
        return program
    return named(program)


def check_engine(program: Askable, engine: str) -> None:
    """Raises InputError if there is no such engine, or the program does not run on it."""
    if isinstance(program, LookedUp) and engine != REFERENCE:
        registry.engine(engine)
        raise InputError(f"{program.value} is looked up, not searched: leave out --engine")
    if isinstance(program, OwnProgram) and not registry.engine(engine).runs_own_programs:
        others = " or ".join(name for name, one in registry.all_engines().items() if one.runs_own_programs)
        raise InputError(f"{program.value} does not run on the engine {engine}: use {others}")


@contextmanager
def covered(program: AnyProgram | None) -> Iterator[None]:
    """Whoever asked an engine that does not cover the program, or counting, is told of others."""
    try:
        yield
    except NotCompiledError as error:
        raise type(error)(f"{error}\n{others_for(program)}") from None


def others_for(program: AnyProgram | None) -> str:
    """Which engines compile nothing for a program, or to count.

    >>> others_for(Program.MINIMAX)
    'without machine code: --engine prolog or --engine python'
    """
    names = [REFERENCE] if isinstance(program, OwnProgram) else registry.complete()
    return f"without machine code: {' or '.join(f'--engine {name}' for name in names)}"


def check_question(game: SessionGame, program: Askable, limits: Limits, *, evaluated: bool = False) -> None:
    """Raises InputError if the program cannot run on the rules, or does not know what it is told."""
    windowed = limits.alpha > -INFINITY or limits.beta < INFINITY
    if isinstance(program, OwnProgram):
        if windowed and not program.contract.window:
            which = f"{program.value} ({program.indicator})"
            raise InputError(f"{which} takes no window: give no alpha and no beta")
        if evaluated:
            raise InputError(f"{program.value} runs unchanged: its leaves cannot be listed")
    elif isinstance(program, LookedUp):
        if windowed or evaluated or limits.settings.given or limits.settings.order is not Order.GAME:
            options = "no window, no order, no leaves and no settings"
            raise InputError(f"{program.value} is looked up, not searched: give {options}")
    else:
        check_runs(game, program)
        if windowed and not DECLARED[program].contract.window:
            takers = [one for one in PROGRAMS if DECLARED[one].contract.window]
            raise InputError(f"{program.value} takes no window: alpha and beta are for {names(takers)}")
        _check_settings(program, limits)
    if limits.settings.order is not Order.GAME and program not in ORDERED:
        others = f"other orders are for {names(one for one in PROGRAMS if one in ORDERED)}"
        raise InputError(f"{program.value} always uses the game's order of moves: {others}")


def check_cores(
    game: SessionGame, program: AnyProgram | LookedUp, engine: str, limits: Limits, *, evaluated: bool
) -> None:
    """Raises InputError for a search on several cores that cannot be split."""
    if limits.cores == 1:
        return
    if not registry.engine(engine).splits:
        others = " or ".join(f"--engine {name}" for name, one in registry.all_engines().items() if one.splits)
        raise InputError(f"the engine {engine} searches on one core: several need {others}")
    if not (isinstance(program, Program) and DECLARED[program].splits):
        hindrance = registry.runner(game, engine).hindrance
        splitting = [one for one in PROGRAMS if DECLARED[one].splits and hindrance(one) is None]
        raise InputError(f"{program.value} searches on one core: several are for {names(splitting)}")
    if limits.settings.order not in (Order.GAME, Order.STATIC):
        raise InputError("on several cores the order of moves is game or static")
    if evaluated:
        raise InputError("the leaves have an order on one core only: leave out --leaves or --cores")


def check_known(settings: Settings) -> None:
    """Raises InputError for a setting that no program has."""
    for name, _ in settings.given:
        if name not in all_settings():
            known = (*NUMBERS, *all_settings())
            near = meant(name, known) or f"there are {', '.join(known)}"
            raise InputError(f"no program has a setting {name}; {near}")


def _check_settings(program: Program, limits: Limits) -> None:
    check_known(limits.settings)
    own = {one.name for one in DECLARED[program].settings}
    for name, _ in limits.settings.given:
        if name not in own:
            takers = [one for one in PROGRAMS if name in (has.name for has in DECLARED[one].settings)]
            raise InputError(f"{program.value} has no setting {name}: it is for {names(takers)}")
    complete(program, limits)


def _complete(program: Askable, limits: Limits) -> Limits:
    return complete(program, limits) if isinstance(program, Program) else limits


def run(
    game: SessionGame,
    program: Askable,
    engine: str,
    position: Term,
    limits: Limits,
    *,
    record_leaves: bool = False,
) -> Answer[Term]:
    """Run a program on an engine. What that cannot answer another one does; `instead` says why.

    What is looked up runs on none: then PositionError is raised if the position is not stored.

    The time is that of the limits, or what the session has left if that is less.
    Raises ContractError where the game breaks its contract, or `won` is asked of MIN; NotCompiledError,
    NoCompilerError and BuildError where the engine does not cover the rules.
    """
    if isinstance(program, LookedUp):
        with game.session.within(limits.seconds):
            return databases(game)[program].answer(position)
    try:
        return _run(game, program, engine, position, _complete(program, limits), record_leaves)
    except ContractError as error:
        raise explained(game, error) from None


def _run(
    game: SessionGame, program: AnyProgram, engine: str, position: Term, limits: Limits, record_leaves: bool
) -> Answer[Term]:
    started = time.monotonic()
    try:
        return registry.runner(game, engine).run(program, position, limits, leaves=record_leaves)
    except UnfitError as why:
        others = {name: registry.runner(game, name) for name in registry.stand_ins(engine)}
        other = next(name for name, runner in others.items() if runner.hindrance(program) is None)
        left = None if limits.seconds is None else limits.seconds - (time.monotonic() - started)
        if left is not None and left <= 0:
            return Answer.stopped(Status.TIME, time.monotonic() - started)
        answer = others[other].run(program, position, replace(limits, seconds=left), leaves=record_leaves)
        seconds = time.monotonic() - started
        return replace(answer, seconds=seconds, instead=str(why), answered_by=other)


def explained(game: SessionGame, error: ContractError) -> ContractError:
    """The error, with what to do if chance is to move, or if a position without a value is no end."""
    if error.fault not in _REMEDIES:
        return error
    follows, remedy = _REMEDIES[error.fault]
    try:
        is_so = bool(follows(game, game.parse_position(error.details[0])))
    except PydeclError:
        return error
    return ContractError(error.fault, *error.details, place=error.place, remedy=remedy) if is_so else error


_REMEDIES: Mapping[str, tuple[Callable[[SessionGame, Term], Sequence[object]], str]] = {
    "neither_to_move": (SessionGame.chance, "chance is to move: expectiminimax can search this"),
    "no_value": (
        SessionGame.following,
        "the game goes on there, and with a depth limit every position needs a value:"
        " add a last clause such as staticval(_, 0), in a sheet a goal of each role there,"
        " or search without a limit",
    ),
}
"""By the fault, what must follow the position for a remedy, and the remedy."""


def kind_of_rules(game: SessionGame) -> Rules:
    """Where the rules come from of the searches that are a second opinion."""
    return registry.runner(game, registry.second_opinion()).kind


def the_position(game: SessionGame, position: Term | str | None, told_by: Teller | None = None) -> Term:
    """The position meant: a ground term of the game, by default the first initial one.

    Raises InputError where there is none, or the text or term is no position of the game.
    """
    if position is None:
        initial = (told_by or game).initial()
        if not initial:
            raise InputError(f"{game.name}: the rules have no initial/1: give a position")
        return initial[0]
    return game.parse_position(position) if isinstance(position, str) else game.from_term(position)


def the_depth(game: SessionGame, depth: int | Default | None, told_by: Teller | None = None) -> int | None:
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


def usual_depth(
    game: SessionGame, program: Askable, depth: int | Default | None, told_by: Teller | None = None
) -> int | None:
    """As `the_depth`; whatever the game's default is, a bare program has no depth limit, nor one that solves.

    A program that asks only how the game ends has nothing to say at a horizon.
    """
    if isinstance(program, LookedUp):
        if isinstance(depth, int):
            raise InputError(f"{program.value} is looked up, not searched: give no depth")
        return None
    if isinstance(program, OwnProgram) and program.manner is Manner.BARE:
        if isinstance(depth, int):
            raise InputError(
                f"{program.value} looks into positions, so its depth cannot be limited: give no depth"
            )
        return None
    if depth is Default.DEPTH and isinstance(program, Program) and not DECLARED[program].values:
        return None
    return the_depth(game, depth, told_by)
