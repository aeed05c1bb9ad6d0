"""A position of a game as a picture: the board that the rules draw, or a text in a box.

>>> from pydecl.loading.consulting import consult
>>> with consult("tictactoe") as game:
...     drawn = position_picture(game, game.initial()[0])
>>> drawn.caption, drawn.title[:9], "</svg>" in drawn.svg
('MAX to move', 'tictactoe', True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import ContractError
from pydecl.model.game import MOVES_AGAIN, Outcome
from pydecl.model.passing import is_pass
from pydecl.model.position import ended
from pydecl.model.term import Term
from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.board import SHAPES, Cell, Colour, Line, Part, Piece, Text, board
from pydecl.workbench.drawing.svg import Markup, element

ENDS = {Outcome.WON: "MAX has won", Outcome.LOST: "MIN has won", Outcome.DRAWN: "a draw"}


@dataclass(frozen=True, slots=True)
class PositionPicture:
    """A position as SVG, and as a text of one line or more; `title` has the game and the position.

    `parts` are those of a board, none of a text in a box.
    """

    svg: str
    text: str
    title: str
    caption: str
    parts: tuple[Part, ...] = ()


def position_picture(game: SessionGame, position: Term, *, has_caption: bool = True) -> PositionPicture:
    """What `position_picture//1` of the rules draws, or the position's text in a box; below is a caption."""
    written, said = game.format_position(position), caption(game, position)
    title, below = f"{game.name}: {written}", said if has_caption else ""
    text = game.picture(position) or written
    parts = game.picture_parts(position)
    if parts is None:
        return PositionPicture(text_svg(text, below, title), text, title, said)
    drawn = tuple(board(written, parts))
    return PositionPicture(board_svg(drawn, below, title, text), text, title, said, drawn)


bare_picture = partial(position_picture, has_caption=False)
"""For whoever writes the caption elsewhere."""


def board_or_text(game: SessionGame, position: Term) -> str:
    """The picture as SVG if the rules draw one, else the text."""
    drawn = position_picture(game, position)
    return drawn.svg if drawn.parts else drawn.text


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


UNIT, MARGIN, SIZE = 48.0, 20.0, 14.0
"""How wide a cell is, the margin, and the size of a text."""

BELOW = 2 * MARGIN + SIZE
"""How high a caption is, with the margins above and below it; without one, there is a margin alone."""

RADIUS, WIDEST = 0.38, 0.62
"""A piece's radius, and how wide the text on it may be, in cells."""


def board_svg(parts: Sequence[Part], caption: str, title: str, summary: str) -> str:
    """The board, with a caption below it if that is not empty.

    Pieces lie on lines, lines on cells, and texts on all of them.
    """
    frame = framed(parts, caption)
    shift = frame.left, frame.top
    cells = {(round(part.x), round(part.y)): part for part in parts if isinstance(part, Cell)}
    drawn = [
        mark
        for kind in (Cell, Line, Piece, Text)
        for part in parts
        if isinstance(part, kind)
        for mark in _marks(part, cells, shift)
    ]
    return _page(drawn, caption, (frame.width, frame.height), title, summary)


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a board's picture, and where its place 0, 0 lies; a cell has UNIT by UNIT."""

    width: float
    height: float
    left: float
    top: float


def framed(parts: Sequence[Part], caption: str) -> Frame:
    """The frame of the picture that `board_svg` makes."""
    boxes = [one for part in parts for one in _boxes(part)] or [(0.0, 0.0, 0.0, 0.0)]
    left, top = (min(one[at] - one[at + 2] for one in boxes) for at in (0, 1))
    right, bottom = (max(one[at] + one[at + 2] for one in boxes) for at in (0, 1))
    wide = max((right - left) * UNIT, svg.width(caption, SIZE)) + 2 * MARGIN
    high = MARGIN + (bottom - top) * UNIT + (BELOW if caption else MARGIN)
    return Frame(wide, high, (wide - (right - left) * UNIT) / 2 - left * UNIT, MARGIN - top * UNIT)


