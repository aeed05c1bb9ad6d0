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
from native_code import quick
from plunit_files import pytest_collect_file as pytest_collect_file
from site_modules import node as node
from site_visits import asking as asking
from site_visits import site as site
from site_visits import site_address as site_address
from site_visits import site_browser as site_browser
from site_visits import site_page as site_page
from site_visits import site_server as site_server
from site_visits import site_visitor as site_visitor
from site_visits import trying as trying
from time_limit import pytest_runtest_setup as pytest_runtest_setup
from time_limit import pytest_terminal_summary as pytest_terminal_summary
from web_visits import axe as axe
from web_visits import page as page
from web_visits import web as web
from web_visits import web_address as web_address

from pydecl.engines.native import building
from pydecl.engines.prolog.session import Session


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
    *("claims", "hostile_searching", "hostile_files", "watch", "hostile_fuzzing", "hostile_reading"),
    *("hostile_answers", "endgames", "random_programs", "wheel", "solving", "matrix_cli", "machine_own"),
    *("grading_kept", "matrix", "bad_input", "endurance", "limits"),
    *("known_results", "tracing", "idioms", "scaling", "checking_positions", "solving_cli"),
    *("cli_terminal", "own_programs", "tournament_store", "grading"),
)
"""The files that take longest begin first, so that no worker is left with one at the end."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
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
