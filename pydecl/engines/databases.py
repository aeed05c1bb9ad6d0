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


class Databases:
    """The databases of one game, by the programs that look positions up in them."""

    def __init__(self) -> None:
        self._all: dict[LookedUp, Lookup] = {}

    def __contains__(self, program: LookedUp) -> bool:
        return program in self._all

    def attach(self, program: LookedUp, lookup: Lookup) -> None:
        """Let a database answer for a program, until the game is closed."""
        self._all[program] = lookup

    def answer(self, program: LookedUp, position: Term) -> Answer[Term]:
        """The answer about a position. Raises PositionError if it is not stored."""
        return self._of(program).answer(position)

    def solutions(self, program: LookedUp, positions: Sequence[Term]) -> Sequence[End | None]:
        """How positions end; None for one that is not stored."""
        return self._of(program).solutions(positions)

    def count(self, program: LookedUp) -> int:
        """How many positions are stored."""
        return len(self._of(program))

    def positions(self, program: LookedUp) -> Iterator[Term]:
        """All of them."""
        return iter(self._of(program))

    def _of(self, program: LookedUp) -> Lookup:
        try:
            return self._all[program]
        except KeyError:
            raise InputError(f"{program.value}: the database is not open") from None

    def close(self) -> None:
        """Close them all."""
        for lookup in self._all.values():
            lookup.close()
        self._all = {}


def databases(game: SessionGame) -> Databases:
    """The databases that are attached to a game."""
    return game.companions.of(Databases, Databases)
