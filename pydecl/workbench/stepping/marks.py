"""Which place of a program's text belongs to an event.

A replay tells for each primitive line of a recording (`prolog/support/tracing.pl`) the goals that were tried
since the line before, and the goal that brought it about: rows, as `prolog/support/notes.pl` writes them.
Goals are numbered in a table, and equal rows are kept once.

>>> told_row("3 1,3 1:1:4:-inf;3:0:5:x", 9)
(3, (1, 3), (Tested(spot=1, held=True, operands=(4, -inf)), Tested(spot=3, held=False, operands=(5, None))))
>>> told_row("-1 - -", 9), told_row("9 - -", 9), told_row("0 1,x -", 9)
((-1, (), ()), None, None)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pydecl.errors import PydeclError
from pydecl.model.number import Number, equal
from pydecl.model.replay import Goal
from pydecl.rules.syntax import line_starts
from pydecl.tracing.deriving import number_of

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Spot:
    """A goal of a clause.

    `file` is relative to the distribution, such as `prolog/textbook/alphabeta.pl`; a file of the user's has
    its own name. Lines count from 1, columns from 0, `end_column` is exclusive; `top` and `bottom` are the
    first and the last line of the clause. `calls` says what is tried there, such as `staticval/2`; `within`
    in which clause, such as `clause 3 of goodenough/7`.
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
    """A clause, `lines` from `spot.top` on, and the place of the event."""

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


def told_row(text: str, count: int) -> Row | None:
    """A row about `count` goals; None for a text that is none."""
    try:
        main, tried, tests = text.split(" ")
        row = (
            int(main),
            tuple(map(int, _parts(tried, ","))),
            tuple(_test(part.split(":")) for part in _parts(tests, ";")),
        )
    except (ValueError, PydeclError):
        return None
    numbers = [*row[1], *(test.spot for test in row[2])]
    return row if NOWHERE <= row[0] < count and all(0 <= one < count for one in numbers) else None


def add_rows(marks: Marks, rows: Iterable[str]) -> bool:
    """Add what rows tell, nothing for an empty one; False at the first that is no row about the goals."""
    known: dict[str, Row | None] = {"": (NOWHERE, (), ())}
    for row in rows:
        if row not in known:
            known[row] = told_row(row, len(marks.spots))
        found = known[row]
        if found is None:
            return False
        marks.rows.append(found)
    return True


def _parts(text: str, between: str) -> Sequence[str]:
    return () if text == "-" else text.split(between)


def _test(fields: Sequence[str]) -> Tested:
    number, held, one, other = fields
    return Tested(int(number), held == "1", (_operand(one), _operand(other)))


@lru_cache(4096)
def _operand(text: str) -> Number | None:
    found = None if text == "x" else number_of(text)
    return found if isinstance(found, Number) and found == found else None


def places(goals: Sequence[Goal], texts: Mapping[str, tuple[str, str]]) -> list[Spot] | None:
    """Where the goals stand; `texts` are the names and texts of the files. None if one lies in none of them.

    Clauses of a predicate are counted in the order in which they stand in a file.

    >>> texts = {"/rules/a.pl": ("a.pl", "p(1).\\np(X) :- q,\\n    r(X).\\n")}
    >>> [spot] = places([Goal("/rules/a.pl", (21, 25, 6, 25), "p/1", "r/1")], texts) or []
    >>> (spot.line, spot.column), (spot.end_line, spot.end_column), spot.top, spot.bottom, spot.within
    ((3, 4), (3, 8), 2, 3, 'clause 1 of p/1')
    """
    lines = {file: line_starts(text) for file, (_, text) in texts.items()}
    tops = {(goal.file, goal.head): set[int]() for goal in goals}
    for goal in goals:
        tops[goal.file, goal.head].add(goal.offsets[2])
    clauses = {key: {top: at for at, top in enumerate(sorted(found), 1)} for key, found in tops.items()}
    spots = []
    for goal in goals:
        start, end, top, bottom = goal.offsets
        if goal.file not in texts or not 0 <= top <= start < end <= bottom <= len(texts[goal.file][1]):
            return None
        starts = lines[goal.file]
        clause = clauses[goal.file, goal.head][top]
        spots.append(
            Spot(
                texts[goal.file][0],
                *_place(starts, start),
                *_place(starts, end),
                _place(starts, top)[0],
                _place(starts, bottom)[0],
                goal.calls,
                f"clause {clause} of {goal.head}",
            )
        )
    return spots


def _place(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """The line, from 1, and the column, from 0."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1]
