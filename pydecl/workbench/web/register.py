"""The classes of a server, and how often each address may do what is harmful to others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pydecl.errors import InputError
from pydecl.workbench.web.classes import Classes, Opened, UnknownClassError, Work
from pydecl.workbench.web.jobs import BusyError

Answer = TypeVar("Answer")

DAY, HOUR, MINUTE = 86400.0, 3600.0, 60.0

MOST_HERE, MOST_IN_ALL = 1000, 20_000
"""How many works an address, and all together, may hand in in a day."""


class Rate:
    """So many times in so many seconds.

    >>> rate = Rate(2, 60)
    >>> rate.note("a", 0)
    >>> rate.note("a", 30)
    >>> [rate.is_used_up(*one) for one in (("a", 59), ("b", 59), ("a", 61))]
    [True, False, False]
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._noted: deque[tuple[float, str]] = deque()

    def is_used_up(self, address: str, now: float) -> bool:
        """Whether an address must wait."""
        while self._noted and self._noted[0][0] <= now - self._seconds:
            self._noted.popleft()
        return sum(one == address for _, one in self._noted) >= self._most

    def note(self, address: str, now: float) -> None:
        """It was done once more."""
        self._noted.append((now, address))


class Register:
    """The classes of a server; each address may open some, hand in some works, and guess some codes."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._asking = asyncio.Lock()
        self._opened, self._guessed = Rate(20, HOUR), Rate(20, MINUTE)
        self._handed_in, self._by_all = Rate(MOST_HERE, DAY), Rate(MOST_IN_ALL, DAY)

    async def open(self, address: str) -> Opened:
        """A new class. Raises BusyError for who has opened many."""
        now = asyncio.get_running_loop().time()
        if self._opened.is_used_up(address, now):
            raise BusyError("too many classes were opened here: wait an hour")
        self._opened.note(address, now)
        return await self.ask(address, Classes.open)

    async def hand_in(self, address: str, code: str, work: Work) -> int:
        """As `Classes.hand_in`. Raises BusyError for who has handed in very many works."""
        now = asyncio.get_running_loop().time()
        if self._handed_in.is_used_up(address, now):
            raise BusyError(f"{MOST_HERE:,} works were handed in here: the class takes more of them tomorrow")
        if self._by_all.is_used_up("", now):
            raise BusyError(f"{MOST_IN_ALL:,} works were handed in: this server takes more of them tomorrow")
        attempt = await self.ask(address, lambda classes: classes.hand_in(code, work))
        self._handed_in.note(address, now)
        self._by_all.note("", now)
        return attempt

    async def ask(self, address: str, ask: Callable[[Classes], Answer]) -> Answer:
        """What the classes answer. Raises InputError, and BusyError for who has guessed wrongly too often."""
        async with self._asking:
            now = asyncio.get_running_loop().time()
            if self._guessed.is_used_up(address, now):
                raise BusyError("too many wrong codes: wait a minute")
            try:
                return await asyncio.to_thread(ask, Classes(self._file))
            except UnknownClassError:
                self._guessed.note(address, now)
                raise
            except InputError as error:  # where the file lies is nobody's business
                raise InputError(str(error).replace(str(self._file), self._file.name)) from None
