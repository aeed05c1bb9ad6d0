"""The processes of workers, as the server sees them: forked by a fork server where there can be one.

What a worker needs takes most of a second to load; a fork of what has loaded it is there at once. See
`pydecl/sandbox/fork_server.py`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Protocol

from pydecl.sandbox.fork_server import Forked, forked

MODULE = "pydecl.workbench.web.worker"

LONGEST = 1 << 24
"""How many bytes a line of an answer may have."""

START_SECONDS = 30.0
"""What a fork may take."""

PAUSE = 0.005
"""Seconds between two looks whether a fork has ended."""


class Process(Protocol):
    """A process as `asyncio.subprocess.Process` has it, for as much of that as is used here."""

    pid: int
    stdin: asyncio.StreamWriter | None
    stdout: asyncio.StreamReader | None

    @property
    def returncode(self) -> int | None: ...
    async def wait(self) -> int | None: ...
    def send_signal(self, number: int, /) -> None: ...


async def started(niceness: int) -> Process:
    """A new worker, which gives way to others by so much, in a group of processes of its own."""
    fork = await _forked(niceness)
    if fork is not None:
        return fork
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", MODULE, str(niceness)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
        limit=LONGEST,
    )


async def _forked(niceness: int) -> ForkedProcess | None:
    """A fork; None where there is no fork server for it."""
    ours, theirs = socket.socketpair()
    with theirs, open(os.devnull, "wb") as nowhere:
        pipes = (theirs.fileno(), theirs.fileno(), nowhere.fileno())
        process = await asyncio.to_thread(
            forked,
            (sys.executable, "-m", MODULE),
            (str(niceness),),
            pipes,
            folder=Path(),
            environment=dict(os.environ),
            seconds=START_SECONDS,
        )
    if process is None:
        ours.close()
        return None
    return ForkedProcess(process, *await asyncio.open_connection(sock=ours, limit=LONGEST))


class ForkedProcess:
    """A fork and its standard streams, which are the two directions of one socket."""

    def __init__(self, process: Forked, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        self.pid = process.pid
        self.stdin: asyncio.StreamWriter | None = stdin
        self.stdout: asyncio.StreamReader | None = stdout
        self._process = process

    @property
    def returncode(self) -> int | None:
        """The exit code, or None while it runs."""
        return self._process.poll()

    async def wait(self) -> int | None:
        """The exit code, once it has ended."""
        while (code := self._process.poll()) is None:
            await asyncio.sleep(PAUSE)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, if it runs."""
        if self._process.poll() is None:
            os.kill(self.pid, signal.Signals(number))
