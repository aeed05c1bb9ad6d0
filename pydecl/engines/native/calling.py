"""What is sent to the process that runs machine code, and what comes back; `prelude.h` has the same words."""

from __future__ import annotations

import ctypes
import struct
from dataclasses import dataclass
from enum import IntEnum

from pydecl.sandbox.frames import BIGGEST_REPLY

JUMP_WORDS = 64


class Status(IntEnum):
    """How a call ended."""

    DONE = 0
    STOPPED = 1
    ERROR = 2
    OVERFLOW = 3
    NO_MEMORY = 4
    NO_STACK = 5


class Call(ctypes.Structure):
    """`struct pd_call`."""

    _fields_ = [
        ("request", ctypes.c_char_p),
        ("request_size", ctypes.c_size_t),
        ("reply", ctypes.c_void_p),
        ("reply_size", ctypes.c_size_t),
        ("reply_room", ctypes.c_size_t),
        ("stack_room", ctypes.c_size_t),
        ("stack_limit", ctypes.c_void_p),
        ("status", ctypes.c_int),
        ("stop", ctypes.c_int),
        ("jump", ctypes.c_uint64 * JUMP_WORDS),
    ]


@dataclass(frozen=True)
class Question:
    """A function's name, the bytes that it gets, and what limits it.

    `seconds` may be infinity; `most` is how many bytes the reply may take.
    """

    function: str
    request: bytes
    seconds: float
    most: int = BIGGEST_REPLY

    def packed(self) -> bytes:
        """As bytes.

        >>> Question.unpacked(Question("perft", b"x", 1.0).packed())
        Question(function='perft', request=b'x', seconds=1.0, most=33554432)
        """
        name = self.function.encode()
        return struct.pack("<dqI", self.seconds, self.most, len(name)) + name + self.request

    @staticmethod
    def unpacked(data: bytes) -> Question:
        """The question of these bytes."""
        seconds, most, length = struct.unpack_from("<dqI", data)
        start = struct.calcsize("<dqI")
        return Question(data[start : start + length].decode(), data[start + length :], seconds, most)
