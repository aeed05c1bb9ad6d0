"""One seam for long work: this process, a pool and a Dask cluster give the same, whatever happens."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest
from command_line import end_soon, no_child_is_left
from folders import SUPPORT
from pool_work import file_of, own_memory

from pydecl import __version__
from pydecl.errors import ContractError, Exit, InputError, LimitError, SystemLimitError
from pydecl.sandbox import cluster, pool
from pydecl.sandbox.cluster import Cluster, Parcel
from pydecl.sandbox.executing import Here, finished
from pydecl.sandbox.pool import MOST_DEATHS, Pool
from pydecl.sandbox.work import ExecutorError, PieceExecutor, Work

pytestmark = pytest.mark.usefixtures("interruptible")

ENOUGH = 600.0
"""Seconds that only a hang takes."""

WORK = Work("pool_work:working", None, files=file_of)

PLACES = ("here", "2", "1", "local:2", "5")


@pytest.fixture(scope="module", autouse=True)
def _work_is_found() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SUPPORT)
        yield


@pytest.fixture(scope="module")
def dask(_work_is_found: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYDECL_CACHE", str(tmp_path_factory.mktemp("cache")))
        patched.setattr(cluster, "CONNECTING", ENOUGH)
        with Cluster("local:2") as running:
            yield running


@pytest.fixture(autouse=True)
def _clusters_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers come slowly where others compute."""
    monkeypatch.setattr(cluster, "CONNECTING", ENOUGH)


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> Iterator[PieceExecutor]:
    if request.param == "local:2":
        yield request.getfixturevalue("dask")
        return
    with Here() if request.param == "here" else Pool(int(request.param)) as running:
        yield running


few_places = pytest.mark.sampled(3, "a pool of one or five is like one of two")


def done(running: PieceExecutor, pieces: Sequence[object], work: Work = WORK) -> dict[int, Any]:
    """What came of the pieces, by their places."""
    return {at: future.exception() or future.result() for at, future in finished(running, work, pieces)}


@pytest.mark.sampled(1, "a pool of one or five is like one of two")
@few_places
def test_each_piece_has_one_result_in_its_place(place: PieceExecutor) -> None:
    told: list[tuple[int, ...]] = []
    pieces = [f"double {number}" for number in range(30)]
    threads = set()

    def tell(*said: int) -> None:
        told.append(said)
        threads.add(threading.get_ident())

    found = {at: one.result() for at, one in finished(place, WORK, pieces, tell)}
    assert found == {number: 2 * number for number in range(30)}
    assert set(told) <= {(number, 1, 2) for number in range(30)}
    assert threads <= {threading.get_ident()}
    assert told or isinstance(place, Cluster)


@few_places
def test_it_is_an_executor_of_the_standard_library(place: Executor) -> None:
    assert place.submit(pow, 2, 10).result() == 1024
    assert list(place.map(pow, [2, 3], [3, 2])) == [8, 9]


def test_a_work_runs_on_the_executors_of_the_standard_library() -> None:
    with ProcessPoolExecutor(1) as running:
        assert running.submit(WORK, "double 4").result() == 8


def test_a_process_opens_its_setup_once(tmp_path: Path) -> None:
    with Pool(2) as running:
        opened = done(running, [f"opened 2 {tmp_path}"] * 6)
    assert len(set(opened.values())) == 2


def test_a_process_of_a_pool_may_compute_as_long_as_it_takes() -> None:
    with Pool(1) as running:
        limit = running.submit(resource.getrlimit, resource.RLIMIT_CPU).result()
    assert limit == resource.getrlimit(resource.RLIMIT_CPU)


@pytest.mark.skipif(sys.platform != "linux", reason="another C library")
def test_what_large_results_took_is_given_back() -> None:
    with Pool(1) as running:
        before = running.submit(own_memory).result()
        for size in (2, 5, 9, 14, 20):
            running.submit(list, map(bytes, [size << 20] * 2)).result()
        assert running.submit(own_memory).result() - before < 8 << 20


@few_places
def test_an_error_ends_its_piece_alone(place: PieceExecutor) -> None:
    found = done(place, ["refuse", "double 1", "fault", "double 2"])
    assert (found[1], found[3]) == (2, 4)
    assert found[0] == ContractError("no_value", "p")
    assert found[2].exit_code is Exit.INTERNAL_FAULT
    assert "KeyError: 'unforeseen'" in str(found[2])


@few_places
def test_a_setup_that_cannot_be_opened_is_told(place: PieceExecutor) -> None:
    found = done(place, ["double 1"], Work("pool_work:working", "no work"))
    assert str(found[0]) == "there is no work"
    assert found[0].exit_code is Exit.BAD_INPUT


