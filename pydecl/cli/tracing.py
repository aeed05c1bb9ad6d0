"""pydecl trace: what a program does, event by event."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping
from typing import Annotated

import typer

from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    complain,
    consulted,
    depth_of,
    number_of,
    progress_bar,
    reported,
    seconds_of,
)
from pydecl.cli.questions import (
    AlphaOption,
    BetaOption,
    CompleteEngineOption,
    EventsOption,
    KnownProgramOption,
    OrderOption,
    SeedOption,
    with_settings,
)
from pydecl.cli.terminal import echo, shown_json
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.words import STOPPED
from pydecl.errors import Exit, PydeclError
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.result import Answer, Order, Settings, Status
from pydecl.sandbox.session import MEMORY
from pydecl.tracing.captions import Captions
from pydecl.tracing.naming import Naming, named, to_json
from pydecl.tracing.recording import MOST, Recording, record

PATIENCE = 0.2
"""Seconds for which the events so far are printed after an interruption: who presses Ctrl-C wants the end."""


@reported
@with_settings
def trace_game(
    game: GameArgument,
    program: KnownProgramOption = Program.ALPHABETA,
    engine: CompleteEngineOption = REFERENCE,
    position: PositionOption = None,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: OrderOption = Order.GAME,
    seed: SeedOption = 0,
    naming: Annotated[
        Naming, typer.Option("--naming", help="Whose names and signs the events have.")
    ] = Naming.TEXTBOOK,
    limit: EventsOption = MOST,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
    *,
    declared: Mapping[str, int],
) -> Exit | None:
    """Show what a program does: one event a line."""
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        with progress_bar(f"{program.value} on {game}"):
            recording = record(
                opened,
                program,
                engine=engine,
                position=position,
                depth=plies,
                alpha=window[0],
                beta=window[1],
                seconds=seconds_of(time),
                settings=Settings(order=order, seed=seed).having(declared),
                most=limit,
            )
        answer = recording.answer
        is_interrupted = isinstance(answer, Answer) and answer.status is Status.INTERRUPTED
        told = _print(opened, recording, naming, as_json, PATIENCE if is_interrupted else INFINITY)
    if isinstance(answer, PydeclError):
        raise answer
    if not answer.complete:
        rest = "" if told is None else f"; the first {told:,} events are shown"
        complain(STOPPED[answer.status] + rest)
    return answer.exit_code


def _print(
    game: SessionGame, recording: Recording, naming: Naming, as_json: bool, seconds: float
) -> int | None:
    """Print the events; how many, if they take longer than so many seconds."""
    until = clock.monotonic() + seconds
    written: dict[int, str | None] = {}

    def position(number: int) -> str | None:
        if number not in written:
            known = recording.positions[number]
            written[number] = None if known is None else game.format_position(known)
        return written[number]

    captions = Captions(naming, position)
    for count, event in enumerate(recording.events()):
        if clock.monotonic() > until:
            return count
        if as_json:
            echo(shown_json(to_json(named(event, naming), position)), at_once=False)
        else:
            echo(captions.line(event), at_once=False)
    return None
