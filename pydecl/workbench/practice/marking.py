"""What a student has filled in, read from JSON or from the text of a sheet; and marks for it.

In a sheet's text a line `exercise: level shallow, seed 7` (and `, game nim`) begins an exercise; each line
after it has a node and its blanks: `b | cut: x | alpha: -inf | beta: | value: 3`.

>>> (filled,) = read_sheet("exercise: level minimax, seed 1\\na | value: 3 | best: b\\n", "sheet.txt")
>>> filled.level, filled.seed, [line.source_line for line in filled.lines]
(<Level.MINIMAX: 'minimax'>, 1, ['a | value: 3 | best: b'])
>>> read_sheet("exercise: level minimax, seed one\\n", "sheet.txt")
Traceback (most recent call last):
    ...
pydecl.errors.SourceError: sheet.txt:1:1: expected exercise: level LEVEL, seed N, and perhaps ', game NAME'
  exercise: level minimax, seed one
  ^

A mistake further down or to the left is held against a student once. A replay walks the tree as the program
does, and takes what the student has written for what it would compute: so an entry that is right given the
others is told from one that is not. A branch is left out if the student has cut it.

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

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

from pydecl.errors import Diagnostic, InputError, SourceError
from pydecl.model.number import INFINITY, Number, equal, exact, less
from pydecl.tracing.events import Turn
from pydecl.workbench.practice.exercise import (
    ALPHA_BETA,
    CHOICES,
    NUMBERS,
    WINDOW,
    Exercise,
    Field,
    Level,
    Node,
    check_seed,
    level_named,
)
from pydecl.workbench.practice.numerals import LONGEST, number_entry, read_number
from pydecl.workbench.practice.reasons import Blank, Cause, Key, Reason, accepted

Entries = Mapping[tuple[str, Field], str | bool]
"""What a student has filled in, by node and field: True for a cut, a child's id, or the text of a number."""


@dataclass
class _Replay:
    exercise: Exercise
    entries: Entries
    found: dict[tuple[str, Field], str | bool] = field(default_factory=dict)
    leaves: int = 0

    def value(self, node: Node, alpha: Number, beta: Number) -> Number:
        """What a node gives back by the entries below it."""
        if node.value is not None:
            self.leaves += 1
            return node.value
        alpha, beta = self._taken(node, Field.ALPHA, alpha), self._taken(node, Field.BETA, beta)
        if node.mover is Turn.CHANCE:
            values = [self.value(self.exercise[child], alpha, beta) for child in node.children]
            pairs = zip(node.probabilities, values, strict=True)
            return self._taken(node, Field.VALUE, _mean(list(pairs)))
        best = self._best(node, alpha, beta)
        return self._taken(node, Field.VALUE, best)

    def _best(self, node: Node, alpha: Number, beta: Number) -> Number:
        is_max, has_cuts = node.mover is Turn.MAX, self.exercise.level in ALPHA_BETA
        best: Number = -INFINITY if is_max else INFINITY
        best_child = node.children[0]
        is_met = False
        for child in node.children:
            if has_cuts and is_met:
                self.found[child, Field.CUT] = True
            if self.entries.get((child, Field.CUT)) is True:
                continue
            value = self.value(self.exercise[child], alpha, beta)
            if less(best, value) if is_max else less(value, best):
                best, best_child = value, child
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            is_met = less(beta, alpha) or (not self.exercise.is_strict and equal(alpha, beta))
        if node is self.exercise.root:
            self.found[node.id, Field.BEST] = best_child
        return best

    def _taken(self, node: Node, one: Field, computed: Number) -> Number:
        """The student's number if there is one, or else the computed one, which is noted."""
        if one not in self.exercise.fields(node):
            return computed
        self.found[node.id, one] = number_entry(computed)
        entry = self.entries.get((node.id, one))
        own = read_number(entry) if isinstance(entry, str) else None
        return computed if own is None else own


def _mean(pairs: list[tuple[Number, Number]]) -> Number:
    """The mean by probabilities; the first infinite value makes it infinite."""
    for _, value in pairs:
        if isinstance(value, float):
            return value
    return exact(sum((Fraction(odds) * Fraction(value) for odds, value in pairs), Fraction(0)))


def following(exercise: Exercise, entries: Entries) -> Mapping[tuple[str, Field], str | bool]:
    """The entry of each blank that follows from the others; what is not there stays empty.

    On the level `ordering` no entry but the number of leaves follows from another one.
    """
    replay = _Replay(exercise, entries)
    replay.value(exercise.root, *WINDOW)
    if exercise.level is Level.ORDERING:
        replay.found[exercise.root.id, Field.LEAVES] = str(replay.leaves)
    return replay.found


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


# What is filled in

