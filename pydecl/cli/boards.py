"""pydecl board: a picture of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.failing import reported
from pydecl.cli.files import format_of, save
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    consulted,
    seconds_of,
)
from pydecl.cli.terminal import echo
from pydecl.engines.searching import the_position
from pydecl.loading.turns import check_movers
from pydecl.sandbox.session import MEMORY
from pydecl.workbench.drawing.formats import PLAIN_FORMATS, picture_file
from pydecl.workbench.drawing.position import position_picture


@reported
def draw_board(
    game: GameArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"Write a picture to this file, whose name ends in .{', .'.join(PLAIN_FORMATS)}."
            " By default, text is printed.",
            show_default=False,
        ),
    ] = None,
    position: PositionOption = None,
    convention: ConventionOption = None,
    moves_again: MovesAgainOption = False,
    time: TimeOption = 60.0,
    memory: MemoryOption = MEMORY,
) -> None:
    """Draw a position: the board of a bundled game, or what position_picture//1 of the rules says."""
    kind = "txt" if output is None else format_of(output, PLAIN_FORMATS)
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        at = the_position(opened, position)
        check_movers(opened, at)
        if kind == "txt":
            text = opened.picture(at) or opened.format_position(at)
            title, content = f"{opened.name}: {opened.format_position(at)}", picture_file("", text, "", kind)
        else:
            drawn = position_picture(opened, at)
            title, content = drawn.title, picture_file(drawn.svg, drawn.text, drawn.title, kind)
    if output is None:
        echo(content.decode().removesuffix("\n"))
    else:
        save(output, content)
        echo(f"{output}: {title}")
