"""All positions of a game solved in machine code, at once or layer by layer: what is asked and answered.

A request is numbers of 8 bytes, in the machine's order, and terms; it begins with the size of the arena, in
bytes. `roots` is how many roots follow, as terms; -1 is all that position/1 gives. A coding says how keys are
written:

    words       how many of 64 bits a key takes
    atoms       how many atoms follow that were made at run time, each its size and its bytes
    codes       the size of the codes of the places of a position, and these: `solving.h` tells them
    layering    what tells layers; a reply has none

The requests, behind the arena:

    solve_all   roots, these
    values      the bound, a double; roots, these
    keys        how many positions, coding, keys: the answer has terms; for -N, N terms follow the coding, and
                the answer has keys, each behind two numbers: 0 if it is longer than the others, and its layer
    layers      how many positions to sample, roots, these
    roots       roots, coding, these
    expand      how many positions, their layer, coding; keys
    merge       how many keys, how many others, coding; keys, others
    due         how many positions, how many are known, 1 if folds follow, 1 if it is the last part, coding;
                keys, folds; the keys, the plies and the outcomes of what is known
    bounds      how many positions, coding; keys, lower bounds, upper bounds, doubles

The replies, before what every answer is; `keys` has no more than that:

    solve_all, values
                nodes, leaves, how many of the positions are roots (the first ones), how many positions there
                are, words, sweeps of value iteration, atoms and codes; a byte for each position: 0 if MIN is
                to move, 1 if MAX is, 2 if chance is; then outcomes, a byte each: 0 drawn, 1 won, 2 lost, for
                MAX, and plies, 4 bytes each, or lower and then upper bounds, doubles; keys
    layers      words, codes (their size, and these), how many layerings there are, and these, the best first
    roots, expand, merge
                nodes, verdict, how many layers; for each its number, how many keys, and these
    due         nodes, verdict, ends, how many positions; movers, outcomes, plies, or else folds
    bounds      nodes, 0 or what is wrong, the number of the position, and the bounds that are due there

A verdict is -1 where all is well, -2 where a key takes more words, or the number of a position: of one with a
move that lowers the layer, or with a successor that is not known.
"""

from __future__ import annotations

import struct
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from pydecl.engines.native.call import ALIGNED
from pydecl.engines.native.compiled_rules import STOPPED, CompiledRules, unfit
from pydecl.engines.native.game import MachineGame
from pydecl.engines.native.serialisation import Answer as Reply
from pydecl.engines.native.serialisation import End, Reader, encoded
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.searching import stopped_by
from pydecl.engines.protocol import Solver
from pydecl.errors import InputError, LimitError, UnfitError
from pydecl.model.keyed import (
    PLAYERS,
    TOLD_BY_RULES,
    ByLayer,
    Due,
    Fault,
    Held,
    Keeper,
    KeyCoding,
    KeyedPositions,
    Sampled,
    Unsolved,
    solution_of,
)
from pydecl.model.parts import Part
from pydecl.model.program import Program
from pydecl.model.result import Expectation, Status
from pydecl.model.solved import Column, Expectations, Solved
from pydecl.model.term import Term
from pydecl.sandbox.frames import BIGGEST

T = TypeVar("T")

ALL = -1
"""In place of how many roots there are: all that position/1 gives."""

MOVERS = (*PLAYERS, None)
"""As a reply numbers them; None is chance."""

WIDER = -2

FOLD, PLIES = 16, 4
"""Bytes."""

SMALL = 64 << 20
"""The arena where positions are expanded one by one, in bytes."""


