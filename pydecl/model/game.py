"""A game as the searches see it: positions, successors, movers and values.

Every value is from MAX's point of view. A position is an immutable, hashable value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, Generic, cast

from pydecl.errors import ContractError, InputError, PositionError
from pydecl.model.number import Number, is_number
from pydecl.model.plain import TERMS, MoveName, Shapes
from pydecl.model.player import MAX, MIN, Outcome, P, Player, by_sign
from pydecl.model.position import Position
from pydecl.model.reader import read_term
from pydecl.model.term import Term, term_text

__all__ = [
    "CANONICAL",
    "FOLD",
    "MAX",
    "MIN",
    "MOVES_AGAIN",
    "Game",
    "Outcome",
    "P",
    "Player",
    "Successor",
    "checked_value",
]


CANONICAL = "canonical/2"
"""What rules define that tell which positions are symmetric."""

FOLD = "fold/0"
"""Among what a game defines: its symmetric positions are folded."""

MOVES_AGAIN = "moves_again/0"
"""Among what a game defines: a player may move again in it, and so it has passes."""

Successor = tuple[Term | None, P]
"""A move's name (None where moves have no names) and the position it leads to."""


def checked_value(position: object, value: object) -> Number:
    """A static value that is a number; raises ContractError where it is none, or NaN."""
    if is_number(value) and value == value:
        return value
    written = repr if isinstance(value, str) else term_text if isinstance(value, float) else str
    raise ContractError("value_is_no_number", str(position), written(value))  # type: ignore[arg-type]


def _home(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


class Game(ABC, Generic[P]):
    """The rules of a two-player, perfect-information game.

    A game in Python is a subclass with `initial`, `moves`, `player` and `static_value`, and with `outcome` if
    an end is not won, lost or drawn as its static value says. Its positions are tuples, strings, numbers,
    frozensets, named tuples or frozen dataclasses; if they are anything else, it has `to_term` and
    `from_term` besides. `pydecl.testing.check_game` says what is wrong with one.

    >>> class Pile(Game[tuple[str, int]]):
    ...     def initial(self):
    ...         return [("max", 4)]
    ...
    ...     def moves(self, position):
    ...         player, left = position
    ...         other = "min" if player == "max" else "max"
    ...         return [(f"take {n}", (other, left - n)) for n in (1, 2, 3) if n <= left]
    ...
    ...     def player(self, position):
    ...         return Player(position[0])
    ...
    ...     def static_value(self, position):
    ...         player, left = position
    ...         return 0 if left else -1 if player == "max" else 1
    >>> Pile().start.moves()[2]
    Pile().position('[max,4]').move('take 3')
    >>> print(Pile().start.play("take 3"))
    [min,1]
    """

    name: str
    """What the command line calls the game, options included."""

    source: str
    """Where the rules come from: a file, or the class."""

    _shapes: ClassVar[Shapes]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._shapes = Shapes()
        inherited = [base for base in cls.__mro__[1:] if issubclass(base, Game)]
        if getattr(cls, "name", None) in (None, *(base.__name__ for base in inherited)):
            cls.name = cls.__name__
        if getattr(cls, "source", None) in (None, *map(_home, inherited)):
            cls.source = _home(cls)

    def __repr__(self) -> str:
        given = ", ".join(
            f"{key}={value!r}"
            for key, value in vars(self).items()
            if not key.startswith("_") and key != "name"
        )
        return f"{type(self).__name__}({given})"

    def is_same_as(self, other: Game[Any]) -> bool:
        """Whether these are the same rules, so that equal positions are the same position."""
        return self is other or (type(self) is type(other) and vars(self) == vars(other))

    moves_again = False
    """Whether a player may move twice in a row; the searches see a pass of the other one between."""

    @abstractmethod
    def initial(self) -> Sequence[P]:
        """The start positions; empty where the rules name none."""

    def moves(self, position: P) -> Iterable[tuple[MoveName | None, P]]:
        """The moves and the positions they lead to, in order; none at the game's end.

        A move's name is a text, a number, a tuple of these, a term, or None where moves have no names.
        """
        return self.successors(position)

    def successors(self, position: P) -> Sequence[Successor[P]]:
        """As `moves`, with names that are terms."""
        if type(self).moves is Game.moves:
            raise TypeError(f"{type(self).__name__} has no moves: define moves(self, position)")
        name = self._shapes.name
        return [(name(move), after) for move, after in self.moves(position)]

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
        return by_sign(checked_value(position, self.static_value(position)))

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

    def canonical(self, position: P) -> P:
        """canonical/2: the position that stands for this one and for all that are symmetric to it."""
        return position

    def turn(self, position: P) -> Player | None:
        """Who is to move; None where that is chance. Raises ContractError as `player`."""
        return None if self.chance(position) else self.player(position)

    def following(self, position: P) -> Sequence[P]:
        """The positions that can follow by a move or by chance, in order."""
        chances = self.chance(position)
        followers = chances or self.successors(position)
        return [after for _, after in followers]

    def to_term(self, position: P) -> Term:
        """The position as a Prolog term: the one that the rules file uses, where there is one.

        Raises InputError for what is no plain value: see `pydecl.model.plain`.
        """
        return self._shapes.term(position)

    def from_term(self, term: Term) -> P:
        """The position that a Prolog term stands for; raises PositionError for any other term."""
        try:
            return cast(P, self._shapes.value(term))
        except PositionError:
            for start in self.initial():  # which tells of classes that were not met yet
                self.to_term(start)
            return cast(P, self._shapes.value(term))

    def text(self, position: P) -> str:
        """The position's term as text, for messages."""
        return term_text(self.to_term(position))

    def format_position(self, position: P) -> str:
        """The position in the game's notation, which `parse_position` reads back."""
        return term_text(self.to_term(position))

    def write(self, term: Term) -> str:
        """A term, such as a move's name, as the game's rules write it."""
        return term_text(term)

    def parse_position(self, text: str) -> P:
        """The position that a text in the game's notation stands for; raises PositionError."""
        try:
            return self.from_term(read_term(text))
        except PositionError:
            raise
        except InputError as error:
            raise PositionError(
                f"{text!r} is not a position of {self.name}, and not a Prolog term: {error}"
            ) from None

    # For people

    @property
    def starts(self) -> tuple[Position[P], ...]:
        """The start positions."""
        return tuple(Position(self, state) for state in self.initial())

    @property
    def start(self) -> Position[P]:
        """The first start position. Raises InputError where the rules name none."""
        for state in self.initial():
            return Position(self, state)
        raise InputError(f"{self.name}: the rules have no initial/1: give a position")

    def position(self, at: Position[Any] | Term | str | Hashable) -> Position[P]:
        """A position, given as one, as a term, as its text in the game's notation, or as its own value.

        Raises PositionError where it is none.
        """
        if isinstance(at, Position):
            return Position(self, self.from_term(at.term))
        if isinstance(at, TERMS):
            return Position(self, self.from_term(cast(Term, at)))
        if not isinstance(at, str):
            return Position(self, self.from_value(at))
        try:
            return Position(self, self.parse_position(at))
        except PositionError:
            if any(isinstance(state, str) for state in self.initial()):
                return Position(self, cast(P, at))
            raise

    def from_value(self, value: Any) -> P:
        """The position that a value of Python's stands for: here, itself."""
        return cast(P, value)
