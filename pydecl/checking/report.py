"""What a check of one file found, as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydecl.errors import Exit, PydeclError
from pydecl.model.shown import Shown
from pydecl.rules.catalogue.positions import ENDLESS
from pydecl.rules.finding import Finding, Severity

WORST = (
    *(
        Exit.INTERRUPTED,
        Exit.INTERNAL_FAULT,
        Exit.NO_PROLOG,
        Exit.BAD_INPUT,
        Exit.BROKEN_CONTRACT,
        Exit.LIMIT,
        Exit.DISAGREEMENT,
    ),
    Exit.FINE,
)
"""The exit codes, the worst first."""


def worst(codes: Iterable[Exit]) -> Exit:
    """The worst of some exit codes.

    >>> worst([Exit.FINE, Exit.LIMIT, Exit.BROKEN_CONTRACT]).name
    'BROKEN_CONTRACT'
    """
    return min(codes, key=WORST.index, default=Exit.FINE)


@dataclass(frozen=True)
class Summary:
    """What a game is, as its sample shows. Positions are in the game's notation,
    `read_as` is the title of the convention that its rules follow.

    `branching` is the least, mean and greatest number of successors where there are any, None where no
    position has one; `positions` is how many there are within three plies, and `all_counted` whether that is
    all of them. `programs` says of each program why it cannot run, or errs, and is empty where it can.
    """

    name: str
    read_as: str
    starts: Sequence[str]
    mover: str
    branching: tuple[int, float, int] | None
    positions: int
    all_counted: bool
    looked_at: int
    programs: Mapping[str, str]

    def json(self) -> dict[str, Any]:
        names = ("least", "mean", "most")
        return {
            "name": self.name,
            "read_as": self.read_as,
            "initial": list(self.starts),
            "player": self.mover,
            "branching": None if self.branching is None else dict(zip(names, self.branching, strict=True)),
            "positions_to_depth_3": self.positions,
            "all_counted": self.all_counted,
            "looked_at": self.looked_at,
            "programs": {name: not why for name, why in self.programs.items()},
            "why_not": {name: why for name, why in self.programs.items() if why},
        }


@dataclass(frozen=True)
class Report(Shown):
    """What was found in one file; `refused` is why it could not be loaded, where no finding says so."""

    file: str
    findings: Sequence[Finding] = ()
    refused: PydeclError | None = None
    game: Summary | None = field(default=None)

    def __repr__(self) -> str:
        numbers = {severity.value: self.count(severity) for severity in Severity}
        told = [f"{number} {name}{'s' * (number > 1)}" for name, number in numbers.items() if number]
        refused = [] if self.refused is None else ["not loaded"]
        return f"<{self.file}: {', '.join([*told, *refused]) or 'no findings'}>"

    @property
    def ok(self) -> bool:
        """Whether the file could be loaded and no finding is an error: a search can run on it."""
        return self.refused is None and not self.count(Severity.ERROR)

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        return self.json(strict=False)

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)

    def exit(self, *, strict: bool) -> Exit:
        """The exit code of this file; where `strict`, a warning is one, too."""
        codes = [_exit_of(finding, strict=strict) for finding in self.findings]
        return worst([*codes, self.refused.exit_code] if self.refused else codes)

    def json(self, *, strict: bool) -> dict[str, Any]:
        return {
            "file": self.file,
            "findings": [finding_json(finding) for finding in self.findings],
            "refused": None if self.refused is None else str(self.refused),
            "game": None if self.game is None else self.game.json(),
            "exit": int(self.exit(strict=strict)),
        }


def _exit_of(finding: Finding, *, strict: bool) -> Exit:
    if finding.severity is Severity.ERROR:
        if finding.code is ENDLESS:
            return Exit.LIMIT
        return Exit.BROKEN_CONTRACT if finding.code.name.startswith("P3") else Exit.BAD_INPUT
    return Exit.DISAGREEMENT if strict and finding.severity is Severity.WARNING else Exit.FINE


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding's fields for JSON; line and column are 0 where they are unknown."""
    return {
        "code": finding.code.name,
        "severity": finding.severity.value,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "length": finding.length,
        "message": finding.message,
        "why": finding.code.why,
        "remedy": finding.remedy or finding.code.remedy,
        "source_line": finding.source_line,
    }
