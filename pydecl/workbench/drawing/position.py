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
    """What `position_picture//1` of the rules draws; else the position's text in a box."""
    written = game.format_position(position)
    title = f"{game.name}: {written}"
    text = game.picture(position) or written
    said = caption(game, position)
    parts = game.picture_parts(position)
    if parts is None:
        return PositionPicture(text_svg(text, said, title), text, title, said)
    drawn = tuple(board(written, parts))
    return PositionPicture(board_svg(drawn, said, title, text), text, title, said, drawn)


def touched(before: tuple[Part, ...], after: tuple[Part, ...]) -> list[tuple[float, float]]:
    """The places on a board that a move changes: where a part is on one of two pictures only.

    >>> from pydecl.loading.consulting import consult
    >>> with consult("tictactoe") as game:
    ...     start, = game.initial()
    ...     first, last = (position_picture(game, game.successors(start)[n][1]).parts for n in (0, 8))
    >>> touched(first, last)
    [(0.0, 0.0), (2.0, 2.0)]
    """
    return sorted({(float(part.x), float(part.y)) for part in set(before) ^ set(after)})


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
