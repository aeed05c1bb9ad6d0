"""A call in a process of its own, so that it can be ended at any moment.

The arguments and the result are pickled. What a game's rules start ends with the process.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydecl.errors import InputError
from pydecl.sandbox.pool import Pool
from pydecl.sandbox.work import Progress, nobody


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


def _made(call: Call, progress: Progress = nobody) -> Any:
    """What a process makes of a call: what it gives, or `Raised`."""
    try:
        return call.made(progress)
    except Exception as error:
        return Raised(_sendable(error))


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
    loop = asyncio.get_running_loop()

    def tell(done: int, total: int) -> None:
        loop.call_soon_threadsafe(progress, done, total)

    pool = Pool(1)
    try:
        found = await asyncio.wrap_future(pool.submit(_made, call, progress=progress and tell))
    finally:
        pool.kill()
    if isinstance(found, Raised):
        raise found.error
    return found
