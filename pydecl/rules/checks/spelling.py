"""Names that may be meant to be another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def distance(one: str, other: str, most: int) -> int:
    """How many letters must be changed, put in, left out or exchanged with the next to make one of the other.

    What is more than `most` counts as `most + 1`.

    >>> distance("max_tomove", "max_to_move", 2), distance("mvoes", "moves", 2), distance("a", "bcde", 2)
    (1, 1, 3)
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, against in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, last = last, row
    return min(last[-1], most + 1)


def is_near(one: str, other: str) -> bool:
    """Whether a name may be a slip of the pen for the other, which is another name.

    >>> is_near("maxToMove", "max_to_move"), is_near("moev", "move"), is_near("best", "rest1")
    (True, True, False)
    """
    if one == other:
        return False
    if _bare(one) == _bare(other):
        return True
    most = 2 if min(len(one), len(other)) >= 8 else 1
    return min(len(one), len(other)) >= 3 and distance(one, other, most) <= most


def nearest(name: str, others: Iterable[str]) -> str | None:
    """The name that is meant, if there is one near."""
    letters = _letters(name)
    near = [other for other in others if len(letters ^ _letters(other)) <= 4 and is_near(name, other)]
    return min(near, key=lambda other: (distance(name, other, 3), other), default=None)


@lru_cache(maxsize=10_000)
def _letters(name: str) -> frozenset[str]:
    """The letters of a name; two slips of the pen change four of them at most."""
    return frozenset(_bare(name))


def _bare(name: str) -> str:
    return name.replace("_", "").casefold()
