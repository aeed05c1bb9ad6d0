"""Positions of a batch as arrays: one-hot planes if all are the same grid of squares, else texts in bytes.

>>> form = form_of([b"board(x,[e,e,o],[x,e,e],[e,e,e])", b"board(o,[e,e,o],[x,x,e],[e,e,e])"])
>>> form.shape, bytes(form.symbols)
((4, 3, 3), b'eox')
>>> form_of([b"pile(5)", b"pile(10)"]).shape
(16,)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, TypeAlias

import numpy as np

from pydecl.errors import InputError

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

ROW = re.compile(rb"\[[a-z](?:,[a-z])*\]")
"""A list of squares, each of which holds an atom of one letter."""

LEAST = 8
"""So many squares are a grid."""


@dataclass(frozen=True)
class Form:
    """What an observation is: `width` bytes of text or, with `symbols`, planes of the squares at `places`."""

    width: int
    places: Array
    symbols: Array

    @property
    def shape(self) -> tuple[int, ...]:
        """A plane for each symbol, and one that is full if MAX is to move; or so many bytes."""
        return (len(self.symbols) + 1, *self.places.shape) if len(self.symbols) else (self.width,)

    @property
    def high(self) -> int:
        return 1 if len(self.symbols) else 255

    def seen(self, rows: Array) -> Array:
        """The observations of positions, of which each is a byte, 2 if MAX is to move, and a text."""
        texts = rows[:, 1:]
        if not len(self.symbols):
            return texts
        squares = texts[:, self.places][:, None]
        planes = squares == self.symbols[:, None, None]
        if not planes.any(axis=1).all():
            known = bytes(self.symbols)
            raise InputError(f"the squares hold more than {known!r}: give observation={self.width}")
        movers = np.broadcast_to((rows[:, 0] == 2)[:, None, None, None], squares.shape)
        return np.concatenate([planes, movers], axis=1).astype(np.uint8)


def form_of(texts: Sequence[bytes]) -> Form:
    """The form that suits positions of these texts, with room for longer ones if they differ in length."""
    widths = {len(text) for text in texts}
    grids = {tuple(row.span() for row in ROW.finditer(text)) for text in texts}
    none = np.zeros(0, np.uint8)
    if len(widths) > 1 or len(grids) > 1:
        return Form(1 << (2 * max(widths) - 1).bit_length(), none, none)
    rows = [list(range(start + 1, end, 2)) for start, end in min(grids)]
    (width,), lengths = widths, {len(row) for row in rows}
    if len(lengths) != 1 or sum(map(len, rows)) < LEAST:
        return Form(width, none, none)
    places = np.array(rows)
    if len(rows) == 1 and (side := isqrt(places.size)) ** 2 == places.size:
        places = places.reshape(side, side)
    symbols = {text[place] for text in texts for place in places.ravel()}
    return Form(width, places, np.array(sorted(symbols), np.uint8))
