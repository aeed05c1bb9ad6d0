"""pydecl draw: a picture of what a program searched."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.files import format_of, save
from pydecl.cli.output import (
    ConventionOption,
    DepthOption,
    GameArgument,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    complain,
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
    OrderOption,
    ProgramOption,
    SeedOption,
    with_settings,
)
from pydecl.cli.terminal import echo
from pydecl.cli.traced import NamingOption, TreeOption, traced
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.registry import REFERENCE
from pydecl.engines.words import STOPPED
from pydecl.errors import Exit, InputError, PydeclError
from pydecl.model.number import INFINITY, number_text
from pydecl.model.own import OwnProgram
from pydecl.model.program import Program
from pydecl.model.result import Order, Settings
from pydecl.sandbox.session import MEMORY
from pydecl.tracing.naming import Naming
from pydecl.tracing.recording import MOST, Recording, record
from pydecl.workbench.drawing.formats import FORMATS, tree_picture
from pydecl.workbench.drawing.search_tree import SHOWN, SearchTree, folded, search_trees


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
            help=f"The picture: its name ends in .{', .'.join(FORMATS)}. By default text is printed.",
            show_default=False,
        ),
    ] = None,
    nodes: Annotated[
        int,
        typer.Option(
            "--nodes", metavar="N", min=1, help="How many nodes to draw: what lies deeper is counted."
        ),
    ] = SHOWN,
    iteration: Annotated[
        int | None,
        typer.Option(
            "--iteration",
            metavar="N",
            min=1,
            help="Which search, of a program that begins again; by default the last.",
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
    """Draw the tree that a program searched: values, windows, cuts and the best variation."""
    kind = "txt" if output is None else format_of(output, FORMATS)
    window = (number_of("--alpha", alpha, -INFINITY), number_of("--beta", beta, INFINITY))
    plies = depth_of(depth)
    reading = {"convention": convention, "moves_again": moves_again, "memory": memory}
    with traced(game, program, tree, seconds=seconds_of(time), **reading) as (opened, asked):
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
        searched, title = chosen(recording, opened, iteration)
        shown = folded(searched, nodes)
        picture = tree_picture(shown, lambda number: written(opened, recording, number), title, kind, naming)
    if output is None:
        echo(picture.decode().removesuffix("\n"))
    else:
        save(output, picture)
        echo(f"{output}: {title}, {sum(1 for _ in shown.visits()):,} nodes")
    if isinstance(answer, PydeclError):  # the picture shows how far the program came
        raise answer
    if not answer.complete:
        complain(STOPPED[answer.status])
    return answer.exit_code


def chosen(recording: Recording, game: SessionGame, iteration: int | None) -> tuple[SearchTree, str]:
    """The tree to draw, and what stands above it. Raises InputError if there is no such iteration."""
    trees = search_trees(recording.events())
    if not trees:
        raise InputError(f"{recording.program.value} entered no node that could be drawn")
    number = len(trees) if iteration is None else iteration
    if number > len(trees):
        raise InputError(f"--iteration {number}: there were {len(trees)}")
    tree = trees[number - 1]
    title = f"{recording.program.value} on {game.name}"
    if len(trees) > 1:
        depth = "" if tree.depth is None else f", to depth {number_text(tree.depth)}"
        title += f", search {number} of {len(trees)}{depth}"
    return tree, title


def written(game: SessionGame, recording: Recording, number: int) -> str | None:
    """A position by its number, as the game writes it."""
    position = recording.positions[number]
    return None if position is None else game.format_position(position)
