"""Questions to workers: whoever leaves gives the worker back, ready for the next."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from typing import Any

import anyio
import pytest
from rings import sample_size
from web_visits import forked

from pydecl.sandbox import fork_server
from pydecl.workbench.web import processes
from pydecl.workbench.web.jobs import BusyError, Jobs, Places, Pool, Visitor, Worker, asked
from pydecl.workbench.web.processes import started

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
WORKER = [sys.executable, "-m", "pydecl.workbench.web.worker", "0"]
ONE = Visitor("one", "here")
QUICK = {"ask": "situation", "game": "connect4", "seconds": 600.0, "start": "", "line": []}


@pytest.fixture(autouse=True)
def _as_in_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_server.expect_many()
    monkeypatch.setattr(processes, "forked", forked)


@pytest.mark.parametrize("waited", [0.3, 0.0, 0.01, 2.0])
@pytest.mark.thorough("one who is cancelled once is tested inside")
def test_who_is_cancelled_over_and_over_gives_the_worker_back_when_it_has_stopped(waited: float) -> None:
    # As Starlette does when a page is closed: a scope of anyio cancels at every await, not only at the first.
    # The worker was once given to the next who asked while it was still being stopped.
    async def visited() -> None:
        jobs = Jobs({"quick": Pool(1)}, each=2, all=2, address=2)

        async def listen() -> None:
            async for _ in jobs.ask(ONE, SLOW):
                pass

        try:
            await jobs.answer(ONE, QUICK)
            for _ in range(sample_size(2, 4)):
                async with anyio.create_task_group() as group:
                    group.start_soon(listen)
                    await asyncio.sleep(waited)
                    group.cancel_scope.cancel()
                answer: Any = await jobs.answer(ONE, QUICK)
                assert answer["name"] == "connect4"
        finally:
            await jobs.close()

    asyncio.run(visited())


@pytest.mark.thorough("it interrupts a worker again and again")
def test_each_interrupt_is_answered_and_costs_no_later_question() -> None:
    # A worker that was interrupted just as it had answered lost the next question: nobody answered that.
    chance = random.Random(1)
    question = json.dumps({**QUICK, "game": "nim"}) + "\n"
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        asked = 0

        def ask() -> None:
            nonlocal asked
            asked += 1
            assert worker.stdin is not None
            worker.stdin.write(question)
            worker.stdin.flush()

        def said() -> tuple[str, Any]:
            assert worker.stdout is not None
            ((kind, value),) = json.loads(worker.stdout.readline()).items()
            return kind, value

        usual = 0.0
        for _ in range(2):
            begun = time.monotonic()
            ask()
            assert said()[0] == "done"
            usual = time.monotonic() - begun
        for _ in range(sample_size(10, 200)):
            ask()
            time.sleep(chance.uniform(0, 1.5 * usual))
            worker.send_signal(signal.SIGINT)
            while (told := said()) != ("stopped", asked):
                assert told[0] == "done" or told == ("stopped", asked - 1)
                if told[0] == "stopped":
                    worker.send_signal(signal.SIGINT)
            ask()
            assert said()[0] == "done"
        worker.stdin.close()


@pytest.mark.parametrize("is_forked", [True, False], ids=["forked", "started"])
def test_a_worker_is_ready_whether_it_is_forked_or_started(
    monkeypatch: pytest.MonkeyPatch, is_forked: bool
) -> None:
    if is_forked and not sys.platform.startswith("linux"):
        pytest.skip("only Linux has fork servers")
    monkeypatch.setenv("ANOTHER_KIND", str(is_forked))  # so that its server is not there yet
    monkeypatch.setattr(fork_server._servers(), "few", 0 if is_forked else sys.maxsize)
    monkeypatch.setattr(fork_server, "MOST_PATIENCE", 600.0)
    monkeypatch.setattr(processes, "START_SECONDS", 600.0)

    async def visited() -> None:
        process = await started(3)
        assert isinstance(process.process, fork_server.Forked) == is_forked
        ((kind, answer),) = [part async for part in asked(Worker(process, "nim"), QUICK)]
        assert (kind, answer["name"]) == ("done", "connect4")
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(usual + 3, 19)
        assert os.getpgid(process.pid) == process.pid
        process.send_signal(signal.SIGINT)
        assert json.loads(await process.stdout.readline()) == {"stopped": 1}
        process.stdin.close()
        assert await process.wait() == process.returncode == 0
        another = await started(0)
        Worker(another, "nim").kill()
        assert await another.wait() == another.returncode == -signal.SIGKILL

    asyncio.run(visited())


def test_who_is_cancelled_while_waiting_takes_no_place() -> None:
    async def visited() -> None:
        jobs = Jobs({"quick": Pool(1)}, each=3, all=3, address=3)

        async def listen() -> None:
            async for _ in jobs.ask(ONE, SLOW):
                pass

        try:
            async with anyio.create_task_group() as group:
                for _ in range(3):
                    group.start_soon(listen)
                await anyio.wait_all_tasks_blocked()
                with pytest.raises(BusyError):
                    await jobs.answer(ONE, QUICK)
                group.cancel_scope.cancel()
            assert (await jobs.answer(ONE, QUICK))["name"] == "connect4"
        finally:
            await jobs.close()

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
        jobs = Jobs({"quick": Pool(0)}, each=2, all=9, address=2)
        async with anyio.create_task_group() as group:
            for name in ("a", "b"):
                group.start_soon(jobs.answer, Visitor(name, "here"), QUICK)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(BusyError):
                await jobs.answer(Visitor("c", "here"), QUICK)
            group.start_soon(jobs.answer, Visitor("c", "there"), QUICK)
            await anyio.wait_all_tasks_blocked()
            group.cancel_scope.cancel()

    asyncio.run(visited())
