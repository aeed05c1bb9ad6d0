"""What a game is, in a sentence: the first one of the comment at the top of its file.

>>> summary("% Pile: take one or two counters; who takes the last one wins. A position is a number.\\n")
'Pile: take one or two counters; who takes the last one wins.'
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

_TOP = re.compile(r"(?:\s|#![^\n]*\n|:-[^\n]*\.\n)*")
"""What may stand above the comment: blank lines, and directives of one line."""

_BLOCK = re.compile(r"/\*(.*?)\*/", re.DOTALL)
_LINES = re.compile(r"(?:[ \t]*%[^\n]*(?:\n|\Z))+|(?:[ \t]*;[^\n]*(?:\n|\Z))+")
"""Comments of Prolog, or of a sheet of the Game Description Language."""

_SENTENCE = re.compile(r"(.+?(?<!\b[A-Z])(?<!\bch)[.!?])(?:\s|$)")
"""Up to the first full stop that ends neither an initial nor 'ch.'."""

LONGEST = 300
"""The longest sentence that is told, in characters."""

READ = 4096
"""How many characters of a file are looked at."""


def summary(text: str) -> str:
    """The first sentence of the comment that a text begins with; empty if it begins with none."""
    top = _TOP.match(text)
    start = top.end() if top else 0
    if block := _BLOCK.match(text, start):
        lines = [line.strip(" \t*!") for line in block[1].splitlines()]
    elif found := _LINES.match(text, start):
        lines = [line.strip().lstrip("%!;").strip() for line in found[0].splitlines()]
    else:
        return ""
    while lines and not lines[0]:
        del lines[0]
    paragraph = " ".join(takewhile(bool, lines))
    sentence = _SENTENCE.match(paragraph)
    told = sentence[1] if sentence else paragraph
    return told if len(told) <= LONGEST else told[:LONGEST] + "…"


def in_parts(told: str) -> tuple[str, str]:
    """What a game is called, and what one does in it, of a summary that gives both.

    >>> in_parts("Hexapawn (Martin Gardner, 1962): whoever brings a pawn to the last row wins.")
    ('Hexapawn', 'Whoever brings a pawn to the last row wins.')
    """
    name, _, rest = told.partition(": ")
    return re.split(r",| \(", name)[0], rest[:1].upper() + rest[1:]


def file_summary(file: Path) -> str:
    """The summary of a file; empty if it cannot be read."""
    try:
        with file.open(encoding="utf-8", errors="replace") as text:
            return summary(text.read(READ))
    except OSError:
        return ""
