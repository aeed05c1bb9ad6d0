"""A game solved layer by layer on disk: no move lowers a number, and few layers are needed at a time.

Forward, from the roots: the keys of what follows a layer go to files for their layers, and a layer is whole
when all below it are expanded. Backward: solutions follow from those of the successors; if these are in the
same layer, it is solved again until nothing changes. What is done so far is in a folder, in which each step
is there as a whole or not at all, and another process can go on.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from pydecl import __version__
from pydecl.errors import InputError
from pydecl.kept import digest_of, write_whole
from pydecl.model.keyed import ByLayer, Due, Keeper, KeyCoding
from pydecl.solving.card import SOLUTIONS, Stored
from pydecl.solving.files import Tally, file_name, written
from pydecl.solving.pieces import (
    KEYS,
    OUTCOMES,
    PLIES,
    Expand,
    Pieces,
    Slice,
    Solve,
    Span,
    most_known,
    most_unsolved,
    sliced,
    split,
)

SAMPLE = 20_000
"""Positions that random play meets to find codes and layers."""

STATE, FORWARD, MOVERS, PART = "state.json", "to", ".movers", ".part"

SOLVED = (OUTCOMES, PLIES, MOVERS)

FORMAT = 1

ROOTS = "roots"

MOST_AT_ONCE = 1 << 19
"""Positions of a piece, at the most."""

MOST_MERGED = 1 << 21
"""Keys of a piece that puts them in order."""

LEAST_AT_ONCE = 1 << 12

Tell = Callable[[int, int], None]
"""Told how many positions are solved, and how many there are so far."""


class UnlayeredError(Exception):
    """A move from the position of a key, the argument, lowers the layer."""


class WiderError(Exception):
    """A key takes more words than were thought."""


@dataclass
class State:
    """What is done. Layers that are `expanded` are whole; those in `solved` have their files."""

    rules: str
    words: int
    codes: str
    layering: int
    pydecl: str = __version__
    sizes: dict[int, int] = field(default_factory=dict)
    after: dict[int, list[int]] = field(default_factory=dict)
    expanded: list[int] = field(default_factory=list)
    solved: dict[int, Stored] = field(default_factory=dict)
    rooted: bool = False
    ends: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    format: int = FORMAT

    @property
    def coding(self) -> KeyCoding:
        return KeyCoding(self.words, (), bytes.fromhex(self.codes), self.layering)

    def write(self, folder: Path) -> None:
        """Write it, as a whole or not at all. Raises OSError."""
        told = {name: value for name, value in vars(self).items() if name != "tally"}
        told["solved"] = {layer: asdict(one) for layer, one in self.solved.items()}
        write_whole(folder / STATE, json.dumps({**told, "tally": self.tally.to_json()}).encode())

    @classmethod
    def read(cls, folder: Path) -> State:
        """What was written. Raises InputError where it is damaged."""
        path = folder / STATE
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["format"] != FORMAT:
                raise ValueError(f"format {told['format']}")
            for name in ("sizes", "after", "solved"):
                told[name] = {int(layer): value for layer, value in told[name].items()}
            told["solved"] = {layer: Stored(**one) for layer, one in told["solved"].items()}
            return cls(**{**told, "tally": Tally.read(told["tally"])})
        except (OSError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"{path}: what was solved so far cannot be read: {error}") from None


class LayeredSolver:
    """One who solves a game in a folder."""

    def __init__(self, folder: Path, state: State, do: Pieces, tell: Tell) -> None:
        self.folder, self.state, self._do, self._tell = folder.resolve(), state, do, tell
        self._coding = state.coding
        self._bytes = do.memory << 20

    def run(self, runner: Keeper) -> None:
        """Do all that is not done. Raises UnlayeredError and WiderError where that cannot be; OSError."""
        began, before = time.perf_counter(), self.state.seconds
        try:
            self._start(runner)
            while (layer := self._next()) is not None:
                self._expand(layer)
            self._tell_solved()
            self._solve_all(before - began)
        finally:
            self.state.seconds = before + time.perf_counter() - began

    # Forward

    def _start(self, runner: Keeper) -> None:
        """The roots; and what was being done when another process ended is done again."""
        if not self.state.rooted:
            shutil.rmtree(self.folder / FORWARD, ignore_errors=True)
            self._spill(ROOTS, 0, runner.roots(self._coding))
            self.state.rooted = True
            self.state.write(self.folder)
        for run in self.folder.glob(f"{FORWARD}/*/*"):
            source = run.stem.split("@")[0]
            if source != ROOTS and int(source) not in self.state.expanded:
                run.unlink()
        self._clean()

    def _next(self) -> int | None:
        """The lowest layer that is not expanded."""
        with suppress(FileNotFoundError):
            there = [int(path.name) for path in (self.folder / FORWARD).iterdir() if any(path.iterdir())]
            return min((layer for layer in there if layer not in self.state.expanded), default=None)
        return None

    def _expand(self, layer: int) -> None:
        """Find what follows a layer; and what follows in it belongs to it, too."""
        path = self.folder / str(layer)
        count = self._merge(path, self._runs(layer, "*"))
        after: set[int] = set()
        number, new, fresh = 0, path, count
        while fresh:
            self._tell(0, sum(self.state.sizes.values()) + count)
            slices = sliced(new, fresh, self._at_once(fresh, self._bytes // 2, 14 * self._coding.size))
            pieces = [Expand(layer, one) for one in slices]
            for one, found in zip(slices, self._do(pieces, self._coding), strict=True):
                if found.lowered is not None:
                    raise UnlayeredError(one.key(found.lowered, self._coding))
                self._spill(layer, number, found)
                after |= found.keys.keys()
                number += 1
            own = self._runs(layer, f"{layer}@*")
            whole, new = Slice(path, 0, count), self.folder / f"{layer}+"
            fresh = self._merge(new, own, whole)
            for run in own:
                run.path.with_suffix(KEYS).unlink()
            if fresh:
                count = self._merge(path, [whole, Slice(new, 0, fresh)])
        new.with_suffix(KEYS).unlink(missing_ok=True)
        self.state.sizes[layer] = count
        self.state.after[layer] = sorted(after)
        self.state.expanded.append(layer)
        self.state.write(self.folder)
        shutil.rmtree(self.folder / FORWARD / str(layer))

    def _runs(self, layer: int, pattern: str) -> list[Slice]:
        """Keys for a layer, as pieces have found them."""
        size = self._coding.size
        found = sorted((self.folder / FORWARD / str(layer)).glob(f"{pattern}{KEYS}"))
        return [Slice(run.with_suffix(""), 0, run.stat().st_size // size) for run in found]

    def _merge(self, path: Path, runs: Sequence[Slice], others: Slice | None = None) -> int:
        """Make a file of keys, without those of another one; how many there are."""
        size = self._coding.size
        made = path.with_suffix(PART)
        with made.open("wb") as file:
            count = sum(map(len, runs))
            most = self._at_once(count, self._bytes // 2, 6 * size, most=MOST_MERGED)
            for keys in self._do(split(runs, others, self._coding, most), self._coding):
                file.write(keys)
        made.replace(path.with_suffix(KEYS))
        return path.with_suffix(KEYS).stat().st_size // size

    def _spill(self, source: object, number: int, found: ByLayer) -> None:
        """Keep what a piece has found for the layers above."""
        if found.wider:
            raise WiderError
        for layer, keys in found.keys.items():
            folder = self.folder / FORWARD / str(layer)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{source}@{number}{KEYS}").write_bytes(keys)

    # Backward

    def _solve_all(self, since: float) -> None:
        """Solve all layers; while one is written, the next is solved."""
        writer = ThreadPoolExecutor(1)
        last: Future[None] | None = None
        waits = True
        try:
            for layer in sorted(self.state.sizes.keys() - self.state.solved.keys(), reverse=True):
                ends = self._solve(layer)
                if last is not None:
                    last.result()
                last = writer.submit(self._write, layer, ends, since)
            if last is not None:
                last.result()
        except KeyboardInterrupt:
            waits = False
            raise
        finally:
            writer.shutdown(waits, cancel_futures=not waits)

    def _solve(self, layer: int) -> int:
        """Make the files of the solutions of a layer; how many of its positions are ends.

        Where moves stay in the layer, a win in N plies is found when its successors are known: from no win or
        loss at all, what is due leads there, step by step, as each step knows the ends within a move more.
        """
        path, count = self.folder / str(layer), self.state.sizes[layer]
        size = self._coding.size
        after = self.state.after[layer]
        known = [Slice(self.folder / str(one), 0, self.state.sizes[one]) for one in after]
        for one in (Slice(path, 0, count), *known):
            if one.path.with_suffix(KEYS).stat().st_size != len(one) * size:
                raise InputError(f"{one.path.with_suffix(KEYS)}: the file is damaged: it has another size")
        if layer not in after:
            return self._due(layer, known)
        path.with_suffix(OUTCOMES).write_bytes(bytes(count))
        path.with_suffix(PLIES).write_bytes(bytes(4 * count))
        before = ""
        while True:
            ends = self._due(layer, known)
            now = digest_of(path.with_suffix(OUTCOMES)) + digest_of(path.with_suffix(PLIES))
            if now == before:
                return ends
            before = now

    def _due(self, layer: int, known: Sequence[Slice]) -> int:
        """Make the files of the solutions that follow from what is known; how many positions are ends."""
        path, count = self.folder / str(layer), self.state.sizes[layer]
        size = self._coding.size
        told = min(most_known(self._coding), max(LEAST_AT_ONCE, self._bytes // 2 // (4 * size)))
        parts = _parts(known, told)
        most = min(1 << 24, most_unsolved(self._coding))
        slices = sliced(path, count, self._at_once(count, self._bytes // 4, 6 * size, most=most))
        ends = 0
        made = [path.with_suffix(ending + PART) for ending in SOLVED]
        with made[0].open("wb") as outcomes, made[1].open("wb") as plies, made[2].open("wb") as movers:
            due: Due
            for due in self._do([Solve(one, parts) for one in slices], self._coding):
                if due.missing is not None:
                    raise InputError(f"{self.folder}: the work is damaged: a successor is missing")
                outcomes.write(due.outcomes)
                plies.write(due.plies)
                movers.write(due.movers)
                ends += due.ends
        for part, ending in zip(made, SOLVED, strict=True):
            part.replace(path.with_suffix(ending))
        return ends

    def _write(self, layer: int, ends: int, since: float) -> None:
        """Write what is to be kept of a layer: then it is solved."""
        file = self.folder / file_name(layer)
        whole = Slice(self.folder / str(layer), 0, self.state.sizes[layer])
        keys, movers = whole.keys(self._coding), Span(whole, MOVERS, 1)
        outcomes, plies = whole.solutions()
        stored = written(file, layer, self._coding, SOLUTIONS, keys, (outcomes, plies))
        self.state.tally.add(self._coding, keys, movers, outcomes, plies)
        self.state.ends += ends
        self.state.solved[layer] = replace(stored, after=self.state.after[layer])
        self.state.seconds = since + time.perf_counter()
        self.state.write(self.folder)
        self._clean()
        self._tell_solved()

    def _tell_solved(self) -> None:
        sizes = self.state.sizes
        self._tell(sum(sizes[layer] for layer in self.state.solved), sum(sizes.values()))

    def _clean(self) -> None:
        """Remove what no step needs any more."""
        state = self.state
        needed = {above for layer in state.sizes if layer not in state.solved for above in state.after[layer]}
        for layer in state.solved.keys() - needed:
            for ending in (KEYS, OUTCOMES, PLIES, MOVERS):
                (self.folder / str(layer)).with_suffix(ending).unlink(missing_ok=True)
        for layer in state.expanded:
            shutil.rmtree(self.folder / FORWARD / str(layer), ignore_errors=True)

    def _at_once(self, count: int, room: int, each: int, most: int = MOST_AT_ONCE) -> int:
        """How many positions, of so many, make a piece: all are busy, and they have room."""
        shared = -(-count // self._do.at_once)
        return max(LEAST_AT_ONCE, min(most, room // each, shared))


def _parts(slices: Sequence[Slice], most: int) -> list[list[Slice]]:
    """Slices put together, so that each part has so many positions at the most."""
    parts: list[list[Slice]] = [[]]
    room = most
    for one in slices:
        start = one.start
        while start < one.stop:
            stop = min(one.stop, start + room)
            parts[-1].append(Slice(one.path, start, stop))
            room -= stop - start
            start = stop
            if not room:
                parts.append([])
                room = most
    return [part for part in parts if part]
