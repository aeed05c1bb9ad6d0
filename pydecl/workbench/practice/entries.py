"""What a student has filled in, read from JSON or from the text of a sheet.

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
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydecl.errors import Diagnostic, InputError, SourceError
from pydecl.workbench.practice.exercise import (
    CHOICES,
    NUMBERS,
    Exercise,
    Field,
    Level,
    check_seed,
    level_named,
)
from pydecl.workbench.practice.marking import Entries
from pydecl.workbench.practice.numerals import LONGEST

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
