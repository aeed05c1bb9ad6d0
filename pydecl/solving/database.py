"""A solved game in a folder: all positions with their outcomes and plies, sorted by key, in Parquet files.

Keys take a few bytes; a look-up reads one group of rows, and keeps it. `card.py` says what else is there.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from pydecl import __version__
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError, PositionError, UnfitError
from pydecl.loading.consulting import consult, game_names
from pydecl.loading.rules_files import Reading
from pydecl.model.game import Outcome
from pydecl.model.keyed import AT_ONCE, KeyedPositions, solution_of
from pydecl.model.passing import MOVES_AGAIN
from pydecl.model.result import Solution
from pydecl.model.solved import Solved
from pydecl.model.term import Term, term_text
from pydecl.sandbox.session import MEMORY
from pydecl.solving.card import Card, LongestLine, Stored

GROUP = 1 << 16
"""Rows of a group: a look-up reads one."""

LEVEL = 9
"""Of Zstandard."""

KEPT = 64
"""How many groups are kept in memory."""

FILE = "positions.parquet"

LONGEST_LINE = 200
"""Moves that are told."""

VALUES: Mapping[Outcome, int] = {Outcome.DRAWN: 0, Outcome.WON: 1, Outcome.LOST: -1}


def pyarrow() -> Any:
    """The package that reads and writes the files. Raises InputError where it is missing."""
    try:
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise InputError(
            "a solved game in files needs the package pyarrow: pip install 'pydecl[solved]'"
        ) from None
    return pyarrow


def rules_digest(game: SessionGame) -> str:
    """All that the rules depend on, as a digest."""
    digest = hashlib.sha256()
    options = game.name.partition(":")[2]
    is_drawn = game.source != game.rules_file  # a tree, a graph: it is all in the facts
    facts = [term_text(fact) for _, some in sorted(game.facts.items()) for fact in some if is_drawn]
    again = str(MOVES_AGAIN in game.defined)
    parts: list[str] = [game.rules_text or "", options, game.convention, again, *facts]
    parts += map(term_text, game.decided)
    told = [part.encode() for part in parts] + [path.read_bytes() for path in game.included]
    for data in told:
        digest.update(len(data).to_bytes(8) + data)
    return digest.hexdigest()


def check_target(folder: Path) -> None:
    """Raises InputError where a solved game cannot be put into a folder."""
    pyarrow()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: there is something already; a solved game goes to a folder of its own")


def save(game: SessionGame, solved: Solved[Any], folder: Path, reading: Reading) -> Card:
    """Write a solved game to a new folder, all of it or nothing. Raises InputError where that fails."""
    positions = solved.positions
    if not isinstance(positions, KeyedPositions):
        raise InputError(
            f"what {solved.engine} solves cannot be stored: choose {', '.join(registry.keepers())}"
        )
    if positions.coding.atoms:
        raise InputError(f"{game.name}: positions with atoms that the rules make themselves cannot be stored")
    check_target(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise _unwritten(folder, error) from None
    try:
        shift, size = _write_positions(part / FILE, positions, solved.solutions)
        stored = Stored(FILE, len(positions), digest_of(part / FILE))
        card = Card(
            game=game.name,
            source=_source(game, folder),
            convention=reading.convention,
            moves_again=reading.moves_again,
            rules=rules_digest(game),
            pydecl=__version__,
            words=positions.coding.words,
            codes=positions.coding.codes.hex(),
            shift=shift,
            positions=len(positions),
            ends=solved.leaves or 0,
            start=_start(game, solved),
            counts=_counts(solved.solutions),
            longest=(),
            files=[stored],
            bytes=size,
            seconds=solved.seconds,
        )
        card.write(part)
        with Database(part, card, game) as database:
            card = database.with_longest_lines(solved)
        card.write(part)
        part.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        part.rename(folder)
    except OSError as error:
        raise _unwritten(folder, error) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return card


def _unwritten(folder: Path, error: OSError) -> InputError:
    return InputError(
        f"{folder}: the solved game cannot be written: {(error.strerror or str(error)).lower()}"
    )


def _source(game: SessionGame, folder: Path) -> str:
    """A bundled game's name with its options; or the path of the rules from the folder."""
    if game.name.partition(":")[0] in game_names():
        return game.name
    path, colon, options = game.name.partition(":")
    return os.path.relpath(path, folder) + colon + options


