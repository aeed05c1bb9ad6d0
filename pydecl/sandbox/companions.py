"""What works for something and ends with it, such as the process that reads a session's texts.

>>> class Reader:
...     def close(self) -> None:
...         print("closed")
>>> companions = Companions()
>>> companions.of(Reader, Reader) is companions.of(Reader, Reader)
True
>>> companions.close()
closed
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar


class Closing(Protocol):
    """What holds processes."""

    def close(self) -> None:
        """End them; a later question starts others."""


C = TypeVar("C", bound=Closing)


class Companions:
    """One companion of each type, made when it is first asked for."""

    def __init__(self) -> None:
        self._all: dict[type[Closing], Closing] = {}

    def of(self, kind: type[C], make: Callable[[], C]) -> C:
        """The companion of this type."""
        if kind not in self._all:
            self._all[kind] = make()
        found = self._all[kind]
        assert isinstance(found, kind)
        return found

    def close(self) -> None:
        """Close them all; they stay, and start again when they are asked."""
        for companion in self._all.values():
            companion.close()
