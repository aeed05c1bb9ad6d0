"""Where long work runs: one interface for this process, a pool of processes, and a cluster.

    work = Work("pydecl.tournaments.arena:playing", rules)
    with executor(jobs=2) as running:
        for place, future in finished(running, work, fixtures): ...

All are executors of `concurrent.futures`; the pieces do not depend on each other, and only who asks writes
down what came of them. So the same comes out wherever they run.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Self

from pydecl.errors import LimitError, StoppedError
from pydecl.errors.unforeseen import named
from pydecl.model.number import INFINITY
from pydecl.sandbox.frames import LONGEST_WAIT
from pydecl.sandbox.pool import Pool
from pydecl.sandbox.work import Call, ExecutorError, PieceExecutor, Progress, Work, Workplace


class Here(PieceExecutor):
    """This process: a piece is done when it is submitted. Raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self._place = Workplace()

    @property
    def ahead(self) -> int:
        return 1

    def begun(self, call: Call, progress: Progress) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            result = self._place.do(call, progress)
        except Exception as error:
            future.set_exception(named(error))
        else:
            future.set_result(result)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        self._place.close()


@contextmanager
def executor(
    jobs: int, pieces: int | None = None, cluster: str | PieceExecutor | None = None
) -> Iterator[PieceExecutor]:
    """What does pieces, so many at a time; or a cluster, by its address, or one that is open already.

    `pieces` is how many there will be. Raises InputError if the cluster cannot be used.

    >>> with executor(1) as one, executor(2) as two, executor(2, pieces=1) as only:
    ...     type(one).__name__, type(two).__name__, type(only).__name__
    ('Here', 'Pool', 'Here')
    """
    if isinstance(cluster, PieceExecutor):
        yield cluster
        return
    with _opened(jobs if pieces is None else min(jobs, pieces), cluster) as running:
        yield running


def _opened(processes: int, cluster: str | None) -> PieceExecutor:
    if cluster is not None:
        from pydecl.sandbox.cluster import Cluster  # late: few ask for one

        return Cluster(cluster)
    return Here() if processes <= 1 else Pool(processes)


def finished(
    executor: PieceExecutor,
    work: Work,
    pieces: Sequence[object],
    progress: Callable[..., None] | None = None,
    deadline: float = INFINITY,
) -> Iterator[tuple[int, Future[Any]]]:
    """The pieces as they are finished, which may be in any order: each one's place, and what came of it.

    They are begun in order. `progress` is told in this thread: a piece's place, and what the piece tells.
    After an interruption come the pieces that had finished, or could say what they had, and then
    KeyboardInterrupt. Raises ExecutorError if no piece can be done, and LimitError at the `deadline`, a time
    of `time.monotonic`.
    """
    waiting = list(enumerate(pieces))[::-1]
    running: dict[int, Future[Any]] = {}
    said: SimpleQueue[tuple[int, tuple[Any, ...] | None]] = SimpleQueue()
    own = threading.get_ident()

    def tell(place: int, *told: Any) -> None:
        if progress is not None and threading.get_ident() == own:
            progress(place, *told)
        elif progress is not None:
            said.put((place, told))

    def end(place: int, _: Future[Any]) -> None:
        said.put((place, None))

    def taken(place: int) -> tuple[int, Future[Any]]:
        future = running.pop(place)
        if isinstance(error := future.exception(), ExecutorError):
            raise error
        return place, future

    with _Interrupts() as interrupts:
        try:
            while waiting or running:
                while waiting and len(running) < executor.ahead:
                    place, piece = waiting.pop()
                    running[place] = executor.submit(work, piece, progress=partial(tell, place))
                    running[place].add_done_callback(partial(end, place))
                place, told = _said_before(deadline, said)
                with interrupts.held():
                    if told is None:
                        yield taken(place)
                    elif progress is not None:
                        progress(place, *told)
        except KeyboardInterrupt:
            executor.interrupt()
            for place, future in sorted(running.items()):  # what was finished, or could say what it had
                is_done = future.done() and not future.cancelled()
                if is_done and not isinstance(future.exception(), StoppedError):
                    yield taken(place)
            raise


class _Interrupts:
    """Ctrl-C while somebody takes a result: it comes once the result is taken, so that none is lost.

    A second one comes at once.
    """

    def __init__(self) -> None:
        self._is_held = self._came = self._is_ours = False

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        self._is_ours = is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._is_ours:
            signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _interrupted(self, *_: object) -> None:
        if self._is_held and not self._came:
            self._came = True
        else:
            raise KeyboardInterrupt

    @contextmanager
    def held(self) -> Iterator[None]:
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            if self._came:
                self._came = False
                raise KeyboardInterrupt


def _said_before(deadline: float, said: SimpleQueue[Any]) -> Any:
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise LimitError("time is up")
        with suppress(Empty):
            return said.get(timeout=min(left, LONGEST_WAIT))
