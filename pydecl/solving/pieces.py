"""Pieces of the work of solving a game layer by layer: each reads files, and gives what it finds.

A file of keys has them in order, as machine code has them; beside the one of a layer that is solved are two
more, of outcomes and plies. A piece needs nothing but these, or copies in a store: any process can do it.
"""

from __future__ import annotations

import mmap
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.errors import InputError
from pydecl.loading.consulting import game_files
from pydecl.model.keyed import ByLayer, Due, Keeper, KeyCoding, Known, Unsolved
from pydecl.model.number import LEAST_MEMORY
from pydecl.sandbox.executing import Here, finished
from pydecl.sandbox.frames import BIGGEST
from pydecl.sandbox.work import PieceExecutor, Work
from pydecl.solving.exchange import Exchange, Objects

KEYS, OUTCOMES, PLIES = ".keys", ".outcomes", ".plies"

KNOWN = (KEYS, OUTCOMES, PLIES)

SOLUTION, FOLD = 5, 16
"""Bytes that are told of a position beside its key: how it ends, or what is known of that so far."""

AT_ONCE = 1 << 24
"""Bytes that are read at a time."""

FEW = 100_000
"""Positions that are not worth other processes."""

Where = Callable[[Path, Sequence[str]], Objects]
"""Where the files of a path, with these endings, are in a store."""


@dataclass(frozen=True)
class Slice:
    """The positions of a file of keys from `start` to `stop`, which is not one of them.

    Its files are in a store if `objects` says so, or else those of `path`.
    """

    path: Path
    start: int
    stop: int
    objects: Objects | None = None

    def __len__(self) -> int:
        return self.stop - self.start

    def keys(self, coding: KeyCoding) -> Span:
        return Span(self, KEYS, coding.size)

    def key(self, number: int, coding: KeyCoding) -> bytes:
        at = self.start + number
        return bytes(Slice(self.path, at, at + 1).keys(coding))

    def solutions(self) -> tuple[Span, Span]:
        return Span(self, OUTCOMES, 1), Span(self, PLIES, 4)

    def known(self, coding: KeyCoding) -> Known:
        return Known(self.keys(coding), *self.solutions())

    def elsewhere(self, where: Where, endings: Sequence[str] = (KEYS,)) -> Slice:
        """The same positions from a store; only the name of the path is left."""
        return replace(self, path=Path(self.path.name), objects=where(self.path, endings) if self else None)


@dataclass(frozen=True)
class Span:
    """What a file has of some positions, so many bytes of `each`; a part of it is read when it is asked for.

    Reading raises InputError where the file is damaged, ExecutorError where a store fails.
    """

    positions: Slice
    ending: str
    each: int

    def __len__(self) -> int:
        return len(self.positions) * self.each

    def __iter__(self) -> Iterator[bytes]:
        for at in range(0, len(self), AT_ONCE):
            yield self[at : at + AT_ONCE]

    def __getitem__(self, part: slice) -> bytes:
        before = self.positions.start * self.each
        start, stop, _ = part.indices(len(self))
        return self._read(before + start, before + stop)

    def __bytes__(self) -> bytes:
        return b"".join(self)

    def _read(self, start: int, stop: int) -> bytes:
        if self.positions.objects is not None:
            return self.positions.objects.read(self.ending, start, stop)
        with self.positions.path.with_suffix(self.ending).open("rb") as file:
            file.seek(start)
            data = file.read(stop - start)
        if len(data) != stop - start:
            raise InputError(f"{file.name}: the file is damaged: it is too short")
        return data


@dataclass(frozen=True)
class Expand:
    """The keys of what follows some positions of a layer."""

    layer: int
    positions: Slice

    def __len__(self) -> int:
        return len(self.positions)

    def done(self, runner: Keeper, coding: KeyCoding) -> ByLayer:
        return runner.expanded(coding, self.layer, self.positions.keys(coding))

    def elsewhere(self, where: Where) -> Expand:
        return replace(self, positions=self.positions.elsewhere(where))


@dataclass(frozen=True)
class Merge:
    """Keys of several files in order, each once, but for those of another file."""

    parts: Sequence[Slice]
    others: Slice | None = None

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def done(self, runner: Keeper, coding: KeyCoding) -> bytes:
        others = b"" if self.others is None else self.others.keys(coding)
        return runner.merged(coding, [part.keys(coding) for part in self.parts], others)

    def elsewhere(self, where: Where) -> Merge:
        others = None if self.others is None else self.others.elsewhere(where)
        return Merge([part.elsewhere(where) for part in self.parts], others)


