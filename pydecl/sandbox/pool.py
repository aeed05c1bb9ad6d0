"""A pool of processes of pydecl's own: an executor whose every process does one piece after the other.

A piece whose process dies is done again in a new one; after MOST_DEATHS deaths it fails, by name.
Messages are pickled, for both sides are pydecl's own: a stranger's rules run in confined processes below.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydecl.errors import LimitError, StoppedError
from pydecl.errors.unforeseen import named
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.process import module_folders
from pydecl.sandbox.work import Call, PieceExecutor, Progress

MOST_DEATHS = 3
"""A piece in whose course so many processes have died is not begun again."""

PATIENCE = 0.4
"""Seconds that interrupted processes have to say what they have."""

GLANCE = 0.1
"""Seconds until it is asked again whether a piece is still wanted."""

ALLOCATION = {"MALLOC_MMAP_THRESHOLD_": str(1 << 20)}
"""What its C library is told, in bytes: what is larger goes back to the system once it is freed."""


@dataclass(frozen=True)
class Told:
    """How far a piece is, and what else it tells."""

    said: tuple[Any, ...]


@dataclass(frozen=True)
class Done:
    """The result of a piece."""

    result: Any


@dataclass(frozen=True)
class Failed:
    """A piece ended with an error."""

    error: Exception


class DiedError(Exception):
    """A process has died; the text says how."""


class Worker:
    """One process and its pipes; it does one piece at a time. Raises OSError if it cannot be started."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is where it starts; by default, here."""
        self.folder = folder
        self.idle_since = 0.0
        lifeline, self._lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pydecl.sandbox.pool_worker", str(lifeline)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[lifeline],
                start_new_session=True,  # Ctrl-C is the parent's to answer
                env={**ALLOCATION, **os.environ, "PYTHONPATH": os.pathsep.join(module_folders())},
                cwd=folder,
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests, self._replies = self.process.stdin.fileno(), self.process.stdout.fileno()

    def do(self, asked: bytes, progress: Progress, is_wanted: Callable[[], bool] | None = None) -> Any:
        """The result of a piece, a `Call` that is pickled. Raises its error, and DiedError."""
        with suppress(BrokenPipeError):  # what it says last says why
            write_bytes(self._requests, asked)
        while isinstance(said := self._answer(is_wanted), Told):
            progress(*said.said)
        if isinstance(said, Failed):
            raise said.error
        return said.result

    def _answer(self, is_wanted: Callable[[], bool] | None) -> Told | Done | Failed:
        while is_wanted is not None and not select.select([self._replies], [], [], GLANCE)[0]:
            if not is_wanted():
                self.process.kill()
        try:
            said: Told | Done | Failed = pickle.loads(read_bytes(self._replies))
        except ClosedError:
            raise DiedError(_ending(self.process.wait())) from None
        return said

    def interrupt(self) -> None:
        """Ask it to end its piece, and to say what it has."""
        self.process.send_signal(signal.SIGINT)

    def end(self) -> None:
        """End the process, whatever it does; nobody else asks it."""
        self.process.kill()
        self.process.wait()
        os.close(self._lifeline)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


def _ending(code: int) -> str:
    """How a process ended.

    >>> _ending(-9), _ending(1)
    ('SIGKILL', 'exit code 1')
    """
    with suppress(ValueError):
        if code < 0:
            return signal.Signals(-code).name
    return f"exit code {code}"


class Workers:
    """The processes of a pool: each thread that does a piece takes one, and gives it back."""

    def __init__(self) -> None:
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._lock = threading.Lock()
        self._has_ended = False

    def do(
        self,
        call: Call,
        progress: Progress,
        folder: Path | None = None,
        is_wanted: Callable[[], bool] | None = None,
    ) -> Any:
        """What a call gives in a process that starts in this folder.

        A process whose piece is not wanted any more is ended. Raises the error of the call, LimitError if it
        ends its processes, and StoppedError if it was ended.
        """
        asked = pickle.dumps(call)
        how = ""
        for _ in range(MOST_DEATHS):
            worker = self._taken(folder)
            try:
                result = worker.do(asked, progress, is_wanted)
            except DiedError as died:
                self._lost(worker)
                if self._has_ended or (is_wanted is not None and not is_wanted()):
                    raise StoppedError("interrupted") from None
                how = str(died)
            except Exception:
                self._given_back(worker)
                raise
            else:
                self._given_back(worker)
                return result
        raise LimitError(f"{call}: a worker process has died {MOST_DEATHS} times in the middle of it ({how})")

    def _taken(self, folder: Path | None) -> Worker:
        with self._lock:
            found = next((one for one in self._idle if one.folder == folder), None)
            if found is not None:
                self._idle.remove(found)
        worker = Worker(folder) if found is None else found
        with self._lock:
            self._busy.add(worker)
            has_ended = self._has_ended
        if has_ended:
            self._lost(worker)
            raise StoppedError("interrupted")
        return worker

    def _given_back(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
            if not self._has_ended:
                worker.idle_since = time.monotonic()
                self._idle.append(worker)
                return
        worker.end()

    def _lost(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
        worker.end()

    def pids(self) -> list[int]:
        """The processes that do pieces now."""
        with self._lock:
            return [worker.process.pid for worker in self._busy]

    def interrupt(self) -> None:
        """Let those that are busy say what they have, and end all."""
        with self._lock:
            self._has_ended = True
            busy = list(self._busy)
        for worker in busy:
            worker.interrupt()
        until = time.monotonic() + PATIENCE
        while self.pids() and time.monotonic() < until:
            time.sleep(0.005)
        self.end()

    def end(self) -> None:
        """End all processes; whoever waits for one gets a StoppedError."""
        with self._lock:
            self._has_ended = True
            idle, self._idle = self._idle, []
            for worker in self._busy:
                worker.process.kill()
        for worker in idle:
            worker.end()

    def end_idle(self, seconds: float) -> None:
        """End those that have had nothing to do for so long."""
        since = time.monotonic() - seconds
        with self._lock:
            idle = [worker for worker in self._idle if worker.idle_since <= since]
            self._idle = [worker for worker in self._idle if worker not in idle]
        for worker in idle:
            worker.end()


class Pool(PieceExecutor):
    """So many processes, each started when it is first needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="pydecl-pool")
        self._workers = Workers()

    @property
    def ahead(self) -> int:
        return 2 * self._processes

    def begun(self, call: Call, progress: Progress) -> Future[Any]:
        return self._threads.submit(self._done, call, progress)

    def _done(self, call: Call, progress: Progress) -> Any:
        try:
            return self._workers.do(call, progress)
        except Exception as error:
            raise named(error) from None

    def pids(self) -> list[int]:
        """The processes that do pieces now."""
        return self._workers.pids()

    def interrupt(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.interrupt()
        self._threads.shutdown()

    def kill(self) -> None:
        """End all at once."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.end()
        self._threads.shutdown()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._workers.end()
