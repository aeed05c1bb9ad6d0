"""What the tests are given: the command line, folders, a SWI-Prolog; and plunit files are tests, too."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import costs
import pytest
import reporting
import rings
from command_line import Run, in_this_process
from folders import ROOT
from kept_games import Kept, keeper
from native_code import quick
from plunit_files import pytest_collect_file as pytest_collect_file
from rings import pytest_runtest_setup as pytest_runtest_setup

from pydecl.crosschecking import own_checking, own_trees
from pydecl.engines.native import building
from pydecl.engines.prolog.session import Session
from pydecl.sandbox import fork_server

pytest_plugins = ("playing_lines", "site_modules", "site_visits", "web_visits")
"""Whose fixtures all tests may ask for."""


def pytest_addoption(parser: pytest.Parser) -> None:
    rings.add_option(parser)
    reporting.add_option(parser)


OUTLIVING = ("native", "prolog", "site")


def pytest_configure(config: pytest.Config) -> None:
    """What the tests build and keep goes to a folder of this run, which its workers share.

    What is known by the digest of all that it is made of outlives the run: compiled code and packages.
    """
    os.environ.pop("COLUMNS", None)  # a worker has one, and nobody looks at its lines
    building.MOST = 2 << 30  # bytes of compiled code, of which a run makes more than a user does
    gc.disable()  # until all is collected, which makes much and drops little
    rings.configure(config)
    reporting.configure(config)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        kept = tempfile.TemporaryDirectory(prefix="pydecl-cache-")
        os.environ["PYDECL_CACHE"] = kept.name
        lasting = getattr(config, "cache", None)  # none with -p no:cacheprovider
        for name in OUTLIVING:
            if lasting is None:
                Path(kept.name, name).mkdir()
            else:
                Path(kept.name, name).symlink_to(lasting.mkdir(f"pydecl-{name}"))
        config.add_cleanup(kept.cleanup)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """A module that is no test file is only read for its examples."""
    is_module = collection_path.suffix == ".py" and not collection_path.name.startswith("test_")
    return True if is_module and b">>>" not in collection_path.read_bytes() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The files that take longest begin first, so that no worker is left with one at the end."""
    rings.select(config, items)
    if config.getoption("--within") is not None:  # the nearest first
        return
    known = costs.known(rings.ring())
    cost = {item.path: known.get(str(item.path.relative_to(ROOT)), costs.Cost()) for item in items}
    items.sort(key=lambda item: -cost[item.path].seconds)


def pytest_collection_finish() -> None:
    """The tests themselves are no rubbish: circles are sought in what is made from here on, and seldom."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture
def pydecl(capfd: pytest.CaptureFixture[str]) -> Run:
    """The command line, in this process."""
    return in_this_process(capfd)


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a test: it runs there, and keeps there what is kept. Compiled code is shared with all."""
    own = tmp_path / "cache"
    own.mkdir()
    for name in OUTLIVING:
        (own / name).symlink_to(Path(os.environ["PYDECL_CACHE"], name).resolve())
    monkeypatch.setenv("PYDECL_CACHE", str(own))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Databases of solved games, which nobody changes."""
    return keeper(tmp_path_factory.mktemp("kept"))


@pytest.fixture
def quick_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """C is compiled by what does so in no time, if it is here: for tests of many small objects."""
    compiler = quick()
    if compiler is not None:
        monkeypatch.setattr(building, "candidates", lambda: iter([compiler]))


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A process that was started in the background may ignore interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """A SWI-Prolog of the tests of a file."""
    with Session() as session:
        session.query("true")
        yield session


@pytest.fixture(autouse=True)
def _as_a_process_begins() -> Iterator[None]:
    """A command that expects many workers is one process: the next test's is another."""
    yield
    fork_server._servers().few = fork_server.FEW


CLOCKS = ((own_checking, ("REFERENCE",)), (own_trees, ("SECONDS", "SHRINKING")))
"""Limits within a limit: how long pydecl looks for an answer, a cause, or a smaller tree."""

BUSY = 20
"""How much longer that takes on a machine that has other things to do."""


@pytest.fixture(scope="session", autouse=True)
def _time_enough() -> Iterator[None]:
    """What is found depends on no clock."""
    with pytest.MonkeyPatch.context() as patched:
        for module, names in CLOCKS:
            for name in names:
                patched.setattr(module, name, getattr(module, name) * BUSY)
        yield