@dataclass(frozen=True)
class Solve:
    """The solutions of some positions; what follows them is in several parts, each of several files."""

    positions: Slice
    parts: Sequence[Sequence[Slice]]

    def __len__(self) -> int:
        return len(self.positions)

    def done(self, runner: Keeper, coding: KeyCoding) -> Due:
        keys = self.positions.keys(coding)
        *before, last = self.parts or ((),)
        folds = b""
        for part in before:
            unsolved = Unsolved(keys, _known(part, coding), folds, last=False)
            folds = runner.due(coding, unsolved).folds
        return runner.due(coding, Unsolved(keys, _known(last, coding), folds))

    def elsewhere(self, where: Where) -> Solve:
        parts = [[one.elsewhere(where, KNOWN) for one in part] for part in self.parts]
        return Solve(self.positions.elsewhere(where), parts)


Piece = Expand | Merge | Solve


def most_known(coding: KeyCoding) -> int:
    """How many positions can be told with those that follow from them, at the most: it is one message."""
    return BIGGEST // 2 // (coding.size + SOLUTION)


def most_unsolved(coding: KeyCoding) -> int:
    """And of how many these can follow."""
    return BIGGEST // 4 // (coding.size + FOLD)


def _known(part: Sequence[Slice], coding: KeyCoding) -> Sequence[Known]:
    return [one.known(coding) for one in part]


def sliced(path: Path, count: int, most: int) -> list[Slice]:
    """All positions of a file, so many at a time at the most, evenly."""
    parts = max(1, -(-count // most))
    return [Slice(path, count * n // parts, count * (n + 1) // parts) for n in range(parts) if count]


def split(runs: Sequence[Slice], others: Slice | None, coding: KeyCoding, most: int) -> list[Merge]:
    """Files of keys split between keys: each piece has some `most` of them, and its keys are its own."""
    if not runs:
        return []
    longest = max(runs, key=len)
    parts = min(max(1, -(-sum(map(len, runs)) // most)), max(1, len(longest)))
    keys = keys_in(longest.path, coding)
    splitters = [keys[len(longest) * n // parts] for n in range(1, parts)]

    def cut(run: Slice) -> list[Slice]:
        keys = keys_in(run.path, coding)
        cuts = [0, *(bisect_left(keys, one) for one in splitters), len(run)]
        return [Slice(run.path, start, stop) for start, stop in pairwise(cuts)]

    pieces = zip(*map(cut, runs), strict=True)
    without = [None] * parts if others is None else cut(others)
    return [Merge(some, others) for some, others in zip(pieces, without, strict=True)]


class Keys(Sequence[tuple[int, ...]]):
    """The keys of a file as numbers, for comparing them."""

    def __init__(self, words: memoryview, width: int) -> None:
        self._words, self._width = words, width

    def __len__(self) -> int:
        return len(self._words) // self._width

    def __getitem__(self, number: Any) -> Any:
        return tuple(self._words[number * self._width : (number + 1) * self._width])


def keys_in(path: Path, coding: KeyCoding) -> Keys:
    """The keys of a file, which need not fit into memory."""
    with path.with_suffix(KEYS).open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    return Keys(data.cast("Q"), coding.words)


class Pieces:
    """Who does pieces: this process if they are few or small, or else an executor.

    It does `at_once` of them at a time, each of which may take so much `memory`, in MiB.
    """

    def __init__(
        self,
        game: SessionGame,
        runner: Keeper,
        executor: PieceExecutor,
        jobs: int,
        exchange: Exchange | None,
        until: float,
    ) -> None:
        self._runner, self._executor, self._exchange, self._until = runner, executor, exchange, until
        self._origin = game.origin
        self._files = cache(partial(game_files, game.name))
        is_alone = isinstance(executor, Here) or self._origin is None
        self.at_once = 1 if is_alone else executor.ahead
        self.memory = max(LEAST_MEMORY, game.session.memory // (1 if is_alone else jobs))

    def __call__(self, pieces: Sequence[Piece], coding: KeyCoding) -> Iterator[Any]:
        """The results in order. Raises what a piece raises, and LimitError when time is up."""
        if self._origin is None or self.at_once == 1 or sum(map(len, pieces)) < FEW:
            yield from (piece.done(self._runner, coding) for piece in pieces)
            return
        origin = partial(self._origin, memory=self.memory, late=True)
        work = Work("pydecl.solving.pieces:opened", (origin, coding), files=lambda _: self._files())
        if self._exchange is not None:
            pieces = self._exchange.elsewhere(pieces)
        results: dict[int, Any] = {}
        due = 0
        for place, future in finished(self._executor, work, pieces, deadline=self._until):
            results[place] = future.result()
            while due in results:
                yield results.pop(due)
                due += 1


@contextmanager
def opened(setup: tuple[partial[Any], KeyCoding]) -> Iterator[Any]:
    """What another process does pieces with: who opens the game, and how keys are written."""
    origin, coding = setup
    with origin() as game:
        runner = registry.keeper(game)
        yield lambda piece, _: piece.done(runner, coding)
