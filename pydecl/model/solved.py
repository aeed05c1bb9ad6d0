"""All positions of a game with their solutions; in a game of chance, with what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from operator import eq, sub
from typing import Any, Generic, Self, TypeVar, overload

from pydecl.errors import Exit
from pydecl.model.game import Outcome, P, Player
from pydecl.model.number import INFINITY
from pydecl.model.result import Expectation, Solution, Status

T = TypeVar("T")


class Column(Sequence[T]):
    """What is known of positions, each made when it is asked for of what some sequences have at its place.

    >>> found = Column(Expectation, [0.0, 0.5], [1.0, 0.5])
    >>> str(found[1]), found[:1] == [Expectation(0.0, 1.0)], len(found)
    ('0.5', True, 2)
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, made: Callable[..., T], *parts: Sequence[Any]) -> None:
        self._made, self.parts = made, parts

    def __len__(self) -> int:
        return len(self.parts[0])

    def __iter__(self) -> Iterator[T]:
        return map(self._made, *self.parts)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: int | slice) -> Any:
        found = (part[place] for part in self.parts)
        if isinstance(place, int):
            return self._made(*found)
        some = copy(self)
        some.parts = tuple(found)
        return some

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))


class Expectations(Column[Expectation]):
    """What positions are worth, in their order."""

    def __init__(self, lowers: Sequence[float], uppers: Sequence[float]) -> None:
        super().__init__(Expectation, lowers, uppers)

    @property
    def lowers(self) -> Sequence[float]:
        return self.parts[0]

    @property
    def uppers(self) -> Sequence[float]:
        return self.parts[1]

    @property
    def gap(self) -> float:
        """The widest gap."""
        return max(0.0, max(map(sub, self.uppers, self.lowers), default=0.0))

    @property
    def middles(self) -> Sequence[float]:
        """The values alone."""
        return [(lower + upper) / 2 for lower, upper in zip(*self.parts, strict=True)]


@dataclass(frozen=True)
class Solved(Generic[P]):
    """What one engine found; nothing of the positions is told where `status` is not COMPLETE.

    `positions`, `players` (who is to move, None for chance) and `solutions` (for MAX) belong together; in a
    game of chance the solutions are `Expectations`, and `sweeps` are those of the positions that took most of
    them. The first `roots` positions are those that the rules enumerate; what they lead to besides comes
    after them. `nodes` counts the positions that were met and `leaves` the ends, None where nobody knows.
    `seconds` is wall time; `engine` is who found it.
    """

    status: Status
    roots: int
    positions: Sequence[P]
    players: Sequence[Any]
    solutions: Sequence[Any]
    nodes: int | None
    leaves: int | None
    seconds: float
    engine: str = ""
    sweeps: int = 0

    @classmethod
    def stopped(cls, status: Status, seconds: float, nodes: int | None = None) -> Solved[P]:
        """Nothing was found in time, or in the memory."""
        return cls(status, 0, (), (), (), nodes, None, seconds)

    @property
    def complete(self) -> bool:
        return self.status is Status.COMPLETE

    @property
    def has_values(self) -> bool:
        """Whether it is known what the positions are worth, and not how they end."""
        return isinstance(self.solutions, Expectations)

    @property
    def values(self) -> Expectations:
        """What the positions are worth, if that is known."""
        assert isinstance(self.solutions, Expectations)
        return self.solutions

    def exit_code(self, bound: float = INFINITY) -> Exit:
        """Whether all is known; values as closely as they were asked for."""
        is_close = not self.has_values or self.values.gap <= bound
        return Exit.FINE if self.complete and is_close else Exit.LIMIT


# Tables


@dataclass(frozen=True)
class Furthest:
    """A position that is furthest from its end, among some."""

    plies: int
    position: str


@dataclass(frozen=True)
class Table:
    """The positions where a player is to move, by their outcomes for MAX."""

    player: str
    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: Furthest | None
    longest_loss: Furthest | None


@dataclass(frozen=True)
class Extreme:
    """A position whose value is the highest, or the lowest, among some."""

    position: str
    value: float
    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{Expectation(self.lower, self.upper)}, {self.position}"


@dataclass(frozen=True)
class ValueTable:
    """The positions where a player, or chance, is to move, by their values for MAX.

    `won` and `lost` of them are so for sure; `mean` is the mean of all values; `highest` and `lowest` are the
    best and the worst of the others for MAX.
    """

    player: str
    positions: int
    won: int
    lost: int
    mean: float
    highest: Extreme | None
    lowest: Extreme | None