@pytest.mark.parametrize("where", ["2", "local:2"])
def test_a_piece_whose_process_is_killed_is_done_again(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    pieces = ["double 1", f"die once {tmp_path / 'marker'}", "double 2"]
    with Pool(2) as pool:
        running = pool if where == "2" else request.getfixturevalue("dask")
        assert done(running, pieces) == {0: 2, 1: None, 2: 4}


@pytest.mark.parametrize(
    "where",
    ["2", pytest.param("local:2", marks=pytest.mark.thorough("its workers have processes as a pool has"))],
)
def test_a_piece_that_kills_each_of_its_processes_is_told_by_name(
    where: str, request: pytest.FixtureRequest
) -> None:
    with Pool(2) as pool:
        running = pool if where == "2" else request.getfixturevalue("dask")
        found = done(running, ["double 1", "die", "double 2"])
    assert (found[0], found[2]) == (2, 4)
    assert isinstance(found[1], LimitError)
    died = f"a worker process has died {MOST_DEATHS} times in the middle of it"
    assert str(found[1]) == f"die: {died} (killed by signal 9, SIGKILL)"


@pytest.mark.thorough("workers start slowly; what Dask tells of dead ones is tested without")
def test_a_worker_of_the_cluster_that_is_killed_costs_time_only(dask: Cluster) -> None:
    pids = set(dask._client.run(os.getpid).values())
    pieces = ["wait 0.4", *(f"double {number}" for number in range(8)), "wait 0.4"]
    running = finished(dask, WORK, pieces)
    found = dict([next(running)])
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    found |= dict(running)
    results = {at: one.result() for at, one in found.items()}
    assert results == {0: "waited", 9: "waited"} | {number + 1: 2 * number for number in range(8)}
    assert end_soon(pids)


def interrupted(running: PieceExecutor, tmp_path: Path) -> dict[int, Any]:
    """What came of pieces that were interrupted in the midst, after the first one was finished."""
    pieces = ["double 4", *(f"sleep {tmp_path / str(number)}" for number in range(2)), "double 5"]
    pieces += ["double 6"] * 100

    found: dict[int, Any] = {}

    def interrupt() -> None:
        while not (found and (tmp_path / "0").exists() and (tmp_path / "1").exists()):
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    try:
        for at, future in finished(running, WORK, pieces):
            found[at] = future.result()
    except KeyboardInterrupt:
        pass
    else:
        pytest.fail("nothing interrupted it")
    running.__exit__()
    return found


def test_an_interruption_ends_all_and_loses_nothing_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "PATIENCE", ENOUGH)
    with Pool(2) as running:
        found = interrupted(running, tmp_path)
        assert running._workers.pids() == []
    assert found.pop(0) == 8
    assert set(found.values()) == {"woken"}


def test_an_interruption_while_a_result_is_taken_loses_none() -> None:
    found: list[Any] = []

    class Kept(Pool):
        """Knows what was begun."""

        def begun(self, *asked: Any) -> Future[Any]:
            begun.append(super().begun(*asked))
            return begun[-1]

    begun: list[Future[Any]] = []

    def take() -> None:
        for _, future in finished(running, WORK, [f"double {number}" for number in range(4)] * 50):
            if not found:
                wait(begun)
                os.kill(os.getpid(), signal.SIGINT)
            found.append(future.result())

    with Kept(2) as running, pytest.raises(KeyboardInterrupt):
        take()
    assert len(found) == running.ahead
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.thorough("a cluster of its own; that pieces are ended is seen in a pool, too")
def test_an_interruption_ends_a_cluster_s_work(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    resource_tracker.ensure_running()  # Python's own, which Dask starts: it lives as long as this process
    with no_child_is_left():
        found = interrupted(Cluster("local:2"), tmp_path)
    assert found == {0: 8}


def test_nothing_is_left_of_a_pool_that_is_left_early(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    with Pool(1) as running:
        future: Future[Any] = running.submit(WORK, f"sleep {marker}")
        while not marker.exists():
            time.sleep(0.01)
        pids = running._workers.pids()
    assert end_soon(pids)
    assert future.result() == "woken"


def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr("pydecl.sandbox.process.subprocess.Popen", refuse)
    with Pool(2) as running:
        found = done(running, ["double 1"])
    assert isinstance(found[0], SystemLimitError)
    assert "the system gives pydecl no more processes" in str(found[0])


def test_time_that_is_up_ends_all(tmp_path: Path) -> None:
    pieces = ["double 1", f"sleep {tmp_path / 'marker'}"]
    with Pool(2) as running:
        found = finished(running, WORK, pieces, deadline=time.monotonic() + 0.5)
        with pytest.raises(LimitError, match="time is up"):
            list(found)


# The cluster


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (CancelledError, "the cluster local:2 is gone"),
        (lambda: TimeoutError("too late"), "the cluster local:2 has failed: "),
        (lambda: ImportError("no pydecl"), "a worker of the cluster local:2 does not have pydecl "),
    ],
)
def test_why_a_cluster_does_nothing_is_told(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch, why: Callable[[], Exception], said: str
) -> None:
    monkeypatch.setattr(dask._executor, "submit", lambda *_: failed(why()))
    with pytest.raises(ExecutorError) as raised:
        done(dask, ["double 1"])
    assert str(raised.value).startswith(said)


