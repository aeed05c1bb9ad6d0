"""A game in machine code, walked from this process, position by position; or many matches of one, at once.

The process that runs the code answers in memory that both share; `shared_line.h` is the other side. Who waits
looks there for some microseconds, and lets the other have the core meanwhile; then it sleeps until a byte
comes through a pipe.
"""

from __future__ import annotations

import mmap
import os
import platform
import select
import struct
import tempfile
import threading
from array import array
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from itertools import chain
from time import perf_counter
from typing import Any

from pydecl.engines.native.building import Tiers, find_compiler
from pydecl.engines.native.compiled_rules import CompiledRules, compiled
from pydecl.engines.native.serialisation import Reader, decoded, encoded
from pydecl.engines.native.supplied_facts import ASKED, ENDS, KIND, NEXTS, TURBULENT, VALUE, ToldGame
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.python.facts import Fact, NumberedGame
from pydecl.errors import InputError, LimitError, NumberTooLargeError, PydeclError, UnfitError
from pydecl.model.game import MOVES_AGAIN
from pydecl.model.passing import WithoutPasses, unpassed
from pydecl.model.term import Term, term_text
from pydecl.texts.entries import MOVES, POSITION, Examples, with_starts

ROOM = 1 << 22
"""How large an answer about a position may be, in bytes."""

ARENA = 64 << 20
"""The memory for terms, in bytes."""

MOST_KEPT = 1 << 18
"""So many positions are looked up here; what is known of others is told again."""

LOOKS = 400
"""How often this side looks before it sleeps: for some 100 microseconds."""

THEIR_LOOKS = 2000
"""How often the other side does, which waits longer."""

BRIEF = 100e-6
"""Seconds within which an answer comes if a core is free; else looking would only keep others from it."""

NAPS = 8, 512
"""After an answer that took longer, so many are slept for, and twice as many after the next, up to a limit.

Waking costs less than a turn of the scheduler.
"""

SLEEPS = platform.machine().lower() not in ("x86_64", "amd64") or not hasattr(os, "sched_yield")
"""Other processors may show what is written in another order: nobody looks."""

HEAD = 16
"""Words of 4 bytes before the data, with these places:"""

ASKS, ANSWERED, LOOKING, REQUEST, ABOUT, MORE, SAID, COUNT = range(8)
SIZE, SKIPS, HAS_ROOM, MATCHES, MOST, WRITTEN, ASLEEP = range(8, 15)


class Request(IntEnum):
    """What is asked; `shared_line.h` has the same words."""

    LOOK = 0
    TELL = 1
    SOLVE = 2
    NUMBER = 3
    FORGET = 4
    BEGIN = 5
    STEP = 6
    SHOW = 7
    TEXT = 8
    OBSERVE = 9
    OBSERVE_ENDS = 10
    PACK = 11
    FOLLOW = 12
    WRITE = 13
    COPY = 14


LOOK = int(Request.LOOK)

TEXTS = 1 << 30
"""With a look: the position's text, too; `walking.h` has the same."""

BESIDES = {fact: what & ~NEXTS for fact, what in ASKED.items()}
"""What is asked for besides who is to move, and what follows, which are always told."""


