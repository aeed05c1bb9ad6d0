"""SVG, written: elements, how wide a text is, and the nodes of trees and graphs.

Texts are in a font of one width for all characters, which every machine has under some name: so what is
measured here holds where the picture is shown.

>>> element("line", x1=0, y1=1.25, class_="edge")
'<line x1="0" y1="1.25" class="edge"/>'
>>> element("text", "a < b", x=1)
'<text x="1">a &lt; b</text>'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from enum import Enum, auto
from functools import cache, lru_cache
from html import escape
from pathlib import Path

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"

ADVANCE = 0.602
"""How wide a character of these fonts is, for a size of 1: the widest of them."""

STYLES = Path(__file__).parent / "styles"
PALETTE = Path(__file__).parents[1] / "site" / "static" / "assets" / "style.css"
"""The colours of pages and pictures by their roles, light and dark."""

_ROLE = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);")
_USED = re.compile(r"[\w-]+: var\(--[\w-]+\)")

_SELECTORS = re.compile(r"^([ ]*)([^@\s{}][^{}@]*?)(?= *\{)", re.MULTILINE)
"""What stands before a rule's brace, one rule a line."""

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold."""


class Markup(str):
    """Text that is SVG already."""

    __slots__ = ()


def element(name: str, *content: str, **attributes: str | float | None) -> Markup:
    """An element; what is no markup is escaped, an attribute that is None is left out, `class_` is class."""
    written = "".join(
        f' {_attribute_name(key)}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return Markup(f"<{name}{written}/>")
    inner = "".join(one if isinstance(one, Markup) else text(one) for one in content)
    return Markup(f"<{name}{written}>{inner}</{name}>")


def text(plain: str) -> Markup:
    """A text as content; characters that no XML may hold become U+FFFD."""
    return Markup(escape(_NOT_XML.sub("\ufffd", plain), quote=False))


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(1 << 13)  # most stand in a picture many times
def _attribute(value: str | float) -> str:
    if isinstance(value, str):
        return escape(_NOT_XML.sub("\ufffd", value))
    return f"{value:.2f}".rstrip("0").rstrip(".")


def cells(plain: str) -> int:
    """How many characters' places a text takes: wide ones take two, those that combine with others none.

    >>> cells("abc"), cells("日本"), cells("é")
    (3, 4, 1)
    """
    if plain.isascii():
        return len(plain)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in plain
    )


def width(plain: str, size: float) -> float:
    """How wide a text is."""
    return cells(plain) * ADVANCE * size


@cache
def rules(name: str) -> str:
    """The rules of `styles/NAME.css`, one a line, with the colours of the pages, light and dark.

    A program that turns a picture into pixels knows no custom properties: the colours stand in the rules.

    >>> print(rules("motion"))
    .pointer { fill: #1f5f99; opacity: 0 }
    @media (prefers-color-scheme: dark) {
      .pointer { fill: #7db4e6 }
    }
    <BLANKLINE>
    """
    roles = {role: colours for role, *colours in _ROLE.findall(PALETTE.read_text("utf-8"))}
    light = (STYLES / f"{name}.css").read_text("utf-8")
    used = ((line.partition("{")[0], _USED.findall(line)) for line in light.splitlines())
    dark = "".join(f"  {selectors}{{ {'; '.join(found)} }}\n" for selectors, found in used if found)

    def coloured(text: str, way: int) -> str:
        return re.sub(r"var\(--([\w-]+)\)", lambda found: roles[found[1]][way], text)

    return f"{coloured(light, 0)}@media (prefers-color-scheme: dark) {{\n{coloured(dark, 1)}}}\n"


def document(
    parts: Iterable[str], kind: str, *, box: tuple[float, float], title: str, summary: str, style: str
) -> str:
    """A whole picture of this width and height, with a title and a summary for those who do not see it.

    `style` has one rule a line, after that of the theme, and holds for pictures of this kind alone: several
    kinds may stand on one page.
    """
    wide, high = box
    whole = element(
        "svg",
        element("title", title),
        element("desc", summary),
        element("style", Markup(themed(style, kind))),
        *map(Markup, parts),
        class_=f"pydecl-{kind}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_attribute(wide)} {_attribute(high)}",
        width=wide,
        height=high,
        role="img",
        font_family=FONTS,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{whole}\n'


def themed(style: str, kind: str) -> str:
    """The rules of the theme and these, for pictures of a kind."""
    return scoped(f"\n{rules('theme')}{style}", f"pydecl-{kind}")


def scoped(style: str, root: str) -> str:
    """Rules that hold below an element of a class alone.

    >>> print(scoped("text, .a { fill: red }\\n@media print {\\n  .b { fill: blue }\\n}", "root"))
    .root text, .root .a { fill: red }
    @media print {
      .root .b { fill: blue }
    }
    """
    return _SELECTORS.sub(
        lambda found: found[1] + ", ".join(f".{root} {one.strip()}" for one in found[2].split(",")), style
    )


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
    widest = max(width(name, SIZE - 1), width(value, SIZE) * 1.05)
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
    wide = width(words, SMALL) + 4
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
    return max(2 * MARGIN + width(line, SIZE + 2) for line in (title, *notes))


Sample = tuple[Shape, str, str]
"""Of a legend: a shape, its class and the word in it."""


def legend(samples: list[Sample], words: str, y: float) -> list[Markup]:
    """What the shapes mean, and some words after them, from y downwards."""
    x, found = MARGIN, []
    for shape, class_, word in samples:
        wide = width(word, SMALL) + 2 * PADDING
        found += [
            outline(shape, class_, x + wide / 2, y, wide, 20.0),
            centred(word, x + wide / 2, y + 14, SMALL),
        ]
        x += wide + GAP
    return [*found, element("text", words, class_="quiet", x=x, y=y + 14, font_size=SMALL)]


def legend_width(samples: list[Sample], words: str) -> float:
    """How wide a legend is, margins included."""
    shapes = sum(width(word, SMALL) + 2 * PADDING + GAP for _, _, word in samples)
    return 2 * MARGIN + shapes + width(words, SMALL)