HEAD = re.compile(r"exercise: *level +(\w+), *seed +(\d+)(?:, *game +(\S+))? *")
"""The line that begins an exercise."""

CUT = {"x": True, "yes": True, "cut": True, "✗": True, "no": False, "-": False}
"""How a cut is written."""


@dataclass(frozen=True, slots=True)
class Filled:
    """An exercise of a sheet and the lines of its form, by their places; `game` is empty for a tree."""

    level: Level
    seed: int
    game: str
    lines: tuple[Diagnostic, ...]

    def entries(self, exercise: Exercise) -> Entries:
        """The entries, if they belong to the exercise. Raises SourceError."""
        found: dict[tuple[str, Field], str | bool] = {}
        for line in self.lines:
            for node, name, text, place in _blanks(line):
                try:
                    one = _field(name)
                    entry = _entry(exercise, node, one, text) if text else None
                except InputError as error:
                    raise _fault(place, str(error)) from None
                if entry is not None:
                    found[node, one] = entry
        return found


def entries_of(exercise: Exercise, given: object) -> Entries:
    """The entries in JSON: by node, and by field, texts, and true for a cut. Raises InputError."""
    if not isinstance(given, dict) or not all(isinstance(here, dict) for here in given.values()):
        raise InputError('expected entries by node and blank: {"a": {"value": "3"}}')
    found: dict[tuple[str, Field], str | bool] = {}
    for node, here in given.items():
        for name, text in here.items():
            one = _field(name)
            is_tick = one is Field.CUT and isinstance(text, bool)
            entry = _entry(exercise, node, one, ("x" if text else "") if is_tick else text)
            if entry is not None:
                found[node, one] = entry
    return found


def read_sheet(text: str, file: str) -> list[Filled]:
    """The exercises of a sheet's text, with what is written there. Raises SourceError."""
    found: list[tuple[Level, int, str, list[Diagnostic]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        place = Diagnostic(file, number, 1, "", line)
        if line.startswith("exercise:"):
            found.append((*_head(line, place), []))
        elif found and re.match(r"\s*[a-z]\d*\s*\|", line):
            found[-1][3].append(place)
    if not found:
        expected = "exercise: level minimax, seed 1"
        raise InputError(f"{file}: no exercise in it: expected a line such as {expected!r}")
    return [Filled(level, seed, game, tuple(lines)) for level, seed, game, lines in found]


def _fault(place: Diagnostic, message: str) -> SourceError:
    return SourceError([replace(place, message=message)])


def _head(line: str, place: Diagnostic) -> tuple[Level, int, str]:
    match = HEAD.fullmatch(line)
    if match is None:
        raise _fault(place, "expected exercise: level LEVEL, seed N, and perhaps ', game NAME'")
    try:
        level, seed = level_named(match[1]), int(match[2])
        check_seed(seed)
    except InputError as error:
        raise _fault(place, str(error)) from None
    return level, seed, match[3] or ""


def _blanks(line: Diagnostic) -> Iterator[tuple[str, str, str, Diagnostic]]:
    """The blanks of a line: the node, the blank's name, what is filled in, and where. Raises SourceError."""
    name, *parts = line.source_line.split("|")
    column = len(name) + 2
    for part in parts:
        here = replace(line, column=column + len(part) - len(part.lstrip()))
        column += len(part) + 1
        field, colon, entry = part.partition(":")
        if not colon:
            raise _fault(here, "expected a blank and a colon, such as value:")
        yield name.strip(), field.strip(), entry.strip(" _\t"), here


def _field(name: object) -> Field:
    try:
        return Field(name)
    except ValueError:
        expected = ", ".join(one.value for one in Field)
        raise InputError(f"{str(name)[:40]!r} is no blank: expected one of {expected}") from None


def _entry(exercise: Exercise, node: str, one: Field, text: Any) -> str | bool | None:
    """What is entered in a blank, None for nothing. Raises InputError."""
    if node not in exercise.by_id:
        raise InputError(f"{node[:40]!r} is no node of this exercise")
    if one not in exercise.fields(exercise[node]):
        raise InputError(f"{node} has no blank {one.value!r} in this exercise")
    if not isinstance(text, str):
        raise InputError(f"{one.value} at {node}: expected a text")
    if len(text) > LONGEST:
        raise InputError(f"{one.value} at {node}: an entry has at most {LONGEST} characters")
    if not text.strip():
        return None
    if one in NUMBERS:
        return text
    if one in CHOICES:
        if text.strip() not in exercise[node].children:
            expected = ", ".join(exercise[node].children)
            raise InputError(f"{one.value} at {node}: {text!r} is no child of it: expected one of {expected}")
        return text.strip()
    if text.strip().lower() not in CUT:
        raise InputError(f"cut at {node}: expected x or nothing, not {text!r}")
    return CUT[text.strip().lower()] or None
