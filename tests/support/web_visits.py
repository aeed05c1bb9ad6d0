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
from once_for_all import once_for_all
from site_visits import new_page, new_tab, visit

AXE = "axe-core@4.10.3"

HTML = {"Accept": "text/html"}
"""What a browser asks for when a person goes to an address."""

PLAIN = "/tree"
"""The page that loads least, and has an icon: Chromium asks for none then."""

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


@pytest.fixture(scope="session")
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
def axe() -> str:
    """The program that finds faults of accessibility: npm's axe-core."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not there")
    program = once_for_all("axe", lambda folder: fetched_axe(npm, folder))
    if program is None:
        pytest.skip(f"npm cannot fetch {AXE}")
    return program


def fetched_axe(npm: str, folder: Path) -> str | None:
    """The text of axe-core, or None where it cannot be had."""
    done = subprocess.run(
        [npm, "pack", AXE, "--silent"], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    packed = next(iter(folder.glob("*.tgz")), None)
    if done.returncode or packed is None:
        return None
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


@pytest.fixture(scope="module")
def web_tab(site_browser: Any, web_address: str) -> Iterator[Any]:
    """A page that stays from test to test."""
    context = site_browser.new_context(base_url=web_address)
    with new_tab(context, PLAIN) as page:
        yield page
    context.close()


@pytest.fixture
def page(web_tab: Any, web_address: str) -> Iterator[Any]:
    """A page of a visitor; what it asks elsewhere fails the test."""
    web_tab.context.clear_cookies()
    with visit(web_tab, PLAIN) as one, at_home(one, web_address):
        yield one


@contextmanager
def at_home(page: Any, address: str) -> Iterator[None]:
    """What a page asks elsewhere meanwhile fails the test."""
    elsewhere: list[str] = []

    def heard(request: Any) -> None:
        if not request.url.startswith((address, "data:")):
            elsewhere.append(request.url)

    page.on("request", heard)
    try:
        yield
    finally:
        page.remove_listener("request", heard)
    assert not elsewhere, elsewhere


@contextmanager
def visiting(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    """A visitor of the server whose browser is set up in some way, with one page."""
    context = browser.new_context(base_url=address, **options)
    with new_page(context) as page, at_home(page, address):
        yield page
    context.close()


def until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something; Chromium's own waiting is against the policy of the pages."""
    for _ in range(200):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen")
