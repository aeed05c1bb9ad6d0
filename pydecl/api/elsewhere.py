"""A call in a process of its own, so that it can be ended at any moment.

The arguments and the result are pickled. What a game's rules start ends with the process.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from pydecl.errors import InputError
from pydecl.sandbox.pool import Failed, Progress, Told, Work, Worker


@dataclass(frozen=True)
class Call:
    """A function and its arguments, pickled, and the folders from which their classes are imported.

    `progress` says whether the function is told whom to tell of its progress.
    """

    pickled: bytes
    folders: tuple[str, ...]
    progress: bool

    @classmethod
    def of(
        cls, function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any], *, progress: bool
    ) -> Call:
        """The call, to be sent. Raises InputError where an argument cannot be sent."""
        try:
            pickled = pickle.dumps((function, args, named))
        except Exception as error:
            raise InputError(f"an argument cannot be sent to another process: {error}") from error
        return cls(pickled, tuple(filter(None, sys.path)), progress)

    def made(self, progress: Progress) -> Any:
        """Make it. Raises InputError where an argument cannot be found here, and what the function raises."""
        sys.path += [folder for folder in self.folders if folder not in sys.path]
        try:
            function, args, named = pickle.loads(self.pickled)
        except (AttributeError, ImportError) as error:
            raise InputError(
                f"another process cannot find the class of an argument ({error}):"
                " put it in a module of its own, so that it can be imported there"
            ) from None
        return function(*args, **named, **({"progress": progress} if self.progress else {}))


@dataclass(frozen=True)
class Raised:
    """What a call raised."""

    error: Exception


@contextmanager
def calling(_setup: object) -> Iterator[Callable[[Call, Progress], Any]]:
    """What a process of `pydecl/sandbox/pool.py` makes calls with."""

    def made(call: Call, progress: Progress) -> Any:
        try:
            return call.made(progress)
        except Exception as error:
            return Raised(_sendable(error))

    yield made


def _sendable(error: Exception) -> Exception:
    """The error, or what it says if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


async def called(function: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """What the function gives in a process of its own; cancelled, it ends at once, with all it has started.

    A `progress` among the arguments is called here. Raises what the function raises, and LimitError where the
    process dies.
    """
    progress = named.pop("progress", None)
    call = Call.of(function, args, named, progress=progress is not None)
    worker = Worker(Work(f"{__name__}:{calling.__name__}", None))
    try:
        worker.ask((0, call))
        while isinstance(said := await _said(worker), Told):
            if progress is not None:
                progress(said.done, said.total)
    finally:
        worker.end()
    if isinstance(said, Failed):
        raise said.error
    if isinstance(said.result, Raised):
        raise said.result.error
    return said.result


async def _said(worker: Worker) -> Any:
    """What it says next, waited for in a thread; whoever is cancelled ends the process, and so the thread."""
    waiting = asyncio.ensure_future(asyncio.to_thread(worker.answer))
    try:
        return await asyncio.shield(waiting)
    except asyncio.CancelledError:
        worker.process.kill()
        with suppress(Exception):
            await waiting
        raise
