"""A position of a game as a picture, whatever the game has to say of it.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     drawn = position_picture(game, game.initial()[0])
>>> drawn.caption, drawn.title[:9], "</svg>" in drawn.svg
('MAX to move', 'tictactoe', True)
"""

from __future__ import annotations

from dataclasses import dataclass

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError
from pydecl.model.game import Outcome
from pydecl.model.passing import MOVES_AGAIN, is_pass
from pydecl.model.term import Term
from pydecl.playing.situation import ended
from pydecl.workbench.drawing.board import board
from pydecl.workbench.drawing.board_svg import board_svg, text_svg

ENDS = {Outcome.WON: "MAX has won", Outcome.LOST: "MIN has won", Outcome.DRAWN: "a draw"}


@dataclass(frozen=True, slots=True)
class PositionPicture:
    """A position as SVG, and as a text of one line or more; `title` has the game and the position."""

    svg: str
    text: str
    title: str
    caption: str


def position_picture(game: SessionGame, position: Term) -> PositionPicture:
    """What `position_picture//1` of the rules draws; else the position's text in a box."""
    written = game.format_position(position)
    title = f"{game.name}: {written}"
    text = game.picture(position) or written
    said = caption(game, position)
    parts = game.picture_parts(position)
    if parts is None:
        return PositionPicture(text_svg(text, said, title), text, title, said)
    return PositionPicture(board_svg(board(written, parts), said, title, text), text, title, said)


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
