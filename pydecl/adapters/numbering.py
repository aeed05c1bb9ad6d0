"""Moves as numbers: learning programs choose a number, and games have moves with names.

By their order: move 0 is the first in the order of the rules. The same number means another move in each
position. By their names: a vocabulary says which name each number stands for, in every position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from pydecl.adapters.opening import Opened
from pydecl.adapters.surveying import Survey
from pydecl.errors import InputError

Actions: TypeAlias = "Literal['order', 'names'] | int | Sequence[str]"
"""How moves are numbered: in the order of the rules, by the names that a survey finds, in the order of the
rules with so many numbers, or by the names of a list."""


Numbering: TypeAlias = "InOrder | ByName"
"""Numbers for the moves of a position, each another one, from 0 to `size` - 1."""


def numbering(opened: Opened, actions: Actions, look: Callable[[], Survey]) -> Numbering:
    """The numbering that is meant; `look` surveys the game. Raises InputError."""
    if isinstance(actions, int) and not isinstance(actions, bool):
        if actions < 1:
            raise InputError(f"there must be at least 1 action, not {actions}")
        return InOrder(opened, actions)
    if actions == "order":
        seen = look()
        return InOrder(opened, max(1, seen.roomy(seen.moves)))
    if actions == "names":
        seen = look()
        if not seen.complete:
            raise InputError(
                f"{opened.game.name} has more than {seen.positions:,} positions, so that not all names of"
                " moves are known: give a list of them, or number the moves in their order"
            )
        return ByName(opened, seen.names)
    if isinstance(actions, str) or not isinstance(actions, Sequence):
        raise InputError(f"actions is 'order', 'names', a number or a list of names, not {actions!r}")
    return ByName(opened, actions)


class InOrder:
    """The first move of a position is 0, the second is 1."""

    def __init__(self, opened: Opened, size: int) -> None:
        self._opened = opened
        self.size = size

    def numbers(self, state: Any, moves: int) -> Sequence[int]:
        """The numbers of a state's moves, so many, in their order. Raises InputError if there are too few."""
        if moves > self.size:
            raise InputError(
                f"{self._opened.text(state)} has {moves} moves, and there are {self.size} actions:"
                f" give actions={moves} or more"
            )
        return range(moves)


class ByName:
    """A move's number is the place of its name in a vocabulary."""

    def __init__(self, opened: Opened, names: Sequence[str]) -> None:
        """Raises InputError where a name is there twice."""
        self._opened = opened
        self._places = {name: place for place, name in enumerate(names)}
        self.size = len(names)
        if len(self._places) < len(names):
            twice = next(name for place, name in enumerate(names) if self._places[name] != place)
            raise InputError(f"the name {twice!r} is there twice")
        if not names:
            raise InputError("there must be at least 1 name")

    def numbers(self, state: Any, moves: int) -> Sequence[int]:  # noqa: ARG002
        names = self._opened.move_texts(state)
        try:
            numbers = [self._places[name] for name in names]
        except KeyError as missing:
            where = self._opened.text(state)
            raise InputError(f"{where} has the move {missing}, which is not among the {self.size}") from None
        if len(set(numbers)) < len(numbers):
            twice = next(name for name in names if names.count(name) > 1)
            where = self._opened.text(state)
            raise InputError(f"{where} has several moves {twice!r}: number the moves in their order")
        return numbers