class Line:
    """Compiled rules in a process of their own, and the memory by which they are asked."""

    def __init__(self, game: SessionGame, examples: Examples, more: int, *, hastily: bool = False) -> None:
        """`examples` are terms for which the code must have a place; `more` bytes come behind an answer.

        If it is made `hastily` it is there sooner, and slower.

        Raises NotCompiledError where the rules are not covered, NoCompilerError and BuildError.
        """
        self._size = 4 * HEAD + ROOM + more
        self._seconds = game.session.seconds
        compiler = None if hastily else find_compiler()

        def built(starts: Examples) -> Tiers:
            return compiled(game, {**starts, **examples}, compiler, only=("perft",), hastily=hastily)

        tiers = with_starts(game, built)
        self._thread: threading.Thread | None = None
        self._is_serving = False
        self._fault: PydeclError = InputError(f"{game.name} is closed")
        self._turn, self._naps = 0, float("inf") if SLEEPS else 0.0
        self._after_slow = NAPS[0]
        asked, self._asks = os.pipe()
        self._told, self._tells = os.pipe()
        shared = _shared_memory(self._size)
        try:
            self.memory = mmap.mmap(shared, self._size)
            passed = asked, self._tells, shared, shared
            self.code = CompiledRules(tiers, game.session, passed)
            self.words = memoryview(self.memory).cast("I")
            self.words[LOOKING], self.words[HAS_ROOM] = 0 if SLEEPS else THEIR_LOOKS, ROOM
            self.words[SKIPS] = MOVES_AGAIN in game.defined
            self.code.about  # noqa: B018  the process has started, and has its ends
        except BaseException:
            self.close()
            raise
        finally:
            os.close(asked)
            os.close(shared)

    def ask(self, request: int, about: int = 0, more: int = 0) -> None:
        """Have a request answered in the words and the data. Raises what went wrong with the rules."""
        words = self.words
        words[REQUEST] = request
        words[ABOUT] = about
        words[MORE] = more
        self._turn = turn = (self._turn + 1) & 0xFFFFFFFF
        words[ASKS] = turn
        if self._naps:
            self._naps -= 1
            if not self._naps:
                words[LOOKING] = THEIR_LOOKS
        if self._naps or words[ASLEEP]:
            self._await(turn)
            return
        began = perf_counter()
        for _ in range(LOOKS):
            if words[ANSWERED] == turn:
                break
            os.sched_yield()
        else:
            self._await(turn)
        if perf_counter() - began > BRIEF:
            self._naps, words[LOOKING] = self._after_slow, 0
            self._after_slow = min(2 * self._after_slow, NAPS[1])
        elif self._after_slow > NAPS[0]:
            self._after_slow -= 1

    def _await(self, turn: int) -> None:
        if self._is_closed:
            raise self._fault
        if not self._is_serving:
            self._is_serving = True
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()
        try:
            os.write(self._asks, b"\0")
            while self.words[ANSWERED] != turn and self._is_serving:
                if not select.select([self._told], [], [], self._seconds)[0]:
                    raise LimitError(f"the rules tell nothing of a position within {self._seconds:.3g} s")
                os.read(self._told, 1)
        except BaseException as error:  # what was asked would come at any time
            self.close()
            self._fault = error if isinstance(error, PydeclError) else self._fault
            raise
        if self.words[ANSWERED] != turn:
            self.words[ANSWERED] = turn
            fault = self._fault
            if self.code.pid is None:
                self.close()
            raise fault

    def _serve(self) -> None:
        """Let the process answer until the rules go wrong, or it ends."""
        try:
            self._fault = self.code.walk(ARENA, self._size)
        except PydeclError as error:
            self._fault = error
        finally:
            self._is_serving = False
            with suppress(OSError):
                os.write(self._tells, b"\0")

    @property
    def _is_closed(self) -> bool:
        return self._told < 0

    def close(self) -> None:
        """End the process; twice does no harm."""
        if self._is_closed:
            return
        if self._thread is not None:
            fault = self._fault
            self.code.interrupt()
            self._thread.join()
            self._fault = fault  # that it ended is none
        if hasattr(self, "code"):
            self.code.close()
        ends = self._asks, self._told, self._tells
        self._told = -1
        for end in ends:
            os.close(end)
        self.words = memoryview(bytearray(4 * HEAD)).cast("I")
        with suppress(BufferError):  # arrays of a user's show it still
            self.memory.close()


def _shared_memory(size: int) -> int:
    """The number of a file that is nowhere but in memory, if the system has such files."""
    if hasattr(os, "memfd_create"):
        shared = os.memfd_create("pydecl")
    else:
        with tempfile.TemporaryFile() as file:
            shared = os.dup(file.fileno())
    os.ftruncate(shared, size)
    return shared


class Served:
    """The rules of a game in a process that answers by shared memory; `close` ends it."""

    def __init__(self, game: SessionGame, start: Term, more: int = 0, *, hastily: bool = False) -> None:
        """There is a place for the position `start`; the rest is as in `Line`.

        Raises what `Line` raises.
        """
        self.moves_again = MOVES_AGAIN in game.defined
        examples = {} if start in game.initial()[:1] else {POSITION: [start]}
        self._line = Line(game, examples, more, hastily=hastily)
        self._data = self._line.words[HEAD:]

    def close(self) -> None:
        """End the process; twice does no harm."""
        self._data = memoryview(b"")
        self._line.close()

    def _put(self, data: bytes) -> None:
        if len(data) > ROOM:
            raise UnfitError("the position is too large for machine code")
        self._data.cast("B")[: len(data)] = data

    def _put_term(self, position: Term) -> None:
        """Raises UnfitError where compiled rules have no place for it."""
        self._put(encoded(self._line.code.coded(unpassed(position) if self.moves_again else position)))