def failed(error: Exception) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_exception(error)
    return future


@pytest.mark.thorough("its worker starts anew; what is made of what Dask says is tested without")
def test_a_piece_that_kills_workers_of_the_cluster_is_told_by_name() -> None:
    pytest.importorskip("distributed")  # with its usual configuration
    dask_itself = pytest.importorskip("dask")
    with dask_itself.config.set({"distributed.scheduler.allowed-failures": 0}), Cluster("local:1") as running:
        (error,) = done(running, ["kill parent"]).values()
        assert done(running, ["double 1", "double 2"]) == {0: 2, 1: 4}
    assert str(error) == "kill parent: workers of the cluster have died in the middle of it"


def test_another_version_is_refused_by_name(dask: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "own_code", lambda: "pydecl 0.0.1 (01234567)")
    with pytest.raises(ExecutorError) as raised:
        done(dask, ["double 1"])
    assert f"has pydecl {__version__} (" in str(raised.value)
    assert str(raised.value).endswith(
        "), and pydecl 0.0.1 (01234567) is needed; install the same one everywhere"
    )
    assert raised.value.exit_code is Exit.BAD_INPUT


def test_files_are_found_in_place_or_sent(
    dask: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("rules.pl").write_text("one")
    pieces = ["read rules.pl", "read ../more.pl", "read nosuch.pl"]
    Path("../more.pl").write_text("more")
    real = Parcel.of
    for folder in (Path.cwd(), Path("/no/such/folder")):
        monkeypatch.setattr(Parcel, "of", lambda call, folder=folder: replace(real(call), folder=folder))
        for text in ("one", "two"):
            Path("rules.pl").write_text(text)
            found = done(dask, pieces)
            assert "nosuch.pl" in str(found.pop(2))
            assert found == {0: text, 1: "more"}
    monkeypatch.setattr(Parcel, "of", lambda call: Parcel(call, Path("/no"), {"/no/rules.pl": b""}))
    with pytest.raises(ExecutorError, match=r"has not the same file /no/rules\.pl; a relative path lets"):
        done(dask, ["read rules.pl"])
    assert not Path("/no").exists()


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("tcp://127.0.0.1:1", "the cluster tcp://127.0.0.1:1 cannot be reached: "),
        ("local:", "--cluster local:: expected tcp://HOST:PORT, or local:N with N from 1 to "),
        ("local:0", "--cluster local:0: expected tcp://HOST:PORT, or local:N with N from 1 to "),
        ("hosts.txt", "--cluster hosts.txt: expected tcp://HOST:PORT, or local:N with N from 1 to "),
    ],
)
def test_a_cluster_that_cannot_be_used_is_told(
    where: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECTING", 0.5)
    with pytest.raises(InputError) as raised:
        Cluster(where)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(InputError, match=r"--cluster needs Dask: pip install 'pydecl\[cluster\]'"):
        Cluster("local:2")


@pytest.mark.thorough("starts a scheduler and a worker; the messages are tested without")
def test_a_scheduler_that_is_killed_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    about = tmp_path / "scheduler.json"
    options = ("--scheduler-file", str(about), "--no-dashboard")
    with ExitStack() as stack:
        scheduler = stack.enter_context(dask_process("scheduler", "--port", "0", *options))
        stack.enter_context(dask_process("worker", *options, "--no-nanny", "--nthreads", "1"))
        while not (about.exists() and about.read_text()):
            time.sleep(0.01)
        where = json.loads(about.read_text())["address"]
        running = stack.enter_context(Cluster(where))
        futures = finished(running, WORK, ["double 1", f"sleep {tmp_path / 'marker'}"])
        assert next(futures)[1].result() == 2
        scheduler.kill()
        with pytest.raises(ExecutorError) as raised:
            list(futures)
        assert str(raised.value) == f"the cluster {where} is gone"
        assert raised.value.exit_code is Exit.LIMIT
    assert capfd.readouterr().err == ""


@contextmanager
def dask_process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's own."""
    command = [sys.executable, "-m", "dask", *words]
    environment = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()
