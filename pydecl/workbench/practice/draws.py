"""Random numbers that are the same in every language: mulberry32.

A state of 32 bits, and only additions, products, exclusive ors and shifts modulo 2^32. In JavaScript a word
is

    let t = (state = state + 0x6D2B79F5 | 0);
    t = Math.imul(t ^ t >>> 15, t | 1);
    t ^= t + Math.imul(t ^ t >>> 7, t | 61);
    return (t ^ t >>> 14) >>> 0;

Source: T. Ettinger's mulberry32, in the public domain.

>>> draws = Draws(1)
>>> [draws.word() for _ in range(4)]
[2693262067, 11749833, 2265367787, 4213581821]
>>> draws = Draws(1)
>>> [draws.below(10) for _ in range(8)]
[7, 3, 7, 1, 3, 2, 4, 0]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 0xFFFFFFFF
"""The largest word; a seed is a number from 0 to it."""


class Draws:
    """The stream of numbers that a seed gives."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """A number from 0 to WORD."""
        self._state = (self._state + 0x6D2B79F5) & WORD
        t = self._state
        t = ((t ^ (t >> 15)) * (t | 1)) & WORD
        t ^= (t + (t ^ (t >> 7)) * (t | 61)) & WORD
        return t ^ (t >> 14)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1: the remainder of a word."""
        return self.word() % bound

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self.below(high - low + 1)

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some things."""
        return choices[self.below(len(choices))]
