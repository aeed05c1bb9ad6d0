"""Colours, tables and the cursor: what rich lays out. It takes long to load, so it is imported late."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pydecl.cli.terminal import Stream, echo
from pydecl.errors.escaping import escaped, escaped_lines


class Screen(Console):
    """A console of rich's that escapes whatever it lays out."""

    def __init__(self, *, stderr: bool = False, **options: Any) -> None:
        self._stderr = stderr
        super().__init__(stderr=stderr, highlight=False, markup=False, emoji=False, **options)

    @property  # type: ignore[misc]
    def file(self) -> Any:
        """The stream as it is now, without what escapes."""
        stream: Any = sys.stderr if self._stderr else sys.stdout
        stream = getattr(stream, "rich_proxied_file", stream)
        return stream.past_escaping() if isinstance(stream, Stream) else stream

    @property
    def encoding(self) -> str:
        file = self.file
        return str(file.own_encoding if isinstance(file, Stream) else file.encoding or "utf-8").lower()

    def render_str(self, said: str, **options: Any) -> Text:  # type: ignore[override]
        return super().render_str(escaped_lines(said), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(escaped_lines(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """It is `OutputLostError` that says so."""


class Grid(Table):
    """A table whose cells hold one line each."""

    def add_row(self, *cells: RenderableType | None, **options: Any) -> None:
        super().add_row(*map(_cell, cells), **options)


def _cell(cell: RenderableType | None) -> RenderableType | None:
    return _coloured(escaped(cell)) if isinstance(cell, str) else cell


def styled(said: str, style: str = "") -> Text:
    """A text with a colour; rich would drop some control characters of a plain `Text`."""
    return Text(escaped_lines(said), style)


def print_coloured(said: str, *, stderr: bool = False) -> None:
    """A message with its verdicts and places in colours, for a terminal.

    If colours are unwanted (NO_COLOR) or impossible (a pipe, a file), it is the plain text.
    """
    screen = Screen(stderr=stderr)
    if screen.color_system is None or screen.no_color:
        echo(said, stderr=stderr)
    else:
        screen.print(_coloured(said), soft_wrap=True)


def _coloured(said: str) -> Text:
    shown = styled(said)
    for pattern, style in _COLOURS.items():
        shown.highlight_regex(pattern, style)
    return shown


_COLOURS = {
    re.compile(r"^(?:pydecl: )?\S+?:\d+(?::\d+)?:", re.MULTILINE): "bold",
    re.compile(r"\berrors?\b:?|\binternal fault\b|\bdiffers?\b|\bbroken\b"): "bold red",
    re.compile(r"\bwarnings?\b:?"): "bold yellow",
    re.compile(r"\bnote\b:"): "bold cyan",
    re.compile(r"^\s*\^+~*$", re.MULTILINE): "bold green",
    re.compile(r"\bagrees?\b"): "bold green",
}
"""What of a message has which colour; each says itself what it is, too."""
