"""Questions to workers: processes that are kept warm, are interrupted when nobody waits, and are bounded.

There are few processes, and whoever asks waits for one. A browser has only some questions at a time, an
address some more, and there are only so many in all: what is beyond is refused at once. A process that is
free goes to the address that has the fewest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from pydecl.errors import InputError, LimitError, StoppedError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import TooLongError
from pydecl.sandbox.pool import DiedError, Workers
from pydecl.sandbox.work import Call, Work

MODULE = "pydecl.workbench.web.worker"

DESK = Work(f"{MODULE}:desk", None)
"""What a worker does: a question is a piece of work."""

LONGEST = 1 << 24
"""How many bytes a part of an answer may have."""

GRACE = 1.0
"""Seconds after an interrupt in which a worker must be ready for the next question, or it is killed."""

OVERTIME = 5.0
"""Seconds beyond those of a question, for loading a game, before the worker is killed."""


class Visitor(NamedTuple):
    """Who asks: a browser, by its cookie, and where it is; cookies can be thrown away, addresses cannot."""

    browser: str
    address: str = ""


class BusyError(LimitError):
    """Too many questions are open already."""


class AnswerError(InputError):
    """What a worker says in place of an answer: something is wrong with the game, or with the question."""


class Places:
    """So many places. The next is for the address with the fewest, then the browser, then the first."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._held: Counter[str | Visitor] = Counter()
        self._waiting: dict[asyncio.Event, Visitor] = {}

    async def take(self, visitor: Visitor) -> None:
        """Take a place, as soon as it is one's turn."""
        turn = asyncio.Event()
        self._waiting[turn] = visitor
        self._give_turns()
        try:
            await turn.wait()
        except asyncio.CancelledError:
            if self._waiting.pop(turn, None) is None:
                self.give_back(visitor)
            raise

    def give_back(self, visitor: Visitor) -> None:
        """Leave a place to others."""
        self._held.subtract([visitor.address, visitor])
        self._held = +self._held
        self._free += 1
        self._give_turns()

    def _give_turns(self) -> None:
        while self._free and self._waiting:
            turn = min(self._waiting, key=lambda one: self._holds(self._waiting[one]))
            visitor = self._waiting.pop(turn)
            self._held.update([visitor.address, visitor])
            self._free -= 1
            turn.set()

    def _holds(self, visitor: Visitor) -> tuple[int, int]:
        return self._held[visitor.address], self._held[visitor]


class Pool:
    """So many workers at the most, of one priority: each holds a game, and those that have none are new."""

    def __init__(self, most: int, niceness: int = 0) -> None:
        """`niceness` is how much they give way to others."""
        self._places = Places(most)
        self._workers = Workers(MODULE, most=most, niceness=niceness, patience=GRACE, longest=LONGEST)
        self._threads = ThreadPoolExecutor(max(1, most), thread_name_prefix="pydecl-web")

    async def ask(self, visitor: Visitor, question: Mapping[str, Any]) -> AsyncGenerator[tuple[str, Any]]:
        """The parts of an answer, and the whole. Raises AnswerError.

        Whoever closes the iterator before its end interrupts the worker. A thread waits for that: whoever
        asked may be cancelled over and over, and must not wait.
        """
        await self._places.take(visitor)
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        until = time.monotonic() + question["seconds"] + OVERTIME
        is_open = True

        def tell(kind: str, value: object) -> None:
            loop.call_soon_threadsafe(told.put_nowait, (kind, value))

        def is_wanted() -> bool:
            return is_open and time.monotonic() < until

        def ask() -> None:
            call = Call(DESK, (question,))
            try:
                tell("done", self._workers.once(call, partial(tell, "part"), key_of(question), is_wanted))
            except Exception as error:
                tell("wrong", error)

        asking = loop.run_in_executor(self._threads, ask)
        asking.add_done_callback(lambda _: self._places.give_back(visitor))
        try:
            kind = "part"
            while kind == "part":
                kind, value = await told.get()
                if kind == "wrong":
                    raise _wrong(value, question)
                yield kind, json.loads(value)
        finally:
            is_open = False

    async def close(self) -> None:
        """End all workers."""
        await asyncio.to_thread(self._workers.interrupt)
        await asyncio.to_thread(self._threads.shutdown)


def _wrong(error: Exception, question: Mapping[str, Any]) -> Exception:
    """What a visitor is told of an error."""
    match error:
        case DiedError():
            return AnswerError("the process that searched has ended: its memory may be used up")
        case TooLongError():
            return AnswerError("the answer is too large to be shown")
        case StoppedError():
            return AnswerError(f"stopped: it took more than {question['seconds']:g} s")
        case InputError():
            return AnswerError(str(error))
    return named(error)


@dataclass
class Jobs:
    """All questions that are open.

    There is a pool for each lane: "quick" workers show positions, "slow" ones search, so that a search delays
    no page, and "step" keeps recordings.
    """

    pools: Mapping[str, Pool]
    each: int
    """How many questions a browser may have open, those that wait included."""
    all: int
    """How many there may be."""
    address: int
    """How many an address may have open."""
    _open: Counter[object] = field(default_factory=Counter)

    async def ask(
        self, visitor: Visitor, question: Mapping[str, Any], *, lane: str = "quick"
    ) -> AsyncGenerator[tuple[str, Any]]:
        """The parts of an answer, and the whole. Raises BusyError and AnswerError.

        Whoever closes the iterator before its end interrupts the worker.
        """
        limits = {visitor: self.each, visitor.address: self.address, None: self.all}
        if any(self._open[who] >= most for who, most in limits.items()):
            raise BusyError("too many questions at a time: wait until one is answered, or close a page")
        self._open.update(limits.keys())
        try:
            async with aclosing(self.pools[lane].ask(visitor, question)) as parts:
                async for kind, value in parts:
                    yield kind, value
        finally:
            self._open.subtract(limits.keys())
            self._open = +self._open

    async def answer(self, visitor: Visitor, question: Mapping[str, Any], *, lane: str = "quick") -> Any:
        """The whole answer. Raises BusyError and AnswerError."""
        done = None
        async for kind, value in self.ask(visitor, question, lane=lane):
            if kind == "done":
                done = value
        return done

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(pool.close() for pool in self.pools.values()))


def key_of(question: Mapping[str, Any]) -> str:
    """What tells the workers of one game from those of another; `keep` names workers for all of a kind.

    >>> key_of({"game": "nim"}), key_of({"text": "p."})[:9]
    ('nim', 'text:81a7')
    """
    if "keep" in question:
        return str(question["keep"])
    if "text" in question:
        return "text:" + hashlib.sha256(question["text"].encode()).hexdigest()
    return str(question.get("game", ""))
