"""Frames on a pipe: each message is a 4-byte big-endian length and as many bytes."""

from __future__ import annotations

import io
import os
import select
import struct
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from pydecl.model.number import INFINITY
from pydecl.model.parts import Part

_HEAD = struct.Struct(">I")

BIGGEST = 1 << 30
"""The longest message, in bytes."""

BIGGEST_REPLY = 1 << 25
"""The longest message that the child may send, in bytes."""

LONGEST_WAIT = 3600.0
"""How long to wait at a stretch, in seconds; what the operating system can take is limited."""

# A fork server and who asks it

FORKS = "--forks"
"""The first argument of a worker that is to be a fork server; the second is the number of its socket."""

MOST_PIPES = 16
"""So many pipes a request has at the most."""

LONGEST_REQUEST = 1 << 17
"""The longest list of arguments, in bytes."""

READY = b"ready"
"""What a server says first."""


class DeadlineError(Exception):
    """No whole message came before the deadline."""


class ClosedError(Exception):
    """The other side closed its pipe."""


class TooLongError(Exception):
    """The other side has more to say than it may."""


class Sink(Protocol):
    """What takes bytes."""

    def write(self, chunk: bytes, /) -> object: ...


class Limited:
    """A file that may take so many bytes, or what else is `counted`; write raises TooLongError beyond."""

    def __init__(self, file: Sink, most: int, counted: Callable[[bytes], int] = len) -> None:
        self._file, self._left, self._counted = file, most, counted

    def write(self, chunk: bytes, /) -> None:
        self._file.write(chunk)
        self._left -= self._counted(chunk)
        if self._left < 0:
            raise TooLongError


class First:
    """The first so many bytes; what follows is counted.

    >>> first = First(4)
    >>> first.write(b"one"), first.write(b"two"), first.text, first.dropped
    (None, None, 'onet', 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept = bytearray()
        self.dropped = 0

    def write(self, chunk: bytes, /) -> None:
        room = self._most - len(self._kept)
        self._kept += chunk[:room]
        self.dropped += max(0, len(chunk) - room)

    @property
    def text(self) -> str:
        return self._kept.decode(errors="replace")


class Aside:
    """What comes on another pipe while an answer is awaited: taken as it comes."""

    def __init__(self, fd: int, sink: Sink) -> None:
        """`fd` does not block."""
        self.fd = fd
        self._sink = sink

    def take(self) -> bool:
        """Take what is there; false where nothing is, and for ever where the pipe has ended."""
        try:
            chunk = os.read(self.fd, 1 << 20)
        except BlockingIOError:
            return False
        self._sink.write(chunk)
        return bool(chunk)


def write_bytes(fd: int, *parts: Part, deadline: float | None = None) -> None:
    """Send one message, of these parts; `deadline` is as for `read_bytes`, for a pipe that does not block.

    Raises BrokenPipeError where nobody reads any more, and DeadlineError.
    """
    length = sum(map(len, parts))
    if length > BIGGEST:
        raise ValueError(f"a message of {length} bytes is longer than {BIGGEST}")
    for part in (_HEAD.pack(length), *parts):
        for chunk in (part,) if isinstance(part, bytes | memoryview) else part:
            data = memoryview(chunk)
            while data:
                try:
                    data = data[os.write(fd, data) :]
                except BlockingIOError:  # nobody has read what was written
                    left = INFINITY if deadline is None else deadline - time.monotonic()
                    if left <= 0:
                        raise DeadlineError from None
                    select.select([], [fd], [], min(left, LONGEST_WAIT))


def read_bytes(
    fd: int, deadline: float | None = None, *, most: int = BIGGEST, asides: Sequence[Aside] = ()
) -> bytes:
    """Receive one message; `deadline` is a time of `time.monotonic`, None waits for ever.

    Raises DeadlineError, ClosedError where the pipe ends, or TooLongError where the message is longer than
    `most` bytes, of which nothing is read then.
    """
    (length,) = _HEAD.unpack(_read_exactly(fd, _HEAD.size, deadline, asides))
    if length > most:
        raise TooLongError
    return _read_exactly(fd, length, deadline, asides)


def _read_exactly(fd: int, count: int, deadline: float | None, asides: Sequence[Aside]) -> bytes:
    data = io.BytesIO()
    while count:
        if deadline is not None or asides:
            _wait(fd, INFINITY if deadline is None else deadline, asides)
        chunk = os.read(fd, min(count, 1 << 20))
        if not chunk:
            raise ClosedError
        data.write(chunk)
        count -= len(chunk)
    return data.getvalue()


def _wait(fd: int, deadline: float, asides: Sequence[Aside]) -> None:
    """Until there is something to read."""
    open_asides = {aside.fd: aside for aside in asides}
    while True:
        left = max(0.0, deadline - time.monotonic())
        ready = select.select([fd, *open_asides], [], [], min(left, LONGEST_WAIT))[0]
        for beside in set(ready) & set(open_asides):
            if not open_asides[beside].take():
                del open_asides[beside]
        if fd in ready:
            return
        if not left:
            raise DeadlineError
