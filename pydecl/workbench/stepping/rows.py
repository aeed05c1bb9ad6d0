"""Goals and rows as `prolog/support/marks.pl` and `notes.pl` tell them, read.

>>> told_row("3 1,3 1:1:4:-inf;3:0:5:x", 9)
(3, (1, 3), (Tested(spot=1, held=True, operands=(4, -inf)), Tested(spot=3, held=False, operands=(5, None))))
>>> told_row("-1 - -", 9), told_row("9 - -", 9), told_row("0 1,x -", 9)
((-1, (), ()), None, None)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from pydecl.errors import PydeclError
from pydecl.model.number import Number
from pydecl.model.replay import Goal
from pydecl.rules.syntax import line_starts
from pydecl.tracing.deriving import number_of
from pydecl.workbench.stepping.marks import NOWHERE, Marks, Row, Spot, Tested


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
        marks.add(found)
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
