"""What is sent to the process that runs machine code, and what comes back; `prelude.h` has the same words."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from pydecl.model.parts import Part
from pydecl.sandbox.frames import BIGGEST_REPLY

JUMP_WORDS = 64

HELPERS = 4
"""How many other processes may help with a call, at the most."""


class Status(IntEnum):
    """How a call ended."""

    DONE = 0
    ERROR = 1
    OVERFLOW = 2
    NO_MEMORY = 3
    NO_STACK = 4


class Helper(ctypes.Structure):
    """The ends of two pipes."""

    _fields_ = [("reads", ctypes.c_int), ("writes", ctypes.c_int)]


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
        ("helper_count", ctypes.c_int),
        ("helpers", Helper * HELPERS),
    ]


HEAD = "<dqI"

ALIGNED = 8
"""A request begins at a multiple of so many bytes."""

Request = bytes | Sequence[Part]
"""What a function gets: bytes, or parts of them that may be large."""


@dataclass(frozen=True)
class Question:
    """A function's name, and what limits it.

    `seconds` may be infinity; `most` is how many bytes the reply may take.
    """

    function: str
    seconds: float
    most: int = BIGGEST_REPLY

    def packed(self) -> bytes:
        """As bytes, before those that the function gets.

        >>> Question.unpacked(Question("perft", 1.0).packed() + b"x")
        (Question(function='perft', seconds=1.0, most=33554432), 32)
        """
        name = self.function.encode()
        name += bytes(-(struct.calcsize(HEAD) + len(name)) % ALIGNED)
        return struct.pack(HEAD, self.seconds, self.most, len(name)) + name

    @staticmethod
    def unpacked(data: bytes) -> tuple[Question, int]:
        """The question of these bytes, and where begins what the function gets."""
        seconds, most, length = struct.unpack_from(HEAD, data)
        start = struct.calcsize(HEAD)
        name = data[start : start + length].rstrip(b"\0")
        return Question(name.decode(), seconds, most), start + length
