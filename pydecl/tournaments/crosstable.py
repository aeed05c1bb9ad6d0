"""The table of a tournament: who won how much against whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pydecl.model.game import Outcome
from pydecl.tournaments.arena import Fixture, Played

POINTS = {Outcome.WON: Fraction(1), Outcome.DRAWN: Fraction(1, 2), Outcome.LOST: Fraction(0)}
"""What a game is worth to MAX; MIN has what is left of 1."""


@dataclass
class Score:
    """What a player reached, against all others or against one."""

    points: Fraction = Fraction(0)
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, points: Fraction) -> None:
        """Count one game."""
        self.points += points
        self.wins += points == 1
        self.draws += points == Fraction(1, 2)
        self.losses += points == 0


class Crosstable:
    """The scores of finished games, by the players' places.

    >>> from pydecl.model.term import Atom
    >>> from pydecl.tournaments.arena import Ending, Opening
    >>> table = Crosstable(2)
    >>> opening = Opening(0, Atom("a"), "a", (), 0)
    >>> table.add(Fixture(1, 0, 1, opening), Played(Outcome.LOST, Ending.RULES, ()))
    >>> table.add(Fixture(2, 1, 0, opening), Played(Outcome.DRAWN, Ending.RULES, ()))
    >>> [str(table.totals[place].points) for place in table.ranked()]
    ['3/2', '1/2']
    """

    def __init__(self, players: int) -> None:
        self.totals = [Score() for _ in range(players)]
        self.between = {(a, b): Score() for a in range(players) for b in range(players) if a != b}

    @classmethod
    def of(cls, players: int, fixtures: Sequence[Fixture], played: Mapping[int, Played]) -> Crosstable:
        """The table of the games that were played, by number."""
        table = cls(players)
        for fixture in fixtures:
            if fixture.number in played:
                table.add(fixture, played[fixture.number])
        return table

    def add(self, fixture: Fixture, played: Played) -> None:
        """Count a game."""
        points = POINTS[played.outcome]
        one, two = fixture.max_player, fixture.min_player
        for own, other, won in ((one, two, points), (two, one, 1 - points)):
            self.totals[own].add(won)
            self.between[own, other].add(won)

    def ranked(self) -> list[int]:
        """The players' places, the most points first; equal ones keep their order."""
        return sorted(range(len(self.totals)), key=lambda place: -self.totals[place].points)
