"""A page that stands alone: its style and its pictures are in it, and it may load nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from html import unescape
from pathlib import Path

from pydecl.workbench.drawing.svg import Markup, element

_DESCRIBED = re.compile("<desc>(.*?)</desc>", re.DOTALL)


@cache
def _style() -> str:
    return (Path(__file__).parent / "style.css").read_text("utf-8")


def page(title: str, *body: str) -> str:
    """A whole document. What is no markup is escaped.

    >>> "&lt;b&gt;" in page("a < b", "<b>"), "script" in page("", "")
    (True, False)
    """
    digest = base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        Markup('<meta name="viewport" content="width=device-width">'),
        element("title", title),
        element("style", Markup(_style())),
    )
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *body), lang='en')}\n"


def picture(svg: str, title: str) -> Markup:
    """An SVG as a figure, with its own description for those who do not see it."""
    described = _DESCRIBED.search(svg)
    said = unescape(described[1]) if described else title
    address = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
    return element("figure", element("img", src=address, alt=said), element("figcaption", title))


def table(head: list[str], rows: list[Markup], name: str, class_: str | None = None) -> Markup:
    """A table that scrolls where it is too wide; `head` are its columns."""
    columns = element("tr", *(element("th", column, scope="col") for column in head))
    content = (element("thead", columns), element("tbody", *rows))
    inner = element("table", *content, class_=class_)
    return element("div", inner, class_="scroll", tabindex="0", role="region", aria_label=name)


def row(*cells: str, class_: str | None = None) -> Markup:
    """A row of a table; a cell that is no markup of its own is escaped."""
    made = (
        cell if cell.startswith("<td") and isinstance(cell, Markup) else element("td", cell) for cell in cells
    )
    return element("tr", *made, class_=class_)


def number(text: str) -> Markup:
    """A cell with a number."""
    return element("td", text, class_="number")
