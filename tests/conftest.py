"""What the tests are given: the command line, folders, a SWI-Prolog; and plunit files are tests, too."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import thoroughness
import time_limit
from command_line import Run, in_this_process
from kept_games import Kept, keeper
from native_code import quick
from plunit_files import pytest_collect_file as pytest_collect_file
from site_modules import node as node
from site_visits import asking as asking
from site_visits import site as site
from site_visits import site_address as site_address
from site_visits import site_browser as site_browser
from site_visits import site_page as site_page
from site_visits import site_server as site_server
from site_visits import site_tab as site_tab
from site_visits import site_visitor as site_visitor
from site_visits import trying as trying
from site_visits import visited as visited
from time_limit import pytest_runtest_setup as pytest_runtest_setup
from time_limit import pytest_terminal_summary as pytest_terminal_summary
from web_visits import axe as axe
from web_visits import page as page
from web_visits import web as web
from web_visits import web_address as web_address
from web_visits import web_tab as web_tab

from pydecl.engines.native import building
from pydecl.engines.prolog.session import Session
from pydecl.sandbox import fork_server


def pytest_addoption(parser: pytest.Parser) -> None:
    time_limit.pytest_addoption(parser)
    thoroughness.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    """What the tests build and keep goes to a folder of this run, which its workers share."""
    thoroughness.configure(config)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        kept = tempfile.TemporaryDirectory(prefix="pydecl-cache-")
        os.environ["PYDECL_CACHE"] = kept.name
        config.add_cleanup(kept.cleanup)


LONGEST = (
    *("manual_examples", "pages", "claims", "watch", "consult_page", "trying", "known_results", "agreement"),
    *("hostile_searching", "hostile_files", "editing", "game_pages", "step_page", "stepping", "conventions"),
    *("grading", "class", "matrix", "help", "matrix_cli", "own_tracing_cli", "server", "game_answers"),
    *(
        "consult_answers",
        "hostile_fuzzing",
        "limits",
        "tournament_store",
        "jobs",
        "wheel",
        "adapting",
        "drawing",
    ),
    *("cli_terminal", "database", "solving", "solving_cli", "bad_input"),
)
"""The files that take longest begin first, so that no worker is left with one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    thoroughness.select(config, items)
    if config.getoption("--within") is not None:  # the nearest first
        return
    places = {f"test_{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(places)))


def pytest_collection_finish() -> None:
    """The tests themselves are no rubbish: circles are sought in what is made from here on, and seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


@pytest.fixture
def pydecl(capfd: pytest.CaptureFixture[str]) -> Run:
    """The command line, in this process."""
    return in_this_process(capfd)


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of a test: it runs there, and what is kept is kept there."""
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Databases of solved games, which nobody changes."""
    return keeper(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="session")
def objects_of_the_run() -> Path:
    """Where machine code is kept by all tests that have no folder of their own."""
    folder = Path(os.environ["PYDECL_CACHE"]) / "native"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@pytest.fixture
def shared_objects(objects_of_the_run: Path, own_folder: Path) -> None:
    """Of what is kept, machine code alone is shared with other tests: none is compiled twice."""
    (own_folder / "cache").mkdir()
    (own_folder / "cache" / "native").symlink_to(objects_of_the_run)


@pytest.fixture
def quick_c(monkeypatch: pytest.MonkeyPatch) -> None:
    """C is compiled by what does so in no time, if it is here: for tests of many small objects."""
    compiler = quick()
    if compiler is not None:
        monkeypatch.setattr(building, "candidates", lambda: iter([compiler]))


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
