"""A sequence whose items are made when they are asked for: what is interrupted shall not wait for the rest.

>>> roots = Lazy([1, 4, 9], lambda square: square**0.5)
>>> roots[1], list(roots)
(2.0, [1.0, 2.0, 3.0])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


class Lazy(Sequence[Item], Generic[Item]):
    """The items that `make` makes of the parts, anew each time."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, parts: Sequence[Any], make: Callable[[Any], Item]) -> None:
        self._parts = parts
        self._make = make

    def __len__(self) -> int:
        return len(self._parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self._make(part) for part in self._parts[place]]
        return self._make(self._parts[place])
