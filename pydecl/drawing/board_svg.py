"""A position as SVG: the board that the rules draw, or a text in a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydecl.drawing import svg
from pydecl.drawing.board import Cell, Line, Part, Piece, Text
from pydecl.drawing.pieces import SHAPES
from pydecl.drawing.svg import Markup, element

UNIT, MARGIN, SIZE = 48.0, 20.0, 14.0
"""How wide a cell is, the margin, and the size of a text."""

RADIUS, WIDEST = 0.38, 0.62
"""A piece's radius, and how wide the text on it may be, in cells."""

STYLE = """
.page { fill: #ffffff }
.box { fill: none; stroke: #8a8a8a }
text { fill: #1a1a1a }
.light { fill: #f0dfc4 } .dark { fill: #b98d63 }
.max { fill: #1f5f99; color: #ffffff } .min { fill: #f0a45a; color: #1a1a1a }
.white { fill: #fdfdfb; color: #1a1a1a } .black { fill: #242424; color: #f5f5f5 }
.grey { fill: #d5d5d5; color: #1a1a1a }
.cell { stroke: #6e5a42; stroke-width: 1 }
.piece { stroke: #1a1a1a; stroke-width: 1.5; stroke-linejoin: round }
.piece.black { stroke: #8f8f8f }
.piece.light, .piece.dark { color: #1a1a1a }
.inner { fill: none; stroke: #1a1a1a; stroke-width: 1.2 }
.name { fill: currentColor; font-weight: bold }
.line { fill: none; stroke-width: 3; stroke-linecap: round }
.line.max { stroke: #1f5f99 } .line.min { stroke: #c56a12 }
.line.white { stroke: #bdbdbd } .line.black { stroke: #1a1a1a; stroke-width: 5 }
.line.grey, .line.light, .line.dark { stroke: #9a9a9a; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
  .page { fill: #16181c }
  text { fill: #ececec }
  .name { fill: currentColor }
  .piece.max, .piece.min { stroke: #ececec }
  .line.max { stroke: #7db4e6 } .line.min { stroke: #f0a45a }
  .line.black { stroke: #ececec }
}
"""


def board_svg(parts: Sequence[Part], caption: str, title: str, summary: str) -> str:
    """The board with a caption below it."""
    left, top, right, bottom = _extent(parts)
    wide = max((right - left) * UNIT, svg.width(caption, SIZE)) + 2 * MARGIN
    shift = (wide - (right - left) * UNIT) / 2 - left * UNIT, MARGIN - top * UNIT
    high = MARGIN + (bottom - top) * UNIT + 2.2 * SIZE + MARGIN
    kinds = {Cell: 0, Line: 1, Piece: 2, Text: 3}
    drawn = [mark for part in sorted(parts, key=lambda one: kinds[type(one)]) for mark in _marks(part, shift)]
    below = element(
        "text", caption, x=wide / 2, y=high - MARGIN, font_size=SIZE, font_weight="bold", text_anchor="middle"
    )
    page = element("rect", class_="page", width=wide, height=high)
    return svg.document([page, *drawn, below], box=(wide, high), title=title, summary=summary, style=STYLE)


def text_svg(text: str, caption: str, title: str) -> str:
    """A text in a box, with a caption below it."""
    lines = text.expandtabs().split("\n")
    inner = max(svg.width(line, SIZE) for line in lines), len(lines) * SIZE * 1.3
    wide = max(inner[0] + 2 * SIZE, svg.width(caption, SIZE)) + 2 * MARGIN
    box_high = inner[1] + 1.4 * SIZE
    high = 2 * MARGIN + box_high + 2 * SIZE
    written = [
        element(
            "text",
            line,
            x=(wide - inner[0]) / 2,
            y=MARGIN + SIZE * (1.7 + 1.3 * number),
            font_size=SIZE,
            xml_space="preserve",
        )
        for number, line in enumerate(lines)
    ]
    parts = [
        element("rect", class_="page", width=wide, height=high),
        element("rect", class_="box", x=MARGIN, y=MARGIN, width=wide - 2 * MARGIN, height=box_high, rx=6.0),
        *written,
        element(
            "text",
            caption,
            x=wide / 2,
            y=high - MARGIN,
            font_size=SIZE,
            font_weight="bold",
            text_anchor="middle",
        ),
    ]
    return svg.document(parts, box=(wide, high), title=title, summary=text, style=STYLE)


def _extent(parts: Sequence[Part]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all parts, in cells."""
    boxes = [one for part in parts for one in _boxes(part)] or [(0.0, 0.0, 0.0, 0.0)]
    return (
        min(x - wide for x, _, wide, _ in boxes),
        min(y - high for _, y, _, high in boxes),
        max(x + wide for x, _, wide, _ in boxes),
        max(y + high for _, y, _, high in boxes),
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


def _marks(part: Part, shift: tuple[float, float]) -> Iterator[Markup]:
    x, y = part.x * UNIT + shift[0], part.y * UNIT + shift[1]
    match part:
        case Cell(colour=colour):
            corner = {"x": x - UNIT / 2, "y": y - UNIT / 2}
            yield element("rect", class_=f"cell {colour}", width=UNIT, height=UNIT, **corner)
        case Line(to_x=to_x, to_y=to_y, colour=colour):
            end = {"x2": to_x * UNIT + shift[0], "y2": to_y * UNIT + shift[1]}
            yield element("line", class_=f"line {colour}", x1=x, y1=y, **end)
        case Text(text=text):
            yield _centred(text, x, y, SIZE)
        case Piece(colour=colour, name=name) if name in SHAPES:
            yield element(
                "path",
                element("title", f"{colour} {name}"),
                class_=f"piece {colour}",
                d=SHAPES[name],
                transform=f"translate({x:.2f} {y:.2f}) scale({UNIT:g})",
                vector_effect="non-scaling-stroke",
                fill_rule="evenodd",
            )
        case Piece(colour=colour, name=name):
            yield element("circle", class_=f"piece {colour}", cx=x, cy=y, r=RADIUS * UNIT)
            if colour == "min":  # told by its shape too
                yield element("circle", class_="inner", cx=x, cy=y, r=(RADIUS - 0.06) * UNIT)
            if name:
                size = min(SIZE * 1.3, WIDEST * UNIT / svg.width(name, 1.0))
                named = _centred(name, x, y, size, "name")
                yield element("g", named, class_=f"on {colour}")


def _centred(words: str, x: float, y: float, size: float, class_: str | None = None) -> Markup:
    return element("text", words, class_=class_, x=x, y=y + size * 0.36, font_size=size, text_anchor="middle")
