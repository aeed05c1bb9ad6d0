"""pydecl trace: what a program does, event by event."""

from __future__ import annotations

from typing import Annotated

import typer

from pydecl.bridge.game import SessionGame
from pydecl.bridge.session import MEMORY
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MemoryOption,
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
from pydecl.cli.questions import ENGINES, AlphaOption, BetaOption, twins_engine
from pydecl.cli.searching import STOPPED
from pydecl.cli.terminal import echo, shown_json
from pydecl.errors import Exit, PydeclError
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.result import Engine, Order, Settings
from pydecl.tracing.captions import Captions
from pydecl.tracing.naming import Naming, named, to_json
from pydecl.tracing.recording import MOST, Recording, record


@reported
def trace_game(
    game: GameArgument,
    program: Annotated[Program, typer.Option("--program", help="What searches.")] = Program.ALPHABETA,
    engine: Annotated[
        Engine,
        typer.Option("--engine", parser=twins_engine, metavar=ENGINES, help="What executes the program."),
    ] = Engine.PROLOG,
    position: PositionOption = None,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: Annotated[Order, typer.Option("--order", help="The order of the moves.")] = Order.GAME,
    seed: Annotated[int, typer.Option("--seed", help="The random order's.")] = 0,
    naming: Annotated[Naming, typer.Option("--naming", help="Whose alpha and beta.")] = Naming.TEXTBOOK,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="How many events to keep.")] = MOST,
    convention: ConventionOption = None,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    as_json: JsonOption = False,
) -> Exit | None:
    """Show what a program does: one event a line."""
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    with consulted(game, seconds=seconds_of(time), convention=convention, memory=memory) as opened:
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
                settings=Settings(order=order, seed=seed),
                most=limit,
            )
        _print(opened, recording, naming, as_json)
    if isinstance(recording.answer, PydeclError):
        raise recording.answer
    if not recording.answer.complete:
        complain(STOPPED[recording.answer.status])
    return recording.answer.exit_code


def _print(game: SessionGame, recording: Recording, naming: Naming, as_json: bool) -> None:
    written: dict[int, str | None] = {}

    def position(number: int) -> str | None:
        if number not in written:
            known = recording.positions[number]
            written[number] = None if known is None else game.format_position(known)
        return written[number]

    captions = Captions(naming, position)
    for event in recording.events():
        if as_json:
            echo(shown_json(to_json(named(event, naming), position)))
        else:
            echo(captions.line(event))
