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
from pydecl.model.shown import Shown
from pydecl.model.term import Term
from pydecl.playing.situation import ended
from pydecl.workbench.drawing.board import Part, board
from pydecl.workbench.drawing.board_svg import board_svg, text_svg

ENDS = {Outcome.WON: "MAX has won", Outcome.LOST: "MIN has won", Outcome.DRAWN: "a draw"}


@dataclass(frozen=True, slots=True)
class PositionPicture(Shown):
    """A position as SVG, and as a text of one line or more; `title` has the game and the position.

    `parts` are those of a board, none of a text in a box.
    """

    svg: str
    text: str
    title: str
    caption: str
    parts: tuple[Part, ...] = ()


def position_picture(game: SessionGame, position: Term) -> PositionPicture:
    """What `position_picture//1` of the rules draws, or the position's text in a box; below is a caption."""
    said = caption(game, position)
    return _picture(game, position, said, said)


def bare_picture(game: SessionGame, position: Term) -> PositionPicture:
    """As `position_picture`, for whoever writes the caption elsewhere."""
    return _picture(game, position, caption(game, position), "")


def board_or_text(game: SessionGame, position: Term) -> str:
    """The picture as SVG if the rules draw one, else the text."""
    drawn = position_picture(game, position)
    return drawn.svg if drawn.parts else drawn.text


def _picture(game: SessionGame, position: Term, said: str, below: str) -> PositionPicture:
    written = game.format_position(position)
    title = f"{game.name}: {written}"
    text = game.picture(position) or written
    parts = game.picture_parts(position)
    if parts is None:
        return PositionPicture(text_svg(text, below, title), text, title, said)
    drawn = tuple(board(written, parts))
    return PositionPicture(board_svg(drawn, below, title, text), text, title, said, drawn)


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
