"""What is sent to the process that runs machine code, and how a call ends; `prelude.h` has the same words."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from pydecl.model.parts import Part
from pydecl.sandbox.frames import BIGGEST_REPLY

HELPERS = 4
"""How many other threads may help with a call, at the most."""


class Status(IntEnum):
    """How a call ended."""

    DONE = 0
    ERROR = 1
    OVERFLOW = 2
    NO_MEMORY = 3
    NO_STACK = 4


HEAD = "<dq48s"
"""With the function's name; so a request begins at a multiple of `ALIGNED` bytes."""

ALIGNED = 8

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
        (Question(function='perft', seconds=1.0, most=33554432), 64)
        """
        return struct.pack(HEAD, self.seconds, self.most, self.function.encode())

    @staticmethod
    def unpacked(data: bytes) -> tuple[Question, int]:
        """The question of these bytes, and where begins what the function gets."""
        seconds, most, name = struct.unpack_from(HEAD, data)
        return Question(name.rstrip(b"\0").decode(), seconds, most), struct.calcsize(HEAD)
