"""pydecl board: a picture of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pydecl.cli.files import format_of, save
from pydecl.cli.output import (
    ConventionOption,
    GameArgument,
    MemoryOption,
    MovesAgainOption,
    PositionOption,
    TimeOption,
    consulted,
    reported,
    seconds_of,
)
from pydecl.cli.terminal import echo
from pydecl.drawing.board import board
from pydecl.drawing.board_svg import board_svg, text_svg
from pydecl.drawing.formats import BOARD_FORMATS, board_picture
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.loading.turns import check_movers
from pydecl.model.term import Term
from pydecl.sandbox.session import MEMORY


@reported
def draw_board(
    game: GameArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help=f"The picture: its name ends in .{', .'.join(BOARD_FORMATS)}. By default text is printed.",
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
    kind = "txt" if output is None else format_of(output, BOARD_FORMATS)
    with consulted(
        game, seconds=seconds_of(time), convention=convention, moves_again=moves_again, memory=memory
    ) as opened:
        at = the_position(opened, position)
        check_movers(opened, at)
        written = opened.format_position(at)
        caption, title = to_move(opened, at), f"{opened.name}: {written}"
        text = opened.picture(at) or written
        parts = None if kind == "txt" else opened.picture_parts(at)
        if parts is None:
            picture = text_svg(text, caption, title)
        else:
            picture = board_svg(board(written, parts), caption, title, text)
        content = board_picture(picture, text, title, kind)
    if output is None:
        echo(content.decode().removesuffix("\n"))
    else:
        save(output, content)
        echo(f"{output}: {title}")


def to_move(game: SessionGame, position: Term) -> str:
    """Who moves next, in words."""
    if game.chance(position):
        return "chance moves"
    player = game.player(position).value.upper()
    return f"{player} to move" if game.successors(position) else f"the game is over, {player} to move"
