"""Claims: a sentence of a lecture, and what is worked out about it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from pydecl.claims.workshop import Workshop


class Lecture(Enum):
    """The lectures, by the names of the command line."""

    LECTURE19 = "lecture19"
    OTHELLO = "othello"
    LECTURE20 = "lecture20"
    PROGRESS = "progress"

    @property
    def title(self) -> str:
        return _TITLES[self]


_TITLES = {
    Lecture.LECTURE19: "J. C. Park, CS370 (KAIST), Lecture 19, 'Game Playing'",
    Lecture.OTHELLO: "lecture notes on game tree searching, whose tutorial is an Othello program",
    Lecture.LECTURE20: "M. Brudno, Lecture Notes 20 (July 2000), 'Games'",
    Lecture.PROGRESS: "D. Eppstein, ICS 180 (February 2, 1999), 'Forcing progress in Winning Positions'",
}


class Verdict(Enum):
    """What a claim turned out to be, in its scope."""

    TRUE = "true"
    FALSE = "false"
    UNDERSPECIFIED = "underspecified"
    """The sentence leaves something open, and the answer depends on it."""


@dataclass(frozen=True)
class Found:
    """A verdict and its witness: a position, a tree, a count. `command` shows it, where one does."""

    verdict: Verdict
    witness: str
    command: str | None = None


def found(holds: bool, witness: str, command: str | None = None) -> Found:
    """True or false, as it came out."""
    return Found(Verdict.TRUE if holds else Verdict.FALSE, witness, command)


def unless(wrong: Sequence[str], witness: str, command: str | None = None) -> Found:
    """True, or false if anything is wrong: then the first of that is the witness."""
    return found(not wrong, wrong[0] if wrong else witness, command)


def by_reading(readings: Mapping[str, bool], command: str | None = None) -> Found:
    """The verdict where something is left open: each way to fill it in, and whether the claim holds then.

    >>> by_reading({"e is 0": False, "e is 20": True}).verdict
    <Verdict.UNDERSPECIFIED: 'underspecified'>
    >>> print(by_reading({"with 8 rows": True, "with 4 rows": True}).witness)
    with 8 rows: yes; with 4 rows: yes
    """
    answers = set(readings.values())
    witness = "; ".join(f"{name}: {'yes' if holds else 'no'}" for name, holds in readings.items())
    if len(answers) > 1:
        return Found(Verdict.UNDERSPECIFIED, witness, command)
    return found(answers == {True}, witness, command)


def search_command(game: str, program: str = "minimax", **options: object) -> str:
    """A command line."""
    return command("search", game, **options, program=program)


def command(name: str, *arguments: str, **options: object) -> str:
    """A command line; an option that is None is left out, a negative number goes behind an equals sign."""
    words = ["pydecl", name, *arguments]
    for option, value in options.items():
        key = f"--{option.replace('_', '-')}"
        if value is True:
            words.append(key)
        elif str(value).startswith("-"):
            words.append(f"{key}={value}")
        elif value is not None:
            words += [key, str(value)]
    return shlex.join(words)


Compute = Callable[[Workshop], Found]


@dataclass(frozen=True)
class Claim:
    """A sentence of a lecture: `quotation` as printed, and the `scope` in which `compute` decides it."""

    id: str
    lecture: Lecture
    section: str
    quotation: str
    scope: str
    compute: Compute

    def __str__(self) -> str:
        return self.id

    def to_json(self) -> dict[str, str]:
        told = {name: getattr(self, name) for name in ("id", "section", "quotation", "scope")}
        return told | {"lecture": self.lecture.value}
