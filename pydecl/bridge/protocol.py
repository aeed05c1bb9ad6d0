"""Frames on a pipe: each message is a 4-byte big-endian length and as many bytes of UTF-8."""

from __future__ import annotations

import os
import select
import struct
import time

_HEAD = struct.Struct(">I")

BIGGEST = 1 << 30
"""The longest message, in bytes."""


LONGEST_WAIT = 3600.0
"""How long to wait at a stretch, in seconds; what the operating system can take is limited."""


class DeadlineError(Exception):
    """No whole message came before the deadline."""


class ClosedError(Exception):
    """The other side closed its pipe."""


def write_frame(fd: int, text: str) -> None:
    """Send one message. Raises BrokenPipeError where nobody reads any more."""
    payload = text.encode("utf-8", "surrogatepass")
    if len(payload) > BIGGEST:
        raise ValueError(f"a message of {len(payload)} bytes is longer than {BIGGEST}")
    data = memoryview(_HEAD.pack(len(payload)) + payload)
    while data:
        data = data[os.write(fd, data) :]


def read_frame(fd: int, deadline: float | None = None) -> str:
    """Receive one message; `deadline` is a time of `time.monotonic`, None waits for ever.

    Raises DeadlineError, or ClosedError where the pipe ends.
    """
    (length,) = _HEAD.unpack(_read_exactly(fd, _HEAD.size, deadline))
    return _read_exactly(fd, length, deadline).decode("utf-8", "surrogatepass")


def _read_exactly(fd: int, count: int, deadline: float | None) -> bytes:
    chunks: list[bytes] = []
    while count:
        if deadline is not None:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([fd], [], [], min(left, LONGEST_WAIT))[0]:
                if left > LONGEST_WAIT:
                    continue
                raise DeadlineError
        chunk = os.read(fd, min(count, 1 << 20))
        if not chunk:
            raise ClosedError
        chunks.append(chunk)
        count -= len(chunk)
    return b"".join(chunks)
