"""The processes of workers, as the server sees them: forked by a fork server where there can be one.

What a worker needs takes most of a second to load; a fork of what has loaded it is there at once. See
`pydecl/sandbox/fork_server.py`.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

from pydecl.sandbox.fork_server import Forked, forked

MODULE = "pydecl.workbench.web.worker"

LONGEST = 1 << 24
"""How many bytes a line of an answer may have."""

START_SECONDS = 30.0
"""What a fork may take."""

PAUSE = 0.005
"""Seconds between two looks whether a fork has ended."""


async def started(niceness: int) -> Process:
    """A new worker, which gives way to others by so much, in a group of processes of its own."""
    ours, theirs = socket.socketpair()
    with theirs, open(os.devnull, "wb") as nowhere:
        streams = (theirs.fileno(), theirs.fileno(), nowhere.fileno())
        process = await asyncio.to_thread(_started, niceness, streams)
    return Process(process, *await asyncio.open_connection(sock=ours, limit=LONGEST))


def _started(niceness: int, streams: tuple[int, int, int]) -> Forked | subprocess.Popen[bytes]:
    command = (sys.executable, "-m", MODULE)
    fork = forked(
        command,
        (str(niceness),),
        streams,
        folder=Path(),
        environment=dict(os.environ),
        seconds=START_SECONDS,
    )
    if fork is not None:
        return fork
    return subprocess.Popen(
        [*command, str(niceness)],
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        start_new_session=True,
    )


class Process:
    """A process and its standard streams, which are the two directions of one socket."""

    def __init__(
        self,
        process: Forked | subprocess.Popen[bytes],
        stdout: asyncio.StreamReader,
        stdin: asyncio.StreamWriter,
    ) -> None:
        self.pid = process.pid
        self.stdin, self.stdout = stdin, stdout
        self.process = process

    @property
    def returncode(self) -> int | None:
        """The exit code, or None while it runs."""
        return self.process.poll()

    async def wait(self) -> int | None:
        """The exit code, once it has ended."""
        while (code := self.process.poll()) is None:
            await asyncio.sleep(PAUSE)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, if it runs."""
        if self.process.poll() is None:
            os.kill(self.pid, number)
