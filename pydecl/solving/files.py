"""The positions of a layer in a Parquet file: keys in order, values and plies."""

from __future__ import annotations

import hashlib
import os
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, reduce
from operator import or_
from pathlib import Path
from typing import Any, Self

from pydecl.errors import InputError
from pydecl.model.keyed import KeyCoding
from pydecl.solving.card import Stored

GROUP = 1 << 16
"""Rows of a group: a look-up reads one."""

AT_ONCE = GROUP << 4
"""Rows that are written at once."""

LEVEL = 9
"""Of Zstandard."""

KEPT = 64
"""How many groups of a file are kept in memory."""

COLUMNS = ["key", "value", "plies"]

VALUES, OUTCOMES = bytes.maketrans(b"\2", b"\xff"), bytes.maketrans(b"\xff", b"\2")
"""Outcomes as machine code numbers them to values, 1 won, 0 drawn, -1 lost, and back."""

Bytes = bytes | memoryview


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


def written(path: Path, layer: int, coding: KeyCoding, keys: Bytes, outcomes: Bytes, plies: Bytes) -> Stored:
    """Write positions in the order of their keys. Raises OSError."""
    pa = pyarrow()
    count, size = len(outcomes), coding.size
    shift = _shift(keys) if coding.words == 1 else 0
    kind = pa.uint64() if coding.words == 1 else pa.binary(size)
    schema = pa.schema({"key": kind, "value": pa.int8(), "plies": pa.int32()})
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
                "key": "BYTE_STREAM_SPLIT" if coding.words == 1 else "DELTA_BYTE_ARRAY",
                "value": "PLAIN",
                "plies": "BYTE_STREAM_SPLIT",
            },
        ) as writer,
    ):
        for at in range(0, count, AT_ONCE):
            to = min(at + AT_ONCE, count)
            some = _column(pa, kind, coding, keys[at * size : to * size], shift)
            value = _whole(pa, pa.int8(), bytes(outcomes[at:to]).translate(VALUES))
            ends = _whole(pa, pa.int32(), bytes(plies[4 * at : 4 * to]))
            writer.write_table(pa.table([some, value, ends], schema=schema), row_group_size=GROUP)
        writer.close()
        file.flush()
        os.fsync(file.fileno())
    made.replace(path)
    return Stored(path.name, layer, shift, count, digest_of(path), path.stat().st_size)


def _shift(keys: Bytes) -> int:
    """How many of the lowest bits are 0 in all keys."""
    every = reduce(or_, memoryview(keys).cast("Q"), 0)
    return (every & -every).bit_length() - 1 if every else 0


def _column(pa: Any, kind: Any, coding: KeyCoding, keys: Bytes, shift: int) -> Any:
    if coding.words > 1:
        return _whole(pa, kind, swapped(bytes(keys)))
    return pa.compute.shift_right(_whole(pa, kind, bytes(keys)), pa.scalar(shift, kind))


def _whole(pa: Any, kind: Any, data: bytes) -> Any:
    count = len(data) * 8 // kind.bit_width
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


def swapped(keys: bytes) -> bytes:
    """Keys of several words are stored with the highest byte first, so that they are sorted as bytes."""
    words = array("Q", keys)
    if sys.byteorder == "little":
        words.byteswap()
    return words.tobytes()


def digest_of(path: Path) -> str:
    """What a file holds, as a digest."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class LayerFile:
    """A file that is opened; a context manager. Its length is the number of positions."""

    def __init__(self, folder: Path, stored: Stored, coding: KeyCoding) -> None:
        """Raises InputError where the file is damaged."""
        self.path, self.stored, self._coding = folder / stored.name, stored, coding
        with self._undamaged():
            self._file = pyarrow().parquet.ParquetFile(self.path, page_checksum_verification=True)
            about = self._file.metadata
            if about.num_rows != stored.positions or self._file.schema_arrow.names != COLUMNS:
                raise InputError(f"{self.path}: the file is damaged: it is not what the card says")
            self._first = [about.row_group(n).column(0).statistics.min for n in range(about.num_row_groups)]
        self._group = lru_cache(KEPT)(self._read_group)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it."""
        self._file.close()

    def __len__(self) -> int:
        return self.stored.positions

    def found(self, key: bytes) -> tuple[int, int] | None:
        """The value and the plies that are stored for a key; None where there are none."""
        stored = self._stored(key)
        number = -1 if stored is None else bisect_right(self._first, stored) - 1
        if number < 0:
            return None
        keys, values, plies = self._group(number)
        at = bisect_left(keys, stored)
        return (values[at], plies[at]) if at < len(keys) and keys[at] == stored else None

    def key(self, number: int) -> bytes:
        """The key of a position by its number."""
        group, row = divmod(number, GROUP)
        return self._word(self._group(group)[0][row])

    def groups(self) -> Iterator[tuple[bytes, memoryview, memoryview]]:
        """All keys, values and plies, some at a time."""
        for number in range(len(self._first)):
            keys, values, plies = self._read_group(number)
            yield b"".join(map(self._word, keys)), values, plies

    def check(self) -> None:
        """Raises InputError where the file is not the one of the card."""
        if digest_of(self.path) != self.stored.sha256:
            raise InputError(f"{self.path}: the file is damaged: it has another digest than the card says")

    def parts(self, most: int) -> Iterator[tuple[bytes, bytes, bytes]]:
        """All keys, outcomes and plies as machine code has them, about so many positions at a time.

        Raises InputError where the keys are not sorted.
        """
        groups, at_once = range(len(self._first)), max(1, most // GROUP)
        last: Any = None
        for first in groups[::at_once]:
            keys, outcomes, ends = bytearray(), bytearray(), bytearray()
            for number in groups[first : first + at_once]:
                stored, values, plies = self._read_group(number)
                for one in stored:
                    if last is not None and one < last:
                        raise InputError(f"{self.path}: the file is damaged: its keys are not sorted")
                    last = one
                keys += b"".join(map(self._word, stored))
                outcomes += values
                ends += plies.cast("B")
            yield bytes(keys), bytes(outcomes).translate(OUTCOMES), bytes(ends)

    def _stored(self, key: bytes) -> Any:
        """A key as the file has it; None if it has none such."""
        if self._coding.words > 1:
            return swapped(key)
        word, shift = int.from_bytes(key, sys.byteorder), self.stored.shift
        return None if word & ((1 << shift) - 1) else word >> shift

    def _word(self, stored: Any) -> bytes:
        """The opposite of that."""
        if self._coding.words > 1:
            return swapped(stored)
        word: int = stored << self.stored.shift
        return word.to_bytes(8, sys.byteorder)

    def _read_group(self, number: int) -> tuple[Sequence[Any], memoryview, memoryview]:
        with self._undamaged():
            table = self._file.read_row_group(number, use_threads=False)
            keys, values, plies = (table.column(name).combine_chunks() for name in COLUMNS)
            shown = keys.to_pylist() if self._coding.words > 1 else memoryview(keys.buffers()[1]).cast("Q")
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
