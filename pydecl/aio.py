"""The functions of pydecl for callers that must not wait: each runs in its own process, and can be cancelled.

>>> import asyncio
>>> from pydecl import aio
>>> async def both():
...     return await asyncio.gather(aio.search("tictactoe", "alphabeta"), aio.perft("nim", 2))
>>> result, count = asyncio.run(both())
>>> result.value, count.positions
(0, 59)

Cancelled, or out of time (`asyncio.timeout`), a call ends at once, and with it whatever it has started.
Arguments are sent to the process: a game or a player in Python must be in a module that it can import.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar, cast

from pydecl.api import crosschecking, drawing, grading, playing, proving, searching, solving, tracing
from pydecl.api.elsewhere import called
from pydecl.tournaments import running

__all__ = [
    "board",
    "check",
    "crosscheck",
    "draw",
    "grade",
    "perft",
    "play",
    "prove",
    "search",
    "solve",
    "tournament",
    "trace",
    "values",
]

Arguments = ParamSpec("Arguments")
Given = TypeVar("Given")


def _awaited(function: Callable[Arguments, Given]) -> Callable[Arguments, Coroutine[Any, Any, Given]]:
    @functools.wraps(function)
    async def run(*args: Arguments.args, **named: Arguments.kwargs) -> Given:
        return cast(Given, await called(function, *args, **named))

    run.__doc__ = f"As `pydecl.{function.__name__}`, in a process of its own."
    return run


board = _awaited(drawing.board)
check = _awaited(crosschecking.check)
crosscheck = _awaited(crosschecking.crosscheck)
draw = _awaited(drawing.draw)
grade = _awaited(grading.grade)
perft = _awaited(searching.perft)
play = _awaited(playing.play)
prove = _awaited(proving.prove)
search = _awaited(searching.search)
solve = _awaited(solving.solve)
tournament = _awaited(running.tournament)
trace = _awaited(tracing.trace)
values = _awaited(solving.values)