class WalkedGame(Served, ToldGame):
    """The rules of a game in machine code, where positions are numbers, which stay.

    Who plays on gets no passes: the other player simply moves again.
    """

    compiled = True

    def __init__(self, game: SessionGame, start: Term, *, more: int = 0) -> None:
        """It begins at the position `start`. `more` is as in `Line`.

        Raises UnfitError where compiled rules have no place for the position, and what `Line` raises.
        """
        ToldGame.__init__(self, game.name, game.source, game.defined)
        Served.__init__(self, game, start, more)
        self._slow = NumberedGame(WithoutPasses(game) if self.moves_again else game, start)
        self._predicate = next(key for key in MOVES if f"{key[0]}/{len(key[1])}" in game.defined)
        self._is_coded = self._line.code.about.coding is not None
        self._texts: dict[int, str] = {}
        """Of positions that were looked at since somebody asked for the text of one."""
        self._with_texts = 0
        try:
            self.from_term(start)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int | None:
        return self._line.code.pid

    def ask(self, fact: Fact, about: Any) -> None:
        """Learn it, who is to move, and what follows. Raises ContractError if the game breaks it."""
        if fact is Fact.PLAUSIBLE:
            raise UnfitError("plausible/2 is for searches")
        line = self._line
        if len(self.nexts) > MOST_KEPT:
            for known in (*self.known.values(), self._texts):
                known.clear()
        try:
            line.ask(LOOK, about, BESIDES[fact] | self._with_texts)
        except (NumberTooLargeError, UnfitError):
            if line.code.pid is None:
                raise
            self._ask_swi_prolog(fact, about)
            return
        words = line.words
        said, numbers = words[SAID], 2 * words[SIZE]
        after: Sequence[int] = array("I", self._data[numbers : numbers + words[COUNT]].tobytes())
        if self._with_texts and (size := words[WRITTEN]):
            begin = 4 * (numbers + words[COUNT])
            self._texts[about] = str(self._data.cast("B")[begin : begin + size], "utf-8")
        told = iter(array("q", self._data[:numbers].tobytes()))
        is_end = not words[COUNT] or fact in (Fact.WON, Fact.LOST)
        what = NEXTS | VALUE * (said >= KIND) | ENDS * is_end | TURBULENT * (fact is Fact.TURBULENT)
        self._learn(about, what, said, after, told)

    def _ask_swi_prolog(self, fact: Fact, about: int) -> None:
        """As `ask`, where the code fails. Raises UnfitError if it has no place for what follows."""
        slow = self._slow
        slow.forget()
        here = slow.from_term(self.to_term(about))
        self.nexts[about] = [self.from_term(slow.to_term(after)) for after in slow.nexts[here]]
        self.chances[about] = [
            (odds, self.from_term(slow.to_term(after))) for odds, after in slow.chances[here]
        ]
        for kind in (Fact.MOVER, fact, *(() if slow.nexts[here] else (Fact.WON, Fact.LOST))):
            if kind not in (Fact.NEXTS, Fact.CHANCE):
                self.known[kind][about] = slow.known[kind][here]

    def forget(self) -> None:
        """Let all positions go but the root; numbers from before mean nothing."""
        for known in (*self.known.values(), self._texts):
            known.clear()
        self._line.ask(Request.FORGET, self.root)

    # Terms and texts

    def _told(self, position: int) -> bytes:
        self._line.ask(Request.TELL, position)
        return self._output()

    def format_position(self, position: int) -> str:
        """The canonical text; the code writes it, unless it holds what is rare."""
        if self._is_coded:
            return super().format_position(position)
        self._with_texts = TEXTS
        if position in self._texts:
            return self._texts[position]
        self._line.ask(Request.TEXT, position)
        return self._output().decode() or super().format_position(position)

    def _output(self) -> bytes:
        return bytes(self._data.cast("B")[: self._line.words[SIZE]])

    def to_terms(self, positions: Sequence[int]) -> Sequence[Term]:
        return self._line.code.told([decoded(self._told(position))[0] for position in positions])

    def from_term(self, term: Term) -> int:
        """The number of a position. Raises UnfitError where compiled rules have no place for it."""
        self._put_term(term)
        self._line.ask(Request.NUMBER)
        return self._line.words[COUNT]

    def names(self, position: int) -> Sequence[Term | None]:
        after = self.nexts[position]
        number = self._line.code.about.entries.get(MOVES[2])
        nameless = [None] * len(after)
        if number is None or not after:
            return nameless
        code = self._line.code
        told = self._told(position)
        self._put(told)
        self._line.ask(Request.SOLVE, number)
        found = Reader(self._output()).terms(2 * self._line.words[COUNT])
        named = code.named(decoded(told)[0], list(zip(found[::2], found[1::2], strict=True)))
        if self._predicate != MOVES[2]:
            there = [unpassed(term) if self.moves_again else term for _, term in named]
            if there != list(self.to_terms(after)):
                return nameless
        return [name for name, _ in named]


