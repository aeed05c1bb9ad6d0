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
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.searching import the_position
from pydecl.errors import ContractError
from pydecl.loading.turns import check_movers
from pydecl.model.game import Outcome
from pydecl.model.passing import MOVES_AGAIN, is_pass
from pydecl.model.term import Term
from pydecl.playing.situation import ended
from pydecl.sandbox.session import MEMORY
from pydecl.workbench.drawing.board import board
from pydecl.workbench.drawing.board_svg import board_svg, text_svg
from pydecl.workbench.drawing.formats import BOARD_FORMATS, board_picture

ENDS = {Outcome.WON: "MAX has won", Outcome.LOST: "MIN has won", Outcome.DRAWN: "a draw"}


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
        title = f"{opened.name}: {written}"
        text = opened.picture(at) or written
        parts = None if kind == "txt" else opened.picture_parts(at)
        if parts is None:
            picture = text_svg(text, caption(opened, at), title)
        else:
            picture = board_svg(board(written, parts), caption(opened, at), title, text)
        content = board_picture(picture, text, title, kind)
    if output is None:
        echo(content.decode().removesuffix("\n"))
    else:
        save(output, content)
        echo(f"{output}: {title}")


def caption(game: SessionGame, position: Term) -> str:
    """Who moves next, or how the game ended."""
    if game.chance(position):
        return "chance moves"
    if not game.successors(position):
        try:
            return ENDS[ended(game, position)]
        except ContractError:  # such as a leaf of an unknown value
            return "the game is over"
    player = game.player(position).value.upper()
    passes = MOVES_AGAIN in game.defined and is_pass(position)
    return f"{player} passes" if passes else f"{player} to move"