def _write_positions(path: Path, positions: KeyedPositions, solutions: Sequence[Solution]) -> tuple[int, int]:
    """The file; by how many bits the keys are shifted, and how many bytes it takes."""
    pa = pyarrow()
    coding, count = positions.coding, len(positions)
    shift = 0
    if coding.words == 1:
        words = pa.Array.from_buffers(pa.uint64(), count, [None, pa.py_buffer(positions.keys)])
        all_bits = 0
        for word in memoryview(positions.keys).cast("Q"):
            all_bits |= word
        shift = (all_bits & -all_bits).bit_length() - 1 if all_bits else 0
        keys = pa.compute.shift_right(words, pa.scalar(shift, pa.uint64()))
    else:
        swapped = pa.py_buffer(_swapped(positions.keys))
        keys = pa.Array.from_buffers(pa.binary(coding.size), count, [None, swapped])
    order = pa.compute.sort_indices(keys)
    value = array("b", [VALUES[solution.outcome] for solution in solutions])
    plies = array("i", [solution.plies or 0 for solution in solutions])
    columns = {
        "key": keys,
        "value": pa.Array.from_buffers(pa.int8(), count, [None, pa.py_buffer(value)]),
        "plies": pa.Array.from_buffers(pa.int32(), count, [None, pa.py_buffer(plies)]),
    }
    table = pa.table({name: column.take(order) for name, column in columns.items()})
    with path.open("wb") as file:
        pa.parquet.write_table(
            table,
            file,
            row_group_size=GROUP,
            compression="zstd",
            compression_level=LEVEL,
            use_dictionary=False,
            write_page_checksum=True,
            column_encoding={
                "key": "BYTE_STREAM_SPLIT" if coding.words == 1 else "DELTA_BYTE_ARRAY",
                "value": "PLAIN",
                "plies": "BYTE_STREAM_SPLIT",
            },
        )
        file.flush()
        os.fsync(file.fileno())
    return shift, path.stat().st_size


