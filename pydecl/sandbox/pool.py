"""Tasks in several processes of pydecl's own at a time; each process does one task after the other.

    with Pool(Work("pydecl.tournaments.arena:playing", rules), processes=2) as pool:
        for said in pool.run(fixtures): ...

Messages are pickled, for both sides are pydecl's own: a stranger's rules run in confined processes below.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any, Self

from pydecl.errors import Exit, LimitError, PydeclError
from pydecl.sandbox.frames import ClosedError, read_bytes, write_bytes
from pydecl.sandbox.process import module_folders

Progress = Callable[[int, int], None]
"""Told how much of a task is done, and of how much."""

Task = Callable[[Any, Progress], Any]
"""What a process does: a task and whom to tell of its progress; gives the result."""

Opened = Callable[[Any], AbstractContextManager[Task]]
"""What a process starts with, made of a setup."""

PATIENCE = 0.4
"""Seconds that interrupted processes have to say what they have."""


@dataclass(frozen=True)
class Work:
    """`opened` names an `Opened`, as module:function; `setup` is what it gets in each process."""

    opened: str
    setup: object


@dataclass(frozen=True)
class Begun:
    """A process has been given the task in this place."""

    place: int


@dataclass(frozen=True)
class Told:
    """How far the task in this place is."""

    place: int
    done: int
    total: int


@dataclass(frozen=True)
class Done:
    """The result of the task in this place."""

    place: int
    result: Any


@dataclass(frozen=True)
class Failed:
    """The task in this place ended with an error. Without a place no task can be done."""

    place: int | None
    message: str
    exit_code: Exit

    @property
    def error(self) -> RelayedError:
        return RelayedError(self.message, self.exit_code)


Said = Begun | Told | Done | Failed


class RelayedError(PydeclError):
    """An error of another process."""

    def __init__(self, message: str, exit_code: Exit) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Pool:
    """Processes that share work; a context manager that ends them."""

    def __init__(self, work: Work, processes: int) -> None:
        self._work = work
        self._processes = processes
        self._busy: dict[int, Worker] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._busy.values():
            worker.end()
        self._busy.clear()

    def run(self, tasks: Sequence[object]) -> Iterator[Said]:
        """What the processes say while they do the tasks, which are begun in order.

        Raises RelayedError if no task can be done, LimitError if a process dies, and KeyboardInterrupt;
        `interrupted` may be asked after that.
        """
        waiting = list(enumerate(tasks))[::-1]
        for _ in range(min(self._processes, len(tasks))):
            worker = Worker(self._work)
            self._busy[worker.replies] = worker
            yield self._begin(worker, waiting)
        while self._busy:
            for replies in select.select(list(self._busy), [], [])[0]:
                worker = self._busy[replies]
                said = worker.answer()
                yield said
                if isinstance(said, Told):
                    continue
                if waiting:
                    yield self._begin(worker, waiting)
                else:
                    self._busy.pop(replies).end()

    def _begin(self, worker: Worker, waiting: list[tuple[int, object]]) -> Begun:
        place, task = waiting.pop()
        worker.ask((place, task))
        return Begun(place)

    def interrupted(self) -> Iterator[Done]:
        """The results of the tasks that are interrupted now, of those that end soon."""
        for worker in self._busy.values():
            worker.process.send_signal(signal.SIGINT)
        until = time.monotonic() + PATIENCE
        while self._busy and (left := until - time.monotonic()) > 0:
            for replies in select.select(list(self._busy), [], [], left)[0]:
                try:
                    said = self._busy[replies].answer()
                except PydeclError:
                    said = None
                if not isinstance(said, Told):
                    self._busy.pop(replies).end()
                if isinstance(said, Done):
                    yield said


class Worker:
    """One process and its pipes; it does one task at a time. Raises OSError if it cannot be started."""

    def __init__(self, work: Work) -> None:
        lifeline, self._lifeline = os.pipe()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pydecl.sandbox.pool_worker", str(lifeline)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[lifeline],
                start_new_session=True,  # Ctrl-C is the parent's to answer
                env={**os.environ, "PYTHONPATH": os.pathsep.join(module_folders())},
            )
        except BaseException:
            os.close(self._lifeline)
            raise
        finally:
            os.close(lifeline)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests, self.replies = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.ask((work.opened, work.setup))

    def ask(self, asked: object) -> None:
        """Send what to do next."""
        with suppress(BrokenPipeError):  # what it says last says why
            write_bytes(self._requests, pickle.dumps(asked))

    def answer(self) -> Said:
        """What it says next; waits for that. Raises RelayedError and LimitError as `Pool.run`."""
        try:
            said: Said = pickle.loads(read_bytes(self.replies))
        except ClosedError:
            code = self.process.wait()
            raise LimitError(f"a worker process has died (exit code {code})") from None
        if isinstance(said, Failed) and said.place is None:
            raise said.error
        return said

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self._lifeline)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
