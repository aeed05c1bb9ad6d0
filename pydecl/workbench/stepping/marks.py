"""Which place of a program's text belongs to an event.

A replay tells for each primitive line of a recording (`prolog/support/tracing.pl`) the places that were
tried since the line before, and the place that brought it about. Places are numbered in a table, and equal
rows are kept once, so that a hundred thousand lines cost some hundred kilobytes.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A goal of a clause, or a line of a function.

    `file` is relative to the distribution, such as `prolog/textbook/alphabeta.pl`. Lines count from 1,
    columns from 0, `end_column` is exclusive; `top` and `bottom` are the first and the last line of the
    clause or function. `calls` says what is tried there: `staticval/2`, or the source of the line.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    top: int
    bottom: int
    calls: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "file": self.file,
            "from": [self.line, self.column],
            "to": [self.end_line, self.end_column],
            "calls": self.calls,
        }


@dataclass
class Marks:
    """The places of a replay: for each primitive line the one that brought it about, and those tried before.

    `decisive` is, between the line before and this one, the first comparison that held, or else the last
    that was made: the place at which a window changed or a cut was decided. A replay may end early; then
    what is beyond has no place.
    """

    spots: list[Spot] = field(default_factory=list)
    main: array[int] = field(default_factory=lambda: array("i"))
    decisive: array[int] = field(default_factory=lambda: array("i"))
    rows: list[tuple[int, ...]] = field(default_factory=list)
    row: array[int] = field(default_factory=lambda: array("i"))
    _known: dict[tuple[int, ...], int] = field(default_factory=dict)

    def add(self, main: int, tried: tuple[int, ...], decisive: int = NOWHERE) -> None:
        """What belongs to the next primitive line."""
        number = self._known.get(tried)
        if number is None:
            number = self._known[tried] = len(self.rows)
            self.rows.append(tried)
        self.main.append(main)
        self.row.append(number)
        self.decisive.append(decisive)

    def at(self, line: int) -> Spot | None:
        """The place that brought a primitive line about."""
        return self._spot(self.main[line]) if 0 <= line < len(self.main) else None

    def decision(self, line: int) -> Spot | None:
        """The comparison that decided what was done before a primitive line."""
        return self._spot(self.decisive[line]) if 0 <= line < len(self.decisive) else None

    def tried(self, line: int) -> list[Spot]:
        """The places between the line before and this one, in order."""
        if not 0 <= line < len(self.row):
            return []
        return [self.spots[number] for number in self.rows[self.row[line]]]

    def _spot(self, number: int) -> Spot | None:
        return None if number == NOWHERE else self.spots[number]
