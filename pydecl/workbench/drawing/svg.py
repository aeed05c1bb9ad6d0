"""SVG, written: elements, and how wide a text is.

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
from functools import cache, lru_cache
from html import escape

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"

ADVANCE = 0.602
"""How wide a character of these fonts is, for a size of 1: the widest of them."""

THEME = """
.page { fill: #ffffff }
text { fill: #1a1a1a }
.quiet { fill: #5c5c5c }
.value { font-weight: bold }
@media (prefers-color-scheme: dark) {
  .page { fill: #16181c }
  text { fill: #ececec }
  .quiet { fill: #a8a8a8 }
}
"""
"""The colours of the page and of its texts, light and dark; a picture's own style follows."""

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


def document(
    parts: Iterable[str], kind: str, *, box: tuple[float, float], title: str, summary: str, style: str
) -> str:
    """A whole picture of this width and height, with a title and a summary for those who do not see it.

    `style` has one rule a line, after `THEME`, and holds for pictures of this kind alone: several kinds may
    stand on one page.
    """
    wide, high = box
    whole = element(
        "svg",
        element("title", title),
        element("desc", summary),
        element("style", Markup(scoped(THEME + style, f"pydecl-{kind}"))),
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
