"""Commands with long work print the same bytes wherever it runs, and say what was finished."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import Done, Run, answers_in
from grades import GOOD
from labelled_homework import GAME, MINIMAX_TEXT

from pydecl.crosschecking import running
from pydecl.crosschecking.matrix import Batch
from pydecl.errors import Exit
from pydecl.sandbox import cluster

pytestmark = pytest.mark.usefixtures("own_folder")

TEXT = GAME + MINIMAX_TEXT
PLAYERS = ("--player", "minimax,depth=2", "--player", "random", "--player", "alphabeta,depth=1,engine=python")

WORK: dict[str, Sequence[str]] = {
    "tournament": ("tournament", "nim:heaps=[1,2,3]", *PLAYERS, "--fresh", "--json"),
    "claims": ("claims", "--only", "l20-queen", "--only", "l20-row-2", "--json"),
    "matrix": ("crosscheck", "--program", "alphabeta_nonstrict", "--trees", "12", "--fresh", "--json"),
    "crosscheck": (
        *("crosscheck", "mine.pl", "nosuch", "lecture19"),
        *("--program", "minimax", "--program", "won", "--plies", "0", "--json"),
    ),
    "grade": ("grade", str(GOOD), "homework", "--trees", "2", "--positions", "9", "--json"),
}


def homework() -> None:
    Path("homework").mkdir(exist_ok=True)
    Path("homework/ada.pl").write_text(TEXT)
    Path("homework/bob.pl").write_text(TEXT.replace("Val1 > Val2, !", "Val1 < Val2, !"))
    Path("mine.pl").write_text(GOOD.read_text())


def plain(found: Any) -> Any:
    """What was printed, without how long it took."""
    if isinstance(found, dict):
        return {key: plain(value) for key, value in found.items() if key != "seconds"}
    return list(map(plain, found)) if isinstance(found, list) else found


@pytest.fixture(scope="module")
def printed() -> dict[str, tuple[int, str, list[str]]]:
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


CLUSTER = pytest.param(
    "--cluster", marks=pytest.mark.thorough("test_executing has the laws of a cluster inside")
)


@pytest.mark.sampled(
    2, "each case starts a command three times; what else may run elsewhere goes the same way"
)
@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("where", ["--jobs 2", "--jobs 4", CLUSTER])
@pytest.mark.covering(1, "each case is two commands and their processes; test_executing has the laws of all")
def test_the_same_bytes_wherever_it_runs(
    pydecl: Run,
    printed: dict[str, tuple[int, str, list[str]]],
    name: str,
    where: str,
    request: pytest.FixtureRequest,
) -> None:
    homework()
    address = [request.getfixturevalue("dask")] if where == "--cluster" else []
    if name not in printed:
        printed[name] = said(pydecl(*WORK[name], "--jobs", "1"))
    assert said(pydecl(*WORK[name], *where.split(), *address)) == printed[name]


def said(done: Done) -> tuple[int, str, list[str]]:
    assert done.code in (Exit.FINE, Exit.DISAGREEMENT, Exit.BAD_INPUT)
    return done.code, json.dumps(plain(done.json())), sorted(done.err.splitlines())


def test_an_interrupted_matrix_says_what_was_finished(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = running._searched
    counts: list[int] = []

    def searched(game: Any, batch: Batch, *more: Any) -> Any:
        if counts:
            raise KeyboardInterrupt
        counts.append(batch.count)
        return search(game, batch, *more)

    monkeypatch.setattr(running, "_searched", searched)
    store = tmp_path / "store.sqlite"
    words = ("--program", "won", "--trees", "12", "--jobs", "1", "--store", store)
    done = pydecl("crosscheck", *words)
    assert done.code == Exit.INTERRUPTED
    assert f"{counts[0]} of 12 games were searched: interrupted" in done.err
    assert answers_in(store) == 1


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