# Matches: `batching.h` is the other side

ARRAYS = {
    "random": "Q",
    **dict.fromkeys(("actions", "counts", "plies"), "I"),
    "rewards": "f",
    "movers": "b",
    **dict.fromkeys(("terminated", "truncated"), "?"),
}
"""What there is of each match in shared memory, and of what kind it is; `batching.h` has the same order."""


class Matches(WalkedGame):
    """Many matches in machine code, stepped all at once.

    They begin at the root, and again when they are over.
    """

    def __init__(self, game: SessionGame, start: Term, count: int, plies: int) -> None:
        """A match is stopped after so many `plies`. Raises what `WalkedGame` raises."""
        widths = [struct.calcsize(kind) for kind in ARRAYS.values()]
        more = -(-count * sum(widths) // 4) * 4
        super().__init__(game, start, more=more)
        words, memory = self._line.words, memoryview(self._line.memory)
        words[MATCHES], words[MOST] = count, plies
        self.arrays: dict[str, memoryview] = {}
        """By their names; what they show is of the last step."""
        at = 4 * HEAD + ROOM
        for (name, kind), width in zip(ARRAYS.items(), widths, strict=True):
            self.arrays[name] = memory[at : at + count * width].cast(kind)  # type: ignore[call-overload]
            at += count * width

    def begin(self) -> None:
        """Let all begin anew. Raises what is wrong with the rules, and is closed then."""
        self._asked_for_all(Request.BEGIN, self.root)

    def step(self, *, at_random: bool) -> None:
        """Let all make the moves in `actions`, which must be there, or moves at random. Raises as `begin`."""
        self._asked_for_all(Request.STEP, 0, at_random)

    def copy(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Let matches go on from where others are: each pair is one that does, and the other."""
        self._put(array("I", chain.from_iterable(pairs)).tobytes())
        self._asked_for_all(Request.COPY, len(pairs))

    def _asked_for_all(self, request: Request, about: int, more: int = 0) -> None:
        try:
            self._line.ask(request, about, more)
        except PydeclError:  # some have moved, and others have not
            self.close()
            raise

    def observed(self, width: int, *, ended: bool) -> bytearray:
        """Of each position a byte, 2 if MAX is to move, and its text in so many bytes, with zeros behind it.

        With `ended` of those to which the last step led. Raises InputError for a text that is longer.
        """
        found = bytearray()
        request = Request.OBSERVE_ENDS if ended else Request.OBSERVE
        while (match := len(found) // (width + 1)) < self._line.words[MATCHES]:
            if not self._is_coded:
                self._line.ask(request, match, width)
                if told := self._line.words[COUNT]:
                    found += self._data.cast("B")[: told * (width + 1)]
                    continue
            text = term_text(
                self.term(match, ended=ended)
            ).encode()  # it is too long, or something in it is rare
            if len(text) > width:
                size = len(text)
                raise InputError(f"a position's text has {size} bytes: give observation={size} or more")
            found.append(self._line.words[SAID])
            found += text.ljust(width, b"\0")
        return found

    def term(self, match: int, *, ended: bool = False) -> Term:
        """The position of a match, or the one that `ended` it in the last step."""
        self._line.ask(Request.SHOW, match, ended)
        (told,) = self._line.code.told(decoded(self._output())[:1])
        return told
