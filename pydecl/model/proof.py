"""Claims about a position, and the solution trees that prove them.

>>> claim = Claim(Goal.AT_LEAST, 4)
>>> str(claim), claim.solver, claim.keeps(5), claim.keeps(3)
('at least 4', <Player.MAX: 'max'>, True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from pydecl.errors import InputError
from pydecl.model.game import P, Player
from pydecl.model.number import Number, less, number_text
from pydecl.model.result import Status
from pydecl.model.shown import Shown

Q = TypeVar("Q", bound=Hashable)


class Goal(Enum):
    """What is claimed of a position: won or lost for MAX, or a bound of V(P)."""

    WON = "won"
    LOST = "lost"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


@dataclass(frozen=True)
class Claim:
    """A claim about a position; `bound` is None where it is won or lost.

    Raises InputError where a bound is missing, or is there and should not be.
    """

    goal: Goal
    bound: Number | None = None

    def __post_init__(self) -> None:
        if (self.bound is None) is not (self.goal in (Goal.WON, Goal.LOST)):
            raise InputError(f"{self.goal.value} takes {'a' if self.bound is None else 'no'} bound")

    @property
    def solver(self) -> Player:
        """Who needs one good answer in each position, and is to move in the OR nodes."""
        return Player.MAX if self.goal in (Goal.WON, Goal.AT_LEAST) else Player.MIN

    def keeps(self, value: Number) -> bool:
        assert self.bound is not None
        return not (less(value, self.bound) if self.goal is Goal.AT_LEAST else less(self.bound, value))

    def __str__(self) -> str:
        words = self.goal.value.replace("_", " ")
        return words if self.bound is None else f"{words} {number_text(self.bound)}"


class Kind(Enum):
    """What an entry rests on: one successor, all of them, or a goal."""

    OR = "or"
    AND = "and"
    LEAF = "leaf"


@dataclass(frozen=True)
class Entry(Generic[P]):
    """One position of a solution tree.

    `depth` is how many plies may be searched below it, None is unlimited; `successors` are numbers of
    earlier entries; `value` is a leaf's static value, None at other entries and where none is claimed.
    """

    number: int
    position: P
    depth: int | None
    mover: Player
    kind: Kind
    value: Number | None = None
    successors: tuple[int, ...] = ()


@dataclass(frozen=True)
class Certificate(Shown, Generic[P]):
    """The solution tree that proves a claim about a position of a game, searched to a depth.

    It is written as a proof is: each entry, numbered from 1, rests on earlier ones, and the last is the
    claim. Positions that are met several times are written once.
    """

    game: str
    position: P
    depth: int | None
    claim: Claim
    entries: tuple[Entry[P], ...]

    def map(self, change: Callable[[P], Q]) -> Certificate[Q]:
        """The same certificate about other positions."""
        position, entries = change(self.position), _mapped(self.entries, change)
        return replace(self, position=position, entries=entries)  # type: ignore[arg-type,return-value]


class Found(Enum):
    """What the search for a proof found; with a depth limit or a cycle in its way, nothing."""

    PROVED = "proved"
    REFUTED = "refuted"
    HORIZON = "horizon"
    CYCLE = "cycle"


@dataclass(frozen=True)
class Proof(Generic[P]):
    """What one search for a proof gives; `found` is None where it did not run to its end."""

    status: Status
    found: Found | None
    entries: tuple[Entry[P], ...]
    nodes: int | None
    seconds: float

    def map(self, change: Callable[[P], Q]) -> Proof[Q]:
        """The same proof about other positions."""
        return replace(self, entries=_mapped(self.entries, change))  # type: ignore[arg-type,return-value]


def _mapped(entries: tuple[Entry[P], ...], change: Callable[[P], Q]) -> tuple[Entry[Q], ...]:
    return tuple(replace(entry, position=change(entry.position)) for entry in entries)  # type: ignore[arg-type,misc]
