"""What the manual says of commands, Python and Prolog, read off them as Sphinx reads the pages.

A page has a marker for each: `<!-- reference: commands -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from reference import commands, prolog, python

MARKER = re.compile(r"^<!-- reference: ([\w ]+) -->$", re.MULTILINE)

PARTS: dict[str, Callable[[], str]] = {
    "commands": commands.reference,
    "python": python.reference,
    "textbook": lambda: prolog.reference("textbook"),
    "refined": lambda: prolog.reference("refined"),
    "support": lambda: prolog.reference("support"),
    "lecture": lambda: prolog.reference("lecture"),
}


def filled(text: str) -> str:
    """A page with all its markers replaced."""
    return MARKER.sub(lambda found: PARTS[found[1]](), text)


def setup(app: Any) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _mend, priority=100)  # before napoleon's
    return {"parallel_read_safe": True}


def _mend(_app: Any, _what: str, _name: str, _one: object, _options: object, lines: list[str]) -> None:
    lines[:] = python.mended(lines)


def _read(_app: Any, _docname: str, source: list[str]) -> None:
    source[0] = filled(source[0])
