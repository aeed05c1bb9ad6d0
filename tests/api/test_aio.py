"""The functions for who must not wait: they give the same, and end at once when they are cancelled."""

from __future__ import annotations

import asyncio
import inspect
import os

import pytest
from command_line import children, end_soon

import pydecl
from pydecl import aio
from pydecl.errors import InputError


def test_an_awaited_answer_is_the_same() -> None:
    found = asyncio.run(aio.search("lecture19", "alphabeta", evaluated=True))
    known = pydecl.search("lecture19", "alphabeta", evaluated=True)
    assert (found.value, found.nodes, found.written) == (known.value, known.nodes, known.written)


@pytest.mark.parametrize("engine", ["prolog", "python", "native"])
@pytest.mark.sampled(1, "it is the process that ends, whatever it does")
def test_a_cancelled_search_ends_at_once_with_all_it_has_started(engine: str) -> None:
    before = set(children(os.getpid()))

    async def cancelled() -> None:
        task = asyncio.create_task(aio.search("connect4", "minimax", engine=engine, depth=40, seconds=None))
        while len(set(children(os.getpid())) - before) < 2:  # a process, and what it starts in its turn
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert end_soon(set(children(os.getpid())) - before)


def test_time_that_is_over_is_a_timeout() -> None:
    async def late() -> None:
        async with asyncio.timeout(0.5):
            await aio.solve("connect4")

    with pytest.raises(TimeoutError):
        asyncio.run(late())


def test_an_error_is_that_of_the_function() -> None:
    with pytest.raises(InputError, match="nosuch: no bundled game") as found:
        asyncio.run(aio.search("nosuch"))
    with pytest.raises(InputError) as known:
        pydecl.search("nosuch")
    assert found.value == known.value


def test_progress_is_told_here() -> None:
    told: list[tuple[int, int]] = []
    tell = lambda done, total: told.append((done, total))  # noqa: E731
    asyncio.run(aio.crosscheck("nim:heaps=[1,1]", "minimax", plies=1, progress=tell))
    assert told == [(number, 3) for number in range(4)]


def test_what_cannot_be_sent_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be sent to another process"):
        asyncio.run(aio.play("nim", lambda here: here.moves()[0]))


@pytest.mark.parametrize("name", aio.__all__)
def test_each_takes_what_the_function_of_its_name_takes(name: str) -> None:
    assert inspect.signature(getattr(aio, name)) == inspect.signature(getattr(pydecl, name))
    assert inspect.iscoroutinefunction(getattr(aio, name))
