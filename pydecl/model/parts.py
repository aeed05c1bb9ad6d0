"""Parts of a message, which may be too large to be in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


class Chunked(Protocol):
    """Bytes that are read some at a time, when they are sent."""

    def __len__(self) -> int:
        """How many they are."""

    def __iter__(self) -> Iterator[bytes]: ...


Part = bytes | memoryview | Chunked
