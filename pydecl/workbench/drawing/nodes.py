"""Nodes of trees and graphs as SVG: boxes of four shapes, and words in and beside them."""

from __future__ import annotations

from enum import Enum, auto

from pydecl.workbench.drawing import svg
from pydecl.workbench.drawing.svg import Markup, element

SIZE, SMALL = 13.0, 10.5
"""The sizes of a node's text, and of what stands beside it."""

HEIGHT = 40.0
"""How high a node is: two lines of text."""

PADDING, GAP, MARGIN = 12.0, 14.0, 24.0
"""Around a text, between two boxes, around all."""

ABOVE = 7.0
"""Between a node and the baseline of what stands above it."""


class Shape(Enum):
    """A node's outline, which tells its kind to those who do not see its colour."""

    BOX = auto()
    ROUND = auto()
    SIX_SIDED = auto()
    SOFT = auto()
    """A box with round corners."""


def width_of(name: str, value: str) -> float:
    """How wide a node with these two lines is."""
    widest = max(svg.width(name, SIZE - 1), svg.width(value, SIZE) * 1.05)
    return max(widest + 2 * PADDING, HEIGHT * 1.1)


def outline(
    shape: Shape, class_: str, middle: float, top: float, wide: float, high: float = HEIGHT
) -> Markup:
    """A node without its text."""
    left, right, waist = middle - wide / 2, middle + wide / 2, top + high / 2
    if shape is Shape.SIX_SIDED:
        corner = min(10.0, wide / 4)
        points = [(left, waist), (left + corner, top), (right - corner, top)]
        points += [(right, waist), (right - corner, top + high), (left + corner, top + high)]
        return element("polygon", class_=class_, points=" ".join(f"{a:.1f},{b:.1f}" for a, b in points))
    rounded = {Shape.BOX: 0.0, Shape.ROUND: high / 2, Shape.SOFT: 6.0}[shape]
    return element("rect", class_=class_, x=left, y=top, width=wide, height=high, rx=rounded)


def centred(words: str, x: float, y: float, size: float, class_: str | None = None) -> Markup:
    """Words with their middle at x and their baseline at y."""
    return element("text", words, class_=class_, x=x, y=y, font_size=size, text_anchor="middle")


def two_lines(name: str, value: str, x: float, top: float, class_: str | None = "value") -> list[Markup]:
    """The text in a node; `class_` is that of the second line."""
    return [
        centred(name, x, top + 16, SIZE - 1),
        centred(value, x, top + 33, SIZE, class_=class_),
    ]


def behind(words: str, x: float, y: float) -> Markup:
    """The page again, behind words that stand across an edge."""
    wide = svg.width(words, SMALL) + 4
    return element("rect", class_="page", x=x - wide / 2, y=y - SMALL, width=wide, height=SMALL * 1.25)


def heading(title: str, notes: list[str], y: float) -> list[Markup]:
    """A title whose baseline is at y, and notes below it."""
    found = [element("text", title, x=MARGIN, y=y, font_size=SIZE + 2, font_weight="bold")]
    for number, note in enumerate(notes, 1):
        below = y + SMALL * 1.8 * number
        found.append(element("text", note, class_="quiet", x=MARGIN, y=below, font_size=SMALL + 1))
    return found


def heading_width(title: str, notes: list[str]) -> float:
    """How wide a title with its notes is, margins included."""
    return max(2 * MARGIN + svg.width(line, SIZE + 2) for line in (title, *notes))


Sample = tuple[Shape, str, str]
"""Of a legend: a shape, its class and the word in it."""


def legend(samples: list[Sample], words: str, y: float) -> list[Markup]:
    """What the shapes mean, and some words after them, from y downwards."""
    x, found = MARGIN, []
    for shape, class_, word in samples:
        wide = svg.width(word, SMALL) + 2 * PADDING
        found += [
            outline(shape, class_, x + wide / 2, y, wide, 20.0),
            centred(word, x + wide / 2, y + 14, SMALL),
        ]
        x += wide + GAP
    return [*found, element("text", words, class_="quiet", x=x, y=y + 14, font_size=SMALL)]


def legend_width(samples: list[Sample], words: str) -> float:
    """How wide a legend is, margins included."""
    shapes = sum(svg.width(word, SMALL) + 2 * PADDING + GAP for _, _, word in samples)
    return 2 * MARGIN + shapes + svg.width(words, SMALL)
