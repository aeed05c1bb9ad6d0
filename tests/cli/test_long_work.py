"""Commands with long work print the same bytes wherever it runs, and whatever is killed meanwhile."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from command_line import PROGRAM, Run, children, default_interrupt, end_soon
from grades import GOOD
from labelled_homework import GOOD as TEXT

from pydecl.errors import Exit
from pydecl.sandbox import cluster

pytestmark = pytest.mark.usefixtures("own_folder")

PLAYERS = ("--player", "minimax,depth=2", "--player", "random", "--player", "alphabeta,depth=1,engine=python")

WORK: dict[str, Sequence[str]] = {
    "tournament": ("tournament", "nim:heaps=[1,2,3]", *PLAYERS, "--fresh", "--json"),
    "matrix": ("crosscheck", "--program", "alphabeta_nonstrict", "--trees", "20", "--fresh", "--json"),
    "crosscheck": ("crosscheck", "mine.pl", "nosuch", "lecture19", "--plies", "0", "--json"),
    "grade": ("grade", str(GOOD), "homework", "--trees", "2", "--positions", "20", "--json"),
    "claims": ("claims", "--only", "l20-queen", "--only", "l20-row-2", "--json"),
}


def homework() -> None:
    Path("homework").mkdir(exist_ok=True)
    Path("homework/ada.pl").write_text(TEXT)
    Path("homework/bob.pl").write_text(TEXT.replace("Val > Beta, !", "Val < Beta, !"))
    Path("mine.pl").write_text(GOOD.read_text())


def plain(found: Any) -> Any:
    """What was printed, without how long it took."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key != "seconds"}
    return list(map(plain, found)) if isinstance(found, list) else found


@pytest.fixture(scope="module")
def printed() -> dict[str, tuple[int, str]]:
    """What each command said in one process."""
    return {}


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster that runs already, elsewhere in the file system."""
    distributed = pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYDECL_CACHE", str(tmp_path_factory.mktemp("cache")))
        patched.chdir(tmp_path_factory.mktemp("dask"))
        running = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with running:
        yield running.scheduler_address


@pytest.mark.parametrize(
    ("name", "where"),
    [
        (name, where)
        for name in WORK
        for where in ("--jobs 1", "--jobs 2", "--jobs 4", "--cluster")
        if name == "tournament" or where != "--jobs 4"
    ],
)
def test_the_same_bytes_wherever_it_runs(
    pydecl: Run,
    printed: dict[str, tuple[int, str]],
    name: str,
    where: str,
    request: pytest.FixtureRequest,
) -> None:
    homework()
    address = [request.getfixturevalue("dask")] if where == "--cluster" else []
    done = pydecl(*WORK[name], *where.split(), *address)
    said = done.code, json.dumps(plain(done.json()))
    assert said == printed.setdefault(name, said)
    assert done.code in (Exit.FINE, Exit.DISAGREEMENT, Exit.BAD_INPUT)


@contextmanager
def killing(most: int) -> Iterator[list[int]]:
    """Kill so many processes that do pieces, one after the other, as they appear below this one."""
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        while len(killed) < most and not over.wait(0.05):
            for child in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    if child.pid not in killed and "pydecl.sandbox.pool_worker" in child.cmdline():
                        time.sleep(0.4)  # it is in the middle of a piece
                        os.kill(child.pid, signal.SIGKILL)
                        killed.append(child.pid)
                        break

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("name", ["tournament", "grade"])
def test_processes_that_are_killed_cost_time_only(pydecl: Run, name: str) -> None:
    homework()
    words = [*WORK[name], *(("--games", "20") if name == "tournament" else ())]
    quiet = pydecl(*words)
    with killing(2) as killed:
        disturbed = pydecl(*words, "--jobs", "2")
    assert len(killed) == 2
    assert (disturbed.code, disturbed.out) == (quiet.code, quiet.out)


def test_an_interrupted_matrix_keeps_what_was_finished(tmp_path: Path) -> None:
    words = ["crosscheck", "--program", "alphabeta", "--trees", "2000", "--jobs", "2"]
    store = tmp_path / "store.sqlite"
    running = subprocess.Popen(
        [*PROGRAM, *words, "--store", str(store)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=default_interrupt,
    )
    until = time.monotonic() + 60
    while rows(store) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    below = children(running.pid)
    running.send_signal(signal.SIGINT)
    sent = time.monotonic()
    _, said = running.communicate(timeout=30)
    assert time.monotonic() - sent < 1.5
    assert running.returncode == Exit.INTERRUPTED
    assert "games were searched: interrupted" in said
    finished = int(said.split(" of 2000 games were searched")[0].split()[-1])
    assert 0 < finished < 2000
    with sqlite3.connect(store) as kept:
        assert kept.execute("SELECT sum(count) FROM batch").fetchone() == (finished,)
    assert end_soon(below)


def rows(store: Path) -> int:
    with suppress(sqlite3.OperationalError), sqlite3.connect(store) as kept:
        (count,) = kept.execute("SELECT count(*) FROM batch").fetchone()
        return int(count)
    return 0


@pytest.mark.parametrize("name", WORK)
def test_a_cluster_that_cannot_be_reached_is_one_message(
    pydecl: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    homework()
    done = pydecl(*WORK[name], "--cluster", "tcp://127.0.0.1:1")
    assert done.code == Exit.BAD_INPUT
    assert done.err.startswith("pydecl: the cluster tcp://127.0.0.1:1 cannot be reached: ")
    assert len(done.err.splitlines()) == 1
    assert done.json()["error"]["exit_code"] == Exit.BAD_INPUT


@pytest.mark.parametrize("name", WORK)
def test_jobs_are_about_this_machine(pydecl: Run, name: str) -> None:
    homework()
    done = pydecl(*WORK[name], "--cluster", "local:2", "--jobs", "2")
    assert done.code == Exit.BAD_INPUT
    assert done.err == "pydecl: --jobs is about this machine: leave it out with --cluster\n"


@pytest.mark.parametrize("option", [("--jobs", "2"), ("--cluster", "local:2")])
def test_programs_of_a_file_are_checked_in_one_piece(pydecl: Run, option: Sequence[str]) -> None:
    homework()
    done = pydecl("crosscheck", "homework/ada.pl", "--program", "file:minimax", *option)
    assert done.code == Exit.BAD_INPUT
    assert done.err == "pydecl: file:minimax: it is one piece of work: leave out --jobs and --cluster\n"
