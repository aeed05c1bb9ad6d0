"""Pig: roll a die as often as you dare; a 1 takes all that the turn has brought.

>>> game = Pig(goal=6)
>>> position = game.parse_position("0/2+3 max")
>>> for move, after in game.successors(position):
...     print(move, after, game.format_position(after), game.static_value(after))
roll die(max,0,2,3) 0/2+3 max rolls -1/3
hold pig(min,3,2,0) 3/2+0 min 1/6
>>> for probability, after in game.chance(game.parse_position("0/2+3 max rolls")):
...     print(probability, game.format_position(after))
1/6 0/2+0 min
1/6 0/2+5 max
1/6 6/2+0 min
1/6 6/2+0 min
1/6 6/2+0 min
1/6 6/2+0 min
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pydecl.errors import ContractError
from pydecl.games import notation
from pydecl.games.notation import BoardGame, written
from pydecl.model.game import Outcome, Player, Successor
from pydecl.model.number import Number, exact
from pydecl.model.term import Atom, Compound, Term

_ROLL, _HOLD = Atom("roll"), Atom("hold")
_ROLLS = " rolls"
_SCORES = re.compile(r"([0-9]{1,9})/([0-9]{1,9})\+([0-9]{1,9})")


@written
class Position(NamedTuple):
    """Whose turn it is, the points of MAX and MIN, the turn's total, and whether the die is rolling."""

    mover: str
    points: tuple[int, int]
    total: int
    rolling: bool = False

    def term(self) -> Term:
        name = "die" if self.rolling else "pig"
        return Compound(name, (Atom(self.mover), *self.points, self.total))


@dataclass(frozen=True)
class Pig(BoardGame[Position]):
    """Who first has `goal` points has won; the die has `faces` numbers. MAX begins.

    Who has the goal with the turn's total holds at once; points above the goal are not counted. The rules
    and the name: J. Scarne; T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP
    Journal 25 (2004).
    """

    goal: int = 10
    faces: int = 6

    movers = ("max", "min")
    bounds = (("goal", 1, 1000), ("faces", 2, 100))

    def initial(self) -> Sequence[Position]:
        return [Position("max", (0, 0), 0)]

    def successors(self, position: Position) -> Sequence[Successor[Position]]:
        if position.rolling or self._over(position):
            return []
        roll = (_ROLL, position._replace(rolling=True))
        return [roll, (_HOLD, self._banked(position, position.total))] if position.total else [roll]

    def chance(self, position: Position) -> Sequence[tuple[Number, Position]]:
        if not position.rolling:
            return ()
        return [(Fraction(1, self.faces), self._shown(position, n)) for n in range(1, self.faces + 1)]

    def _shown(self, position: Position, number: int) -> Position:
        """What follows when the die shows this number."""
        if number == 1:
            return self._banked(position, 0)
        total = position.total + number
        if position.points[self.movers.index(position.mover)] + total >= self.goal:
            return self._banked(position, total)
        return Position(position.mover, position.points, total)

    def _banked(self, position: Position, total: int) -> Position:
        """The opponent's turn, after one that has brought so many points."""
        ours, theirs = position.points
        if position.mover == "max":
            return Position("min", (min(ours + total, self.goal), theirs), 0)
        return Position("max", (ours, min(theirs + total, self.goal)), 0)

    def _over(self, position: Position) -> bool:
        return max(position.points) >= self.goal

    def player(self, position: Position) -> Player:
        if position.rolling:
            raise ContractError("neither_to_move", str(position))
        return super().player(position)

    def static_value(self, position: Position) -> Number:
        """1 or -1 for a finished game; else the lead in points that are safe, as a part of the goal."""
        ours, theirs = position.points
        if self._over(position):
            return 1 if ours >= self.goal else -1
        return exact(Fraction(ours - theirs, self.goal))

    def outcome(self, position: Position) -> Outcome | None:
        if not self._over(position):
            return None
        return Outcome.WON if position.points[0] >= self.goal else Outcome.LOST

    def from_term(self, term: Term) -> Position:
        if not (isinstance(term, Compound) and term.name in ("pig", "die") and len(term.args) == 4):
            expected = "pig(Mover, Max, Min, Total), or the same as die(…)"
            raise self.no_position(f"expected {expected}, found {notation.shown(term)}")
        mover, *numbers = term.args
        if not (isinstance(mover, Atom) and mover.name in self.movers):
            raise self.no_position(f"expected max or min to move, found {notation.shown(mover)}")
        if not all(type(number) is int and number >= 0 for number in numbers):
            expected = f"whole numbers from 0, found {notation.shown(term)}"
            raise self.no_position(f"expected {expected}")
        ours, theirs, total = (number for number in numbers if isinstance(number, int))
        return self._checked(mover.name, ours, theirs, total, term.name == "die")

    def format_position(self, position: Position) -> str:
        ours, theirs = position.points
        return f"{ours}/{theirs}+{position.total} {position.mover}{_ROLLS if position.rolling else ''}"

    def parse_position(self, text: str) -> Position:
        stripped = text.strip()
        rolling = stripped.endswith(_ROLLS)
        scores, mover = self.board_and_mover(stripped.removesuffix(_ROLLS))
        match = _SCORES.fullmatch(scores)
        if match is None:
            expected = "MAX's points/MIN's points+the turn's total, such as 4/0+3"
            raise self.no_position(f"expected {expected}, found {notation.shown_text(scores)}")
        ours, theirs, total = map(int, match.groups())
        return self._checked(mover, ours, theirs, total, rolling)

    def _checked(self, mover: str, ours: int, theirs: int, total: int, rolling: bool) -> Position:
        if max(ours, theirs) > self.goal or ours == theirs == self.goal:
            fault = f"expected at most {self.goal} points, and one winner, found {ours} and {theirs}"
            raise self.no_position(fault)
        if max(ours, theirs) == self.goal and (rolling or total):
            fault = f"the game is over with {self.goal} points: expected no roll and no total"
            raise self.no_position(fault)
        return Position(mover, (ours, theirs), total, rolling)
