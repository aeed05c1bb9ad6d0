"""The values of a position's moves, deeper and deeper, the moves shared by all search workers that are free.

Each value is that of one search of one position by the program, so that it is what the program gives. The
searches are few plies deep first, and go on with the best moves; who is done with a move takes the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any

from pydecl.errors import PydeclError
from pydecl.workbench.web.jobs import AnswerError, Jobs, Visitor, Worker, answered, asked

Parts = AsyncGenerator[tuple[str, Any]]

LANE = "slow"

LEAST = 0.05
"""Seconds that must be left for the best variation to be looked for."""


class Rows:
    """How deep each move was searched, what it is worth so far, and what is to be searched next.

    >>> rows = Rows([1, 2], [2, 4], sign=1)
    >>> for number, best in ((1, 0.0), (2, 0.5)):
    ...     assert rows.next() == (number, 2)
    ...     rows.told({"number": number, "best": best, "final": False})
    >>> rows.next(), rows.next(), rows.next()
    ((2, 4), (1, 4), None)
    """

    def __init__(self, moves: Sequence[int], depths: Sequence[int | None], sign: int) -> None:
        """`sign` is -1 if the lower values are the better ones."""
        self._depths = depths
        self._sign = sign
        self._done = dict.fromkeys(moves, 0)
        self._best = dict.fromkeys(moves, 0.0)
        self._busy: set[int] = set()
        self._ended: set[int] = set()

    def next(self) -> tuple[int, int | None] | None:
        """The move to be searched next, and how deep; None if the others do what is left."""
        left = [
            number
            for number, done in self._done.items()
            if number not in self._busy | self._ended and done < len(self._depths)
        ]
        if not left:
            return None
        number = min(left, key=lambda one: (self._done[one], -self._sign * self._best[one]))
        self._busy.add(number)
        return number, self._depths[self._done[number]]

    def told(self, part: Mapping[str, Any]) -> None:
        """A move was searched, as deep as it was to be, or as there was time."""
        number = part["number"]
        self._busy.discard(number)
        self._best[number] = part.get("best", self._best[number])
        if "late" in part:
            self._ended.add(number)
            return
        self._done[number] += 1
        if part.get("final", True):
            self._done[number] = len(self._depths)

    @property
    def reached(self) -> int:
        """How many of the depths all moves have reached."""
        return min(self._done.values(), default=0)


async def values(jobs: Jobs, visitor: Visitor, question: Mapping[str, Any]) -> Parts:
    """What each move of a position is worth, as it is found; then best play from there.

    A part is about a move (`number`), how it is searched (`program`), the depth that all have `reached`, that
    all is `settled`, or best play (`line`). Raises BusyError and AnswerError.
    """
    found: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def work() -> None:
        try:
            async with (
                jobs.worker(visitor, question, lane=LANE) as worker,
                aclosing(_found(jobs, worker, question)) as parts,
            ):
                async for part in parts:
                    found.put_nowait(("part", part))
        except PydeclError as error:
            found.put_nowait(("wrong", error))
        else:
            found.put_nowait(("done", None))

    # Whoever closes the page may be cancelled over and over: a task of its own gives the workers back.
    async with jobs.task(work()):
        while True:
            kind, value = await found.get()
            if kind == "wrong":
                raise value
            yield kind, value
            if kind == "done":
                return


async def _found(jobs: Jobs, worker: Worker, question: Mapping[str, Any]) -> AsyncGenerator[Any]:
    async with aclosing(asked(worker, {**question, "ask": "solved"})) as parts:
        async for kind, value in parts:
            if kind == "part":
                yield value
                continue
            if value is None:
                break
            yield {"program": value["program"], "title": value["title"], "depths": [None]}
            yield {"settled": True, "positions": value["positions"]}
            yield {"line": value["line"]}
            return
    async with aclosing(_searched(jobs, worker, question)) as parts:
        async for part in parts:
            yield part


async def _searched(jobs: Jobs, worker: Worker, question: Mapping[str, Any]) -> AsyncGenerator[Any]:
    loop = asyncio.get_running_loop()
    until = loop.time() + question["seconds"]
    attempt = 0
    while True:
        told = await answered(worker, {**question, "ask": "opening", "attempt": attempt})
        yield {name: told[name] for name in ("program", "engine", "title", "depths")}
        shared = Shared(jobs, worker, {**question, "attempt": told["attempt"]}, told, until)
        async with aclosing(shared.parts()) as parts:
            async for part in parts:
                yield part
        if not shared.is_unfit:
            break
        attempt = told["attempt"] + 1
    yield {"settled": True, "late": shared.is_late}
    left = until - loop.time()
    if told["gives"] and told["moves"] and shared.rows.reached and left > LEAST:
        depth = told["depths"][shared.rows.reached - 1]
        with suppress(AnswerError):  # what is wrong stands with the moves
            asks = {**shared.question, "ask": "variation", "depth": depth, "seconds": left}
            yield {"line": await answered(worker, asks)}


class Shared:
    """The moves of one position and one attempt, searched by one worker, or by several."""

    def __init__(
        self, jobs: Jobs, worker: Worker, question: Mapping[str, Any], told: Mapping[str, Any], until: float
    ) -> None:
        """`told` is the answer to the opening question; `until` is when time is up."""
        self.question = question
        self.rows = Rows(told["moves"], told["depths"], -1 if told["mover"] == "min" else 1)
        self.is_unfit = self.is_late = False
        self._pool = jobs.pools[LANE]
        self._worker = worker
        self._first = told["moves"], told["depths"][0]
        self._may_be_unfit = told["more"]
        self._depths = told["depths"]
        self._until = until
        self._found: asyncio.Queue[Any] = asyncio.Queue()

    async def parts(self) -> AsyncGenerator[Any]:
        """What is found, as it is found."""
        working = asyncio.create_task(self._work())
        reached = 0
        try:
            while (part := await self._found.get()) is not None:
                yield part
                if self.rows.reached > reached:
                    reached = self.rows.reached
                    yield {"reached": self._depths[reached - 1]}
            await working
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _work(self) -> None:
        """Search the moves few plies deep, and go on with as many workers as there are."""
        numbers, depth = self._first
        helpers: list[asyncio.Task[None]] = []
        try:
            if len(self._depths) > 1:
                for number in numbers:
                    assert self.rows.next() is not None, number
                await self._search(self._worker, numbers, depth)
            helpers += (
                asyncio.create_task(self._help()) for _ in range(min(self._pool.most, len(numbers)) - 1)
            )
            await asyncio.gather(self._go_on(self._worker), *helpers)
        finally:
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)
            self._found.put_nowait(None)

    async def _help(self) -> None:
        async with self._pool.spare(self._worker) as worker:
            if worker is not None:
                await self._go_on(worker)

    async def _go_on(self, worker: Worker) -> None:
        is_own = worker is self._worker
        while (is_own or not self._pool.is_wanted) and (next_one := self._next()) is not None:
            number, depth = next_one
            await self._search(worker, [number], depth)

    def _next(self) -> tuple[int, int | None] | None:
        return None if self.is_unfit or self.is_late else self.rows.next()

    async def _search(self, worker: Worker, numbers: Sequence[int], depth: int | None) -> None:
        left = max(self._until - asyncio.get_running_loop().time(), 0.0)
        asks = {**self.question, "ask": "values", "moves": numbers, "depth": depth, "seconds": left}
        async with aclosing(asked(worker, asks)) as parts:
            async for kind, part in parts:
                if kind != "part":
                    continue
                self.is_unfit = self.is_unfit or (self._may_be_unfit and "unfit" in part)
                self.is_late = self.is_late or "late" in part
                self.rows.told(part)
                self._found.put_nowait(part)
