"""What the tests of the web server are given: a server as `pydecl web` starts it, visitors, and axe."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from folders import ROOT

AXE = "axe-core@4.10.3"


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
