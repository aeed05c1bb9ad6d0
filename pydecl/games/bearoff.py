"""Bearing off: the race at the end of backgammon, on a small home with small dice.

>>> game = BearOff(home=(1, 2), faces=2)
>>> start = game.initial()[0]
>>> for probability, after in game.chance(start):
...     print(probability, after, game.format_position(after))
1/4 bearoff(max,[1,1,1,1],[1,2],[1,2]) 1,2/1,2 max 1-1-1-1
1/2 bearoff(max,[2,1],[1,2],[1,2]) 1,2/1,2 max 2-1
1/4 bearoff(max,[2,2,2,2],[1,2],[1,2]) 1,2/1,2 max 2-2-2-2
>>> for move, after in game.successors(game.parse_position("1,2/1,2 max 2-1")):
...     print(move, game.format_position(after), game.static_value(after))
[0,1] 0,1/1,2 min 3/7
[2,0] 2,0/1,2 min 3/7
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pydecl.games import notation, two_dice
from pydecl.games.two_dice import DiceGame, Given, Men, all_whole, numbers, pips, possible, rolls
from pydecl.model.game import Successor
from pydecl.model.number import Number, exact
from pydecl.model.term import PrologList

_TEXT = re.compile(r"([0-9,]+)/([0-9,]+) +(max|min)(?: +([0-9-]+))?")


class Position(two_dice.Position):
    """The men of both are on the points of their homes."""

    __slots__ = ()

    functor = "bearoff"


@dataclass(frozen=True)
class BearOff(DiceGame[Position]):
    """Both begin with `home`, the men on each point from point 1; two dice with `faces` numbers. MAX begins.

    A move has the name of the home that it leaves. Who has no men left has won.
    """

    home: Men = (0, 2, 1)
    faces: int = 3

    movers = ("max", "min")

    def __post_init__(self) -> None:
        allowed = isinstance(self.home, tuple) and all_whole(self.home) and any(self.home)
        expected = "a list of whole numbers from 0, the men on each point, such as [0,2,1]"
        self.require("home", allowed, expected)
        self.require_whole_number("faces", 1, 6)
        super().__post_init__()

    def initial(self) -> Sequence[Position]:
        return [Position("max", (), self.home, self.home)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, dice, ours, theirs = position
        if not dice or position.is_over:
            return []
        opponent = "min" if mover == "max" else "max"
        homes = _after_roll(ours if mover == "max" else theirs, dice)
        if mover == "max":
            return [(PrologList(home), Position(opponent, (), home, theirs)) for home in homes]
        return [(PrologList(home), Position(opponent, (), ours, home)) for home in homes]

    def chance(self, position: Position) -> Sequence[tuple[Number, Position]]:
        if position.dice or position.is_over:
            return ()
        return [(odds, position._replace(dice=dice)) for dice, odds in rolls(self.faces)]

    def static_value(self, position: Position) -> Number:
        """The lead in pips, as a part of the pips of both: 1 or -1 for a finished game."""
        ours, theirs = pips(position.ours), pips(position.theirs)
        return exact(Fraction(theirs - ours, theirs + ours))

    def format_position(self, position: Position) -> str:
        ours, theirs = (",".join(map(str, home)) for home in (position.ours, position.theirs))
        dice = f" {'-'.join(map(str, position.dice))}" if position.dice else ""
        return f"{ours}/{theirs} {position.mover}{dice}"

    def parse_position(self, text: str) -> Position:
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            expected = "MAX's home/MIN's home, who is to move and the dice, such as 0,2,1/0,2,1 max 2-1"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(text)}")
        ours, theirs, mover, dice = match.groups()
        homes = numbers(ours, ","), numbers(theirs, ",")
        return self.checked(mover, numbers(dice or "", "-"), *homes, notation.shown_text(text))

    def checked(self, mover: str, dice: Given, ours: Given, theirs: Given, found: str) -> Position:
        rules = (self.name, "home", len(self.home), self.faces)
        return Position(mover, *possible(*rules, dice, ours, theirs, found))


def _after_roll(home: Men, dice: tuple[int, ...]) -> list[Men]:
    """The homes that playing all the dice can leave, in order."""
    found = set()
    for ordered in {dice, dice[::-1]}:
        homes = {home}
        for number in ordered:
            homes = {after for before in homes for after in _after_number(before, number)}
        found |= homes
    return sorted(found)


def _after_number(home: Men, number: int) -> Iterator[Men]:
    """The homes after one man's move; the same home where no man is left."""
    taken = [point for point, men in enumerate(home, 1) if men]
    movable = [point for point in taken if point >= number] or taken[-1:]
    for point in movable:
        after = list(home)
        after[point - 1] -= 1
        if point > number:
            after[point - number - 1] += 1
        yield tuple(after)
    if not taken:
        yield home
