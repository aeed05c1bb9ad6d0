"""All positions of a game with their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic

from pydecl.errors import Exit
from pydecl.model.game import Outcome, P, Player
from pydecl.model.result import Solution, Status
from pydecl.model.shown import Shown


@dataclass(frozen=True)
class Solved(Shown, Generic[P]):
    """What one engine found; nothing of the positions is told where `status` is not COMPLETE.

    `positions`, `players` (who is to move) and `solutions` (for MAX) belong together. The first `roots`
    positions are those that the rules enumerate; what they lead to besides comes after them. `nodes` counts
    the positions that were met and `leaves` the ends, None where nobody knows. `seconds` is wall time;
    `engine` is who found it.
    """

    status: Status
    roots: int
    positions: Sequence[P]
    players: Sequence[Player]
    solutions: Sequence[Solution]
    nodes: int | None
    leaves: int | None
    seconds: float
    engine: str = ""

    @classmethod
    def stopped(cls, status: Status, seconds: float, nodes: int | None = None) -> Solved[P]:
        """Nothing was found in time, or in the memory."""
        return cls(status, 0, (), (), (), nodes, None, seconds)

    @property
    def complete(self) -> bool:
        return self.status is Status.COMPLETE

    @property
    def exit_code(self) -> Exit:
        return Exit.FINE if self.complete else Exit.LIMIT


@dataclass(frozen=True)
class Longest(Generic[P]):
    """The longest way to an end among some positions, and the first position that has it."""

    plies: int
    position: P


@dataclass(frozen=True)
class Row(Generic[P]):
    """The positions where `player` is to move, `enumerated` by the rules or added to those.

    Won and lost are for MAX.
    """

    player: Player
    enumerated: bool
    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: Longest[P] | None
    longest_loss: Longest[P] | None


def rows(solved: Solved[P]) -> list[Row[P]]:
    """The positions counted: those that the rules enumerate first, MAX to move first.

    >>> won = Solution(Outcome.WON, 1), Solution(Outcome.WON, 0)
    >>> players = Player.MAX, Player.MIN
    >>> solved = Solved(Status.COMPLETE, 1, "ab", players, won, 2, 1, 0.1)
    >>> [(row.player.value, row.enumerated, row.won, row.longest_win.position) for row in rows(solved)]
    [('max', True, 1, 'a'), ('min', False, 1, 'b')]
    """
    told = enumerate(zip(solved.players, solved.solutions, strict=True))
    parts = [(True, _counted(islice(told, solved.roots))), (False, _counted(told))]
    found = [
        _row(solved, player, enumerated, group)
        for enumerated, groups in parts
        for player, group in zip(Player, groups, strict=True)
    ]
    return [row for row in found if row.positions]


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


Group = tuple[_Some, _Some, _Some]
"""Won, drawn and lost positions."""


def _counted(told: Iterable[tuple[int, tuple[Player, Solution]]]) -> Sequence[Group]:
    """Those of each player, MAX first. It looks at each position once, and hashes nothing: there are many."""
    highest, lowest = ((_Some(), _Some(), _Some()) for _ in Player)
    for number, (player, solution) in told:
        won, drawn, lost = highest if player is Player.MAX else lowest
        outcome = solution.outcome
        some = won if outcome is Outcome.WON else lost if outcome is Outcome.LOST else drawn
        some.add(number, solution.plies or 0)
    return highest, lowest


def _row(solved: Solved[P], player: Player, enumerated: bool, group: Group) -> Row[P]:
    won, drawn, lost = group
    return Row(
        player=player,
        enumerated=enumerated,
        positions=won.count + drawn.count + lost.count,
        won=won.count,
        drawn=drawn.count,
        lost=lost.count,
        longest_win=_longest(solved, won),
        longest_loss=_longest(solved, lost),
    )


def _longest(solved: Solved[P], some: _Some) -> Longest[P] | None:
    return Longest(some.plies, solved.positions[some.number]) if some.count else None


def chosen(solved: Solved[P], outcome: Outcome, plies: int | None) -> Iterator[tuple[P, Player, Solution]]:
    """The positions of an outcome, of all distances or of one."""
    for row in zip(solved.positions, solved.players, solved.solutions, strict=True):
        solution = row[2]
        if solution.outcome is outcome and plies in (None, solution.plies):
            yield row
