"""The positions of a layer in a Parquet file: keys in order, and what is known of each position."""

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any

from pydecl.errors import InputError
from pydecl.kept import digest_of
from pydecl.model.closing import Closeable
from pydecl.model.game import Outcome
from pydecl.model.keyed import OUTCOMES, PLAYERS, KeyCoding
from pydecl.model.solved import Furthest, Table
from pydecl.solving.card import Content, Stored
from pydecl.solving.pieces import Span

GROUP = 1 << 16
"""Rows of a group: a look-up reads one."""

AT_ONCE = GROUP << 4
"""Rows that are written at once."""

STRIDE = 1 << 16
"""Bytes of keys that are looked at together."""

LEVEL = 9
"""Of Zstandard."""

KEPT = 64
"""How many groups of a file are kept in memory."""

KEY = "key"

Bytes = bytes | memoryview


Column = Bytes | Span
"""Bytes that are in memory, or read from a file where a part of them is asked for."""


def file_name(layer: int) -> str:
    """What the file of a layer is called."""
    return f"layer{layer}.parquet"


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


def written(
    path: Path, layer: int, coding: KeyCoding, content: Content, keys: Column, told: Sequence[Column]
) -> Stored:
    """Write positions in the order of their keys, and what is told of them, column by column.

    Raises OSError.
    """
    pa = pyarrow()
    size = coding.size
    count = len(keys) // size
    shift = _shift(keys) if coding.words == 1 else 0
    key = pa.uint64() if coding.words == 1 else pa.binary(size)
    kinds = [pa.type_for_alias(column.kind) for column in content.columns]
    schema = pa.schema(
        [(KEY, key), *((one.name, kind) for one, kind in zip(content.columns, kinds, strict=True))]
    )
    made = path.with_suffix(".part")
    with (
        made.open("wb") as file,
        pa.parquet.ParquetWriter(
            file,
            schema,
            compression="zstd",
            compression_level=LEVEL,
            use_dictionary=False,
            write_page_checksum=True,
            column_encoding={
                KEY: "BYTE_STREAM_SPLIT" if coding.words == 1 else "DELTA_BYTE_ARRAY",
                **{column.name: column.encoding for column in content.columns},
            },
        ) as writer,
    ):
        for at in range(0, count, AT_ONCE):
            to = min(at + AT_ONCE, count)
            table = [_keys(pa, key, coding, keys[at * size : to * size], shift)]
            for column, kind, data in zip(content.columns, kinds, told, strict=True):
                each = kind.bit_width // 8
                table.append(whole(kind, _translated(bytes(data[at * each : to * each]), column.stored)))
            writer.write_table(pa.table(table, schema=schema), row_group_size=GROUP)
        writer.close()
        file.flush()
        os.fsync(file.fileno())
    made.replace(path)
    return Stored(path.name, layer, shift, count, digest_of(path), path.stat().st_size)


def _translated(data: bytes, table: bytes | None) -> bytes:
    return data if table is None else data.translate(table)


def _shift(keys: Column) -> int:
    """How many of the lowest bits are 0 in all keys."""
    parts = (keys[at : at + STRIDE] for at in range(0, len(keys), STRIDE))
    lines = reduce(or_, (int.from_bytes(part, "little") for part in parts), 0)
    every = reduce(or_, memoryview(lines.to_bytes(STRIDE, "little")).cast("Q"))
    return (every & -every).bit_length() - 1 if every else 0


def _keys(pa: Any, kind: Any, coding: KeyCoding, keys: Bytes, shift: int) -> Any:
    if coding.words > 1:
        return whole(kind, swapped(bytes(keys)))
    return pa.compute.shift_right(whole(kind, bytes(keys)), pa.scalar(shift, kind))


