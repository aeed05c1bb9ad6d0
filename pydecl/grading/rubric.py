"""What each part of homework is worth: a rubric, as a TOML file says it.

>>> rubric = read_rubric('''
... title = "Homework 3"
... [points]
... rules = 4
... "minimax/3" = 6
... [deductions]
... equality = 2
... ''', "rubric.toml")
>>> rubric.title, rubric.points, rubric.deductions[Cause.EQUALITY]
('Homework 3', {'rules': 4, 'minimax/3': 6}, 2)
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydecl.errors import InputError
from pydecl.grading.causes import Cause
from pydecl.grading.part import RULES, Part, State, has_no_program
from pydecl.model.number import LEAST_MEMORY
from pydecl.model.program import WHOLE

Points = int | float

PRUNING = "pruning"
"""The row for an alphabeta that prunes: without it, one that does not gets no points at all."""

LEAST = {"time": 0, "positions": 1, "trees": 0, "memory": LEAST_MEMORY, "seed": 0}

KNOWN = tuple(f"{name}/{arity}" for name, arity in WHOLE)
"""The programs that can be required."""


@dataclass(frozen=True)
class Rubric:
    """What parts are worth, what a wrong one loses by its cause, and the limits of a run.

    Without `points` each part is worth one point. A part that is wrong for a cause in `deductions` loses so
    many points; for any other cause it loses all of its own.
    """

    title: str = ""
    points: Mapping[str, Points] = field(default_factory=dict)
    deductions: Mapping[Cause, Points] = field(default_factory=dict)
    limits: Mapping[str, Points] = field(default_factory=dict)

    @property
    def programs(self) -> tuple[str, ...]:
        return tuple(name for name in self.points if name not in (RULES, PRUNING))

    def worth(self, part: str) -> Points:
        return self.points.get(part, 0) if self.points else 1

    def most(self, parts: Sequence[str]) -> Points:
        """What all is worth together; without a rubric, these parts."""
        return sum(self.points.values()) if self.points else len(parts)

    def got(self, part: Part) -> Points:
        """What a part gets, the row for pruning aside."""
        worth = self.worth(part.name)
        if part.state is State.AGREES or (part.state is State.PRUNES_NOTHING and PRUNING in self.points):
            lost: Points = 0
        elif part.cause is not None and part.cause in self.deductions:
            lost = self.deductions[part.cause]
        else:
            return 0
        lost += sum(self.deductions.get(cause, 0) for cause in part.readings)
        return max(0, worth - lost)

    def pruned(self, parts: Sequence[Part]) -> Points:
        """What the row for pruning gets: all of it, if each alphabeta is right and prunes."""
        asked = [part for part in parts if _prunes(part.name)]
        is_right = bool(asked) and all(part.state is State.AGREES for part in asked)
        return self.points.get(PRUNING, 0) if is_right else 0

    def sum(self, parts: Sequence[Part]) -> Points:
        """What a file gets: nothing if none of its programs was found."""
        if has_no_program(parts):
            return 0
        return sum(map(self.got, parts)) + self.pruned(parts)


PLAIN = Rubric()
"""The rubric if none is given: a point for each part that agrees."""


def _prunes(part: str) -> bool:
    return part.startswith("alphabeta/")


def points_text(points: Points) -> str:
    """Points as they are written: no more digits than they need.

    >>> points_text(2.0), points_text(1.5), points_text(0.1 + 0.2)
    ('2', '1.5', '0.3')
    """
    return f"{round(points, 6):g}"


def read_rubric(text: str, file: str) -> Rubric:
    """The rubric that a text says. Raises InputError with the line and what was expected."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = f"{str(error)[:1].lower()}{str(error)[1:]}"
        place = re.search(r"^(.*) \(at line (\d+), column (\d+)\)$", said)
        where = file if place is None else f"{file}:{place[2]}:{place[3]}: not TOML"
        raise InputError(f"{where}: {said if place is None else place[1]}") from None
    return _Reader(text, file).rubric(table)


