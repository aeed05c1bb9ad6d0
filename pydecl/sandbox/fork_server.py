"""Workers that a fork server makes: where a process has many of a kind, each takes milliseconds to start.

A process starts the first two of a kind itself. With the third it starts a server, too: a worker that loads
all that it needs, and waits. Once it does, it forks all that follow; nobody waits for that. See `serving.py`.
A process that knows that there will be many (`expect_many`) starts none itself.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydecl.sandbox.frames import FORKS, LONGEST_REQUEST, MOST_PIPES, READY

FEW = 2
"""How many workers of a kind are started without a server."""


MOST_PATIENCE = 5.0
"""Seconds that are waited for a server if many workers are expected: it is loaded as soon as a worker is."""


class Forked:
    """A process that a server has made for this one, of which it is a child; used like `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._lock = threading.Lock()

    def poll(self) -> int | None:
        """The exit code, negative for a signal, or None while it runs."""
        with self._lock:
            return self._waited(os.WNOHANG)

    def wait(self) -> int | None:
        """The exit code, once it has ended."""
        with self._lock:
            return self._waited(0)

    def kill(self) -> None:
        """Kill it, if it runs."""
        with self._lock:
            if self._waited(os.WNOHANG) is None:
                with suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)

    def _waited(self, options: int) -> int | None:
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, options)
            except ChildProcessError:  # somebody else has waited for it
                self.returncode = 0
            else:
                if pid:
                    self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


class ForkServer:
    """A worker that serves nobody and forks those that do."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        """`command` runs the worker's module. Raises OSError."""
        import socket  # late: most commands start few workers

        self.patience = 0.0
        """Seconds that a first worker waits for the server."""
        self.has_forked = False
        self.has_ended = False
        self._is_ready = False
        self._asked, asked = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        try:
            self._process = subprocess.Popen(
                [*command, FORKS, str(asked.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[asked.fileno()],
                start_new_session=True,
                cwd=folder,
                env=environment,
            )
        except OSError:
            self._asked.close()
            raise
        finally:
            asked.close()
        self.pid = self._process.pid

    def forked(self, arguments: Sequence[str], pipes: Sequence[int], seconds: float) -> Forked | None:
        """A new worker, with these pipes; None where there is none within so many seconds."""
        request = b"\0".join(map(os.fsencode, arguments))
        if len(request) > LONGEST_REQUEST or len(pipes) > MOST_PIPES:
            return None
        with self._lock:
            if not self._ready(min(self.patience, seconds)):
                return None
            import socket

            pid = -1
            try:
                socket.send_fds(self._asked, [request], pipes)
                self._asked.settimeout(seconds)
                pid = int(self._asked.recv(64) or -1)
            except (OSError, ValueError):
                pass
            finally:
                if pid <= 0:  # whatever it says later answers nobody, also if Ctrl-C has come between
                    self.has_ended = True
                    self.close()
            self.has_forked |= pid > 0
        return Forked(pid) if pid > 0 else None

    def _ready(self, patience: float) -> bool:
        """Whether it waits for requests within so many seconds."""
        if self.has_ended or self._is_ready:
            return self._is_ready and not self.has_ended
        self._asked.settimeout(patience)
        try:
            self._is_ready = self._asked.recv(len(READY)) == READY
            self.has_ended = not self._is_ready
        except (BlockingIOError, TimeoutError):
            pass
        except OSError:
            self.has_ended = True
        return self._is_ready

    def close(self) -> None:
        """End it; those that it has forked go on."""
        self.forget()
        self._process.kill()
        self._process.wait()

    def forget(self) -> None:
        """Let its pipe go: in a fork of the process to which it belongs, all that has to be done."""
        self._asked.close()


class Servers:
    """The servers of this process, one for each kind of worker that it starts often."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._servers: dict[object, ForkServer] = {}
        self._started: Counter[object] = Counter()
        self.few = FEW
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._forget)

    def server(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> ForkServer | None:
        """The server for such a worker; None for the first of its kind. Raises OSError."""
        kind = (tuple(command), folder, tuple(sorted(environment.items())))
        with self._lock:
            self._started[kind] += 1
            server = self._servers.get(kind)
            if server is None and self._started[kind] <= self.few:
                return None
            if server is None or (server.has_ended and server.has_forked):
                server = self._servers[kind] = ForkServer(command, folder, environment)
                server.patience = 0.0 if self.few else MOST_PATIENCE
            return None if server.has_ended else server

    def close(self) -> None:
        with self._lock:
            for server in self._servers.values():
                server.close()
            self._servers.clear()

    def _forget(self) -> None:
        for server in self._servers.values():
            server.forget()
        self._lock = threading.Lock()
        self._servers.clear()
        self._started.clear()
        self.few = FEW


@cache
def _servers() -> Servers:
    return Servers()


def expect_many() -> None:
    """Let servers make all workers of this process: it will start more than a FEW of each kind."""
    _servers().few = 0


def server_pids() -> list[int]:
    """The processes that are fork servers of this one."""
    return [server.pid for server in _servers()._servers.values()]


def forked(
    command: Sequence[str],
    arguments: Sequence[str],
    pipes: Sequence[int],
    *,
    folder: Path,
    environment: Mapping[str, str],
    seconds: float,
) -> Forked | None:
    """A worker that a server has forked, or None: there were few of its kind, or there can be no server.

    `command` runs its module, in `folder` and with this environment; `pipes` are its standard streams, and
    those whose numbers come before its arguments.
    """
    if not sys.platform.startswith("linux"):
        return None
    try:
        server = _servers().server(command, folder, environment)
    except OSError:
        return None
    return None if server is None else server.forked(arguments, pipes, seconds)