def whole(kind: Any, data: Bytes) -> Any:
    """An array of pyarrow's that is in memory as these bytes."""
    pa = pyarrow()
    return pa.Array.from_buffers(kind, len(data) * 8 // kind.bit_width, [None, pa.py_buffer(data)])


def swapped(keys: bytes) -> bytes:
    """Keys of several words are stored with the highest byte first, so that they are sorted as bytes."""
    words = array("Q", keys)
    if sys.byteorder == "little":
        words.byteswap()
    return words.tobytes()


def key_order(coding: KeyCoding, keys: Bytes) -> Any:
    """The numbers of keys in the order in which they are stored, for `taken`."""
    pa = pyarrow()
    kind = pa.uint64() if coding.words == 1 else pa.binary(coding.size)
    return pa.compute.sort_indices(whole(kind, keys if coding.words == 1 else swapped(bytes(keys))))


def taken(data: Bytes, each: int, order: Any) -> bytes:
    """Parts of so many bytes, by their numbers."""
    return bytes(whole(pyarrow().binary(each), data).take(order).buffers()[1])


class LayerFile(Closeable):
    """A file that is opened; a context manager. Its length is the number of positions."""

    def __init__(self, folder: Path, stored: Stored, coding: KeyCoding, content: Content) -> None:
        """Raises InputError where the file is damaged."""
        self.path, self.stored, self._coding = folder / stored.name, stored, coding
        self._columns = content.columns
        self._names = [KEY, *(column.name for column in self._columns)]
        with self._undamaged():
            self._file = pyarrow().parquet.ParquetFile(self.path, page_checksum_verification=True)
            about = self._file.metadata
            if about.num_rows != stored.positions or self._file.schema_arrow.names != self._names:
                raise InputError(f"{self.path}: the file is damaged: it is not what the card says")
            self._first = [about.row_group(n).column(0).statistics.min for n in range(about.num_row_groups)]
        self._group = lru_cache(KEPT)(self._read_group)

    def close(self) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self.stored.positions

    def found(self, key: bytes) -> Sequence[Any] | None:
        """What is stored for a key, column by column; None if nothing is."""
        stored = self._stored(key)
        number = -1 if stored is None else bisect_right(self._first, stored) - 1
        if number < 0:
            return None
        keys, *columns = self._group(number)
        at = bisect_left(keys, stored)
        return [column[at] for column in columns] if at < len(keys) and keys[at] == stored else None

    def key(self, number: int) -> bytes:
        group, row = divmod(number, GROUP)
        stored = self._group(group)[0][row]
        if self._coding.words > 1:
            return swapped(stored)
        return int(stored << self.stored.shift).to_bytes(8, sys.byteorder)

    def groups(self) -> Iterator[tuple[bytes, Sequence[memoryview]]]:
        """All keys, and what is stored for them, some at a time."""
        for number in range(len(self._first)):
            keys, *columns = self._read_group(number)
            yield self._words(keys), columns

    def check(self) -> None:
        """Raises InputError where the file is not the one of the card."""
        if digest_of(self.path) != self.stored.sha256:
            raise InputError(f"{self.path}: the file is damaged: it has another digest than the card says")

    def parts(self, most: int) -> Iterator[tuple[bytes, Sequence[bytes]]]:
        """All keys and columns as machine code has them, about so many positions at a time.

        Raises InputError where the keys are not sorted.
        """
        groups, at_once = range(len(self._first)), max(1, most // GROUP)
        last: Any = None
        for first in groups[::at_once]:
            keys, told = bytearray(), [bytearray() for _ in self._columns]
            for number in groups[first : first + at_once]:
                stored, *columns = self._read_group(number)
                for one in stored:
                    if last is not None and one < last:
                        raise InputError(f"{self.path}: the file is damaged: its keys are not sorted")
                    last = one
                keys += self._words(stored)
                for data, column in zip(told, columns, strict=True):
                    data += column.cast("B")
            named = zip(told, self._columns, strict=True)
            yield bytes(keys), [_translated(bytes(data), column.told) for data, column in named]

    def _stored(self, key: bytes) -> Any:
        """A key as the file has it; None if it has none such."""
        if self._coding.words > 1:
            return swapped(key)
        word, shift = int.from_bytes(key, sys.byteorder), self.stored.shift
        return None if word & ((1 << shift) - 1) else word >> shift

    def _words(self, stored: Any) -> bytes:
        """The opposite of that, of all keys of a group."""
        if self._coding.words > 1:
            return b"".join(map(swapped, stored))
        kind = pyarrow().uint64()
        shift = pyarrow().scalar(self.stored.shift, kind)
        return bytes(pyarrow().compute.shift_left(whole(kind, stored.cast("B")), shift).buffers()[1])

    def _read_group(self, number: int) -> Sequence[Any]:
        with self._undamaged():
            table = self._file.read_row_group(number, use_threads=False)
            keys, *columns = (table.column(name).combine_chunks() for name in self._names)
            shown = keys.to_pylist() if self._coding.words > 1 else memoryview(keys.buffers()[1]).cast("Q")
            told: list[Any] = [memoryview(data.buffers()[1]) for data in columns]
            named = zip(told, self._columns, strict=True)
            return [shown, *(data.cast(column.code) for data, column in named)]

    @contextmanager
    def _undamaged(self) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise InputError(f"{self.path}: no such file") from None
        except (OSError, ValueError, KeyError, AttributeError) as error:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise InputError(f"{self.path}: the file is damaged: {said}") from None


Place = tuple[int, int]
"""A mover and an outcome."""


class Tally:
    """Positions are added layer by layer."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[int, int, int]] = Counter()
        self._furthest: dict[Place, tuple[int, bytes]] = {}

    def add(self, coding: KeyCoding, keys: Column, movers: Column, outcomes: Column, plies: Column) -> None:
        """Add positions: their keys, a byte for who is to move, one for the outcome, and four for plies."""
        pa, names = pyarrow(), ["mover", "outcome", "plies"]
        kinds = ((pa.uint8(), movers, 1), (pa.uint8(), outcomes, 1), (pa.uint32(), plies, 4))
        for start in range(0, len(outcomes), AT_ONCE):
            stop = start + AT_ONCE
            columns = [whole(kind, column[start * each : stop * each]) for kind, column, each in kinds]
            groups = pa.table(columns, names=names).group_by(names).aggregate([([], "count_all")])
            for row in groups.to_pylist():
                values = mover, outcome, ends_in = tuple(row[name] for name in names)
                self._counts[values] += row["count_all"]
                furthest = self._furthest.get((mover, outcome), (-1, b""))[0]
                if ends_in > furthest and OUTCOMES[outcome] != Outcome.DRAWN:
                    tests = map(pa.compute.equal, columns, values)
                    row_at = pa.compute.index(reduce(pa.compute.and_, tests), True).as_py()
                    at = (start + row_at) * coding.size
                    self._furthest[mover, outcome] = ends_in, bytes(keys[at : at + coding.size])

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many positions have each outcome and number of plies."""
        found: dict[str, dict[str, int]] = {outcome.value: {} for outcome in Outcome}
        for (_, outcome, plies), count in sorted(self._counts.items(), key=lambda item: item[0][2]):
            some = found[OUTCOMES[outcome].value]
            name = str(plies) if outcome else ""
            some[name] = some.get(name, 0) + count
        return found

    def table(self, written: Callable[[bytes], str]) -> list[Table]:
        """A row for MAX and one for MIN; `written` writes the position of a key."""
        counts: Counter[tuple[int, Outcome]] = Counter()
        for (mover, outcome, _), count in self._counts.items():
            counts[mover, OUTCOMES[outcome]] += count
        furthest = {
            (mover, OUTCOMES[outcome]): Furthest(plies, written(key))
            for (mover, outcome), (plies, key) in self._furthest.items()
        }
        rows = []
        for one in (1, 0):
            won, drawn, lost = (counts[one, end] for end in (Outcome.WON, Outcome.DRAWN, Outcome.LOST))
            ends = (furthest.get((one, end)) for end in (Outcome.WON, Outcome.LOST))
            if number := won + drawn + lost:
                rows.append(Table(PLAYERS[one].value, number, won, drawn, lost, *ends))
        return rows

    def furthest(self, outcome: Outcome) -> tuple[int, bytes] | None:
        """The plies and the key of the position of this outcome that is furthest from its end."""
        number = OUTCOMES.index(outcome)
        found = [one for (_, other), one in self._furthest.items() if other == number]
        return max(found, default=None)

    def to_json(self) -> Mapping[str, Any]:
        return {
            "counts": [[*key, count] for key, count in sorted(self._counts.items())],
            "furthest": [[*place, plies, key.hex()] for place, (plies, key) in self._furthest.items()],
        }

    @classmethod
    def read(cls, told: Mapping[str, Sequence[Any]]) -> Tally:
        """What `to_json` has told. Raises KeyError, TypeError and ValueError."""
        tally = cls()
        tally._counts.update({(mover, outcome, plies): n for mover, outcome, plies, n in told["counts"]})
        for mover, outcome, plies, key in told["furthest"]:
            tally._furthest[mover, outcome] = plies, bytes.fromhex(key)
        return tally
