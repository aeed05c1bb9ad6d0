"""What a comparison of a system with rules has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pydecl.errors import Exit, PydeclError


@dataclass(frozen=True)
class Difference:
    """Where a system is not as the rules, or not as itself."""

    kind: str
    """end, result, mover, missing move, extra move, stop; or the law that is broken: see `laws.py`."""
    line: Sequence[tuple[str | None, str]]
    """The moves, as the rules call them and as the system does; the rules have none for a law."""
    expected: str
    found: str
    boards: tuple[str | None, str | None] = (None, None)
    borne_out: str = "proved"
    """Whether no pairing of the moves explains it (proved), or none with the names that are borne out."""
    script: Sequence[str] = ()
    """A program that shows it without pydecl."""
    output: str = ""
    """What that has printed in a process of its own."""


@dataclass(frozen=True)
class CourtVerdict:
    """How much was compared, and the differences."""

    rules: str
    system: str
    positions: int = 0
    moves: int = 0
    plies: int = 0
    """The longest line."""
    games: int = 0
    """How many of them were random games."""
    laws: Sequence[str] = ()
    """The laws that the system was held against."""
    unsettled: int = 0
    """Differences that another pairing of the moves may explain: nothing is said about them."""
    excepted: Mapping[str, int] = field(default_factory=dict)
    """How many differences were allowed, by what allows them."""
    seconds: float = 0.0
    differences: Sequence[Difference] = field(default=())
    reason: PydeclError | None = None
    """What ended the comparison early."""
    stop: Difference | None = None
    """On which line the system did, if that was the reason."""

    @property
    def told(self) -> Sequence[Difference]:
        """All that is told of on a line."""
        return [*self.differences, *([] if self.stop is None else [self.stop])]

    @property
    def agree(self) -> bool | None:
        """Whether the system is as the rules; None if that is open."""
        if self.differences:
            return False
        return None if self.reason is not None or self.unsettled or not self.positions else True

    @property
    def exit_code(self) -> Exit:
        if self.differences:
            return Exit.DISAGREEMENT
        if self.reason is not None:
            return self.reason.exit_code
        return Exit.FINE if self.agree else Exit.LIMIT

    def to_json(self) -> dict[str, Any]:
        """The fields that other programs may rely on."""
        fields = {
            key: value for key, value in vars(self).items() if key not in ("differences", "reason", "stop")
        }
        error = {} if self.reason is None else {"error": str(self.reason)}
        return {
            **fields,
            "laws": list(self.laws),
            "agree": self.agree,
            "differences": [asdict(one) for one in self.differences],
            "stop": self.stop and asdict(self.stop),
            **error,
        }
