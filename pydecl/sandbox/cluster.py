"""A cluster of Dask's as an executor of pieces; nothing else knows Dask.

On a worker of the cluster each piece is done in a process of pydecl's own, as in `pool.py`: it is ended when
nobody wants its piece any more, and a stranger's rules are as confined there as here. Short pieces travel
several at a time.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.request import urlopen

from pydecl import __version__
from pydecl.errors import Exit, InputError, LimitError, PydeclError, StoppedError
from pydecl.errors.unforeseen import named
from pydecl.paths import cache_folder, fingerprint
from pydecl.sandbox.pool import Done, Failed, Workers
from pydecl.sandbox.work import Call, ExecutorError, PieceExecutor, Progress, Work

CONNECTING = 5.0
"""Seconds in which a scheduler must answer, and have a worker."""

GONE = 10.0
"""Seconds without a scheduler, or without a worker, after which nothing more is expected."""

IDLE = 20.0
"""Seconds after which a process that has nothing to do is ended on a worker."""

BATCH = 1.0
"""About so many seconds take the pieces that travel together."""

AHEAD = 2
"""For each thread of a worker so many batches are sent."""

MOST_SENT = 1 << 23
"""Bytes of the longest file that is sent: longer rules are not read."""

MOST_LOCAL = 256
"""How many workers a cluster of this machine may have."""

NEWS = 0.2
"""Seconds between two times that a piece says how far it is, and nothing else."""

LOOKING = 1.0
"""Seconds until it is looked again at who is there."""

ABANDONED = "1 hour"
"""How long a cluster on other hosts waits for work: who has started it may have been killed."""

CLOSING = 5.0
"""Seconds for a cluster to end by itself; it takes half a second."""


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise InputError("--cluster needs Dask: pip install 'pydecl[cluster]'") from None
    return distributed


# What travels


@dataclass(frozen=True)
class Code:
    """What decides the answers of a pydecl, apart from what it is asked."""

    version: str
    digest: str

    def __str__(self) -> str:
        return f"pydecl {self.version} ({self.digest[:8]})"


@cache
def own_code() -> Code:
    """The code of this process."""
    return Code(__version__, fingerprint("", ("",), ("",)))


@dataclass(frozen=True)
class Files:
    """The files that pieces read, by their paths, which mean what they mean in `folder`."""

    folder: str
    contents: Mapping[str, bytes]

    @classmethod
    def of(cls, paths: Iterable[Path]) -> Files:
        """Read the files; one that cannot be read, or is too long, is left out: the piece will say so."""
        contents = {}
        for path in dict.fromkeys(paths):
            with suppress(OSError):
                if path.stat().st_size <= MOST_SENT:
                    contents[str(path)] = path.read_bytes()
        return cls(str(Path.cwd()), contents)

    def found(self, *, is_movable: bool) -> Path | None:
        """The folder of this machine in which the paths lead to these texts: the same one, or else a copy.

        None if there are no files, and no such folder. Raises ExecutorError if a path cannot be had here,
        unless the file may lie elsewhere (`is_movable`).
        """
        here = Path(self.folder)
        if here.is_dir() and all(_holds(here / name, text) for name, text in self.contents.items()):
            return here
        if not self.contents:
            return None
        fixed = next((name for name in self.contents if self._is_fixed(name)), None)
        if fixed is not None and not is_movable:
            said = f"{_here()} has not the same file {fixed}"
            remedy = "name it by a path below the current folder, and it will be sent"
            raise ExecutorError(said, remedy=remedy)
        return self._copied()

    def _is_fixed(self, name: str) -> bool:
        """Whether a file lies beside the folder, and is not the same here."""
        path = Path(name)
        is_outside = path.is_absolute() or ".." in path.parts
        return is_outside and not _holds(Path(self.folder) / path, self.contents[name])

    def where(self, folder: Path, path: Path) -> Path:
        """Where a file that may lie elsewhere lies on this machine, if `folder` is the one that was found."""
        is_moved = str(path) in self.contents and self._is_fixed(str(path))
        return folder / self._inside(str(path)) if is_moved else path

    def _inside(self, name: str) -> str:
        """The path of a file in a copy of the folder."""
        if not self._is_fixed(name):
            return name
        parts = ["up" if part == ".." else part for part in Path(name).parts if part != os.sep]
        return str(Path("elsewhere", *parts))

    def _copied(self) -> Path:
        digest = hashlib.sha256(pickle.dumps(sorted(self.contents.items()))).hexdigest()
        folder = cache_folder() / "pieces" / digest
        for name, content in self.contents.items():
            path = folder / self._inside(name)
            if not _holds(path, content):
                path.parent.mkdir(parents=True, exist_ok=True)
                part = path.with_name(f".{path.name}-{threading.get_ident()}")
                part.write_bytes(content)
                part.replace(path)
        return folder


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.is_file() and path.read_bytes() == content
    except OSError:
        return False


@dataclass(frozen=True)
class Parcel:
    """Pieces that travel together: their calls, each with its number, their files, and a topic for news."""

    calls: Sequence[tuple[int, Call]]
    files: Files
    topic: str


# On a worker


@cache
def _workers() -> Workers:
    """The processes below this worker of a cluster."""
    return Workers()


@cache
def _last_use() -> list[float]:
    """When the processes were needed last."""
    return [0.0]


def done_there(version: str, digest: str, pickled: bytes) -> bytes:
    """Do the pieces of a parcel, which is for this code: what came of each, and in how many seconds.

    What is sent is a parcel, and what comes back a list of `Done` and `Failed`; both are pickled.
    """
    own, needed = own_code(), Code(version, digest)
    if own != needed:  # it may not even be read here
        said = f"{_here()} has {own}, and {needed} is needed"
        return pickle.dumps(ExecutorError(said, remedy="install the same one everywhere"))
    parcel: Parcel = pickle.loads(pickled)
    try:
        folder = parcel.files.found(is_movable=all(call.is_movable for _, call in parcel.calls))
    except Exception as error:
        return pickle.dumps(named(error))
    started = time.monotonic()
    found = _done_below(parcel, folder)
    _last_use()[0] = time.monotonic()
    timer = threading.Timer(IDLE + 1, _end_idle)
    timer.daemon = True
    timer.start()
    return pickle.dumps((found, time.monotonic() - started))


def _done_below(parcel: Parcel, folder: Path | None) -> list[Done | Failed]:
    """What came of the pieces of a parcel; of fewer, if they are not wanted any more."""
    worker = _distributed().get_worker()
    key = worker.get_current_task()
    found: list[Done | Failed] = []

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state in ("executing", "long-running")

    for number, call in parcel.calls:
        if not is_wanted():
            break
        progress = _News(worker, parcel.topic, number)
        try:
            here = call if folder is None else call.moved(partial(parcel.files.where, folder))
            found.append(Done(_workers().do(here, progress, folder, is_wanted)))
        except Exception as error:
            found.append(Failed(named(error)))
    return found


class _News:
    """What a piece tells while it is done, sent to who wants it, but not too often."""

    def __init__(self, worker: Any, topic: str, number: int) -> None:
        self._worker = worker
        self._topic = topic
        self._number = number
        self._last = 0.0

    def __call__(self, *said: Any) -> None:
        if len(said) == 2 and time.monotonic() - self._last < NEWS:
            return
        self._last = time.monotonic()
        self._worker.log_event(self._topic, {"number": self._number, "said": pickle.dumps(said)})


def _end_idle() -> None:
    if time.monotonic() - _last_use()[0] >= IDLE:
        _workers().end_idle()


def _here() -> str:
    return f"the worker {_distributed().get_worker().address}"


# Here


@dataclass
class _Piece:
    """A piece that is to be done."""

    number: int
    call: Call
    progress: Progress
    future: Future[Any]
    is_alone: bool = False
    """Whether nothing else is done meanwhile: workers have died in the midst of it."""


@dataclass
class _Sent:
    """Pieces that are under way."""

    pieces: Sequence[_Piece]
    future: Any


class Cluster(PieceExecutor):
    """A Dask cluster: `tcp://HOST:PORT`, `local:N` or a file of hosts."""

    def __init__(self, where: str) -> None:
        """Raises InputError if it cannot be reached, or has no workers."""
        self._where = where
        self._cluster, self._client = _connected(where)
        self._topic = f"pydecl-{self._client.id}"
        self._client.subscribe_topic(self._topic, self._tell)
        self._events: SimpleQueue[Any] = SimpleQueue()
        self._waiting: deque[_Piece] = deque()
        self._sent: dict[str, _Sent] = {}
        self._size = 1
        self._numbers = 0
        self._begun: dict[int, _Piece] = {}
        self._slots = _threads(self._client)
        self._looked = time.monotonic()
        self._missed: float | None = None
        self._has_ended = False
        self._thread = threading.Thread(target=self._run, name="pydecl-cluster", daemon=True)
        self._thread.start()

    @property
    def ahead(self) -> int:
        return (AHEAD + 1) * max(1, self._slots) * self._size

    @property
    def dashboard(self) -> str | None:
        return _dashboard(self._client)

    def begun(self, call: Call, progress: Progress) -> Future[Any]:
        self._numbers += 1
        piece = _Piece(self._numbers, call, progress, Future())
        self._begun[piece.number] = piece
        self._events.put(piece)
        return piece.future

    def interrupt(self) -> None:
        if self._has_ended:
            return
        self._has_ended = True
        self._events.put(None)
        self._thread.join(CLOSING)
        with suppress(Exception):
            self._client.cancel([sent.future for sent in self._sent.values()], force=True)
        for piece in list(self._begun.values()):
            if not piece.future.cancel():
                self._fail([piece], StoppedError("interrupted"))
        self._close()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if wait and not cancel_futures and not self._has_ended:
            wait_for([piece.future for piece in list(self._begun.values())])
        self.interrupt()

    def _close(self) -> None:
        logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
        with suppress(Exception):
            self._client.close()
        _end(self._cluster)

    def _tell(self, event: Any) -> None:
        _, told = event
        if (piece := self._begun.get(told["number"])) is not None:
            piece.progress(*pickle.loads(told["said"]))

    # In the thread

    def _run(self) -> None:
        while True:
            event: Any = ""
            with suppress(Empty):
                event = self._events.get(timeout=LOOKING)
            if event is None:
                return
            try:
                if isinstance(event, _Piece):
                    self._waiting.append(event)
                elif event in self._sent:
                    self._take(self._sent.pop(event))
                if time.monotonic() - self._looked > LOOKING:
                    self._look_after()
                self._send()
            except Exception as error:
                self._give_up(named(error))

    def _send(self) -> None:
        while self._waiting and len(self._sent) < AHEAD * max(1, self._slots):
            is_alone = self._waiting[0].is_alone
            if self._sent and (is_alone or any(sent.pieces[0].is_alone for sent in self._sent.values())):
                return
            pieces: list[_Piece] = []
            while self._waiting and len(pieces) < (1 if is_alone else self._size):
                piece = self._waiting.popleft()
                if piece.is_alone or piece.future.set_running_or_notify_cancel():
                    pieces.append(piece)
                else:
                    del self._begun[piece.number]
            if pieces:
                self._sent_off(pieces)

    def _sent_off(self, pieces: Sequence[_Piece]) -> None:
        files = Files.of(
            path
            for piece in pieces
            if isinstance(piece.call.function, Work)
            for path in piece.call.function.files(piece.call.arguments[0])
        )
        parcel = Parcel([(piece.number, piece.call) for piece in pieces], files, self._topic)
        code = own_code()
        key = f"{self._topic}-{pieces[0].number}-{time.monotonic_ns()}"
        future = self._client.submit(
            done_there, code.version, code.digest, pickle.dumps(parcel), key=key, pure=False
        )
        self._sent[key] = _Sent(pieces, future)
        future.add_done_callback(lambda _: self._events.put(key))

    def _take(self, sent: _Sent) -> None:
        """Give what came of pieces to those who wait for it."""
        try:
            answer = pickle.loads(sent.future.result())
        except _distributed().KilledWorker:
            self._again_alone(sent.pieces)
            return
        except Exception as error:
            answer = self._told(error)
        if isinstance(answer, Exception):
            self._give_up(answer)
            return
        found, seconds = answer
        for piece, one in zip(sent.pieces, found, strict=True):
            if isinstance(one, Failed):
                self._fail([piece], one.error)
            else:
                self._begun.pop(piece.number, None)
                piece.future.set_result(one.result)
        self._adapt(len(sent.pieces), seconds)

    def _again_alone(self, pieces: Sequence[_Piece]) -> None:
        """Workers have died in the midst of these pieces, maybe of others: each is done again, alone."""
        for piece in reversed(pieces):
            if piece.is_alone:
                said = f"{piece.call}: workers of the cluster have died in the middle of it"
                self._fail([piece], LimitError(said))
            else:
                piece.is_alone = True
                self._waiting.appendleft(piece)

    def _told(self, error: Exception) -> ExecutorError:
        """Why Dask could do nothing."""
        if isinstance(error, ImportError | AttributeError):
            said = f"a worker of the cluster {self._where} does not have {own_code()} ({error})"
            return ExecutorError(said, remedy="install it there")
        if isinstance(error, CancelledError):  # this client has cancelled nothing
            return self._gone()
        return ExecutorError(f"the cluster {self._where} has failed: {named(error)}", Exit.LIMIT)

    def _adapt(self, pieces: int, seconds: float) -> None:
        """Let so many pieces travel together that they take about BATCH seconds."""
        if pieces == self._size and seconds < BATCH / 2:
            self._size *= 2
        elif seconds > 2 * BATCH:
            self._size = max(1, int(pieces * BATCH / seconds))

    def _fail(self, pieces: Sequence[_Piece], error: Exception) -> None:
        for piece in pieces:
            self._begun.pop(piece.number, None)
            if not piece.future.done():
                piece.future.set_exception(error)

    def _give_up(self, error: Exception) -> None:
        """Nothing more can be done."""
        self._fail(list(self._begun.values()), error)
        self._waiting.clear()
        self._sent.clear()

    def _look_after(self) -> None:
        """See how many pieces can be done at a time; give up if it has been none for long."""
        self._looked = time.monotonic()
        is_there = self._client.status == "running"
        self._slots = _threads(self._client) if is_there else 0
        if self._slots or not self._begun:
            self._missed = None
            return
        self._missed = self._missed or self._looked
        if time.monotonic() - self._missed > GONE:
            if is_there:
                said = f"the cluster {self._where} has no workers any more"
                self._give_up(ExecutorError(said, Exit.LIMIT))
            else:
                self._give_up(self._gone())

    def _gone(self) -> ExecutorError:
        return ExecutorError(f"the cluster {self._where} is gone", Exit.LIMIT)


# Connections


def _connected(where: str) -> tuple[Any, Any]:
    """The cluster that was started, if it was, and a client of it."""
    distributed = _distributed()
    for name in ("distributed", "distributed.client"):  # which has a level of its own
        logging.getLogger(name).setLevel(logging.CRITICAL)
    kind, _, rest = where.partition(":")
    cluster = None
    try:
        if kind == "local":
            cluster = _local(distributed, where, rest)
        elif "://" not in where:
            cluster = _by_ssh(distributed, where)
        client = distributed.Client(cluster or where, timeout=CONNECTING, set_as_default=False)
    except PydeclError:
        raise
    except Exception as error:
        _end(cluster)
        why = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"the cluster {where} cannot be reached: {why}") from None
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
    except Exception:
        client.close()
        _end(cluster)
        raise InputError(
            f"the cluster {where} has no workers", remedy="start one: dask worker ADDRESS"
        ) from None
    return cluster, client


def _end(cluster: Any) -> None:
    """End a cluster that was started here, if one was."""
    if cluster is not None:
        with suppress(Exception):
            cluster.close(timeout=CLOSING)


def _local(distributed: Any, where: str, number: str) -> Any:
    if not number.isdecimal() or not 1 <= int(number) <= MOST_LOCAL:
        raise InputError(f"--cluster {where}: expected local:N, with N from 1 to {MOST_LOCAL}")
    return distributed.LocalCluster(
        n_workers=int(number),
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=logging.CRITICAL,
    )


def _by_ssh(distributed: Any, where: str) -> Any:
    """A cluster on the hosts that a file names, a line each; the first has the scheduler, too."""
    try:
        lines = Path(where).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no text"
        raise InputError(
            f"--cluster {where}: expected tcp://HOST:PORT, local:N, or a file of hosts ({why})"
        ) from None
    hosts = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if not hosts:
        raise InputError(f"{where}: expected the names of hosts, one a line")
    try:
        return distributed.SSHCluster(
            [hosts[0], *hosts],
            connect_options={"connect_timeout": CONNECTING},
            scheduler_options={"idle_timeout": ABANDONED},
            worker_options={"death_timeout": GONE},
        )
    except Exception as error:
        if "failed to start" not in str(error.__cause__):
            raise
        remedy = f"each needs the same environment under the same path: {sys.executable}"
        raise InputError(f"{where}: a host cannot start its part of the cluster", remedy=remedy) from None


def _threads(client: Any) -> int:
    """How many pieces a cluster does at a time."""
    try:
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        return sum(worker["nthreads"] for worker in workers)
    except Exception:  # it is just going
        return 0


def _dashboard(client: Any) -> str | None:
    """The address of Dask's own page, if it is there: it needs the package bokeh."""
    with suppress(Exception), urlopen(client.dashboard_link, timeout=1.0) as page:
        is_shown = page.status == HTTPStatus.OK and b"needs bokeh" not in page.read(200)
        return str(client.dashboard_link) if is_shown else None
    return None
