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
from functools import cache
from typing import Any, NamedTuple

from pydecl.errors import ContractError
from pydecl.games import notation
from pydecl.model.game import Game, Outcome, Player, Successor
from pydecl.model.number import Number, counted
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

_MOVERS = ("max", "min")
_TEXT = re.compile(r"([0-9,]+)/([0-9,]+) +(max|min)(?: +([0-9-]+))?")

Home = tuple[int, ...]
"""How many men are on each point, from point 1."""

Given = Sequence[Any] | None
"""What a term or a text has where a tuple of whole numbers should be; None where there is no list at all."""


class Position(NamedTuple):
    """Whose turn it is, what of the dice can be used (nothing before the roll), and both homes."""

    mover: str
    dice: tuple[int, ...]
    ours: Home
    theirs: Home

    def term(self) -> Term:
        lists = (PrologList(self.dice), PrologList(self.ours), PrologList(self.theirs))
        return Compound("bearoff", (Atom(self.mover), *lists))

    def __str__(self) -> str:
        return term_text(self.term())


@dataclass(frozen=True)
class BearOff(Game[Position]):
    """Both begin with `home`, the men on each point from point 1; two dice with `faces` numbers. MAX begins.

    A move has the name of the home that it leaves. Who has no men left has won.
    """

    home: Home = (0, 2, 1)
    faces: int = 3

    source = "pydecl.games.bearoff"

    def __post_init__(self) -> None:
        allowed = isinstance(self.home, tuple) and all_whole(self.home) and any(self.home)
        expected = "a list of whole numbers from 0, the men on each point, such as [0,2,1]"
        notation.require("bearoff", "home", self.home, allowed, expected)
        notation.require_whole_number("bearoff", "faces", self.faces, 1, 6)
        object.__setattr__(self, "name", notation.name_with_options("bearoff", self))

    def initial(self) -> Sequence[Position]:
        return [Position("max", (), self.home, self.home)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        mover, dice, ours, theirs = position
        if not dice or _over(position):
            return []
        opponent = "min" if mover == "max" else "max"
        homes = _after_roll(ours if mover == "max" else theirs, dice)
        if mover == "max":
            return [(PrologList(home), Position(opponent, (), home, theirs)) for home in homes]
        return [(PrologList(home), Position(opponent, (), ours, home)) for home in homes]

    def chance(self, position: Position) -> Sequence[tuple[Number, Position]]:
        if position.dice or _over(position):
            return ()
        return [(odds, position._replace(dice=dice)) for dice, odds in rolls(self.faces)]

    def player(self, position: Position) -> Player:
        if not position.dice and not _over(position):
            raise ContractError("neither_to_move", str(position))
        return Player.MAX if position.mover == "max" else Player.MIN

    def static_value(self, position: Position) -> Number:
        """The lead in pips, as a part of the pips of both: 1 or -1 for a finished game."""
        ours, theirs = pips(position.ours), pips(position.theirs)
        return notation.exact(Fraction(theirs - ours, theirs + ours))

    def outcome(self, position: Position) -> Outcome | None:
        if not _over(position):
            return None
        return Outcome.LOST if any(position.ours) else Outcome.WON

    def to_term(self, position: Position) -> Term:
        return position.term()

    def from_term(self, term: Term) -> Position:
        shape = "bearoff(Mover, Dice, Max, Min), Dice, Max and Min lists of whole numbers"
        if not (isinstance(term, Compound) and term.name == "bearoff" and len(term.args) == 4):
            raise notation.no_position(self.name, f"expected {shape}, found {notation.shown(term)}")
        mover, *lists = term.args
        if not (isinstance(mover, Atom) and mover.name in _MOVERS):
            raise notation.no_position(
                self.name, f"expected max or min to move, found {notation.shown(mover)}"
            )
        dice, ours, theirs = map(notation.list_items, lists)
        return self._checked(mover.name, dice, ours, theirs, notation.shown(term))

    def format_position(self, position: Position) -> str:
        ours, theirs = (",".join(map(str, home)) for home in (position.ours, position.theirs))
        dice = f" {'-'.join(map(str, position.dice))}" if position.dice else ""
        return f"{ours}/{theirs} {position.mover}{dice}"

    def parse_position(self, text: str) -> Position:
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            expected = "MAX's home/MIN's home, who is to move and the dice, such as 0,2,1/0,2,1 max 2-1"
            raise notation.no_position(self.name, f"expected {expected}, found {notation.shown_text(text)}")
        ours, theirs, mover, dice = match.groups()
        homes = numbers(ours, ","), numbers(theirs, ",")
        return self._checked(mover, numbers(dice or "", "-"), *homes, notation.shown_text(text))

    def _checked(self, mover: str, dice: Given, ours: Given, theirs: Given, found: str) -> Position:
        rules = (self.name, "home", len(self.home), self.faces)
        return Position(mover, *checked(*rules, dice, ours, theirs, found))


def checked(
    game: str, name: str, size: int, faces: int, dice: Given, ours: Given, theirs: Given, found: str
) -> tuple[tuple[int, ...], Home, Home]:
    """The dice and the men of both, if they can be those of a position; raises PositionError.

    `name` is what the men of a player are called, on `size` places, and `found` the whole position.
    """
    for player, men in (("MAX", ours), ("MIN", theirs)):
        if not (all_whole(men) and len(men or ()) == size):
            expected = f"{counted(size, 'whole number')} from 0"
            raise notation.no_position(game, f"the {name} of {player}: expected {expected}, found {found}")
    assert ours is not None
    assert theirs is not None
    if not (any(ours) or any(theirs)):
        raise notation.no_position(game, f"one player at least must have men, found {found}")
    if dice != () and not (all_whole(dice) and dice in dict(rolls(faces))):
        expected = "the dice as they can be used, such as 2-1 or 1-1-1-1, the larger number first"
        raise notation.no_position(game, f"expected {expected}, found {found}")
    assert dice is not None
    if dice and not (any(ours) and any(theirs)):
        raise notation.no_position(game, f"the game is over: expected no dice, found {found}")
    return tuple(dice), tuple(ours), tuple(theirs)


def all_whole(home: object) -> bool:
    """Whether this is a tuple, and not an empty one, of whole numbers from 0."""
    return isinstance(home, tuple) and home != () and all(type(men) is int and men >= 0 for men in home)


def numbers(text: str, mark: str) -> tuple[int, ...] | None:
    """The numbers of a text, divided by `mark`; None if there is something else."""
    parts = text.split(mark) if text else []
    return tuple(map(int, parts)) if all(0 < len(part) < 10 for part in parts) else None


def _over(position: Position) -> bool:
    return not (any(position.ours) and any(position.theirs))


def pips(home: Home) -> int:
    """The points that all men have to go."""
    return sum(point * men for point, men in enumerate(home, 1))


@cache
def rolls(faces: int) -> tuple[tuple[tuple[int, ...], Number], ...]:
    """What the two dice can show, each with its probability; a double counts twice."""
    counts: dict[tuple[int, ...], int] = {}
    for first in range(1, faces + 1):
        for second in range(1, faces + 1):
            dice = (first,) * 4 if first == second else (max(first, second), min(first, second))
            counts[dice] = counts.get(dice, 0) + 1
    return tuple((dice, notation.exact(Fraction(count, faces**2))) for dice, count in sorted(counts.items()))


def _after_roll(home: Home, dice: tuple[int, ...]) -> list[Home]:
    """The homes that playing all the dice can leave, in order."""
    found = set()
    for ordered in {dice, dice[::-1]}:
        homes = {home}
        for number in ordered:
            homes = {after for before in homes for after in _after_number(before, number)}
        found |= homes
    return sorted(found)


def _after_number(home: Home, number: int) -> Iterator[Home]:
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
