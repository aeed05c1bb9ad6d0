"""A game as the searches see it: positions, successors, movers and values.

Every value is from MAX's point of view. A position is an immutable, hashable value whose `str` is the
Prolog term of the same position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from pydecl.errors import ContractError, PositionError
from pydecl.model.number import Number, less
from pydecl.model.term import Term, term_text


class Player(Enum):
    """The two players of the lecture: us and them."""

    MAX = "max"
    MIN = "min"

    @property
    def opponent(self) -> Player:
        return Player.MIN if self is Player.MAX else Player.MAX


MAX, MIN = Player
"""For what is done at each node: Python 3.11 takes its time to find a member of an Enum."""


class Outcome(Enum):
    """How a finished game ended, for MAX."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


P = TypeVar("P", bound=Hashable)

Successor = tuple[Term | None, P]
"""A move's name (None where moves have no names) and the position it leads to."""


def checked_value(position: object, value: object) -> Number:
    """A static value that is a number; raises ContractError where it is none, or NaN."""
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool) and value == value:
        return value
    shown = term_text(value) if isinstance(value, float) else str(value)
    raise ContractError("value_is_no_number", str(position), shown)


class Game(ABC, Generic[P]):
    """The rules of a two-player, perfect-information game."""

    name: str
    """What the command line calls the game, options included."""

    source: str
    """Where the rules come from: a file, or the class."""

    moves_again = False
    """Whether a player may move twice in a row; the searches see a pass of the other one between."""

    @abstractmethod
    def initial(self) -> Sequence[P]:
        """The start positions; empty where the rules name none."""

    @abstractmethod
    def successors(self, position: P) -> Sequence[Successor[P]]:
        """The moves and the positions they lead to, in order; empty at the game's end."""

    def afters(self, position: P) -> Sequence[P]:
        """The positions that the moves lead to, in order."""
        return [after for _, after in self.successors(position)]

    @abstractmethod
    def player(self, position: P) -> Player:
        """Who is to move, at terminal positions too.

        Raises ContractError where both or neither is.
        """

    @property
    def player_if_any(self) -> Callable[[P], Player | None]:
        """`player`, or what answers None if nobody is to move, where the text of the error is dear."""
        return self.player

    def player_or(self, position: P, due: Player | None) -> Player:
        """Who is to move; at an end for which the rules name no player it is `due`, whose turn it would be.

        Raises ContractError as `player`, and if nobody is named and `due` is None.
        """
        try:
            return self.player(position)
        except ContractError as error:
            if due is None or error.fault != "neither_to_move" or self.following(position):
                raise
            return due

    def is_nobodys_end(self, position: P) -> bool:
        """Whether the game is over here, and the rules do not say who is to move."""
        return not self.following(position) and not self.all_movers(position)

    def all_movers(self, position: P) -> Sequence[Player]:
        """Who is to move: both and none are no faults here."""
        try:
            return (self.player(position),)
        except ContractError as error:
            if error.fault == "both_to_move":
                return tuple(Player)
            if error.fault == "neither_to_move":
                return ()
            raise

    @abstractmethod
    def static_value(self, position: P) -> Number:
        """v(P), from MAX's point of view.

        Raises ContractError where there is no value, several, or one that is no number.
        """

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended for MAX here, or None where it goes on.

        Where a game says nothing else, a terminal position is won if its static value is positive,
        lost if it is negative, and drawn otherwise.
        """
        if self.successors(position):
            return None
        value = checked_value(position, self.static_value(position))
        if less(0, value):
            return Outcome.WON
        return Outcome.LOST if less(value, 0) else Outcome.DRAWN

    def terminal_won(self, position: P) -> bool:
        """terminalwon/1 of the lecture."""
        return self.outcome(position) is Outcome.WON

    def terminal_lost(self, position: P) -> bool:
        """terminallost/1 of the lecture."""
        return self.outcome(position) is Outcome.LOST

    def positions(self) -> Iterable[P] | None:
        """position/1: positions of the game, where one start does not lead to all of them; else None."""
        return None

    # What some programs ask besides

    def turbulent(self, position: P) -> bool:  # noqa: ARG002
        """turbulent/1: a position that quiescence search does not evaluate at the depth limit."""
        return False

    def plausible(self, position: P, successor: P) -> bool:  # noqa: ARG002
        """plausible/2: a successor that forward pruning keeps."""
        return False

    def chance(self, position: P) -> Sequence[tuple[Number, P]]:  # noqa: ARG002
        """chance/3: the probabilities and what follows, in order, where chance is to move; else empty.

        The probabilities are exact numbers above 0 that add up to 1.
        """
        return ()

    def turn(self, position: P) -> Player | None:
        """Who is to move; None where that is chance. Raises ContractError as `player`."""
        return None if self.chance(position) else self.player(position)

    def following(self, position: P) -> Sequence[P]:
        """The positions that can follow by a move or by chance, in order."""
        chances = self.chance(position)
        followers = chances or self.successors(position)
        return [after for _, after in followers]

    @abstractmethod
    def to_term(self, position: P) -> Term:
        """The position as the Prolog term that the rules file uses."""

    @abstractmethod
    def from_term(self, term: Term) -> P:
        """The position that a Prolog term stands for; raises PositionError for any other term."""

    def text(self, position: P) -> str:
        """The position's term as text, for messages."""
        return str(position)

    def format_position(self, position: P) -> str:
        """The position in the game's notation, which `parse_position` reads back."""
        return term_text(self.to_term(position))

    def parse_position(self, text: str) -> P:
        """The position that a text in the game's notation stands for; raises PositionError."""
        raise PositionError(f"{self.name} has no notation of its own: write {text!r} as a Prolog term")
