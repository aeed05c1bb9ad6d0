"""What the tests of the web server are given: a server as `pydecl web` starts it, visitors, and axe."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from folders import ROOT
from site_visits import new_page

AXE = "axe-core@4.10.3"

HTML = {"Accept": "text/html"}
"""What a browser asks for when a person goes to an address."""

READY = "#game[data-ready]"
"""A game's page when its values are there."""


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server of its own, on a free port: its address, and its process. It ends with its processes."""
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0", *arguments]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip(), server
    finally:
        started = psutil.Process(server.pid).children(recursive=True) if server.poll() is None else []
        server.send_signal(signal.SIGINT)
        server.wait(15)
        _, left = psutil.wait_procs(started, timeout=5)
        assert not left, [process.cmdline() for process in left]


@pytest.fixture(scope="module")
def web_address() -> Iterator[str]:
    """The address of a server."""
    for package in ("starlette", "uvicorn", "jinja2"):
        pytest.importorskip(package)
    with serving() as (address, _):
        yield address


@pytest.fixture
def web(web_address: str) -> Iterator[httpx.Client]:
    """A visitor."""
    with httpx.Client(base_url=web_address, timeout=60) as client:
        yield client


def events(client: httpx.Client, address: str) -> list[tuple[str, str]]:
    """All events of a stream: their kinds and data."""
    return re.findall(r"event: (\w+)\ndata: (.*)\n\n", client.get(address).text)


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program that finds faults of accessibility: npm's axe-core."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not there")
    folder = tmp_path_factory.mktemp("axe")
    done = subprocess.run(
        [npm, "pack", AXE, "--silent"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    packed = next(iter(Path(folder).glob("*.tgz")), None)
    if done.returncode or packed is None:
        pytest.skip(f"npm cannot fetch {AXE}")
    with tarfile.open(packed) as members:
        program = members.extractfile("package/axe.min.js")
        assert program is not None
        return program.read().decode()


def serious(page: Any, axe: str) -> list[str]:
    """The serious and critical findings on a page."""
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {[node['html'] for node in one['nodes']]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.fixture
def page(site_browser: Any, web_address: str) -> Iterator[Any]:
    """A page of a visitor; what it asks elsewhere fails the test."""
    with visiting(site_browser, web_address) as one:
        yield one


class visiting:  # noqa: N801  as `contextlib` names such
    """A visitor of the server, with one page."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self._context = browser.new_context(base_url=address, **options)
        self._page = new_page(self._context)
        self._address = address
        self._elsewhere: list[str] = []

    def __enter__(self) -> Any:
        page = self._page.__enter__()
        page.on(
            "request", lambda one: self._elsewhere.append(one.url) if self._is_elsewhere(one.url) else None
        )
        return page

    def _is_elsewhere(self, url: str) -> bool:
        return not url.startswith((self._address, "data:"))

    def __exit__(self, *error: Any) -> None:
        self._page.__exit__(*error)
        self._context.close()
        assert not self._elsewhere


def until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something; Chromium's own waiting is against the policy of the pages."""
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")
