"""Frames on a pipe: each message is a 4-byte big-endian length and as many bytes of UTF-8."""

from __future__ import annotations

import os
import select
import struct
import time
from typing import BinaryIO

from pydecl.model.number import INFINITY

_HEAD = struct.Struct(">I")

BIGGEST = 1 << 30
"""The longest message, in bytes."""

BIGGEST_REPLY = 1 << 25
"""The longest message that the child may send, in bytes."""

LONGEST_WAIT = 3600.0
"""How long to wait at a stretch, in seconds; what the operating system can take is limited."""


class DeadlineError(Exception):
    """No whole message came before the deadline."""


class ClosedError(Exception):
    """The other side closed its pipe."""


class TooLongError(Exception):
    """The other side has more to say than it may."""


class Aside:
    """What comes on a second pipe while an answer is awaited: taken as it comes, and put into a file."""

    def __init__(self, fd: int, file: BinaryIO, most: int) -> None:
        """`fd` does not block; `most` is the longest that all may be, in bytes."""
        self.fd = fd
        self._file = file
        self._left = most

    def take(self) -> bool:
        """Take what is there; false where nothing is, and for ever where the pipe has ended.

        Raises TooLongError.
        """
        try:
            chunk = os.read(self.fd, 1 << 20)
        except BlockingIOError:
            return False
        self._left -= len(chunk)
        if self._left < 0:
            raise TooLongError
        self._file.write(chunk)
        return bool(chunk)


def write_frame(fd: int, text: str) -> None:
    """Send one message. Raises BrokenPipeError where nobody reads any more."""
    payload = text.encode("utf-8", "surrogatepass")
    if len(payload) > BIGGEST:
        raise ValueError(f"a message of {len(payload)} bytes is longer than {BIGGEST}")
    data = memoryview(_HEAD.pack(len(payload)) + payload)
    while data:
        data = data[os.write(fd, data) :]


def read_frame(
    fd: int, deadline: float | None = None, *, most: int = BIGGEST, aside: Aside | None = None
) -> str:
    """Receive one message; `deadline` is a time of `time.monotonic`, None waits for ever.

    Raises DeadlineError, ClosedError where the pipe ends, or TooLongError where the message is longer than
    `most` bytes, of which nothing is read then.
    """
    (length,) = _HEAD.unpack(_read_exactly(fd, _HEAD.size, deadline, aside))
    if length > most:
        raise TooLongError
    return _read_exactly(fd, length, deadline, aside).decode("utf-8", "surrogatepass")


def _read_exactly(fd: int, count: int, deadline: float | None, aside: Aside | None) -> bytes:
    chunks: list[bytes] = []
    while count:
        if deadline is not None or aside is not None:
            _wait(fd, INFINITY if deadline is None else deadline, aside)
        chunk = os.read(fd, min(count, 1 << 20))
        if not chunk:
            raise ClosedError
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)


def _wait(fd: int, deadline: float, aside: Aside | None) -> None:
    """Until there is something to read."""
    beside = [] if aside is None else [aside.fd]
    while True:
        left = max(0.0, deadline - time.monotonic())
        ready = select.select([fd, *beside], [], [], min(left, LONGEST_WAIT))[0]
        if aside is not None and aside.fd in ready and not aside.take():
            beside = []
        if fd in ready:
            return
        if not left:
            raise DeadlineError