class MachineSolver(Solver):
    """The rules in an object of their own, which is made when it is first asked; a `Keeper`."""

    def __init__(self, game: SessionGame, make: Callable[[], MachineGame]) -> None:
        self._game = game
        self._make = make
        self.made: MachineGame | None = None
        """The object, if there is one."""

    @property
    def machine(self) -> MachineGame:
        """With no other program, whatever else is code: with others, positions would have other keys."""
        if self.made is None:
            self.made = self._make()
        return self.made

    def share(self, jobs: int) -> None:
        self.machine.share(jobs)

    def solve(self, bound: float | None, seconds: float | None) -> Solved[Term]:
        entry = "pydecl_solve_all" if bound is None else "pydecl_values"
        before = b"" if bound is None else struct.pack("=d", bound)

        def ask(code: CompiledRules, roots: Sequence[Term] | None) -> Solved[Term]:
            started = time.perf_counter()
            data = struct.pack("=q", code.arena) + before + _roots(code, roots)
            try:
                told = code.answer(entry, data, seconds, BIGGEST, shared=True)
            except LimitError as error:
                return Solved.stopped(stopped_by(error), time.perf_counter() - started)
            found, end = _solved(self, told, bound is not None, started)
            if end.end is not End.OK:
                code.end()  # what helped may still be busy
            if end.end is End.CONTRACT:
                raise code.fault(end)
            if end.end is not End.OK and end.end not in STOPPED:
                raise unfit(end)
            return found

        return self._of_roots(ask)

    def _of_roots(self, ask: Callable[[CompiledRules, Sequence[Term] | None], T]) -> T:
        machine = self.machine
        if (why := machine.hindrance(Program.OUTCOME)) is not None:
            raise InputError(why)
        roots = self._named_roots()
        try:
            return machine.ask(roots[0] if roots else None, lambda code: ask(code, roots))
        except UnfitError as error:
            raise InputError(f"machine code cannot solve {self._game.name}: {error}") from None

    def _named_roots(self) -> Sequence[Term] | None:
        """None where machine code enumerates them by position/1."""
        if "position/1" not in self._game.defined or self._game.starts_are_chosen:
            return self._game.initial()
        is_told = ("position", "-") in self.machine.code.about.entries
        return None if is_told else self.machine.positions()

    # By their keys

    def positions(self, coding: KeyCoding, keys: bytes) -> Sequence[Term]:
        count = len(keys) // coding.size

        def ask(code: CompiledRules) -> Sequence[Term]:
            data = struct.pack("=qq", code.arena, count) + _written(coding) + keys
            return code.told(Reader(code.reply("pydecl_keys", data).output).terms(count))

        return self.machine.ask(None, ask)

    def keys(self, coding: KeyCoding, positions: Sequence[Term]) -> Sequence[tuple[int, bytes] | None]:
        def ask(code: CompiledRules) -> Sequence[tuple[int, bytes] | None]:
            head = struct.pack("=qq", code.arena, -len(positions)) + _written(coding)
            return _keys_in(coding, code.reply("pydecl_keys", head + _terms(code, positions)).output)

        try:
            return self.machine.ask(None, ask)
        except UnfitError:
            if len(positions) == 1:
                return [None]
            return [self.keys(coding, [position])[0] for position in positions]

    # Layer by layer

    def sample(self, most: int) -> Sampled:
        def ask(code: CompiledRules, roots: Sequence[Term] | None) -> Sampled:
            read = partial(_sampled, told_by_rules=("layer", "+-") in code.about.entries)
            return self._read(code, "pydecl_layers", read, struct.pack("=q", most) + _roots(code, roots))

        return self._of_roots(ask)

    def roots(self, coding: KeyCoding) -> ByLayer:
        def ask(code: CompiledRules) -> ByLayer:
            told = _roots(code, self._named_roots(), _written(coding))
            return self._read(code, "pydecl_roots", partial(_by_layer, coding), told)

        return self.machine.ask(None, ask)

    def expanded(self, coding: KeyCoding, layer: int, keys: Part) -> ByLayer:
        head = struct.pack("=qq", len(keys) // coding.size, layer) + _written(coding)
        return self._of_keys("pydecl_expand", partial(_by_layer, coding), head, keys)

    def merged(self, coding: KeyCoding, keys: Sequence[Part], others: Part) -> bytes:
        counts = sum(map(len, keys)) // coding.size, len(others) // coding.size
        head = struct.pack("=qq", *counts) + _written(coding)
        return self._of_keys("pydecl_merge", partial(_by_layer, coding), head, *keys, others).keys[0]

    def due(self, coding: KeyCoding, unsolved: Unsolved) -> Due:
        known, folds = unsolved.known, unsolved.folds
        counts = len(unsolved.keys) // coding.size, sum(map(len, known))
        head = struct.pack("=4q", *counts, bool(folds), unsolved.last) + _written(coding)
        told = [
            part for field in ("keys", "plies", "outcomes") for part in (getattr(one, field) for one in known)
        ]
        return self._of_keys(
            "pydecl_due", partial(_due, last=unsolved.last), head, unsolved.keys, folds, *told
        )

    def held(self, coding: KeyCoding, keys: Part, bounds: Sequence[Part]) -> Held:
        head = struct.pack("=q", len(keys) // coding.size) + _written(coding)
        return self._of_keys("pydecl_bounds", _held, head, keys, *bounds)

    def _of_keys(self, entry: str, read: Callable[[Reader], T], *told: Part) -> T:
        return self.machine.ask(None, lambda code: self._read(code, entry, read, *told))

    def _read(self, code: CompiledRules, entry: str, read: Callable[[Reader], T], *told: Part) -> T:
        """What comes before an answer of which nothing else is wanted."""
        arena = struct.pack("=q", min(code.arena, SMALL))
        reader = Reader(code.answer(entry, (arena, *told), None, BIGGEST))
        found = read(reader)
        reply = Reply(reader.rest())
        if reply.end is not End.OK:
            raise code.error(reply)
        return found


# Requests


def _roots(code: CompiledRules, roots: Sequence[Term] | None, coding: bytes = b"") -> bytes:
    count = ALL if roots is None else len(roots)
    return struct.pack("=q", count) + coding + _terms(code, roots or ())


def _terms(code: CompiledRules, positions: Sequence[Term]) -> bytes:
    return b"".join(encoded(code.coded(position)) for position in positions)


def _written(coding: KeyCoding) -> bytes:
    codes = coding.codes + bytes(-len(coding.codes) % ALIGNED)
    sized = b"".join(struct.pack("=q", len(one)) + one for one in (*coding.atoms, codes))
    return struct.pack("=qq", coding.words, len(coding.atoms)) + sized + struct.pack("=q", coding.layering)


# Replies: what they say, before how it ended


def _solved(keeper: Keeper, data: bytes, has_values: bool, started: float) -> tuple[Solved[Term], Reply]:
    """Nothing is solved where the end is not OK."""
    reader = Reader(data)
    take = reader.take
    nodes, leaves, roots, count, words, sweeps, made = reader.numbers(7)
    *atoms, codes = [take(reader.number()) for _ in range(made + 1)]
    coding, movers = KeyCoding(words, atoms, codes), take(count)
    players: Sequence[Any] = Column(PLAYERS.__getitem__, movers)
    solutions: Sequence[Any]
    if has_values:
        players = list(map(MOVERS.__getitem__, movers))
        solutions = Expectations(*(array("d", take(8 * count)) for _ in range(2)))
    else:
        solutions = Column(solution_of, take(count), array("I", take(PLIES * count)))
    keys = take(coding.size * count)
    reply, seconds = Reply(reader.rest()), time.perf_counter() - started
    if reply.end is not End.OK:
        return Solved.stopped(Status.TIME if reply.end is End.TIME else Status.MEMORY, seconds, nodes), reply
    positions = KeyedPositions(keeper, coding, keys) if count else ()
    known = positions, players, solutions, nodes, leaves, seconds
    return Solved(Status.COMPLETE, roots, *known, sweeps=sweeps), reply


def _keys_in(coding: KeyCoding, output: bytes) -> list[tuple[int, bytes] | None]:
    reader = Reader(output)
    found: list[tuple[int, bytes] | None] = []
    for _ in range(len(output) // (16 + coding.size)):
        (fits, layer), key = reader.numbers(2), reader.take(coding.size)
        found.append((layer, key) if fits else None)
    return found


def _sampled(reader: Reader, *, told_by_rules: bool) -> Sampled:
    """What the rules tell of layers comes first."""
    words, size = reader.numbers(2)
    coding = KeyCoding(max(1, words), (), reader.take(size))
    layerings = reader.numbers(reader.number())
    return Sampled(coding, [TOLD_BY_RULES, *layerings] if told_by_rules else layerings)


def _by_layer(coding: KeyCoding, reader: Reader) -> ByLayer:
    nodes, verdict, count = reader.numbers(3)
    keys = {}
    for _ in range(count):
        layer, number = reader.numbers(2)
        keys[layer] = reader.take(number * coding.size)
    return ByLayer(keys, nodes, verdict if verdict >= 0 else None, verdict == WIDER)


def _due(reader: Reader, *, last: bool) -> Due:
    nodes, verdict, ends, count = reader.numbers(4)
    sizes = (count, count, PLIES * count, 0) if last else (0, 0, 0, FOLD * count)
    movers, outcomes, plies, folds = map(reader.take, sizes)
    return Due(verdict if verdict >= 0 else None, ends, movers, outcomes, plies, folds, nodes)


def _held(reader: Reader) -> Held:
    nodes, wrong, at = reader.numbers(3)
    bounds = struct.unpack("=2d", reader.take(16))
    return Held((None, *Fault)[wrong], at, Expectation(*bounds), nodes)
