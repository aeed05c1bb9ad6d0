"""Layers exchanged over a store: the same files come out, nobody needs the folder, and nothing is left."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from random import Random
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import Run
from folders import rules_file
from kept_games import short_sample as short_sample
from module_fixtures import for_module
from object_store import BUCKET, ObjectStore
from test_layers_of_games import random_rules
from test_resuming import GAME, digests
from test_resuming import whole as whole

from pydecl.errors import Exit, InputError, LimitError
from pydecl.loading.consulting import consult
from pydecl.loading.rules_files import Reading
from pydecl.model.keyed import TOLD_BY_RULES
from pydecl.sandbox.pool import Pool
from pydecl.sandbox.work import ExecutorError
from pydecl.solving import layered
from pydecl.solving.exchange import Exchange, Objects
from pydecl.solving.keeping import keep
from pydecl.solving.pieces import KEYS, Merge, Slice

pytest.importorskip("fsspec")
pytestmark = pytest.mark.usefixtures("quick_c")

URL = f"s3://{BUCKET}/some/where"

OBJECTS = pytest.mark.thorough("the packages of object stores are installed for this ring")


@pytest.fixture(scope="module")
def s3() -> Iterator[ObjectStore]:
    with pytest.MonkeyPatch.context() as patched:
        store = ObjectStore(patched)
        yield store
        store.stop()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others do what this process would do by itself, in many pieces."""
    monkeypatch.setattr("pydecl.solving.pieces.FEW", 60)
    monkeypatch.setattr(layered, "LEAST_AT_ONCE", 30)


two = for_module(lambda: Pool(2))
"""Two processes, for tests that end none of them; they do not know where `s3` is."""


