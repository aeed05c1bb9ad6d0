"""What backgammon and bearing off share: positions, rolls, and who is to move.

A position holds what has been rolled; before a roll, and where the game is not over, nobody is to move.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeVar

from pydecl.errors import ContractError
from pydecl.games import notation
from pydecl.games.notation import BoardGame
from pydecl.model.game import Outcome, Player
from pydecl.model.number import Number, counted, exact
from pydecl.model.term import Atom, Compound, PrologList, Term, term_text

Men = tuple[int, ...]
"""How many men of a player are on each own point, from point 1."""

Given = Sequence[Any] | None
"""What a term or a text has where a tuple of whole numbers should be; None where there is no list at all."""


class _Parts(NamedTuple):
    mover: str
    dice: tuple[int, ...]
    ours: Men
    theirs: Men


class Position(_Parts):
    """Whose turn it is, what of the dice can be used (nothing before the roll), and the men of both."""

    __slots__ = ()

    functor: ClassVar[str]
    """The name of its term."""

    @property
    def is_over(self) -> bool:
        """Whether a player has no men left."""
        return not (any(self.ours) and any(self.theirs))

    def term(self) -> Term:
        lists = (PrologList(self.dice), PrologList(self.ours), PrologList(self.theirs))
        return Compound(self.functor, (Atom(self.mover), *lists))

    def __str__(self) -> str:
        return term_text(self.term())


P = TypeVar("P", bound=Position)


class DiceGame(BoardGame[P]):
    """A game of two dice, in which who has no men left has won."""

    @abstractmethod
    def checked(self, mover: str, dice: Given, ours: Given, theirs: Given, found: str) -> P:
        """The position of these parts; raises PositionError, which tells what was `found`."""

    def player(self, position: P) -> Player:
        if not position.dice and not position.is_over:
            raise ContractError("neither_to_move", str(position))
        return super().player(position)

    def outcome(self, position: P) -> Outcome | None:
        if not position.is_over:
            return None
        return Outcome.LOST if any(position.ours) else Outcome.WON

    def from_term(self, term: Term) -> P:
        shape = f"{self.game}(Mover, Dice, Max, Min), Dice, Max and Min lists of whole numbers"
        mover, lists = self.arguments(term, shape)
        dice, ours, theirs = map(notation.list_items, lists)
        return self.checked(mover, dice, ours, theirs, notation.shown(term))


def possible(
    game: str, name: str, size: int, faces: int, dice: Given, ours: Given, theirs: Given, found: str
) -> tuple[tuple[int, ...], Men, Men]:
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


def all_whole(men: object) -> bool:
    """Whether this is a tuple, and not an empty one, of whole numbers from 0."""
    return isinstance(men, tuple) and men != () and all(type(one) is int and one >= 0 for one in men)


def numbers(text: str, mark: str) -> tuple[int, ...] | None:
    """The numbers of a text, divided by `mark`; None if there is something else."""
    parts = text.split(mark) if text else []
    return tuple(map(int, parts)) if all(0 < len(part) < 10 for part in parts) else None


def pips(men: Men) -> int:
    """The points that all men have to go."""
    return sum(point * number for point, number in enumerate(men, 1))


@cache
def rolls(faces: int) -> tuple[tuple[tuple[int, ...], Number], ...]:
    """What the two dice can show, each with its probability; a double counts twice."""
    counts: dict[tuple[int, ...], int] = {}
    for first in range(1, faces + 1):
        for second in range(1, faces + 1):
            dice = (first,) * 4 if first == second else (max(first, second), min(first, second))
            counts[dice] = counts.get(dice, 0) + 1
    return tuple((dice, exact(Fraction(count, faces**2))) for dice, count in sorted(counts.items()))
