"""A pool of processes of pydecl's own: an executor whose every process does one piece after the other.

A piece whose process dies is done again in a new one; after MOST_DEATHS deaths it fails, by name.
Messages are pickled, for both sides are pydecl's own: a stranger's rules run in confined processes below.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
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
from pydecl.model.number import INFINITY
from pydecl.paths import current_folder
from pydecl.sandbox.frames import BIGGEST, ClosedError, DeadlineError, read_bytes
from pydecl.sandbox.process import NotStartedError, Process, killed_by, module_folders
from pydecl.sandbox.work import Call, PieceExecutor, Progress

MOST_DEATHS = 3
"""A piece in whose course so many processes have died is not begun again."""

PATIENCE = 0.4
"""Seconds that an interrupted process has to say what it has."""

GLANCE = 0.05
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


@dataclass(frozen=True)
class Stopped:
    """An interruption has come, and so many pieces have been read and are over: it can end no later one."""

    pieces: int


class DiedError(Exception):
    """A process has died; the text says how."""


class Worker(Process):
    """A process that does one piece at a time. Raises OSError if it cannot be started, and DiedError.

    `kind` says for what pieces it is kept. It is asked by one thread.
    """

    def __init__(
        self, kind: object, module: str, folder: Path, niceness: int, patience: float, longest: int
    ) -> None:
        """`folder` is where it starts; it gives way to others by so much; for the others see `Workers`."""
        self.kind, self._patience, self._longest = kind, patience, longest
        self.idle_since = 0.0
        self.is_asked = False
        """Whether it has a piece whose answer is not yet read to the end."""
        self._pieces = 0
        environment = {**ALLOCATION, **os.environ, "PYTHONPATH": os.pathsep.join(module_folders())}
        try:
            super().__init__(module, [str(niceness)], folder=folder, environment=environment)
        except NotStartedError as error:
            raise DiedError(error.last) from None
        self._limit_cpu(None)

    def do(self, call: bytes, progress: Progress, is_wanted: Callable[[], bool]) -> Any:
        """The result of a piece, a `Call` that is pickled. Raises its error, DiedError, and TooLongError."""
        self._pieces += 1
        self.is_asked = True
        end = INFINITY
        answer: Done | Failed | None = None
        interrupted = False
        try:
            self.send(call)
            while answer is None or interrupted:
                if not select.select([self._replies], [], [], GLANCE)[0]:
                    if time.monotonic() > end or (not self._patience and not is_wanted()):
                        self.process.kill()
                    elif end == INFINITY and not is_wanted():
                        end = time.monotonic() + self._patience
                        interrupted = True
                        self._interrupt()
                    continue
                match pickle.loads(read_bytes(self._replies, most=self._longest)):
                    case Told(said):
                        progress(*said)
                    case Stopped(pieces) if interrupted and pieces < self._pieces:  # it came too early
                        self._interrupt()
                    case Stopped():
                        interrupted = False
                    case found:
                        answer = found
        except ClosedError:
            raise DiedError(killed_by(self.process.wait())) from None
        self.is_asked = False
        if isinstance(answer, Failed):
            raise answer.error
        return answer.result

    def _interrupt(self) -> None:
        """Ask it to end its piece, and to say what it has."""
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGINT)

    def dismiss(self) -> None:
        """Let it end by itself; it does nothing now."""
        with suppress(ClosedError, DeadlineError):
            self.send(b"", deadline=time.monotonic())

    def end(self, patience: float = 0.0) -> None:
        """End the process, whatever it does; one that is dismissed has so many seconds for that."""
        if patience:
            with suppress(ClosedError, DeadlineError):
                read_bytes(self._replies, time.monotonic() + patience)
        self.kill()


class Workers:
    """Processes that are kept: each thread that does a piece takes one, and gives it back."""

    def __init__(
        self,
        module: str = "pydecl.sandbox.pool_worker",
        *,
        most: int | None = None,
        niceness: int = 0,
        patience: float = 0.0,
        longest: int = BIGGEST,
    ) -> None:
        """`module` is what a process runs: `pool_worker.py`, or what has loaded more.

        There are so many at the `most`. A process whose piece is not wanted any more is interrupted, and has
        `patience` seconds to say what it has; with 0 it is killed. It says `longest` bytes at the most.
        """
        self._module = module
        self._most = most
        self._patience = patience
        self._limits = niceness, patience, longest
        self._idle: list[Worker] = []
        """Those that were given back last are at the end."""
        self._busy: set[Worker] = set()
        self._count = 0
        self._lock = threading.Lock()
        self._has_ended = False

    def do(
        self,
        call: Call,
        progress: Progress,
        folder: Path | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Any:
        """What a call gives in a process that starts in this folder, by default here.

        Raises the error of the call, LimitError if it ends its processes, and StoppedError if it was not
        wanted any more.
        """
        how = ""
        for _ in range(MOST_DEATHS):
            try:
                return self.once(call, progress, folder, is_wanted, folder)
            except DiedError as died:
                how = str(died)
        raise LimitError(f"{call}: a worker process has died {MOST_DEATHS} times in the middle of it ({how})")

    def once(
        self,
        call: Call,
        progress: Progress,
        kind: object,
        is_wanted: Callable[[], bool],
        folder: Path | None = None,
    ) -> Any:
        """As `do`, by a process of this kind. Raises DiedError, and TooLongError, as it is not done again."""
        asked = pickle.dumps(call)
        worker = self._taken(kind, folder or Path(current_folder()))
        try:
            result = worker.do(asked, progress, lambda: is_wanted() and not self._has_ended)
        except BaseException as error:
            (self._lost if worker.is_asked else self._given_back)(worker)
            if isinstance(error, DiedError) and (self._has_ended or not is_wanted()):
                raise StoppedError("interrupted") from None
            raise
        self._given_back(worker)
        if not is_wanted():
            raise StoppedError("interrupted")
        return result

    def _taken(self, kind: object, folder: Path) -> Worker:
        surplus = None
        with self._lock:
            alive = (one for one in self._idle if one.kind == kind and one.process.poll() is None)
            worker = next(alive, None)
            if worker is not None:
                self._idle.remove(worker)
                self._busy.add(worker)
                return worker
            if self._count == self._most and self._idle:
                surplus = self._idle.pop(0)
            else:
                self._count += 1
        try:
            if surplus is not None:
                surplus.dismiss()
                surplus.end(self._patience)
            worker = Worker(kind, self._module, folder, *self._limits)
        except BaseException:
            with self._lock:
                self._count -= 1
            raise
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
            worker.idle_since = time.monotonic()
            self._idle.append(worker)
            has_ended = self._has_ended
        if has_ended:
            self.end_idle(0.0, self._patience)

    def _lost(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
            self._count -= 1
        worker.end()

    def pids(self) -> list[int]:
        with self._lock:
            return [worker.process.pid for worker in self._busy]

    def interrupt(self) -> None:
        """Let those that are busy say what they have, and end all."""
        with self._lock:
            self._has_ended = True
        until = time.monotonic() + self._patience + GLANCE
        while self.pids() and time.monotonic() < until:
            time.sleep(0.005)
        self.end_idle(0.0, self._patience)
        self.end()

    def end(self) -> None:
        """End all processes; whoever waits for one gets a StoppedError."""
        with self._lock:
            self._has_ended = True
            for worker in self._busy:
                worker.process.kill()
        self.end_idle(0.0)

    def end_idle(self, seconds: float, patience: float = 0.0) -> None:
        """End those that have had nothing to do for so long, with patience for what they leave behind."""
        since = time.monotonic() - seconds
        with self._lock:
            idle = [worker for worker in self._idle if worker.idle_since <= since]
            self._idle = [worker for worker in self._idle if worker not in idle]
            self._count -= len(idle)
        for worker in idle if patience else ():
            worker.dismiss()
        for worker in idle:
            worker.end(patience)


class Pool(PieceExecutor):
    """So many processes, each started when it is first needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="pydecl-pool")
        self._workers = Workers(patience=PATIENCE)

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

    def interrupt(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.interrupt()
        self._threads.shutdown()

    def kill(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._workers.end()
        self._threads.shutdown()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._workers.end()
