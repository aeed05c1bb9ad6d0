"""Marks for what a student has filled in: what is right, what is not, and why.

>>> from pydecl.workbench.practice.exercise import Level
>>> from pydecl.workbench.practice.making import exercise
>>> from pydecl.workbench.practice.reasons import marking_key
>>> from pydecl.workbench.practice.solution import solved
>>> solution = solved(exercise(Level.MINIMAX, 1))
>>> given = {("c", Field.VALUE): "4", ("e", Field.VALUE): "5", ("k", Field.VALUE): "x"}
>>> marks = marked(solution.exercise, marking_key(solution), given)
>>> marks.points, marks.of
(1, 7)
>>> [(mark.node, mark.verdict.value, mark.reason.cause.value) for mark in marks.faults][1:4]
[('a', 'missing', 'missing'), ('e', 'wrong', 'other'), ('i', 'missing', 'missing')]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from pydecl.workbench.practice.causes import Cause, Reason
from pydecl.workbench.practice.exercise import NUMBERS, Exercise, Field
from pydecl.workbench.practice.numerals import number_entry, read_number
from pydecl.workbench.practice.reasons import Blank, Key, accepted
from pydecl.workbench.practice.replay import Entries, following

NO_NUMBER = "This is no number: write 3, -1/2, 0.25 or -inf."

CARRIED_FIELDS = frozenset({Field.CUT, Field.ALPHA, Field.BETA, Field.VALUE})
"""What stays empty below a branch that the student has cut."""

CARRIED = "It follows from your other entries."
"""What is said first of an entry that is wrong for that reason alone."""


class Verdict(Enum):
    """What a mark says."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"

    FOLLOWS = "follows"
    """Wrong, and right if the student's other entries were."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one blank; `points` are 1, 0, or -1 for an entry where none belongs."""

    node: str
    field: Field
    verdict: Verdict
    points: int
    reason: Reason | None = None

    def to_json(self) -> dict[str, Any]:
        """The fields that a page shows."""
        return {
            "node": self.node,
            "field": self.field.value,
            "verdict": self.verdict.value,
            "cause": self.reason and self.reason.cause.value,
            "reason": self.reason and self.reason.text,
        }


@dataclass(frozen=True)
class Marks:
    """The marks of an exercise, without the blanks that stay empty and are; `of` is how many are to be
    filled in."""

    marks: tuple[Mark, ...]
    of: int

    @cached_property
    def points(self) -> int:
        """A point for each blank that is rightly filled in; one less for each entry that does not belong."""
        return max(0, sum(mark.points for mark in self.marks))

    @property
    def faults(self) -> list[Mark]:
        """What is not right."""
        return [mark for mark in self.marks if mark.verdict is not Verdict.RIGHT]

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on: docs/practice.md has them in a table."""
        return {"points": self.points, "of": self.of, "fields": [mark.to_json() for mark in self.marks]}


def marked(exercise: Exercise, key: Key, entries: Entries) -> Marks:
    """Mark some entries by the key to an exercise; each is one that the exercise asks for."""
    follows = following(exercise, entries)
    marks = [
        _mark(node, one, blank, _plain(one, entries.get((node, one))), follows.get((node, one)))
        for (node, one), blank in key.items()
        if blank.right or (node, one) in entries
    ]
    return Marks(tuple(marks), sum(bool(blank.right) for blank in key.values()))


def _plain(one: Field, entry: str | bool | None) -> str | bool | None:
    """An entry as the key has it: a number in its shortest form; a text that is none is left as it is."""
    if one not in NUMBERS or not isinstance(entry, str):
        return entry
    number = read_number(entry)
    return entry if number is None else number_entry(number)


def _mark(node: str, one: Field, blank: Blank, entry: str | bool | None, follows: str | bool | None) -> Mark:
    if entry in blank.right:
        return Mark(node, one, Verdict.RIGHT, 1)
    if entry is None:
        is_carried = follows is None and one in CARRIED_FIELDS
        verdict = Verdict.FOLLOWS if is_carried else Verdict.MISSING
        return Mark(node, one, verdict, 0, blank.missing)
    is_number = one not in NUMBERS or read_number(str(entry)) is not None
    reason = blank.reason(entry) if is_number or not blank.right else Reason(Cause.NO_NUMBER, NO_NUMBER)
    if follows is not None and entry in accepted(follows):
        carried = Reason(reason.cause, f"{CARRIED} {reason.text}")
        return Mark(node, one, Verdict.FOLLOWS, 1 if blank.right else 0, carried)
    return Mark(node, one, Verdict.WRONG, 0 if blank.right else -1, reason)
