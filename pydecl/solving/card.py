"""What is said of a solved game that is stored: for programs as `card.json`, for people as `README.md`."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from pydecl.errors import InputError
from pydecl.kept import write_whole
from pydecl.model.game import MAX, Player
from pydecl.model.keyed import KEY_WORDS, KeyCoding, solution_of
from pydecl.model.result import ROUNDING, End, Expectation, Solution
from pydecl.model.solved import Extreme, Furthest, Table, ValueTable


@dataclass(frozen=True)
class Column:
    """A column of numbers: `kind` is the type that Parquet has, `code` that of an array in memory.

    If machine code has other bytes than the file, `stored` and `told` make the one of the other.
    """

    name: str
    kind: str
    code: str
    encoding: str
    stored: bytes | None = None
    told: bytes | None = None


@dataclass(frozen=True)
class Content:
    """The columns, and what they say.

    `end_of` makes of the numbers of a row what they tell; `best` tells which of the successors the best moves
    lead to, by the player to move and by how it ends here, and there.
    """

    columns: Sequence[Column]
    end_of: Callable[..., End]
    best: Callable[[Player, End, Sequence[End]], Sequence[int]]


def best_solutions(mover: Player, here: End, ends: Sequence[End]) -> Sequence[int]:  # noqa: ARG001
    """Those that keep the outcome, in the plies that it says."""
    assert isinstance(here, Solution)
    wanted = here if here.plies is None else Solution(here.outcome, here.plies - 1)
    return [number for number, end in enumerate(ends) if end == wanted]


def best_expectations(mover: Player, here: End, ends: Sequence[End]) -> Sequence[int]:  # noqa: ARG001
    """Those that may be worth most to the mover, as far as the bounds tell.

    >>> ends = [Expectation(0.1, 0.1), Expectation(0.2, 0.4), Expectation(0.3, 0.3)]
    >>> best_expectations(MAX, Expectation(0.3, 0.4), ends)
    [1, 2]
    """
    bounds = [(end.lower, end.upper) for end in ends if isinstance(end, Expectation)]
    if mover is not MAX:
        bounds = [(-upper, -lower) for lower, upper in bounds]
    least = max(lower for lower, _ in bounds)
    return [number for number, (_, upper) in enumerate(bounds) if upper + ROUNDING >= least]


SOLUTIONS = Content(
    (
        Column(
            "value", "int8", "b", "PLAIN", bytes.maketrans(b"\2", b"\xff"), bytes.maketrans(b"\xff", b"\2")
        ),
        Column("plies", "int32", "i", "BYTE_STREAM_SPLIT"),
    ),
    solution_of,
    best_solutions,
)
"""Outcomes, which machine code numbers: 1 is won, -1 lost, 0 drawn; and plies."""

EXPECTATIONS = Content(
    (
        Column("lower", "double", "d", "BYTE_STREAM_SPLIT"),
        Column("upper", "double", "d", "BYTE_STREAM_SPLIT"),
    ),
    Expectation,
    best_expectations,
)
"""The bounds of what the positions of a game of chance are worth."""


Made = TypeVar("Made", Table, ValueTable)

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
class LongestLine:
    """A position that is furthest from its end, and play to it from there."""

    outcome: str
    plies: int
    position: str
    line: Sequence[str]


@dataclass(frozen=True)
class Verified:
    """How what is stored was verified, and when, as `YYYY-MM-DD`.

    Each of `positions` follows from its successors; SWI-Prolog itself gave the successors of `expanded` of
    them, and another engine searched `searched`.
    """

    date: str
    positions: int
    expanded: int
    searched: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Card(ABC):
    """What is stored, and of which rules.

    `source` is a bundled game with its options, or the path of a rules file from the folder of the card;
    `rules` is the digest of the rules. `words`, `codes` and `layering` say how keys are written. If `fold`,
    one of symmetric positions stands for all. The number of its format says what is known of each position.
    """

    FORMAT: ClassVar[int]

    SAID: ClassVar[str]
    COLUMNS: ClassVar[str]
    VERIFIED: ClassVar[str]
    """What the page says of the start, of the files' columns, and of how all was verified."""

    ROWS: ClassVar[Mapping[str, Callable[[Any], Any]]]
    """The fields that are lists in JSON, and what makes one of their items."""

    content: ClassVar[Content]

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
    start: Mapping[str, Any] | None = None
    files: Sequence[Stored]
    seconds: float
    verified: Verified | None = None
    fold: bool = False

    @property
    def coding(self) -> KeyCoding:
        return KeyCoding(self.words, (), bytes.fromhex(self.codes), self.layering)

    @property
    def bytes(self) -> int:
        return sum(one.bytes for one in self.files)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "format": self.FORMAT}

    def write(self, folder: Path) -> None:
        """Write both files; what was there is replaced at once, or stays as it was."""
        for name, text in ((CARD, json.dumps(self.to_json(), indent=1) + "\n"), (PAGE, self.page())):
            write_whole(folder / name, text.encode())

    @staticmethod
    def read(folder: Path) -> AnyCard:
        """The card of a folder. Raises InputError where there is none, or none that can be read."""
        path = folder / CARD
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{folder}: no solved game: it has no {CARD}") from None
        except NotADirectoryError:
            remedy = "'pydecl solve RULES --to FOLDER' makes one"
            raise InputError(f"{folder}: a file; a solved game is a folder", remedy=remedy) from None
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: the card cannot be read: {error}") from None
        kind = KINDS.get(told.pop("format", None)) if isinstance(told, dict) else None
        if kind is None:
            raise InputError(f"{path}: expected a card of format {' or '.join(map(str, KINDS))}")
        try:
            files = [Stored(**one) for one in told.pop("files")]
            verified = told.pop("verified")
            told |= {name: [make(one) for one in told[name]] for name, make in kind.ROWS.items()}
            card = kind(**told, files=files, verified=None if verified is None else Verified(**verified))
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
        told = self.verified
        verified = told and self.VERIFIED.format(told.positions, told.expanded, told.searched)
        lines = [
            f"# {self.game}, solved",
            "",
            f"{self.positions:,} positions{' up to symmetry' * self.fold}, {self.ends:,} of them ends, "
            f"in {self.bytes:,} bytes: {self.bytes / max(1, self.positions):.2f} bytes a position.",
            "",
        ]
        if self.start is not None:
            lines += [
                f"From the start, {self.start['position']}, {self.SAID.format(self.start['said'])}.",
                "",
            ]
        lines += [
            *self._summary(),
            "",
            f"Solved by pydecl {self.pydecl} in {self.seconds:.1f} s, from rules of the SHA-256 digest",
            f"`{self.rules}`.",
            NOT_VERIFIED if told is None else f"Verified on {told.date}: {verified}",
            "",
            f"`{CARD}` has all of that for programs. Each file is Parquet, compressed by Zstandard, with",
            self.COLUMNS,
            "",
        ]
        lines += [f"    {one.sha256}  {one.name}  {one.positions:,} positions" for one in self.files]
        return "\n".join(lines) + "\n"

    @abstractmethod
    def _summary(self) -> Sequence[str]:
        """What the page says of all positions."""


