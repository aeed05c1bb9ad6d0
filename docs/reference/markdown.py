"""Plain text as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable

SPECIAL = re.compile(r"([\\*_<>\[\]|{}$#~])")

CODE = re.compile(r"`[^`\n]+`")


def escaped(text: str) -> str:
    r"""A text that Markdown leaves as it is; what stands between backticks stays code.

    >>> escaped("`a_b` is in [c|d], a*b")
    '`a_b` is in \\[c\\|d\\], a\\*b'
    """
    parts: list[str] = []
    end = 0
    for code in CODE.finditer(text):
        parts += SPECIAL.sub(r"\\\1", text[end : code.start()]), code[0]
        end = code.end()
    return "".join((*parts, SPECIAL.sub(r"\\\1", text[end:])))


def code(text: str) -> str:
    """A text as code in a line or in a cell of a table.

    >>> code("a|b")
    '`a\\\\|b`'
    """
    return f"`{text}`".replace("|", r"\|")


def fence(text: str, language: str = "text") -> str:
    """A block of code."""
    ticks = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return f"{ticks}{language}\n{text.strip(chr(10))}\n{ticks}"


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are Markdown already."""
    names = list(header)
    lines = [names, ["---"] * len(names), *map(list, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def blocks(parts: Iterable[str]) -> str:
    """Blocks of Markdown, one below the other."""
    return "\n\n".join(part for part in parts if part) + "\n"
