"""A match as a value: where it began, and each turn since.

>>> from pydecl.model.term import Atom
>>> start, after = Atom("a"), Atom("b")
>>> match = Match(start, "a").played(Turn(Player.MAX, after, "to b"))
>>> str(match.position), len(match.turns), match.undone(People.MAX) == Match(start, "a")
('b', 1, True)
>>> match.undone(People.MIN) is None
True
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from pydecl.model.game import Player
from pydecl.model.term import Term


class People(Enum):
    """Which players are people; the program plays the others."""

    MAX = "max"
    MIN = "min"
    BOTH = "both"
    NONE = "none"

    def play(self, mover: Player | None) -> bool:
        """Whether a person moves for this player; nobody does for chance, None.

        >>> [People.MIN.play(mover) for mover in (Player.MAX, Player.MIN, None)]
        [False, True, False]
        """
        if mover is None or self is People.NONE:
            return False
        return self is People.BOTH or self.value == mover.value


@dataclass(frozen=True)
class Turn:
    """Who moved (None is chance), the position after it, and the move as a record writes it.

    `move` is the move's name, or `to POSITION` where it has none of its own. `comments` follow it.
    """

    mover: Player | None
    position: Term
    move: str
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Match:
    """A start position, also in the game's notation, the turns since, and comments before the first."""

    start: Term
    written: str
    turns: tuple[Turn, ...] = ()
    comments: tuple[str, ...] = ()

    @property
    def position(self) -> Term:
        return self.turns[-1].position if self.turns else self.start

    @property
    def draws(self) -> int:
        """How often chance has moved."""
        return sum(turn.mover is None for turn in self.turns)

    def played(self, turn: Turn) -> Match:
        return replace(self, turns=(*self.turns, turn))

    def undone(self, people: People) -> Match | None:
        """The match before the last turn of a person, or None where no person has moved."""
        for number in reversed(range(len(self.turns))):
            if people.play(self.turns[number].mover):
                return replace(self, turns=self.turns[:number])
        return None

    def commented(self, *comments: str) -> Match:
        """The match with comments on its last turn, each on one line, without what a terminal would obey.

        >>> from pydecl.model.term import Atom
        >>> Match(Atom("a"), "a").commented("a friendly match").comments
        ('a friendly match',)
        """
        shown = ("".join(char if char.isprintable() else " " for char in text) for text in comments)
        lines = tuple(map(str.strip, shown))
        if not self.turns:
            return replace(self, comments=self.comments + lines)
        last = self.turns[-1]
        return replace(self, turns=(*self.turns[:-1], replace(last, comments=last.comments + lines)))
