"""Backgammon without the doubling cube, on boards of any length with dice of any size.

>>> game = Backgammon(men=(0, 0, 1, 1, 0), faces=2)
>>> start = game.initial()[0]
>>> for probability, after in game.chance(start):
...     print(probability, after, game.format_position(after))
1/2 backgammon(max,[2,1],[0,0,1,1,0],[0,0,1,1,0]) 4:1,3:1/4:1,3:1 max 2-1
1/2 backgammon(min,[2,1],[0,0,1,1,0],[0,0,1,1,0]) 4:1,3:1/4:1,3:1 min 2-1
>>> for _move, after in game.successors(game.parse_position("4:1,3:1/4:1,3:1 max 2-1")):
...     print(game.format_position(after), game.static_value(after))
2:2/5:1,4:1 min 1/2
3:1,1:1/5:2 min 3/5
3:1,1:1/5:1,3:1 min 2/5
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pydecl.games import notation, two_dice
from pydecl.games.two_dice import DiceGame, Given, Men, all_whole, numbers, pips, possible, rolls
from pydecl.model.game import Successor
from pydecl.model.number import Number, counted, exact
from pydecl.model.term import Compound, PrologList

_TEXT = re.compile(r"([0-9:,]+|-)/([0-9:,]+|-) +(max|min|both)(?: +([0-9-]+))?")

Step = tuple[int, int]
"""The points that a man leaves and arrives at; 0 is off."""

Steps = tuple[Step, ...]

_Plays = dict[tuple[Men, Men], Steps]
"""What can be left of the mover's men and the opponent's, with the name of the way there."""


class Position(two_dice.Position):
    """The bar is the last of the points of each player."""

    __slots__ = ()

    functor = "backgammon"


@dataclass(frozen=True)
class Backgammon(DiceGame[Position]):
    """Both begin with `men`, the men on each own point and on the bar; two dice with `faces` numbers.

    A home has as many points as a die has faces. With `gammons` a win counts up to 3, else 1. A move is the
    list of its steps, from the highest point down.
    """

    men: Men = (*(0, 0, 0, 0, 0, 5), *(0, 3, 0, 0, 0, 0), *(5, 0, 0, 0, 0, 0), *(0, 0, 0, 0, 0, 2), 0)
    faces: int = 6
    gammons: str = "yes"

    movers = ("max", "min", "both")

    def __post_init__(self) -> None:
        self.require_whole_number("faces", 2, 6)
        whole = isinstance(self.men, tuple) and all_whole(self.men) and any(self.men)
        allowed = whole and len(self.men) > self.faces and not _clash(self.men, self.men)
        expected = (
            f"a list of {self.faces + 1} or more whole numbers from 0, the men on each point and on the bar, "
            "where no man meets one of the opponent's"
        )
        self.require("men", allowed, expected)
        self.require_word("gammons", ("yes", "no"))
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("both", (), self.men, self.men)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, dice, ours, theirs = position
        if not dice or position.is_over:
            return []
        plays = self._plays(dice, *((ours, theirs) if mover == "max" else (theirs, ours)))
        found: list[Successor[Position]] = []
        for mine, yours in sorted(plays):
            name = PrologList(tuple(Compound("/", step) for step in plays[mine, yours]))
            after = ("min", (), mine, yours) if mover == "max" else ("max", (), yours, mine)
            found.append((name, Position(*after)))
        return found

    def chance(self, position: Position) -> Sequence[tuple[Number, Position]]:
        if position.dice or position.is_over:
            return ()
        if position.mover == "both":
            odds = Fraction(1, self.faces * (self.faces - 1))
            unequal = [dice for dice, _ in rolls(self.faces) if len(dice) == 2]
            return [
                (odds, position._replace(mover=mover, dice=dice))
                for mover in ("max", "min")
                for dice in unequal
            ]
        return [(odds, position._replace(dice=dice)) for dice, odds in rolls(self.faces)]

    def static_value(self, position: Position) -> Number:
        """What a win counts; before the end the lead in pips, as a part of those of all men on the bar."""
        if not any(position.ours):
            return self._worth(position.theirs)
        if not any(position.theirs):
            return -self._worth(position.ours)
        lead = pips(position.theirs) - pips(position.ours)
        return exact(Fraction(lead, sum(self.men) * len(self.men)))

    def _worth(self, loser: Men) -> int:
        if self.gammons == "no" or sum(loser) < sum(self.men):
            return 1
        return 3 if any(loser[-1 - self.faces :]) else 2

    def _plays(self, dice: tuple[int, ...], mine: Men, yours: Men) -> _Plays:
        """The plays that use as much of the dice as can be used: die by die, in both orders."""
        most = 0
        found: _Plays = {(mine, yours): ()}
        for ordered in {dice, dice[::-1]}:
            plays: _Plays = {(mine, yours): ()}
            used = 0
            for die in ordered:
                further = self._further(plays, die)
                if not further:
                    break
                plays, used = further, used + die
            if used > most:
                most, found = used, {}
            if used == most:
                for after, steps in plays.items():
                    found[after] = min(steps, found.get(after, steps))
        return found

    def _further(self, plays: _Plays, die: int) -> _Plays:
        """The plays with one more step; of several ways to one position the name that comes first."""
        found: _Plays = {}
        for (mine, yours), steps in plays.items():
            for step, after in self._steps(mine, yours, die):
                name = tuple(sorted((*steps, step), reverse=True))
                found[after] = min(name, found.get(after, name))
        return found

    def _steps(self, mine: Men, yours: Men, die: int) -> Iterator[tuple[Step, tuple[Men, Men]]]:
        bar = len(mine)
        occupied = [point for point, men in enumerate(mine, 1) if men]
        for point in [bar] if mine[-1] else occupied:
            target = point - die
            if target > 0:
                met = yours[bar - target - 1]
                if met < 2:
                    hit = _moved(yours, bar - target, bar) if met else yours
                    yield (point, target), (_moved(mine, point, target), hit)
            elif occupied[-1] <= self.faces and (target == 0 or point == occupied[-1]):
                yield (point, 0), (_moved(mine, point, 0), yours)

    def format_position(self, position: Position) -> str:
        ours, theirs = map(_men_text, (position.ours, position.theirs))
        dice = f" {'-'.join(map(str, position.dice))}" if position.dice else ""
        return f"{ours}/{theirs} {position.mover}{dice}"

    def parse_position(self, text: str) -> Position:
        """The position of a text such as `25:1,6:2/3:1 max 2-1`, the men of both by points, the bar last."""
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            expected = "the men of MAX/those of MIN, who is to move and the dice, such as 6:2,5:1/- max 2-1"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(text)}")
        ours, theirs, mover, dice = match.groups()
        men = self._men(ours), self._men(theirs)
        return self.checked(mover, numbers(dice or "", "-"), *men, notation.shown_text(text))

    def _men(self, text: str) -> Men | None:
        """The men of a text such as 6:2,5:1; None if that is none, or names a point twice."""
        listed = [numbers(part, ":") for part in text.split(",")] if text != "-" else []
        men = dict(pair for pair in listed if pair is not None and len(pair) == 2)
        if len(men) != len(listed) or not men.keys() <= set(range(1, len(self.men) + 1)):
            return None
        return tuple(men.get(point, 0) for point in range(1, len(self.men) + 1))

    def checked(self, mover: str, dice: Given, ours: Given, theirs: Given, found: str) -> Position:
        rules = (self.name, "men", len(self.men), self.faces)
        position = Position(mover, *possible(*rules, dice, ours, theirs, found))
        most = sum(self.men)
        if max(sum(position.ours), sum(position.theirs)) > most:
            raise self.no_position(f"expected {counted(most, 'man', 'men')} each at most, found {found}")
        if _clash(position.ours, position.theirs):
            raise self.no_position(f"expected men of one player on each point, found {found}")
        if mover == "both" and (dice or position.is_over):
            raise self.no_position(f"expected max or min with dice, or at the end, found {found}")
        return position


def _men_text(men: Men) -> str:
    """The points that have men, from the highest: 6:2,5:1."""
    listed = [f"{point}:{count}" for point, count in enumerate(men, 1) if count]
    return ",".join(reversed(listed)) or "-"


def _moved(men: Men, start: int, target: int) -> Men:
    """The men after one has gone from a point to another, or off."""
    after = list(men)
    after[start - 1] -= 1
    if target > 0:
        after[target - 1] += 1
    return tuple(after)


def _clash(ours: Men, theirs: Men) -> bool:
    """Whether a point has men of both."""
    return any(mine and yours for mine, yours in zip(ours[:-1], theirs[-2::-1], strict=True))
