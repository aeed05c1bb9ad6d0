"""Questions to workers: whoever leaves gives the worker back, ready for the next."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest
from rings import sample_size
from web_visits import forked

from pydecl.errors import StoppedError
from pydecl.sandbox import fork_server, process
from pydecl.sandbox.pool import Workers
from pydecl.sandbox.work import Call, nobody
from pydecl.workbench.web import jobs
from pydecl.workbench.web.jobs import BusyError, Jobs, Places, Pool, Visitor

SLOW = {
    "ask": "values",
    "game": "connect4",
    "program": "alphabeta",
    "engine": "python",
    "depth": 12,
    "seconds": 600.0,
    "start": "",
    "line": [],
}
ONE = Visitor("one", "here")
QUICK = {"ask": "situation", "game": "connect4", "seconds": 600.0, "start": "", "line": []}


@pytest.fixture(autouse=True)
def _as_in_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_server.expect_many()
    monkeypatch.setattr(process, "forked", forked)


async def listen(open_jobs: Jobs) -> None:
    async for _ in open_jobs.ask(ONE, SLOW):
        pass


@pytest.mark.parametrize("waited", [0.3, 0.0, 0.01, 2.0])
@pytest.mark.thorough("one who is cancelled once is tested inside")
def test_who_is_cancelled_over_and_over_gives_the_worker_back_when_it_has_stopped(waited: float) -> None:
    # As Starlette does when a page is closed: a scope of anyio cancels at every await, not only at the first.
    # The worker was once given to the next who asked while it was still being stopped.
    async def visited() -> None:
        open_jobs = Jobs({"quick": Pool(1)}, each=2, all=2, address=2)
        try:
            await open_jobs.answer(ONE, QUICK)
            for _ in range(sample_size(2, 4)):
                async with anyio.create_task_group() as group:
                    group.start_soon(listen, open_jobs)
                    await asyncio.sleep(waited)
                    group.cancel_scope.cancel()
                answer: Any = await open_jobs.answer(ONE, QUICK)
                assert answer["name"] == "connect4"
        finally:
            await open_jobs.close()

    asyncio.run(visited())


@pytest.mark.thorough("it interrupts a worker again and again")
def test_each_interrupt_is_answered_and_costs_no_later_question() -> None:
    # A worker that was interrupted just as it had answered lost the next question: nobody answered that.
    chance = random.Random(1)
    workers = Workers(jobs.MODULE, patience=600.0)
    try:
        usual = 0.0
        for _ in range(2):
            begun = time.monotonic()
            assert asked(workers)
            usual = time.monotonic() - begun
        pids = {worker.process.pid for worker in workers._idle}
        for _ in range(sample_size(10, 200)):
            end = time.monotonic() + chance.uniform(0, 1.5 * usual)
            with suppress(StoppedError):
                asked(workers, lambda end=end: time.monotonic() < end)  # type: ignore[misc]
            assert asked(workers)
        assert {worker.process.pid for worker in workers._idle} == pids
    finally:
        workers.end()


def asked(workers: Workers, is_wanted: Callable[[], bool] = lambda: True) -> Any:
    """The name of the game that a worker answers about."""
    call = Call(jobs.DESK, ({**QUICK, "game": "nim"},))
    return json.loads(workers.once(call, nobody, "nim", is_wanted))["name"]


@pytest.mark.parametrize("is_forked", [True, False], ids=["forked", "started"])
def test_a_worker_is_ready_whether_it_is_forked_or_started(
    monkeypatch: pytest.MonkeyPatch, is_forked: bool
) -> None:
    if is_forked and not sys.platform.startswith("linux"):
        pytest.skip("only Linux has fork servers")
    monkeypatch.setenv("ANOTHER_KIND", str(is_forked))  # so that its server is not there yet
    monkeypatch.setattr(fork_server._servers(), "few", 0 if is_forked else sys.maxsize)
    monkeypatch.setattr(fork_server, "MOST_PATIENCE", 600.0)
    monkeypatch.setattr(process, "START_SECONDS", 600.0)
    workers = Workers(jobs.MODULE, niceness=3, patience=600.0)
    assert asked(workers) == "nim"
    (worker,) = workers._idle
    assert isinstance(worker.process, fork_server.Forked) == is_forked
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) == min(usual + 3, 19)
    assert os.getpgid(worker.process.pid) == worker.process.pid
    os.kill(worker.process.pid, signal.SIGINT)  # between two questions it ends none
    assert asked(workers) == "nim"
    workers.interrupt()
    assert worker.process.returncode == 0


def test_who_is_cancelled_while_waiting_takes_no_place() -> None:
    async def visited() -> None:
        open_jobs = Jobs({"quick": Pool(1)}, each=3, all=3, address=3)
        try:
            async with anyio.create_task_group() as group:
                for _ in range(3):
                    group.start_soon(listen, open_jobs)
                await anyio.wait_all_tasks_blocked()
                with pytest.raises(BusyError):
                    await open_jobs.answer(ONE, QUICK)
                group.cancel_scope.cancel()
            assert (await open_jobs.answer(ONE, QUICK))["name"] == "connect4"
        finally:
            await open_jobs.close()

    asyncio.run(visited())


@pytest.mark.parametrize("other", [Visitor("b", "there"), Visitor("b", "here")], ids=["address", "browser"])
def test_the_next_place_is_for_who_has_the_fewest(other: Visitor) -> None:
    async def visited() -> list[Visitor]:
        places, came = Places(2), list[Visitor]()

        async def come(visitor: Visitor) -> None:
            await places.take(visitor)
            came.append(visitor)

        async with anyio.create_task_group() as group:
            for visitor in (*[Visitor("a", "here")] * 4, other):
                group.start_soon(come, visitor)
                await anyio.wait_all_tasks_blocked()
            for _ in range(3):  # who are more than there are places
                places.give_back(came[0])
                await anyio.wait_all_tasks_blocked()
        return came

    assert asyncio.run(visited())[2] == other


def test_an_address_has_only_some_questions_at_a_time_whatever_its_cookies() -> None:
    async def visited() -> None:
        open_jobs = Jobs({"quick": Pool(0)}, each=2, all=9, address=2)
        async with anyio.create_task_group() as group:
            for name in ("a", "b"):
                group.start_soon(open_jobs.answer, Visitor(name, "here"), QUICK)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(BusyError):
                await open_jobs.answer(Visitor("c", "here"), QUICK)
            group.start_soon(open_jobs.answer, Visitor("c", "there"), QUICK)
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()

    asyncio.run(visited())
