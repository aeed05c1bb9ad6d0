"""All positions of a game of chance with what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import sub
from typing import Any, Generic, overload

from pydecl.errors import Exit
from pydecl.model.expectation import Expectation
from pydecl.model.game import P, Player
from pydecl.model.result import Status


class Expectations(Sequence[Expectation]):
    """What positions are worth, in their order."""

    def __init__(self, lowers: Sequence[float], uppers: Sequence[float]) -> None:
        self.lowers = lowers
        self.uppers = uppers

    def __len__(self) -> int:
        return len(self.lowers)

    @overload
    def __getitem__(self, place: int) -> Expectation: ...
    @overload
    def __getitem__(self, place: slice) -> Expectations: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return Expectations(self.lowers[place], self.uppers[place])
        return Expectation(self.lowers[place], self.uppers[place])

    @property
    def gap(self) -> float:
        """The widest gap."""
        return max(0.0, max(map(sub, self.uppers, self.lowers), default=0.0))

    @property
    def middles(self) -> Sequence[float]:
        """The values alone."""
        return [(lower + upper) / 2 for lower, upper in zip(self.lowers, self.uppers, strict=True)]


@dataclass(frozen=True)
class Valued(Generic[P]):
    """What one engine found of a game of chance; nothing is told where `status` is not COMPLETE.

    `positions`, `players` (who is to move, None for chance) and `values` (for MAX) belong together. The first
    `roots` positions are those that the rules enumerate; what they lead to besides comes after them.
    `sweeps` are those of the positions that took most of them. `nodes` counts the positions that were met
    and `leaves` the ends, None where nobody knows. `seconds` is wall time; `engine` is who found it.
    """

    status: Status
    roots: int
    positions: Sequence[P]
    players: Sequence[Player | None]
    values: Expectations
    sweeps: int
    nodes: int | None
    leaves: int | None
    seconds: float
    engine: str = ""

    @classmethod
    def stopped(cls, status: Status, seconds: float, nodes: int | None = None) -> Valued[P]:
        """Nothing was found in time, or in the memory."""
        return cls(status, 0, (), (), Expectations((), ()), 0, nodes, None, seconds)

    @property
    def complete(self) -> bool:
        return self.status is Status.COMPLETE

    def exit_code(self, bound: float) -> Exit:
        """Whether all is known, as closely as it was asked for."""
        return Exit.FINE if self.complete and self.values.gap <= bound else Exit.LIMIT


@dataclass(frozen=True)
class Worth(Generic[P]):
    """A position and what it is worth."""

    position: P
    value: Expectation


@dataclass(frozen=True)
class ValuedRow(Generic[P]):
    """The positions where `player` is to move (None is chance), `enumerated` by the rules or added to those.

    `won` and `lost` of them are so for sure, for MAX; `mean` is the mean of all; `highest` and `lowest` are
    the best and the worst for MAX of the others, None where there are none.
    """

    player: Player | None
    enumerated: bool
    positions: int
    won: int
    lost: int
    mean: float
    highest: Worth[P] | None
    lowest: Worth[P] | None


def valued_rows(valued: Valued[P]) -> list[ValuedRow[P]]:
    """The positions counted: those that the rules enumerate first; MAX to move first, chance last.

    >>> values = Expectations([0.25, 1.0, 0.0], [0.25, 1.0, 0.0])
    >>> players = None, Player.MAX, None
    >>> valued = Valued(Status.COMPLETE, 3, "abc", players, values, 1, 3, 1, 0.1)
    >>> [(row.player, row.won, row.mean, row.highest) for row in valued_rows(valued)][1]
    (None, 0, 0.125, Worth(position='a', value=Expectation(lower=0.25, upper=0.25)))
    """
    return list(_rows(valued))


def _rows(valued: Valued[P]) -> Iterator[ValuedRow[P]]:
    gap, values = valued.values.gap, valued.values.middles
    for part in (range(valued.roots), range(valued.roots, len(valued.positions))):
        for player in (*Player, None):
            numbers = [number for number in part if valued.players[number] is player]
            if not numbers:
                continue
            worth = [values[number] for number in numbers]
            sure = [decided(value, gap) for value in worth]
            others = [number for number, known in zip(numbers, sure, strict=True) if not known]
            highest = max(others, key=values.__getitem__, default=None)
            lowest = min(others, key=values.__getitem__, default=None)
            yield ValuedRow(
                player=player,
                enumerated=part.start == 0,
                positions=len(numbers),
                won=sure.count(1),
                lost=sure.count(-1),
                mean=sum(worth) / len(worth),
                highest=_worth(valued, highest),
                lowest=_worth(valued, lowest),
            )


def decided(value: float, gap: float) -> int:
    """1 for a value that is won for sure, -1 for one that is lost, or else 0.

    >>> decided(0.9999, 0.001), decided(-1.0, 0.0), decided(0.9, 0.001)
    (1, -1, 0)
    """
    return (value > 0) - (value < 0) if abs(value) >= 1 - gap else 0


def _worth(valued: Valued[P], number: int | None) -> Worth[P] | None:
    return None if number is None else Worth(valued.positions[number], valued.values[number])
