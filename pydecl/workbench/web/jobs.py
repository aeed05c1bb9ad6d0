"""Questions to workers: processes that are kept warm, are interrupted when nobody waits, and are bounded.

There are few processes, and whoever asks waits for one. A visitor has only some questions at a time, and
there are only so many in all: more are refused at once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from pydecl.errors import InputError, LimitError
from pydecl.workbench.web.processes import Process, started

GRACE = 1.0
"""Seconds after an interrupt in which a worker must be ready for the next question, or it is killed."""

UNUSED = 10.0
"""Seconds after which a worker counts as unused: its place may be taken by who has a worker already."""

OVERTIME = 5.0
"""Seconds beyond those of a question, for loading a game, before the worker is killed."""


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


@dataclass
class Pool:
    """So many workers at the most, of one priority; who has waited longest is next.

    `niceness` is how much they give way to others.
    """

    most: int
    niceness: int = 0
    _idle: list[Worker] = field(default_factory=list)
    _busy: set[Worker] = field(default_factory=set)
    _giving: set[asyncio.Task[None]] = field(default_factory=set)
    _free: asyncio.Semaphore = field(init=False)
    _waiting: int = 0

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.most)

    @asynccontextmanager
    async def worker(self, game: str) -> AsyncIterator[Worker]:
        """A worker for a game: one that has it, or else a new one.

        A worker is given back only when it has stopped, by a task of its own: whoever asked may be cancelled
        over and over, and must not wait.
        """
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        taking = asyncio.create_task(self._taken(game))
        try:
            yield await asyncio.shield(taking)
        finally:
            giving = asyncio.create_task(self._given_back(taking))
            self._giving.add(giving)
            giving.add_done_callback(self._giving.discard)

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for a worker."""
        return self._waiting > 0

    @asynccontextmanager
    async def spare(self, game: str) -> AsyncIterator[Worker | None]:
        """A further worker for who has one already, if there is one that nobody else needs; else None."""
        if not self._is_spare(game):
            yield None
            return
        async with self.worker(game) as worker:
            yield worker

    def _is_spare(self, game: str) -> bool:
        if self._free.locked():
            return False
        if len(self._idle) + len(self._busy) < self.most or any(one.game == game for one in self._idle):
            return True
        now = asyncio.get_running_loop().time()
        return any(now - one.used > UNUSED for one in self._idle)

    async def _given_back(self, taking: asyncio.Task[Worker]) -> None:
        try:
            worker = await taking
            if worker.is_asked:
                await _stopped(worker)
            self._busy.discard(worker)
            if worker.process.returncode is None:
                worker.used = asyncio.get_running_loop().time()
                self._idle.append(worker)
        finally:
            self._free.release()

    async def _taken(self, game: str) -> Worker:
        for worker in self._idle:
            if worker.game == game and worker.process.returncode is None:
                self._idle.remove(worker)
                self._busy.add(worker)
                return worker
        if len(self._idle) + len(self._busy) >= self.most:
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
    if worker.process.returncode is None and worker.process.stdin is not None:
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
    """How many questions a visitor may have open, those that wait included."""
    all: int
    """How many there may be."""
    _open: Counter[str] = field(default_factory=Counter)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def ask(
        self, visitor: str, question: Mapping[str, Any], *, lane: str = "quick"
    ) -> AsyncGenerator[tuple[str, Any]]:
        """The parts of an answer, and the whole. Raises BusyError and AnswerError.

        Whoever closes the iterator before its end interrupts the worker.
        """
        async with (
            self.worker(visitor, question, lane=lane) as worker,
            aclosing(asked(worker, question)) as parts,
        ):
            async for kind, value in parts:
                yield kind, value

    @asynccontextmanager
    async def worker(
        self, visitor: str, question: Mapping[str, Any], *, lane: str = "quick"
    ) -> AsyncIterator[Worker]:
        """A worker for several questions about one game; they count as one. Raises BusyError."""
        if self._open[visitor] >= self.each or self._open.total() >= self.all:
            raise BusyError("too many questions at a time: wait until one is answered, or close a page")
        self._open[visitor] += 1
        try:
            async with self.pools[lane].worker(key_of(question)) as worker:
                yield worker
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]

    async def answer(self, visitor: str, question: Mapping[str, Any], *, lane: str = "quick") -> Any:
        """The whole answer. Raises BusyError and AnswerError."""
        done = None
        async for kind, value in self.ask(visitor, question, lane=lane):
            if kind == "done":
                done = value
        return done

    @asynccontextmanager
    async def task(self, work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
        """Work that goes on beside what is done inside, and is cancelled, once, at its end."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            yield
        finally:
            task.cancel()

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
    assert process.stdin is not None
    assert process.stdout is not None
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
    except TimeoutError:
        raise AnswerError(f"stopped: it took more than {question['seconds']:g} s") from None
    except (BrokenPipeError, ConnectionResetError):
        raise AnswerError("the process that searched has ended: its memory may be used up") from None


async def answered(worker: Worker, question: Mapping[str, Any]) -> Any:
    """The whole of a worker's answer. Raises AnswerError."""
    done = None
    async with aclosing(asked(worker, question)) as parts:
        async for kind, value in parts:
            if kind == "done":
                done = value
    return done


async def _stopped(worker: Worker) -> None:
    """Interrupt the question that a worker has; one that does not come to its end is killed."""
    process = worker.process
    assert process.stdout is not None
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
