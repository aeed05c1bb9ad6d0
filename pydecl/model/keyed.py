"""Positions that are kept as keys: strings of bits, each in as many words of 64."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, overload

from pydecl.model.game import Outcome
from pydecl.model.result import Solution
from pydecl.model.term import Term, as_key

AT_ONCE = 4096
"""How many positions are made of their keys at a time."""

WORD = 8
"""Bytes."""

KEY_WORDS = 256
"""Words of the longest key; `keys.h` has the same."""


@dataclass(frozen=True)
class KeyCoding:
    """How keys are written.

    `words` is how many a key takes; `atoms` are those that were made at run time, in UTF-8; `codes` are the
    codes of the places of a position, as machine code tells them.
    """

    words: int
    atoms: Sequence[bytes]
    codes: bytes

    @property
    def size(self) -> int:
        """Of a key, in bytes."""
        return WORD * self.words


@dataclass(frozen=True)
class Mistake:
    """A stored position, by its number, whose solution does not follow from those of its successors.

    The number is -1 where a position is not stored that the rules enumerate. `outcome` and `plies` would
    follow; None where a successor is not stored.
    """

    number: int
    outcome: int | None
    plies: int


OUTCOMES = (Outcome.DRAWN, Outcome.WON, Outcome.LOST)
"""As machine code numbers them; the last one also counts as -1, its value in a file."""


@cache
def solution_of(outcome: int, plies: int) -> Solution:
    """The solution of an outcome by its number; plies of drawn positions do not count.

    >>> str(solution_of(1, 3)), str(solution_of(0, 0)), str(solution_of(-1, 2))
    ('won in 3', 'drawn', 'lost in 2')
    """
    return Solution(OUTCOMES[outcome], plies if outcome else None)


class Keeper(Protocol):
    """Who makes positions of their keys, and keys of positions."""

    def terms_of(self, coding: KeyCoding, keys: bytes) -> Sequence[Term]:
        """The positions of some keys. Raises PydeclError where they are no keys."""

    def keys_of(self, coding: KeyCoding, positions: Sequence[Term]) -> Sequence[bytes | None]:
        """The keys of positions; None for one whose key is longer than these."""


class KeyedPositions(Sequence[Term]):
    """Positions that are kept as keys, and are made when they are asked for."""

    def __init__(self, keeper: Keeper, coding: KeyCoding, keys: bytes) -> None:
        self.coding = coding
        self.keys = keys
        self._keeper = keeper

    def __len__(self) -> int:
        return len(self.keys) // self.coding.size

    @overload
    def __getitem__(self, place: int) -> Term: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Term]: ...
    def __getitem__(self, place: int | slice) -> Any:
        size = self.coding.size
        numbers = range(len(self))[place]
        if isinstance(numbers, int):
            return self._made(self.keys[numbers * size : (numbers + 1) * size])[0]
        if numbers.step != 1:
            return [self[number] for number in numbers]
        found: list[Term] = []
        for start in range(numbers.start, numbers.stop, AT_ONCE):
            stop = min(start + AT_ONCE, numbers.stop)
            found += self._made(self.keys[start * size : stop * size])
        return found

    def __iter__(self) -> Iterator[Term]:
        for start in range(0, len(self), AT_ONCE):
            yield from self[start : start + AT_ONCE]

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a position. Raises ValueError if it is none of them."""
        size, stop = self.coding.size, len(self) if stop is None else stop
        if self.coding.atoms:  # they may have other numbers now
            return super().index(value, start, stop)
        (key,) = self._keeper.keys_of(self.coding, [value])
        at = start * size - 1
        while key is not None and (at := self.keys.find(key, at + 1, stop * size)) >= 0:
            if at % size == 0:
                return at // size
        raise ValueError(f"{value} is not among the positions")

    def _made(self, keys: bytes) -> list[Term]:
        return list(map(as_key, self._keeper.terms_of(self.coding, keys)))
