"""Questions to workers: processes that are kept warm, are interrupted when nobody waits, and are bounded.

There are few processes, and whoever asks waits for one. A browser has only some questions at a time, an
address some more, and there are only so many in all: what is beyond is refused at once. A process that is
free goes to the address that has the fewest.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydecl.errors import InputError, LimitError
from pydecl.workbench.web.processes import Process, started

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


@dataclass(eq=False)
class Worker:
    """A process, and the game that it holds."""

    process: Process
    game: str
    used: float = 0.0
    is_asked: bool = False
    """Whether it has a question whose answer is not yet read to the end."""
    questions: int = 0
    """How many it has had."""

    def kill(self) -> None:
        """End the process and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:  # a fork that has begun this moment has no group yet
                self.process.send_signal(signal.SIGKILL)


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


@dataclass
class Pool:
    """So many workers at the most, of one priority.

    `niceness` is how much they give way to others.
    """

    most: int
    niceness: int = 0
    _idle: list[Worker] = field(default_factory=list)
    _busy: set[Worker] = field(default_factory=set)
    _giving: set[asyncio.Task[None]] = field(default_factory=set)
    _places: Places = field(init=False)

    def __post_init__(self) -> None:
        self._places = Places(self.most)

    @asynccontextmanager
    async def worker(self, visitor: Visitor, game: str) -> AsyncIterator[Worker]:
        """A worker for a game: one that has it, or else a new one.

        A worker is given back only when it has stopped, by a task of its own: whoever asked may be cancelled
        over and over, and must not wait.
        """
        await self._places.take(visitor)
        taking = asyncio.create_task(self._taken(game))
        try:
            yield await asyncio.shield(taking)
        finally:
            giving = asyncio.create_task(self._given_back(visitor, taking))
            self._giving.add(giving)
            giving.add_done_callback(self._giving.discard)

    async def _given_back(self, visitor: Visitor, taking: asyncio.Task[Worker]) -> None:
        try:
            worker = await taking
            if worker.is_asked:
                await _stopped(worker)
            self._busy.discard(worker)
            if worker.process.returncode is None:
                worker.used = asyncio.get_running_loop().time()
                self._idle.append(worker)
        finally:
            self._places.give_back(visitor)

    async def _taken(self, game: str) -> Worker:
        for worker in self._idle:
            if worker.game == game and worker.process.returncode is None:
                self._idle.remove(worker)
                self._busy.add(worker)
                return worker
        while self._idle and len(self._idle) + len(self._busy) >= self.most:  # one may still be given back
            oldest = min(self._idle, key=lambda one: one.used)
            self._idle.remove(oldest)
            await _ended(oldest)
        worker = Worker(await started(self.niceness), game)
        self._busy.add(worker)
        return worker

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*self._giving)
        await asyncio.gather(*(_ended(worker) for worker in [*self._idle, *self._busy]))
        self._idle.clear()


async def _ended(worker: Worker) -> None:
    """End a worker, kindly first: it takes its own children along."""
    if worker.process.returncode is None:
        worker.process.stdin.close()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(worker.process.wait(), GRACE)
    worker.kill()
    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(worker.process.wait(), GRACE)


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
            async with (
                self.pools[lane].worker(visitor, key_of(question)) as worker,
                aclosing(asked(worker, question)) as parts,
            ):
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


async def asked(worker: Worker, question: Mapping[str, Any]) -> AsyncGenerator[tuple[str, Any]]:
    """The parts of a worker's answer, and the whole. Raises AnswerError."""
    process = worker.process
    worker.is_asked = True
    try:
        async with asyncio.timeout(question["seconds"] + OVERTIME):
            process.stdin.write(json.dumps(dict(question)).encode() + b"\n")
            worker.questions += 1
            await process.stdin.drain()
            while line := await process.stdout.readline():
                message: dict[str, Any] = json.loads(line)
                if "part" in message:
                    yield "part", message["part"]
                    continue
                worker.is_asked = False
                if "wrong" in message:
                    raise AnswerError(message["wrong"])
                yield "done", message["done"]
                return
        raise AnswerError("the process that searched has ended: its memory may be used up")
    except ValueError:
        worker.kill()
        raise AnswerError("the answer is too large to be shown") from None
    except TimeoutError:
        raise AnswerError(f"stopped: it took more than {question['seconds']:g} s") from None
    except (BrokenPipeError, ConnectionResetError):
        raise AnswerError("the process that searched has ended: its memory may be used up") from None


async def _stopped(worker: Worker) -> None:
    """Interrupt the question that a worker has; one that does not come to its end is killed."""
    process = worker.process
    try:
        process.send_signal(signal.SIGINT)
        async with asyncio.timeout(GRACE):
            while line := await process.stdout.readline():
                read = json.loads(line).get("stopped")
                if read == worker.questions:  # until then the interrupt could end a later question
                    worker.is_asked = False
                    return
                if read is not None:  # it came before the question was read
                    process.send_signal(signal.SIGINT)
    except (TimeoutError, ProcessLookupError, ValueError):
        pass
    worker.kill()
    await process.wait()