@dataclass(frozen=True, kw_only=True)
class OutcomeCard(Card):
    """Of how each position ends.

    `counts` are by outcome and plies, the rows of `table` by who is to move; `longest` has play from the
    positions that are furthest from their ends.
    """

    FORMAT = 1
    SAID = "the game is {}"
    COLUMNS = (
        "the columns `key` (sorted; the positions as bits), `value` (1 won, 0 drawn, -1 lost, for MAX)\n"
        "and `plies`:"
    )
    VERIFIED = (
        "each of {:,} solutions follows from those of its\n"
        "successors. SWI-Prolog gave the successors of {:,} positions, and another\n"
        "engine searched {:,}, with the same results."
    )
    ROWS = {"table": lambda one: _made(Table, Furthest, one), "longest": lambda one: LongestLine(**one)}  # noqa: RUF012
    content = SOLUTIONS

    counts: Mapping[str, Mapping[str, int]]
    table: Sequence[Table]
    longest: Sequence[LongestLine] = ()

    def _summary(self) -> Sequence[str]:
        lines = [
            "All outcomes are for MAX, whoever is to move; plies are counted to the end.",
            "",
            "| outcome | positions | most plies |",
            "| --- | ---: | ---: |",
        ]
        for outcome, by_plies in self.counts.items():
            most = max((int(plies) for plies in by_plies if plies), default=None)
            lines.append(f"| {outcome} | {sum(by_plies.values()):,} | {'' if most is None else most} |")
        for one in self.longest:
            lines += ["", f"Longest {one.outcome}, {one.plies} plies, from `{one.position}`:", ""]
            lines += [f"    {' '.join(one.line)}"]
        return lines


@dataclass(frozen=True, kw_only=True)
class ValueCard(Card):
    """Of what each position of a game of chance is worth.

    `bound` is how close the bounds of a value were wanted, `gap` how far apart they are at the most; `sweeps`
    are those of the positions that took most of them. The rows of `table` are by who is to move.
    """

    FORMAT = 2
    SAID = "the game is worth {} to MAX"
    COLUMNS = "the columns `key` (sorted; the positions as bits), `lower` and `upper` (bounds of the value):"
    VERIFIED = (
        "the bounds of each of {:,} values follow from those of\n"
        "the successors. SWI-Prolog gave the successors of {:,} positions, and another\n"
        "engine found the values of {:,}, with the same results."
    )
    ROWS = {"table": lambda one: _made(ValueTable, Extreme, one)}  # noqa: RUF012
    content = EXPECTATIONS

    bound: float
    gap: float
    sweeps: int
    table: Sequence[ValueTable]

    def _summary(self) -> Sequence[str]:
        return [
            "A value is what MAX can expect under best play: 1 is won, -1 lost, 0 drawn or endless play. The",
            f"bounds of a value are {self.gap:.2g} apart at the most; {self.bound:g} was wanted.",
            "",
            "| to move | positions | won | lost | mean | best but won | worst but lost |",
            "| --- | ---: | ---: | ---: | ---: | --- | --- |",
            *(
                f"| {row.player} | {row.positions:,} | {row.won:,} | {row.lost:,} | {row.mean:.4f} "
                f"| {row.highest or ''} | {row.lowest or ''} |"
                for row in self.table
            ),
        ]


AnyCard = OutcomeCard | ValueCard

KINDS: Mapping[int, type[AnyCard]] = {kind.FORMAT: kind for kind in (OutcomeCard, ValueCard)}
"""The kinds of card by their formats."""

NOT_VERIFIED = "Nobody has verified it yet: `pydecl solve --verify` does."


def _made(kind: type[Made], inner: Callable[..., Any], told: Mapping[str, Any]) -> Made:
    """A row as JSON has it, and the positions that it names."""
    return kind(**{name: inner(**one) if isinstance(one, dict) else one for name, one in told.items()})
