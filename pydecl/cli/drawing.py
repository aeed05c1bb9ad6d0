"""pydecl draw: a picture of what a program searched."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.failing import complain, reported
from pydecl.cli.files import format_of, save
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    depth_of,
    number_of,
    progress_bar,
    seconds_of,
)
from pydecl.cli.questions import (
    AlphaOption,
    BetaOption,
    CompleteEngineOption,
    EventsOption,
    OrderOption,
    ProgramOption,
    SeedOption,
    with_settings,
)
from pydecl.cli.terminal import echo
from pydecl.cli.traced import NamingOption, TreeOption, traced
from pydecl.engines.registry import REFERENCE
from pydecl.engines.words import STOPPED
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.loading.rules_files import Reading
from pydecl.model.number import INFINITY
from pydecl.model.own import OwnProgram
from pydecl.model.program import Program
from pydecl.model.result import Order, Settings
from pydecl.proving.writing import Writer
from pydecl.sandbox.session import MEMORY
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import MOST, record
from pydecl.workbench.drawing.formats import FORMATS, PLAIN_FORMATS, proof_picture
from pydecl.workbench.drawing.recorded import recorded_picture
from pydecl.workbench.drawing.search_tree import SHOWN


@reported
@with_settings
def draw_search(
    game: GameArgument,
    program: ProgramOption = Program.ALPHABETA.value,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Write a picture to this file, whose name ends in .{', .'.join(FORMATS)}."
            " By default, text is printed.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", metavar="N", min=1, help="How many nodes to draw; deeper ones are only counted."
        ),
    ] = SHOWN,
    iteration: Annotated[
        int | None,
        typer.Option(
            "--iteration",
            metavar="N",
            min=1,
            help="Which search to draw, if the program searches several times; by default, the last.",
            show_default=False,
        ),
    ] = None,
    engine: CompleteEngineOption = REFERENCE,
    position: PositionOption = None,
    depth: DepthOption = None,
    alpha: AlphaOption = None,
    beta: BetaOption = None,
    order: OrderOption = Order.GAME,
    seed: SeedOption = 0,
    naming: NamingOption = Naming.TEXTBOOK,
    limit: EventsOption = MOST,
    tree: TreeOption = None,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
    *,
    declared: Mapping[str, int],
) -> Exit | None:
    """Draw the tree that a program searched: values, windows, cuts and the best variation.

    Instead of a game, give a proof that 'pydecl prove --format json' wrote, to check it and draw it.
    """
    is_proof = game.endswith(".json")
    kind = "txt" if output is None else format_of(output, PLAIN_FORMATS if is_proof else FORMATS)
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    if is_proof:
        chosen = {
            "--position": position,
            "--depth": depth,
            "--alpha": alpha,
            "--beta": beta,
            "--iteration": iteration,
            "--tree": tree,
        }
        for option, value in chosen.items():
            if value is not None:
                raise InputError(f"{option} is for searches, and {game} is a proof")
        draw_proof(
            Path(game),
            output,
            kind,
            nodes,
            engine,
            seconds_of(time),
            Reading(convention, moves_again),
            memory,
        )
        return None
    reading = {"convention": convention, "moves_again": moves_again, "memory": memory}
    with traced(game, program, tree, seconds=seconds_of(time), **reading) as (opened, asked, _):
        with progress_bar(f"{program} on {game}"):
            recording = record(
                opened,
                asked,
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
        shows_fault = isinstance(recording.program, OwnProgram) and recording.lines
        if isinstance(answer, PydeclError) and not shows_fault:
            raise answer
        drawn = recorded_picture(recording, opened, kind, naming=naming, nodes=nodes, iteration=iteration)
    if output is None:
        echo(drawn.content.decode().removesuffix("\n"))
    else:
        save(output, drawn.content)
        echo(f"{output}: {drawn.title}, {drawn.nodes:,} nodes")
    if isinstance(answer, PydeclError):  # the picture shows how far the program came
        raise answer
    if not answer.complete:
        complain(STOPPED[answer.status])
    return answer.exit_code


def draw_proof(
    file: Path,
    output: Path | None,
    kind: str,
    nodes: int,
    engine: str,
    seconds: float | None,
    reading: Reading,
    memory: int,
) -> None:
    """Draw the proofs in a file, once they are checked; raises InputError and RefutedError."""
    from pydecl.cli.proving import size_text, title_of, verified  # late: searches need none of it

    with verified(file, None, engine, seconds, reading, memory) as (game, certificates):
        writer = Writer(game)
        content = proof_picture(writer, certificates, title_of(game), kind, nodes)
        said = [f"{writer.statement(one)}, {size_text(one)}" for one in certificates]
    if output is None:
        echo(content.decode().removesuffix("\n"))
        return
    save(output, content)
    echo("\n".join(f"{output}: {one}" for one in said))
