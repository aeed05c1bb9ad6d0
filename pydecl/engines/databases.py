"""The databases that answer questions about a game: each is attached to it, and ends with it.

Who opens one stands above the engines: `pydecl/solving/looking_up.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.model.program import LookedUp
from pydecl.model.result import Answer, End
from pydecl.model.term import Term


class Lookup(Protocol):
    """A database of one game, open. Its length is the number of positions, which iterating gives."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Term]: ...

    def answer(self, position: Term) -> Answer[Term]:
        """What it knows of a position. Raises PositionError if it is not stored."""

    def solutions(self, positions: Sequence[Term]) -> Sequence[End | None]:
        """How positions end; None for one that is not stored."""

    def close(self) -> None:
        """Close its files."""


class Databases(dict[LookedUp, Lookup]):
    """The databases of one game, by the programs that look positions up in them; they end with the game."""

    def __missing__(self, program: LookedUp) -> Lookup:
        raise InputError(f"{program.value}: the database is not open")

    def close(self) -> None:
        """Close them all."""
        for lookup in self.values():
            lookup.close()
        self.clear()


def databases(game: SessionGame) -> Databases:
    """The databases that are attached to a game."""
    return game.companions.of(Databases, Databases)