def digest_of(path: Path) -> str:
    """What a file holds, as a digest."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _counts(solutions: Sequence[Solution]) -> dict[str, dict[str, int]]:
    """How many positions have each outcome and number of plies."""
    found = Counter((one.outcome, one.plies) for one in solutions)
    return {
        outcome.value: {
            "" if plies is None else str(plies): number
            for (one, plies), number in sorted(found.items(), key=lambda item: item[0][1] or 0)
            if one is outcome
        }
        for outcome in Outcome
    }


def _start(game: SessionGame, solved: Solved[Any]) -> dict[str, Any] | None:
    for term in game.initial()[:1]:
        with suppress(ValueError):
            solution = solved.solutions[solved.positions.index(term)]
            written = game.format_position(term)
            return {"position": written, **solution.to_json(), "said": str(solution)}
    return None


@contextmanager
def opened(folder: Path, *, memory: int = MEMORY, seconds: float | None = None) -> Iterator[Database]:
    """The solved game of a folder, with its rules.

    Raises InputError where the folder has none, where it is damaged, or where the rules have changed since.
    """
    pyarrow()
    card = Card.read(folder)
    name = card.source
    if name.partition(":")[0] not in game_names():
        path, colon, options = name.partition(":")
        name = os.path.relpath(folder / path) + colon + options
    with consult(
        name, memory=memory, seconds=seconds, convention=card.convention, moves_again=card.moves_again
    ) as game:
        if rules_digest(game) != card.rules:
            raise InputError(f"{folder}: {name} has changed since it was solved: solve it again")
        with Database(folder, card, game) as database:
            yield database


class Database:
    """A solved game that is opened; a context manager. Its length is the number of positions."""

    def __init__(self, folder: Path, card: Card, game: SessionGame) -> None:
        """Raises InputError where a file is damaged."""
        self.folder, self.card, self.game = folder, card, game
        self.runner = registry.keeper(game)
        (stored,) = card.files
        self.path = folder / stored.name
        with self._undamaged():
            self._file = pyarrow().parquet.ParquetFile(self.path, page_checksum_verification=True)
            about = self._file.metadata
            if about.num_rows != card.positions or self._file.schema_arrow.names != ["key", "value", "plies"]:
                raise InputError(f"{self.path}: the file is damaged: it is not what the card says")
            self._first = [about.row_group(n).column(0).statistics.min for n in range(about.num_row_groups)]
        self._group = lru_cache(KEPT)(self._read_group)
        try:
            self.some(1)
        except UnfitError:
            raise InputError(f"{folder}: the keys were written by another version of pydecl") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self.card.positions

    def solutions(self, positions: Sequence[Term]) -> list[Solution | None]:
        """How positions end; None for one that is not stored."""
        found: list[Solution | None] = []
        for start in range(0, len(positions), AT_ONCE):
            some = positions[start : start + AT_ONCE]
            found += map(self._solution, self.runner.keys(self.card.coding, some))
        return found

    def solution(self, position: Term) -> Solution:
        """How a position ends. Raises PositionError where it is not stored."""
        (found,) = self.solutions([position])
        if found is None:
            raise PositionError(
                f"{self.game.format_position(position)} is none of the positions of {self.folder}"
            )
        return found

    def successors(self, position: Term) -> list[tuple[Term | None, Term, Solution]]:
        """The moves, where they have names, with what they lead to, and how that ends."""
        legal = self.game.successors(position)
        ends = [self.solution(successor) for _, successor in legal]
        return [(move, successor, end) for (move, successor), end in zip(legal, ends, strict=True)]

    def best(self, position: Term) -> list[tuple[Term | None, Term, Solution]]:
        """Those of the successors that keep the outcome of a position, in the plies that it says."""
        here = self.solution(position)
        wanted = here if here.plies is None else Solution(here.outcome, here.plies - 1)
        return [one for one in self.successors(position) if one[2] == wanted]

    def line(self, position: Term, most: int = LONGEST_LINE) -> list[str]:
        """Moves, or positions where moves have no names, that best play makes; at most so many."""
        line: list[str] = []
        while len(line) < most and (best := self.best(position)):
            move, position, _ = best[0]
            line.append(self.game.format_position(position) if move is None else self.game.write(move))
        return line

    def __iter__(self) -> Iterator[tuple[Term, Solution]]:
        """All positions in the order of their keys."""
        for number in range(len(self._first)):
            keys, values, plies = self._group(number)
            words = b"".join(map(self._word, keys))
            terms = self.runner.positions(self.card.coding, words)
            yield from zip(terms, map(solution_of, values, plies), strict=True)

    def with_longest_lines(self, solved: Solved[Any]) -> Card:
        """The card with a line for the longest win and the longest loss."""
        found = []
        for outcome in (Outcome.WON, Outcome.LOST):
            plies = [one.plies if one.outcome is outcome else None for one in solved.solutions]
            most = max((one for one in plies if one is not None), default=None)
            if most is not None:
                position = solved.positions[plies.index(most)]
                written = self.game.format_position(position)
                found.append(LongestLine(outcome.value, most, written, self.line(position)))
        return replace(self.card, longest=found)

    def some(self, number: int) -> list[Term]:
        """Positions that are evenly spread over all: so many, or all."""
        found = []
        for at in range(min(number, len(self))):
            group, row = divmod(at * len(self) // min(number, len(self)), GROUP)
            found.append(self._word(self._group(group)[0][row]))
        return list(self.runner.positions(self.card.coding, b"".join(found)))

    def columns(self) -> tuple[bytes, bytes, array[int]]:
        """All keys, outcomes as machine code numbers them, and plies. Raises InputError where not sorted."""
        keys, values, plies = bytearray(), bytearray(), array("I")
        last: Any = None
        for number in range(len(self._first)):
            stored, some_values, some_plies = self._read_group(number)
            for one in (stored[0], *stored) if last is None else (last, *stored):
                if last is not None and one < last:
                    raise InputError(f"{self.path}: the file is damaged: its keys are not sorted")
                last = one
            keys += b"".join(map(self._word, stored))
            values += some_values
            plies.extend(some_plies)
        return bytes(keys), bytes(values).replace(b"\xff", b"\x02"), plies

    # Keys

    def _solution(self, key: bytes | None) -> Solution | None:
        stored = None if key is None else self._stored(key)
        if stored is None:
            return None
        number = bisect_right(self._first, stored) - 1
        if number < 0:
            return None
        keys, values, plies = self._group(number)
        at = bisect_left(keys, stored)
        return solution_of(values[at], plies[at]) if at < len(keys) and keys[at] == stored else None

    def _stored(self, key: bytes) -> Any:
        """A key as the file has it; None if it has none such."""
        if self.card.words > 1:
            return _swapped(key)
        word = int.from_bytes(key, sys.byteorder)
        return None if word & ((1 << self.card.shift) - 1) else word >> self.card.shift

    def _word(self, stored: Any) -> bytes:
        """The opposite of that."""
        if self.card.words > 1:
            return _swapped(stored)
        word: int = stored << self.card.shift
        return word.to_bytes(8, sys.byteorder)

    def _read_group(self, number: int) -> tuple[Sequence[Any], memoryview, memoryview]:
        with self._undamaged():
            table = self._file.read_row_group(number, use_threads=False)
            keys, values, plies = (table.column(name).combine_chunks() for name in ("key", "value", "plies"))
            shown = keys.to_pylist() if self.card.words > 1 else memoryview(keys.buffers()[1]).cast("Q")
            return (
                shown,
                memoryview(values.buffers()[1]).cast("b"),
                memoryview(plies.buffers()[1]).cast("i"),
            )

    @contextmanager
    def _undamaged(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise InputError(f"{self.path}: no such file") from None
        except (OSError, ValueError, KeyError, AttributeError) as error:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"{self.path}: the file is damaged: {said}") from None


def _swapped(key: bytes) -> bytes:
    """Keys of several words are stored with the highest byte first, so that they are sorted as bytes."""
    words = array("Q", key)
    if sys.byteorder == "little":
        words.byteswap()
    return words.tobytes()