def text_svg(text: str, caption: str, title: str) -> str:
    """A text in a box, with a caption below it, if that is not empty."""
    lines = text.expandtabs().split("\n")
    text_wide, text_high = max(svg.width(line, SIZE) for line in lines), len(lines) * SIZE * 1.3
    wide = max(text_wide + 2 * SIZE, svg.width(caption, SIZE)) + 2 * MARGIN
    box_high = text_high + 1.4 * SIZE
    box = element("rect", class_="box", x=MARGIN, y=MARGIN, width=wide - 2 * MARGIN, height=box_high, rx=6.0)
    left, first = (wide - text_wide) / 2, MARGIN + 1.7 * SIZE
    written = [
        element("text", line, x=left, y=first + 1.3 * SIZE * number, font_size=SIZE, style="white-space: pre")
        for number, line in enumerate(lines)
    ]
    return _page(
        [box, *written], caption, (wide, MARGIN + box_high + (BELOW if caption else MARGIN)), title, text
    )


def _page(drawn: Sequence[Markup], caption: str, box: tuple[float, float], title: str, summary: str) -> str:
    wide, high = box
    page = element("rect", class_="page", width=wide, height=high)
    below = [_centred(caption, wide / 2, high - MARGIN - SIZE / 2, SIZE, "caption")] if caption else []
    return svg.document(
        [page, *drawn, *below], "board", box=box, title=title, summary=summary, style=svg.rules("board")
    )


def _boxes(part: Part) -> Iterator[tuple[float, float, float, float]]:
    """Centres of what a part takes, with half its width and height."""
    match part:
        case Text(x, y, text):
            yield x, y, svg.width(text, SIZE) / UNIT / 2, SIZE * 0.7 / UNIT
        case Line(x, y, to_x, to_y):
            yield x, y, 0.1, 0.1
            yield to_x, to_y, 0.1, 0.1
        case _:
            yield part.x, part.y, 0.5, 0.5


Cells = Mapping[tuple[int, int], Cell]
"""Cells by the whole numbers next to their places."""


def _marks(part: Part, cells: Cells, shift: tuple[float, float]) -> Iterator[Markup]:
    x, y = part.x * UNIT + shift[0], part.y * UNIT + shift[1]
    match part:
        case Cell(colour=colour):
            corner = {"x": x - UNIT / 2, "y": y - UNIT / 2}
            yield element("rect", class_=f"cell {colour}", width=UNIT, height=UNIT, **corner)
            if colour is Colour.FRAME:
                yield element("circle", class_="page", cx=x, cy=y, r=RADIUS * UNIT)
        case Line(to_x=to_x, to_y=to_y, colour=colour):
            end = {"x2": to_x * UNIT + shift[0], "y2": to_y * UNIT + shift[1]}
            yield element("line", class_=f"line {colour}", x1=x, y1=y, **end)
        case Text(text=text):
            cell = _below(part, cells)
            if cell is None:
                yield _centred(text, x, y, SIZE, "label")
            else:
                yield element("g", _centred(text, x, y, SIZE, "ink"), class_=cell.colour)
        case Piece(colour=colour, name=name):
            yield from _piece(x, y, colour, name)


def _piece(x: float, y: float, colour: Colour, name: str) -> Iterator[Markup]:
    if name in SHAPES:
        yield element(
            "path",
            element("title", f"{colour} {name}"),
            class_=f"piece {colour}",
            d=SHAPES[name],
            transform=f"translate({x:.2f} {y:.2f}) scale({UNIT:g})",
            vector_effect="non-scaling-stroke",
            fill_rule="evenodd",
        )
        return
    yield element("circle", class_=f"piece {colour}", cx=x, cy=y, r=RADIUS * UNIT)
    if colour in (Colour.MIN, Colour.YELLOW):  # a ring tells it apart, too, not only its colour
        yield element("circle", class_="inner", cx=x, cy=y, r=(RADIUS - 0.06) * UNIT)
    if name:
        size = min(SIZE * 1.3, WIDEST * UNIT / svg.width(name, 1.0))
        yield element("g", _centred(name, x, y, size, "ink name"), class_=colour)


def _below(text: Text, cells: Cells) -> Cell | None:
    """The cell that the middle of a text lies on."""
    for near_x, near_y in product((0, -1, 1), repeat=2):
        cell = cells.get((round(text.x) + near_x, round(text.y) + near_y))
        if cell is not None and abs(cell.x - text.x) <= 0.5 and abs(cell.y - text.y) <= 0.5:
            return cell
    return None


def _centred(words: str, x: float, y: float, size: float, class_: str) -> Markup:
    return element("text", words, class_=class_, x=x, y=y + size * 0.36, font_size=size, text_anchor="middle")