def required(given: str | None, rubric: Rubric, file: str = "the rubric") -> tuple[str, ...]:
    """The programs that each file must bring: those of `--require`, or else the rubric's rows.

    Raises InputError for a program that is not known, and where both say different things.

    >>> required("minimax/3, alphabeta/5", PLAIN)
    ('minimax/3', 'alphabeta/5')
    """
    if given is None:
        return rubric.programs
    names = tuple(dict.fromkeys(word.strip() for word in given.split(",")))
    check_required(names)
    for name in rubric.programs:
        if name not in names:
            raise InputError(f"{file}: points for {name}, which --require does not name")
    for name in names:
        if rubric.points and name not in rubric.points:
            raise InputError(f"{file}: no points for {name}, which --require names")
    return names


def check_required(names: Sequence[str]) -> None:
    """Raises InputError for a program that is not known, as one without its arity."""
    for name in names:
        if name not in KNOWN:
            raise InputError(f"--require {name}: expected programs out of {', '.join(KNOWN)}")


@dataclass
class _Reader:
    """Checks a table, key by key."""

    text: str
    file: str

    def rubric(self, table: Mapping[str, Any]) -> Rubric:
        self.keys(table, ("title", "points", "deductions", "limits"), "")
        title = table.get("title", "")
        if not isinstance(title, str):
            raise self.fault("title", "", f"title is {_shown(title)}", "a text in quotes")
        points = self.numbers(table, "points", (RULES, PRUNING, *KNOWN))
        if PRUNING in points and not any(map(_prunes, points)):
            what = "points for pruning, but for no alphabeta"
            raise self.fault(PRUNING, "points", what, 'a row such as "alphabeta/5" = 4')
        if "points" in table and not set(points) - {PRUNING}:
            raise self.fault("points", "", "no points for any part", f"rules, {', '.join(KNOWN)}")
        deductions = self.numbers(table, "deductions", [cause.value for cause in Cause])
        limits = self.numbers(table, "limits", tuple(LEAST))
        for name, value in limits.items():
            if name != "time" and not isinstance(value, int):
                raise self.fault(name, "limits", f"{name} is {value}", "a whole number")
        return Rubric(title, points, {Cause(name): n for name, n in deductions.items()}, limits)

    def numbers(self, table: Mapping[str, Any], section: str, known: Sequence[str]) -> dict[str, Points]:
        rows = table.get(section, {})
        if not isinstance(rows, dict):
            raise self.fault(section, "", f"{section} is {_shown(rows)}", f"a table: [{section}]")
        self.keys(rows, known, section)
        for name, value in rows.items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise self.fault(name, section, f"{name} is {_shown(value)}", "a number")
            least = LEAST[name] if section == "limits" else 0
            if value < least:
                raise self.fault(name, section, f"{name} is {value}", f"{least} or more")
        return dict(rows)

    def keys(self, table: Mapping[str, Any], known: Sequence[str], section: str) -> None:
        where = f" in [{section}]" if section else ""
        for key in table:
            if key not in known:
                raise self.fault(key, section, f"unknown key {key!r}{where}", f"one of {', '.join(known)}")

    def fault(self, key: str, section: str, what: str, expected: str) -> InputError:
        line = self.line(key, section)
        return InputError(f"{self.file}{'' if line is None else f':{line}'}: {what}; expected {expected}")

    def line(self, key: str, section: str) -> int | None:
        """The line in which a key of a section stands."""
        here = ""
        for number, line in enumerate(self.text.splitlines(), 1):
            if table := re.match(r"\s*\[\s*([\w\"'./-]+)\s*\]", line):
                here = table[1].strip("\"'")
                if here == key and not section:
                    return number
            elif here == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
                return number
        return None


def _shown(value: object) -> str:
    return f"the text {value!r}" if isinstance(value, str) else f"{str(value).lower()}"
