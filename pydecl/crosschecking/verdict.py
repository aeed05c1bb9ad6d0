"""What a cross-check found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydecl.errors import Exit, PydeclError
from pydecl.model.result import Rules
from pydecl.model.shown import Shown


@dataclass(frozen=True, repr=False)
class Verdict(Shown):
    """How much was compared: `comparisons` single answers on `positions` positions.

    `rules` says where those in Python came from: written independently or compiled, they were compared with
    those in SWI-Prolog, too; if shared, one engine asked the other for the moves. `left_out` says, of
    engines that are none of the `engines`, why, and `skipped` of programs that cannot run on the rules.
    `gave_up` says of engines why SWI-Prolog was asked for successors that their compiled rules do not tell:
    there, its own were compared with themselves. `limited` says what was compared instead of the
    whole tree from the start, if that takes too long and nobody asked for a depth.
    """

    agree: ClassVar[bool | None] = True
    """Whether all engines agree; None where that is open."""

    game: str
    positions: int
    comparisons: int
    rules: Rules
    engines: Sequence[str] = field(kw_only=True)
    left_out: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    skipped: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    gave_up: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    limited: str = field(default="", kw_only=True)

    def __repr__(self) -> str:
        found = {True: "agree", False: "differ", None: "not finished"}[self.agree]
        return f"<{self.game}: {found}, {self.comparisons} comparisons on {self.positions} positions>"

    @property
    def independent(self) -> bool:
        """Whether the rules in Prolog and in Python were written independently."""
        return self.rules is Rules.INDEPENDENT

    @property
    def exit_code(self) -> Exit:
        return Exit.FINE

    @property
    def said(self) -> str:
        """In a sentence, what was compared, and how it came out."""
        engines = ", ".join(self.engines)
        found = {True: "agree in all", False: "differ in one of", None: "were not compared to the end, in"}
        answers = f"{self.comparisons:,} answers on {self.positions:,} positions"
        return f"The rules and pydecl's programs on the engines {engines} {found[self.agree]} {answers}."

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "positions": self.positions,
            "comparisons": self.comparisons,
            "agree": self.agree,
            "rules": self.rules.value,
            "engines": list(self.engines),
            **({"left_out": "; ".join(self.left_out.values())} if self.left_out else {}),
            **({"skipped": dict(self.skipped)} if self.skipped else {}),
            **({"gave_up": dict(self.gave_up)} if self.gave_up else {}),
            **({"limited": self.limited} if self.limited else {}),
            "divergences": [],
        }


@dataclass(frozen=True, repr=False)
class Agreement(Verdict):
    """All engines agree."""


@dataclass(frozen=True, repr=False)
class Divergence(Verdict):
    """The first place where they do not, in the order of the positions.

    `subject` is what was compared; `position` is in the game's notation; `command` shows it again. Where both
    engines answer the same, `expected` is what the program's contract says. `cause` is what is wrong with a
    naive variant, else empty. Of two engines that differ one is the reference; others were not asked.
    """

    agree = False

    subject: str
    position: str
    answers: Mapping[str, str]
    command: str
    expected: str | None = None
    cause: str = ""

    @property
    def exit_code(self) -> Exit:
        return Exit.DISAGREEMENT

    def text(self, name: str) -> str:
        """Where the engines differ on a game, as this name has it, and how to see it again."""
        how = "differs" if self.expected is None else "is wrong"
        lines = [f"\n{name}: {self.subject} {how} at {self.position}"]
        width = max(7, *map(len, self.answers))
        if self.expected is not None:
            lines.append(f"  promised {self.expected}")
        if self.cause:
            lines.append(f"  {'cause':<{width}} {self.cause}")
        lines += [f"  {engine.capitalize():<{width}} {answer}" for engine, answer in self.answers.items()]
        return "\n".join([*lines, f"  {'again':<{width}} {self.command}"])

    def to_json(self) -> dict[str, Any]:
        answers = self.answers
        found = {"subject": self.subject, "position": self.position, **answers}
        found |= {name: getattr(self, name) for name in ("expected", "cause", "command")}
        return super().to_json() | {"divergences": [found]}


@dataclass(frozen=True, repr=False)
class Unfinished(Verdict):
    """The cross-check could not go on: a limit, an interruption, a broken contract, a dead child."""

    agree = None

    reason: PydeclError

    @property
    def exit_code(self) -> Exit:
        return self.reason.exit_code

    def to_json(self) -> dict[str, Any]:
        return super().to_json() | {"error": str(self.reason)}