def rows(solved: Solved[P], written: Callable[[P], str] = str) -> Iterator[tuple[Table | ValueTable, bool]]:
    """The positions counted by who is to move, MAX first, and chance last; `written` writes one of them.

    Those that the rules enumerate come first; then those that are added, as the second of each pair says.

    >>> won = Solution(Outcome.WON, 1), Solution(Outcome.WON, 0)
    >>> players = Player.MAX, Player.MIN
    >>> solved = Solved(Status.COMPLETE, 1, "ab", players, won, 2, 1, 0.1)
    >>> [(row.player, is_added, row.longest_win) for row, is_added in rows(solved)]
    [('max', False, Furthest(plies=1, position='a')), ('min', True, Furthest(plies=0, position='b'))]
    >>> values = Expectations([0.25, 1.0, 0.0], [0.25, 1.0, 0.0])
    >>> valued = Solved(Status.COMPLETE, 3, "abc", (None, Player.MAX, None), values, 3, 1, 0.1)
    >>> [(row.player, row.won, row.mean, str(row.highest)) for row, _ in rows(valued)][1]
    ('chance', 0, 0.125, '0.25, a')
    """
    count = len(solved.positions)
    told = enumerate(zip(solved.players, solved.solutions, strict=True))
    for is_added, part in (False, range(solved.roots)), (True, range(solved.roots, count)):
        found: Iterable[Table | ValueTable] = (
            _value_tables(solved, part, written)
            if solved.has_values
            else _tables(solved, islice(told, len(part)), written)
        )
        yield from ((row, is_added) for row in found if row.positions)


@dataclass
class _Some:
    """Some positions: how many, the most plies, and the number of the first that has so many."""

    count: int = 0
    plies: int = -1
    number: int = -1

    def add(self, number: int, plies: int) -> None:
        self.count += 1
        if plies > self.plies:
            self.plies, self.number = plies, number


def _tables(
    solved: Solved[P], told: Iterable[tuple[int, tuple[Player, Solution]]], written: Callable[[P], str]
) -> Iterator[Table]:
    """It looks at each position once, and hashes nothing: there are many."""
    highest, lowest = ((_Some(), _Some(), _Some()) for _ in Player)
    for number, (player, solution) in told:
        won, drawn, lost = highest if player is Player.MAX else lowest
        outcome = solution.outcome
        some = won if outcome is Outcome.WON else lost if outcome is Outcome.LOST else drawn
        some.add(number, solution.plies or 0)

    def furthest(some: _Some) -> Furthest | None:
        return Furthest(some.plies, written(solved.positions[some.number])) if some.count else None

    for player, (won, drawn, lost) in zip(Player, (highest, lowest), strict=True):
        yield Table(
            player=player.value,
            positions=won.count + drawn.count + lost.count,
            won=won.count,
            drawn=drawn.count,
            lost=lost.count,
            longest_win=furthest(won),
            longest_loss=furthest(lost),
        )


def _value_tables(solved: Solved[P], part: range, written: Callable[[P], str]) -> Iterator[ValueTable]:
    values = solved.values
    gap, middles = values.gap, values.middles

    def extreme(number: int | None) -> Extreme | None:
        if number is None:
            return None
        return Extreme(written(solved.positions[number]), **values[number].to_json())

    for player in (*Player, None):
        numbers = [number for number in part if solved.players[number] is player]
        worth = [middles[number] for number in numbers]
        sure = [decided(value, gap) for value in worth]
        others = [number for number, known in zip(numbers, sure, strict=True) if not known]
        yield ValueTable(
            player="chance" if player is None else player.value,
            positions=len(numbers),
            won=sure.count(1),
            lost=sure.count(-1),
            mean=sum(worth) / max(1, len(worth)),
            highest=extreme(max(others, key=middles.__getitem__, default=None)),
            lowest=extreme(min(others, key=middles.__getitem__, default=None)),
        )


def decided(value: float, gap: float) -> int:
    """1 for a value that is won for sure, -1 for one that is lost, or else 0.

    >>> decided(0.9999, 0.001), decided(-1.0, 0.0), decided(0.9, 0.001)
    (1, -1, 0)
    """
    return (value > 0) - (value < 0) if abs(value) >= 1 - gap else 0


def chosen(solved: Solved[P], outcome: Outcome, plies: int | None) -> Iterator[tuple[P, Player, Solution]]:
    """The positions of an outcome, of all distances or of one."""
    for row in zip(solved.positions, solved.players, solved.solutions, strict=True):
        solution = row[2]
        if solution.outcome is outcome and plies in (None, solution.plies):
            yield row
