"""The one way out of the command line: standard output and standard error, whatever a game puts in a text.

While `standard_streams` holds, all that goes to `sys.stdout` and `sys.stderr` is escaped, see
`errors/escaping.py`, and so is what the encoding does not have. Colours and the cursor are `screen.py`'s
alone: it escapes the texts that it lays out, and then writes past that. Standard error never fails; standard
output raises OutputLostError.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from pydecl.errors.escaping import encodable, escaped_lines, json_text


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


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal, or is to be taken for one."""
    return stream.isatty() or any(map(os.environ.get, ("FORCE_COLOR", "TTY_COMPATIBLE")))


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
