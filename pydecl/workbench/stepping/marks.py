"""Which place of a program's text belongs to an event.

A replay tells for each primitive line of a recording (`prolog/support/tracing.pl`) the places that were
tried since the line before, and the place that brought it about. Places are numbered in a table, and equal
rows are kept once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydecl.model.number import Number, equal

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A goal of a clause, or a line of a function.

    `file` is relative to the distribution, such as `prolog/textbook/alphabeta.pl`; a file of the user's has
    its own name. Lines count from 1, columns from 0, `end_column` is exclusive; `top` and `bottom` are the
    first and the last line of the clause or function. `calls` says what is tried there: `staticval/2`, or the
    source of the line; `within` in which clause or function, such as `clause 3 of goodenough/7`.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    top: int
    bottom: int
    calls: str
    within: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "file": self.file,
            "from": [self.line, self.column],
            "to": [self.end_line, self.end_column],
            "calls": self.calls,
            "within": self.within,
        }


@dataclass(frozen=True, slots=True)
class Source:
    """A clause or a function, `lines` from `spot.top` on, and the place of the event."""

    spot: Spot
    lines: tuple[str, ...]

    @property
    def marked(self) -> str:
        """What stands at the place."""
        first, last = self.spot.line - self.spot.top, self.spot.end_line - self.spot.top
        lines = [*self.lines[first:last], self.lines[last][: self.spot.end_column]]
        return "\n".join(lines)[self.spot.column :]


@dataclass(frozen=True, slots=True)
class Tested:
    """A comparison that was made, whether it held, and what was compared, if that is known."""

    spot: int
    held: bool
    operands: tuple[Number | None, Number | None] = (None, None)

    def compares(self, one: Number | None, other: Number | None) -> bool:
        """Whether it compares these two numbers, in any order."""
        a, b = self.operands
        if one is None or other is None or a is None or b is None:
            return False
        return (equal(a, one) and equal(b, other)) or (equal(a, other) and equal(b, one))


Row = tuple[int, tuple[int, ...], tuple[Tested, ...]]
"""The place that brought a line about, those that were tried, and the comparisons."""


@dataclass
class Marks:
    """The places of a replay: for each primitive line the one that brought it about, and those tried before.

    A replay may end early; then what is beyond has no place, and `ended` says why, if there is a reason to
    tell. `text` gives the whole text of a file.
    """

    text: Callable[[str], str]
    ended: str = ""
    spots: list[Spot] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    _known: dict[Row, Row] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """What belongs to the next primitive line."""
        self.rows.append(self._known.setdefault(row, row))

    def at(self, line: int) -> Spot | None:
        """The place that brought a primitive line about."""
        if not 0 <= line < len(self.rows) or self.rows[line][0] == NOWHERE:
            return None
        return self.spots[self.rows[line][0]]

    def decision(self, line: int, one: Number | None = None, other: Number | None = None) -> Spot | None:
        """The comparison that decided what was done before a primitive line: of these two numbers, if it can.

        Else it is the first that held, or the last that was made. So the place is found at which a window
        changed or a cut was decided, in whatever order a program compares.
        """
        if not 0 <= line < len(self.rows):
            return None
        tests = self.rows[line][2]
        of_these = [test for test in tests if test.compares(one, other)]
        for some in (of_these, tests):
            if held := next((test for test in some if test.held), None):
                return self.spots[held.spot]
            if some:
                return self.spots[some[0 if some is of_these else -1].spot]
        return None

    def tried(self, line: int) -> list[Spot]:
        """The places between the line before and this one, in order."""
        if not 0 <= line < len(self.rows):
            return []
        return [self.spots[number] for number in self.rows[line][1]]
