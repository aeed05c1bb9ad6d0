"""A Dask cluster as an executor of pieces; nothing else knows Dask.

Each piece is a task of Dask's. A worker of Dask's does it in a process of pydecl's own, as in `pool.py`: the
process is killed when nobody wants its piece any more, and a stranger's rules are as confined there as here.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from concurrent.futures import wait as wait_for
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from platform import node
from typing import Any

from pydecl import __version__
from pydecl.errors import Exit, InputError, LimitError, PydeclError, StoppedError
from pydecl.errors.unforeseen import named
from pydecl.kept import cache_folder, code, digest, write_whole
from pydecl.sandbox.pool import Done, Failed, Workers
from pydecl.sandbox.work import Call, ExecutorError, PieceExecutor, Progress, Work, nobody

CONNECTING = 5.0
"""Seconds in which a scheduler must answer, and have a worker."""

IDLE = 20.0
"""Seconds after which a process that has nothing to do is ended on a worker."""

AHEAD = 4
"""As many pieces for each thread of a worker are submitted and not finished."""

MOST_SENT = 1 << 23
"""Bytes of the longest file that is sent: longer rules are not read."""

DEAF = "import signal; signal.signal(signal.SIGINT, lambda *_: None)"
"""What the workers of a cluster of this machine do first: Ctrl-C in their terminal is not for them."""

MOST_LOCAL = 256
"""How many workers a cluster of this machine may have."""


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise InputError("--cluster needs Dask: pip install 'pydecl[cluster]'") from None
    return distributed


@cache
def own_code() -> str:
    """What decides the answers of this process, apart from what it is asked."""
    return f"pydecl {__version__} ({code(('',), ('',))[:8]})"


@dataclass(frozen=True)
class Parcel:
    """A piece, and the bytes of the files that it reads, by their paths from `folder`."""

    call: Call
    folder: Path
    files: Mapping[str, bytes]

    @classmethod
    def of(cls, call: Call) -> Parcel:
        """A file that cannot be read, or is too long, is left out: the piece will say so."""
        paths = call.function.files(call.arguments[0]) if isinstance(call.function, Work) else ()
        files = {}
        for path in dict.fromkeys(paths):
            with suppress(OSError):
                if path.stat().st_size <= MOST_SENT:
                    files[str(path)] = path.read_bytes()
        return cls(call, Path.cwd(), files)

    def unpacked(self) -> Path | None:
        """The folder of this machine from which the paths lead to these bytes: the same one, or a copy of it.

        None if there are no files, and no such folder. Raises ExecutorError if an absolute path does not.
        """
        if self.folder.is_dir() and all(_holds(self.folder / name, self.files[name]) for name in self.files):
            return self.folder
        if not self.files:
            return None
        root = cache_folder() / "pieces" / digest(pickle.dumps(one) for one in sorted(self.files.items()))
        folder = root / self.folder.relative_to("/")
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in self.files.items():
            path = Path(os.path.normpath(folder / name))
            if _holds(path, content):
                continue
            if not path.is_relative_to(root):
                said = f"the machine {node()} has not the same file {name}"
                raise ExecutorError(said, remedy="a relative path lets pydecl send it")
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        return folder


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.is_file() and path.read_bytes() == content
    except OSError:
        return False


@cache
def _workers() -> Workers:
    """The processes below this worker of a cluster."""
    return Workers()


def done_by_worker(code: str, parcel: bytes) -> Done | Failed:
    """What comes of a piece on a worker, if it has this code; a parcel of others may not even be readable."""
    worker = _distributed().get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    try:
        if code != own_code():
            said = f"the machine {node()} has {own_code()}, and {code} is needed"
            raise ExecutorError(said, remedy="install the same one everywhere")
        piece: Parcel = pickle.loads(parcel)
        return Done(_workers().do(piece.call, nobody, piece.unpacked(), is_wanted))
    except Exception as error:
        return Failed(named(error))
    finally:
        worker.loop.add_callback(worker.loop.call_later, IDLE, _workers().end_idle, IDLE)


class Cluster(PieceExecutor):
    """The cluster at a scheduler's address, such as `tcp://HOST:PORT`, or one of this machine, `local:N`."""

    def __init__(self, where: str) -> None:
        """Raises InputError if it cannot be reached, or has no workers."""
        self._where = where
        with ExitStack() as opened:
            self._client = _connected(where, opened)
            self._threads: int = sum(self._client.nthreads().values())
            self._executor = self._client.get_executor(pure=False)
            self._open = opened.pop_all()
        self._begun: set[Future[Any]] = set()
        self._has_ended = False

    @property
    def ahead(self) -> int:
        return AHEAD * self._threads

    def begun(self, call: Call, progress: Progress) -> Future[Any]:  # noqa: ARG002 (Dask shows its own)
        future: Future[Any] = Future()
        self._begun.add(future)
        future.add_done_callback(self._begun.discard)
        try:
            sent = self._executor.submit(done_by_worker, own_code(), pickle.dumps(Parcel.of(call)))
        except Exception as error:
            future.set_exception(self._failure(call, error))
        else:
            sent.add_done_callback(partial(self._take, call, future))
        return future

    def _take(self, call: Call, future: Future[Any], sent: Future[Done | Failed]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            answer = sent.result()
        except Exception as error:
            answer = Failed(self._failure(call, error))
        if isinstance(answer, Failed):
            future.set_exception(answer.error)
        else:
            future.set_result(answer.result)

    def _failure(self, call: Call, error: Exception) -> PydeclError:
        """Why Dask could not do a piece."""
        if isinstance(error, CancelledError):
            gone = ExecutorError(f"the cluster {self._where} is gone", Exit.LIMIT)
            return StoppedError("interrupted") if self._has_ended else gone
        if isinstance(error, _distributed().KilledWorker):
            return LimitError(f"{call}: workers of the cluster have died in the middle of it")
        if isinstance(error, ImportError | AttributeError):
            said = f"a worker of the cluster {self._where} does not have {own_code()} ({error})"
            return ExecutorError(said, remedy="install it there")
        return ExecutorError(f"the cluster {self._where} has failed: {named(error)}", Exit.LIMIT)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if wait and not cancel_futures:
            wait_for(list(self._begun))
        self._has_ended = True
        with suppress(Exception):  # the scheduler may be gone
            self._executor.shutdown(wait=False)
        with suppress(Exception):
            self._open.close()


def _connected(where: str, opened: ExitStack) -> Any:
    """A client of the cluster, and the cluster if it is to be of this machine, both closed by `opened`."""
    distributed = _distributed()
    for name in ("distributed", "distributed.client"):  # which has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)
    kind, _, number = where.partition(":")
    is_local = kind == "local" and number.isdecimal() and 1 <= int(number) <= MOST_LOCAL
    if not is_local and "://" not in where:
        raise InputError(
            f"--cluster {where}: expected tcp://HOST:PORT, or local:N with N from 1 to {MOST_LOCAL}"
        )
    options = {
        "threads_per_worker": 1,
        "memory_limit": 0,
        "dashboard_address": "127.0.0.1:0",
        "preload": DEAF,
    }
    cluster: Any = where
    try:
        if is_local:
            cluster = distributed.LocalCluster(int(number), silence_logs=logging.CRITICAL, **options)
            opened.enter_context(cluster)
        client = distributed.Client(cluster, timeout=CONNECTING, set_as_default=False)
        opened.enter_context(client)
        client.wait_for_workers(1, timeout=CONNECTING)
    except Exception as error:
        why = " ".join(str(error).split()) or type(error).__name__
        remedy = "" if is_local else f"it needs `dask scheduler`, and somewhere `dask worker {where}`"
        raise InputError(f"the cluster {where} cannot be reached: {why}", remedy=remedy) from None
    return client
