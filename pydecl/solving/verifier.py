"""Who verifies a stored game: what is the same whatever is stored."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from pydecl.errors import LimitError, PositionError
from pydecl.model.number import INFINITY
from pydecl.model.result import End
from pydecl.model.term import Term
from pydecl.solving.card import Verified
from pydecl.solving.database import Database

EXPANDED = 200
"""Of how many positions SWI-Prolog is asked the successors."""

SEARCHED = 20
"""How many positions are searched on another engine, if they can be within SECONDS each."""

SECONDS, SECONDS_IN_ALL = 1.0, 5.0

OTHER = "python"

SWI = "SWI-Prolog"

ABSENT = "a successor is not stored"


@dataclass(frozen=True)
class Wrong:
    """What is stored of a position and does not follow; `due` is what does, or None, and `why` says more."""

    position: str
    stored: End
    due: End | None
    told_by: str
    why: str = ABSENT

    def to_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "stored": self.stored.to_json(),
            "due": None if self.due is None else self.due.to_json(),
            "told_by": self.told_by,
        }

    def __str__(self) -> str:
        due = self.why if self.due is None else f"{self.told_by} finds {self.due}"
        return f"{self.position} is stored as {self.stored}, but {due}"


class Verifier(ABC):
    """Who verifies all that a database has stored, until the time is over."""

    def __init__(self, database: Database, seconds: float | None) -> None:
        self.database = database
        self._until = None if seconds is None else time.monotonic() + seconds

    def verify(self) -> Verified | Wrong:
        """Verify it; the card of what is right says so from then on.

        Raises InputError where a file is damaged, LimitError where the time is over.
        """
        database = self.database
        wrong = self._by_successors() or self._expanded()
        if wrong is not None:
            return wrong
        searched = self._searched()
        if isinstance(searched, Wrong):
            return searched
        expanded = min(EXPANDED, len(database))
        verified = Verified(datetime.now(UTC).date().isoformat(), len(database), expanded, searched)
        replace(database.card, verified=verified).write(database.folder)
        return verified

    def _by_successors(self) -> Wrong | None:
        """All of them in machine code; and the starts must be there, and what position/1 tells."""
        database = self.database
        if "position/1" not in database.game.defined:
            for start in database.game.initial():
                database.solution(start)
        with database.game.session.within(self.left()):
            roots = database.runner.roots(database.card.coding).keys
            if roots.keys() - database.files.keys():
                raise self.missing()
            for file in database.files.values():
                file.check()
            return self.by_successors(roots)

    @abstractmethod
    def by_successors(self, roots: Mapping[int, bytes]) -> Wrong | None:
        """The first that does not follow from those of its successors, as machine code finds.

        `roots` are keys, by their layers, that must be there. Raises PositionError where one is not, and
        InputError where the card does not say what is there.
        """

    def _expanded(self) -> Wrong | None:
        """Some of them once more, by the moves that SWI-Prolog tells; of ends, that they are some."""
        database, game = self.database, self.database.game
        positions = database.some(EXPANDED)
        with game.session.within(self.left()):
            game.expand(positions)
            for position, stored in zip(positions, database.solutions(positions), strict=True):
                assert stored is not None
                ends = database.solutions(game.following(position))
                known = [end for end in ends if end is not None]
                if len(known) < len(ends):
                    return Wrong(game.format_position(position), stored, None, SWI)
                if not self.follows(position, stored, known):
                    return Wrong(game.format_position(position), stored, self.due(position, known), SWI)
        return None

    @abstractmethod
    def follows(self, position: Term, stored: End, ends: Sequence[End]) -> bool:
        """Whether what is stored of a position follows from how its successors end."""

    @abstractmethod
    def due(self, position: Term, ends: Sequence[End]) -> End:
        """What follows for a position from how its successors end."""

    def _searched(self) -> int | Wrong:
        """How many of some positions another engine could search in time, all with the same result."""
        number, database = 0, self.database
        positions = database.some(SEARCHED)
        until = min(self._until or INFINITY, time.monotonic() + SECONDS_IN_ALL)
        for position, stored in zip(positions, database.solutions(positions), strict=True):
            left = until - time.monotonic()
            if left <= 0:
                break
            found = self.searched(position, min(SECONDS, left))
            if found is None:
                continue
            number += 1
            assert stored is not None
            if not stored.agrees(found):
                written = database.game.format_position(position)
                return Wrong(written, stored, found, f"the engine {OTHER}")
        return number

    @abstractmethod
    def searched(self, position: Term, seconds: float) -> End | None:
        """How a position ends, as another engine finds; None if it does not in time."""

    def written(self, key: bytes) -> str:
        """The position of a key."""
        (position,) = self.database.runner.positions(self.database.card.coding, key)
        return self.database.game.format_position(position)

    def missing(self) -> PositionError:
        """One of the roots is not there."""
        return PositionError(f"one position of position/1 is none of the positions of {self.database.folder}")

    def left(self) -> float | None:
        """The seconds that are left. Raises LimitError if there are none."""
        if self._until is None:
            return None
        left = self._until - time.monotonic()
        if left <= 0:
            raise LimitError("time is up: not all solutions were verified")
        return left