@pytest.mark.parametrize("seed", [7, 5])
@pytest.mark.sampled(1, "random rules of the same kind, with broad layers")
def test_what_is_made_anew_is_read_anew(
    tmp_path: Path, two: Pool, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves that stay in a layer: its solutions, and its keys, are made again until nothing changes.

    What is sent to the processes says nowhere where the solved game is written.
    """
    before, begun, sent = layered._parts, Pool.begun, list[bytes]()

    def noted(self: Pool, call: Any, progress: Any) -> Any:
        sent.append(pickle.dumps(call))
        return begun(self, call, progress)

    monkeypatch.setattr(layered, "_parts", lambda slices, _: before(slices, 11))
    monkeypatch.setattr(Pool, "begun", noted)
    monkeypatch.setattr("pydecl.solving.pieces.FEW", 10)
    (tmp_path / "store").mkdir()
    path = rules_file(
        tmp_path, random_rules(Random(seed), layers=4, wide=80) + "\nlayer(p(L, _, _), L).\n", "rules.pl"
    )
    with consult(path) as game:
        keep(game, tmp_path / "whole", Reading())
        url = f"file://{tmp_path}/store"
        card = keep(game, tmp_path / "other", Reading(), cluster=two, store=url)
    assert len(sent) > 10
    assert not any(f"{tmp_path}/other".encode() in one for one in sent)
    assert card.layering == TOLD_BY_RULES
    assert any(one.layer in one.after for one in card.files)
    assert digests(tmp_path / "other") == digests(tmp_path / "whole")
    assert not any((tmp_path / "store").iterdir())


class FolderStore:
    """A folder that can go away, and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def stop(self) -> None:
        self.folder.rename(self.folder.with_suffix(".gone"))

    def start(self) -> None:
        self.folder.with_suffix(".gone").rename(self.folder)

    def names(self) -> list[str]:
        return os.listdir(self.folder)


@pytest.mark.thorough("a store that does not answer is tried inside")
@pytest.mark.parametrize("kind", ["folder", pytest.param("s3", marks=OBJECTS)])
def test_a_store_that_goes_away_is_told_and_the_work_goes_on(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    kind: str,
    two: Pool,
    whole: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = layered.LayeredSolver._solve
    store = request.getfixturevalue("s3") if kind == "s3" else FolderStore(tmp_path / "store")
    url = URL if kind == "s3" else f"file://{tmp_path}/store"

    def alone(self: layered.LayeredSolver, layer: int) -> int:
        if layer == 6:
            store.stop()
        return before(self, layer)

    with Pool(2) if kind == "s3" else nullcontext(two) as running, consult(GAME) as game:
        with monkeypatch.context() as patches:
            patches.setattr(layered.LayeredSolver, "_solve", alone)
            try:
                with pytest.raises(ExecutorError) as raised:
                    keep(game, tmp_path / "solved", Reading(), cluster=running, store=url)
            finally:
                store.start()
        assert raised.value.exit_code == Exit.BAD_INPUT
        assert str(raised.value).startswith(f"the store {url}: ")
        assert str(raised.value).endswith("solved.solving has what was done so far: --resume goes on")
        assert store.names()
        keep(game, tmp_path / "solved", Reading(), cluster=running, store=url, resume=True)
    assert digests(tmp_path / "solved") == whole
    assert not store.names()


def test_a_store_that_does_not_answer_is_waited_for_until_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads from a pipe into which nobody writes waits for ever; once one does, time is up."""
    (tmp_path / "store").mkdir()
    before = Exchange._copied
    pipes: set[Path] = set()
    writers: list[int] = []

    def silent(self: Exchange, path: Path) -> str:
        pipe = tmp_path / "store" / before(self, path)
        if pipe not in pipes:
            pipe.unlink()
            os.mkfifo(pipe)
            pipes.add(pipe)
        return pipe.name

    def now() -> float:
        for pipe in pipes:
            with suppress(OSError):  # nobody reads from it
                writers.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return monotonic() + (600.0 if writers else 0.0)

    monkeypatch.setattr(Exchange, "_copied", silent)
    monkeypatch.setattr("pydecl.sandbox.executing.time", SimpleNamespace(monotonic=now))
    monkeypatch.setattr("pydecl.sandbox.executing.LONGEST_WAIT", 0.02)
    url = f"file://{tmp_path}/store"
    with Pool(2) as running, consult(GAME) as game, pytest.raises(LimitError) as raised:
        keep(game, tmp_path / "solved", Reading(), seconds=600.0, cluster=running, store=url)
    assert "time is up; " in str(raised.value)
    assert "--resume goes on" in str(raised.value)
    assert not any((tmp_path / "store").iterdir())
    for writer in writers:
        os.close(writer)


# What can be wrong with a store


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("layers/some", "--store layers/some: expected a URL, such as s3://bucket/prefix"),
        ("nosuch://x/y", "the store nosuch://x/y: it cannot be used: Protocol not known: nosuch"),
        (
            "file:///no/such/folder",
            "the store file:///no/such/folder: it cannot be used: No such file or dir",
        ),
        pytest.param(
            "s3://other/x",
            "the store s3://other/x: it cannot be used: The specified bucket does not exist",
            marks=OBJECTS,
        ),
        pytest.param(
            "http://127.0.0.1:1/x", "the store http://127.0.0.1:1/x: it cannot be used: ", marks=OBJECTS
        ),
        ("ftp://ada:secret@127.0.0.1:1/x", "the store ftp://127.0.0.1:1/x: it cannot be used: "),
    ],
)
def test_a_store_that_cannot_be_used_is_told_before_anything_is_done(
    tmp_path: Path, two: Pool, request: pytest.FixtureRequest, url: str, said: str
) -> None:
    if url.startswith("s3:"):
        request.getfixturevalue("s3")
    with consult(GAME) as game, pytest.raises((InputError, ExecutorError)) as raised:
        keep(game, tmp_path / "solved", Reading(), cluster=two, store=url)
    assert str(raised.value).startswith(said)
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)
    assert not any(tmp_path.iterdir())


@pytest.mark.thorough("one more way for a store to fail")
def test_a_store_that_others_do_not_reach_is_told(tmp_path: Path, two: Pool) -> None:
    """Memory is each process's own."""
    with consult(GAME) as game, pytest.raises(ExecutorError) as raised:
        keep(game, tmp_path / "solved", Reading(), cluster=two, store="memory://some/where")
    assert "cannot be read: it is not there; each machine must reach the same store" in str(raised.value)


def test_an_object_that_was_cut_is_not_believed() -> None:
    import fsspec

    fsspec.filesystem("memory").pipe_file("/cut/1.keys", b"1234567")
    assert Objects("memory://cut", {KEYS: "1.keys"}).read(KEYS, 2, 4) == b"34"
    with pytest.raises(ExecutorError, match=r"the store memory://cut: 1.keys is damaged"):
        Objects("memory://cut", {KEYS: "1.keys"}).read(KEYS, 0, 8)


def test_packages_that_are_missing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fsspec.registry import known_implementations

    missing = {"class": "not_there.Files", "err": "Install not_there to access it"}
    monkeypatch.setitem(known_implementations, "rare", missing)
    with pytest.raises(ExecutorError, match="rare://x needs the package not_there; pip install not_there"):
        Exchange("rare://x", tmp_path, "").__enter__()
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ExecutorError, match="memory://x needs the package fsspec; pip install fsspec"):
        Exchange("memory://x", tmp_path, "").__enter__()


def test_nobody_imports_it_unasked() -> None:
    asked = "import sys, pydecl.cli.app, pydecl.solving.keeping; print('fsspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_two_solves_do_not_mix(tmp_path: Path) -> None:
    """What a process has left is removed by the next one of the same solve, and by nobody else."""
    for name in ("one", "two", "store"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / f"1{KEYS}").write_bytes(b"12345678")
    url = f"file://{tmp_path}/store"
    (tmp_path / "store" / "pydecl").write_text("somebody's")

    def names() -> set[str]:
        return {path.name for path in (tmp_path / "store").iterdir()}

    Exchange(url, tmp_path / "one", "rules").__enter__().elsewhere([Merge([Slice(tmp_path / "one/1", 0, 1)])])
    left = names()
    assert len(left) == 2
    for folder, rules in (("two", "rules"), ("one", "other rules")):
        with Exchange(url, tmp_path / folder, rules):
            assert names() == left
    with Exchange(url, tmp_path / "one", "rules"):
        assert names() == {"pydecl"}


# The command


@pytest.mark.thorough("runs whole commands, whose parts and store other tests ask")
@pytest.mark.usefixtures("own_folder")
def test_a_command_with_a_store(
    pydecl: Run, two: Pool, whole: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pydecl.sandbox.executing._opened", lambda *_: nullcontext(two))
    store = Path("store").absolute()
    store.mkdir()
    done = pydecl("solve", GAME, "--to", "solved", "--cluster", "local:2", "--store", f"file://{store}")
    assert (done.code, done.err) == (0, "")
    assert digests(Path("solved")) == whole
    assert not any(store.iterdir())
