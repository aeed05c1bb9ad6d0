"""The one way out of the command line: standard output and standard error, whatever a game puts in a text.

While `standard_streams` holds, all that goes to `sys.stdout` and `sys.stderr` is escaped, see
`errors/escaping.py`, and so is what the encoding does not have. Colours and the cursor are `Screen`'s alone:
it escapes the texts that it lays out, and then writes past that. Standard error never fails; standard output
raises OutputLostError.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pydecl.errors.escaping import encodable, escaped, escaped_lines, json_text


class OutputLostError(Exception):
    """Standard output cannot be written; `reason` says why."""

    def __init__(self, reason: OSError) -> None:
        self.reason = reason
        super().__init__(str(reason.strerror))


class Stream:
    """A standard stream on which nothing acts on a terminal; its other attributes are the stream's."""

    encoding = "utf-8"
    """What may be written: anything."""

    def __init__(self, stream: TextIO, *, may_fail: bool, escapes: bool = True) -> None:
        self.stream = stream
        self._may_fail = may_fail
        self._escapes = escapes
        self.has_written = False
        self.own_encoding = stream.encoding or "utf-8"

    def write(self, text: str) -> int:
        self.has_written = True
        if self._escapes:
            text = escaped_lines(text)
        try:
            self.stream.write(encodable(text, self.own_encoding))
        except OSError as error:
            self._fail(error)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        try:
            self.stream.flush()
        except OSError as error:
            self._fail(error)

    def past_escaping(self) -> Stream:
        """The same stream for what is escaped already."""
        return Stream(self.stream, may_fail=self._may_fail, escapes=False)

    def _fail(self, error: OSError) -> None:
        self.give_up()
        if self._may_fail:
            raise OutputLostError(error) from None

    def give_up(self) -> None:
        """Send what is left nowhere, so that the end of Python does not complain."""
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self.stream.fileno())
            os.close(null)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def standard_streams() -> Iterator[None]:
    """While this holds, `sys.stdout` and `sys.stderr` are such streams."""
    before = sys.stdout, sys.stderr
    if not isinstance(sys.stdout, Stream):
        sys.stdout = _stream(sys.stdout, may_fail=True)
        sys.stderr = _stream(sys.stderr, may_fail=False)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _stream(stream: TextIO | None, *, may_fail: bool) -> Any:
    if stream is None:  # it was closed when Python started
        stream = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  it is open until the end
    return Stream(stream, may_fail=may_fail)


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
    return styled(escaped(cell)) if isinstance(cell, str) else cell


def styled(said: str, style: str = "") -> Text:
    """A text with a colour; rich would drop some control characters of a plain `Text`."""
    return Text(escaped_lines(said), style)


def print_diagnostic(said: str, *, stderr: bool = False) -> None:
    """A message about a place in a file, with colours on a terminal.

    If colours are unwanted (NO_COLOR) or impossible (a pipe, a file), it is the plain text.
    """
    screen = Screen(stderr=stderr)
    if screen.color_system is None or screen.no_color:
        echo(said, stderr=stderr)
        return
    shown = styled(said)
    for pattern, style in _COLOURS.items():
        shown.highlight_regex(pattern, style)
    screen.print(shown, soft_wrap=True)


_COLOURS = {
    re.compile(r"^(?:pydecl: )?\S+?:\d+(?::\d+)?:", re.MULTILINE): "bold",
    re.compile(r"\berror\b:?|\binternal fault\b"): "bold red",
    re.compile(r"\bwarning\b:?"): "bold yellow",
    re.compile(r"\bnote\b:"): "bold cyan",
    re.compile(r"^\s*\^+$", re.MULTILINE): "bold green",
}
"""What of a diagnostic has which colour; each says itself what it is, too."""


def shown_json(value: Any, *, indent: int | None = None) -> str:
    """A value as JSON for standard output."""
    own = sys.stdout.own_encoding if isinstance(sys.stdout, Stream) else "utf-8"
    return json_text(value, indent=indent, encoding=own)


def echo(said: str = "", *, end: str = "\n", stderr: bool = False, at_once: bool = True) -> None:
    """A text as it is, on standard output; where many follow each other they need not go out `at_once`."""
    stream = sys.stderr if stderr else sys.stdout
    stream.write(escaped_lines(said) + end)
    if at_once:
        stream.flush()
