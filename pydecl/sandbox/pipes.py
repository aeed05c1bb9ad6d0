"""The pipes of a process that is about to start: none is left open if it does not.

>>> with Pipes() as pipes:
...     ours, theirs = pipes.incoming()
...     _ = os.write(theirs, b"x")
>>> os.read(ours, 2), os.read(ours, 2)
(b'x', b'')
>>> os.close(ours)
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Self


class Pipes:
    """At the end of the block the other process's ends are closed here; ours too, if an exception ends it."""

    def __init__(self) -> None:
        self._ours: list[int] = []
        self._theirs: list[int] = []

    def incoming(self) -> tuple[int, int]:
        """Our end, which reads, and theirs, which writes. Raises OSError."""
        ours, theirs = os.pipe()
        return self._kept(ours, theirs)

    def outgoing(self) -> tuple[int, int]:
        """Our end, which writes, and theirs, which reads. Raises OSError."""
        theirs, ours = os.pipe()
        return self._kept(ours, theirs)

    def _kept(self, ours: int, theirs: int) -> tuple[int, int]:
        self._ours.append(ours)
        self._theirs.append(theirs)
        return ours, theirs

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for end in (*self._theirs, *(self._ours if kind else ())):
            os.close(end)
