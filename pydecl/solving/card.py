"""What is said of a solved game that is stored: for programs as `card.json`, for people as `README.md`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pydecl.errors import InputError
from pydecl.model.keyed import KEY_WORDS, KeyCoding

FORMAT = 1

CARD, PAGE = "card.json", "README.md"


@dataclass(frozen=True)
class Stored:
    """A file of the positions of a layer, in the order of their keys.

    Keys of one word are kept without the `shift` lowest bits, which are 0 in all of them.
    """

    name: str
    layer: int
    shift: int
    positions: int
    sha256: str
    bytes: int
    after: Sequence[int] = ()
    """The layers of the positions that follow."""


@dataclass(frozen=True)
class Furthest:
    """A position that is furthest from its end, among some."""

    plies: int
    position: str


@dataclass(frozen=True)
class Table:
    """The positions where a player is to move, by their outcomes for MAX."""

    player: str
    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: Furthest | None
    longest_loss: Furthest | None


@dataclass(frozen=True)
class LongestLine:
    """A position that is furthest from its end, and play to it from there."""

    outcome: str
    plies: int
    position: str
    line: Sequence[str]


@dataclass(frozen=True)
class Verified:
    """How the solutions were verified, and when, as `YYYY-MM-DD`.

    Each of `positions` follows from its successors; SWI-Prolog itself gave the successors of `expanded` of
    them, and another engine searched `searched`.
    """

    date: str
    positions: int
    expanded: int
    searched: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Card:
    """What is stored, and of which rules.

    `source` is a bundled game with its options, or the path of a rules file from the folder of the card;
    `rules` is the digest of the rules. `words`, `codes` and `layering` say how keys are written. `counts` are
    by outcome and plies, the rows of `table` by who is to move. If `fold`, one of symmetric positions stands
    for all.
    """

    game: str
    source: str
    convention: str | None
    moves_again: bool
    rules: str
    pydecl: str
    words: int
    codes: str
    layering: int
    positions: int
    ends: int
    start: Mapping[str, Any] | None
    counts: Mapping[str, Mapping[str, int]]
    table: Sequence[Table]
    longest: Sequence[LongestLine]
    files: Sequence[Stored]
    seconds: float
    verified: Verified | None = None
    fold: bool = False
    format: int = field(default=FORMAT)

    @property
    def coding(self) -> KeyCoding:
        """How the keys are written."""
        return KeyCoding(self.words, (), bytes.fromhex(self.codes), self.layering)

    @property
    def bytes(self) -> int:
        """What the files take."""
        return sum(one.bytes for one in self.files)

    def write(self, folder: Path) -> None:
        """Write both files; what was there is replaced at once, or stays as it was."""
        for name, text in ((CARD, json.dumps(asdict(self), indent=1) + "\n"), (PAGE, self.page())):
            made = folder / f".{name}"
            made.write_text(text, encoding="utf-8")
            made.replace(folder / name)

    @classmethod
    def read(cls, folder: Path) -> Card:
        """The card of a folder. Raises InputError where there is none, or none that can be read."""
        path = folder / CARD
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{folder}: no solved game: it has no {CARD}") from None
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: the card cannot be read: {error}") from None
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise InputError(f"{path}: expected a card of format {FORMAT}")
        try:
            longest = [LongestLine(**one) for one in told.pop("longest")]
            files = [Stored(**one) for one in told.pop("files")]
            table = [_row(**one) for one in told.pop("table")]
            verified = told.pop("verified")
            card = cls(
                **told,
                longest=longest,
                files=files,
                table=table,
                verified=None if verified is None else Verified(**verified),
            )
            if not 1 <= card.words <= KEY_WORDS or not files:
                raise ValueError("words or files")
            if card.positions != sum(file.positions for file in files):
                raise ValueError("how many positions there are")
            if any(Path(file.name).name != file.name for file in files):
                raise ValueError("the names of files")
            bytes.fromhex(card.codes)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: the card is damaged: {error}") from None
        return card

    def page(self) -> str:
        """The page to read."""
        lines = [
            f"# {self.game}, solved",
            "",
            f"{self.positions:,} positions{' up to symmetry' * self.fold}, {self.ends:,} of them ends, "
            f"in {self.bytes:,} bytes: {self.bytes / max(1, self.positions):.2f} bytes a position.",
            "",
        ]
        if self.start is not None:
            lines += [f"From the start, {self.start['position']}, the game is {self.start['said']}.", ""]
        lines += [
            "All outcomes are for MAX, whoever is to move; plies are counted to the end.",
            "",
            "| outcome | positions | most plies |",
            "| --- | ---: | ---: |",
        ]
        for outcome, by_plies in self.counts.items():
            most = max((int(plies) for plies in by_plies if plies), default=None)
            lines.append(f"| {outcome} | {sum(by_plies.values()):,} | {'' if most is None else most} |")
        lines += [""]
        for one in self.longest:
            lines += [f"Longest {one.outcome}, {one.plies} plies, from `{one.position}`:", ""]
            lines += [f"    {' '.join(one.line)}", ""]
        lines += [
            f"Solved by pydecl {self.pydecl} in {self.seconds:.1f} s, from rules of the SHA-256 digest",
            f"`{self.rules}`.",
            self._verification(),
            "",
            f"`{CARD}` has all of that for programs. Each file is Parquet, compressed by Zstandard, with",
            "the columns `key` (sorted; the positions as bits), `value` (1 won, 0 drawn, -1 lost, for MAX)",
            "and `plies`:",
            "",
        ]
        lines += [f"    {one.sha256}  {one.name}  {one.positions:,} positions" for one in self.files]
        return "\n".join(lines) + "\n"

    def _verification(self) -> str:
        told = self.verified
        if told is None:
            return "Nobody has verified it yet: `pydecl solve --verify` does."
        return (
            f"Verified on {told.date}: each of {told.positions:,} solutions follows from those of its\n"
            f"successors. SWI-Prolog gave the successors of {told.expanded:,} positions, and another\n"
            f"engine searched {told.searched:,}, with the same results."
        )


def _row(*, longest_win: Any, longest_loss: Any, **told: Any) -> Table:
    """A row as JSON has it."""
    longest = [None if one is None else Furthest(**one) for one in (longest_win, longest_loss)]
    return Table(**told, longest_win=longest[0], longest_loss=longest[1])
