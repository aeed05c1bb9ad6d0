"""What is sent to the process that runs machine code, and how a call ends; `prelude.h` has the same words."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from enum import IntEnum

from pydecl.model.parts import Part

HELPERS = 4
"""How many other threads may help with a call, at the most."""


class Status(IntEnum):
    """How a call ended."""

    DONE = 0
    ERROR = 1
    OVERFLOW = 2
    NO_MEMORY = 3
    NO_STACK = 4


HEAD = struct.Struct("<dq48s")
"""What is sent before the bytes that a function gets: seconds, the most bytes of a reply, and its name.

Seconds may be infinity. The bytes begin at a multiple of `ALIGNED` bytes.
"""

ALIGNED = 8

Request = bytes | Sequence[Part]
"""What a function gets: bytes, or parts of them that may be large."""
