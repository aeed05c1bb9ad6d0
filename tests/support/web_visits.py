"""What the tests of the web server are given: a server as `pydecl web` starts it, visitors, and axe."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from folders import ROOT
from once_for_all import once_for_all
from site_visits import PATIENCE, heard, new_context, new_page, new_tab, visit

from pydecl.cli.web import PACKAGES, serve
from pydecl.sandbox import fork_server

AXE = "4.10.3"

HTML = {"Accept": "text/html"}
"""What a browser asks for when a person goes to an address."""

PLAIN = "/claims"
"""A page that asks nothing, and has an icon: Chromium asks for none then."""

READY = "#game[data-ready]"
"""A game's page when its values are there."""

CHECKED = "#editor[data-checked=yes]"
"""The page of one's own rules when what is found is shown."""

HANG = 600.0
"""Seconds that only what hangs would take: they are a test's own."""


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """`pydecl web` in a process, on a free port: its address, and the process. It ends with its processes."""
    command = [sys.executable, "-m", "pydecl", "web", "--port", "0", *arguments]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip(), server
    finally:
        started = psutil.Process(server.pid).children(recursive=True) if server.poll() is None else []
        server.send_signal(signal.SIGINT)
        server.wait()
        psutil.wait_procs(started)


CURRENT_TEST = "PYTEST_CURRENT_TEST"
"""The variable of the environment that is another one in each test."""


def forked(*about: Any, environment: Mapping[str, str], **others: Any) -> fork_server.Forked | None:
    """A worker as a server forks it: all tests share a fork server, for they have the same environment."""
    shared = {name: value for name, value in environment.items() if name != CURRENT_TEST}
    return fork_server.forked(*about, environment=shared, **others)


@contextmanager
def served(**options: Any) -> Iterator[str]:
    """The address of a server that `pydecl web` sets up, in this process.

    No limit of its own ends what it does. It has two slow workers, and a quick one for each game.
    """
    for package in PACKAGES:
        pytest.importorskip(package)
    from uvicorn import Server

    from pydecl.sandbox import process
    from pydecl.workbench.web import jobs, pages, settings

    ready: list[tuple[Server, list[socket.socket]]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Server, "run", lambda server, sockets: ready.append((server, sockets)))
        patient = partial(settings.Settings, seconds=HANG, most_seconds=HANG, quick=12, slow=2)
        patch.setattr(settings, "Settings", patient)
        serve(**{"host": "127.0.0.1", "port": 0, "token": None, "database": None, "results": None} | options)
    ((server, sockets),) = ready
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fork_server, "MOST_PATIENCE", HANG)
        patch.setattr(process, "START_SECONDS", HANG)
        patch.setattr(process, "forked", forked)
        patch.setattr(jobs, "OVERTIME", HANG)
        patch.setattr(pages, "SECONDS", HANG)
        thread = threading.Thread(target=server.run, args=[sockets])
        thread.start()
        try:
            yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def web_address() -> Iterator[str]:
    """The address of a server."""
    with served() as address:
        yield address


@pytest.fixture
def web(web_address: str) -> Iterator[httpx.Client]:
    """A visitor."""
    with asking(web_address) as client:
        yield client


def asking(address: str) -> httpx.Client:
    """A visitor of a server, who waits for ever."""
    return httpx.Client(base_url=address, timeout=None)


def events(client: httpx.Client, address: str) -> list[tuple[str, str]]:
    """All events of a stream: their kinds and data."""
    return re.findall(r"event: (\w+)\ndata: (.*)\n\n", client.get(address).text)


def told(client: httpx.Client, address: str) -> list[dict[str, Any]]:
    """The parts of a stream, which comes to its end."""
    found = events(client, address)
    assert found[-1][0] == "done", found[-1]
    return [json.loads(data) for kind, data in found if kind == "part"]


def last_values(parts: list[dict[str, Any]], field: str = "value") -> list[Any]:
    """What each move is worth in the end, in order."""
    last = {one["number"]: one for one in parts if "number" in one}
    return [last[number][field] for number in sorted(last)]


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that finds faults of accessibility: npm's axe-core."""
    return once_for_all("axe", AXE, fetched_axe)


def fetched_axe(folder: Path) -> str:
    """The text of axe-core; the test is skipped if it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm")
    command = [npm, "pack", f"axe-core@{AXE}", "--silent"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    packed = next(iter(folder.glob("*.tgz")), None)
    if done.returncode or packed is None:
        pytest.skip(f"npm cannot fetch axe-core {AXE}")
    with tarfile.open(packed) as members:
        program = members.extractfile("package/axe.min.js")
        assert program is not None
        return program.read().decode()


def findings(page: Any, axe: str) -> list[str]:
    """What axe finds on a page of which all is open, of any level."""
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found["violations"]]


@pytest.fixture(scope="module")
def web_tab(site_browser: Any, web_address: str) -> Iterator[Any]:
    """A page that stays from test to test."""
    context = new_context(site_browser, base_url=web_address)
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
    with heard(page, "request") as requests:
        yield
    assert not [one.url for one in requests if not one.url.startswith((address, "data:"))]


@contextmanager
def visiting(browser: Any, address: str, **options: Any) -> Iterator[Any]:
    """A visitor of the server whose browser is set up in some way, with one page."""
    context = new_context(browser, base_url=address, **options)
    with new_page(context) as page, at_home(page, address):
        yield page
    context.close()


def until(page: Any, is_so: Callable[[], bool]) -> None:
    """Wait for something; Chromium's own waiting is against the policy of the pages."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"the page does not get there within {PATIENCE:.0f} s"
        page.wait_for_timeout(50)
