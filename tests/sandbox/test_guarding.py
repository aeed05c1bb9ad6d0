"""Other programs end with who started them; a worker that does not start leaves nothing open."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from command_line import children, end_soon, killed_at_last

from pydecl.engines.prolog.session import Child
from pydecl.errors import PrologUnavailableError
from pydecl.sandbox.frames import First
from pydecl.sandbox.guarding import guarded

LONG = "sleep 600 & echo $! > started; wait"
"""What starts another process, as a compiler's driver does."""


def started(folder: Path) -> int:
    file = folder / "started"
    while not (file.exists() and file.read_text()):
        time.sleep(0.01)
    return int(file.read_text())


def test_an_exception_in_the_block_ends_all_that_runs(tmp_path: Path) -> None:
    found = []

    def interrupted() -> None:
        with guarded(["sh", "-c", LONG], cwd=tmp_path):
            found.append(started(tmp_path))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert end_soon(found)


def test_all_that_runs_ends_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    code = f"""
from pydecl.sandbox.guarding import guarded
with guarded(["sh", "-c", {LONG!r}], cwd={str(tmp_path)!r}) as process:
    process.wait()
"""
    with subprocess.Popen([sys.executable, "-c", code]) as parent:
        pid = started(tmp_path)
        parent.kill()
    assert end_soon([pid])


def test_a_program_that_is_not_there_is_told() -> None:
    with guarded(["nosuch-program"], stderr=subprocess.PIPE, text=True) as process:
        _, said = process.communicate()
    assert process.returncode == 127
    assert "nosuch-program" in said


def test_what_has_ended_has_no_children() -> None:
    # A test that asked for the children of a process that had just ended failed, and then waited for ever.
    endless = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, text=True)
    with endless as process, killed_at_last(process):
        assert children(process.pid) == []
    assert process.returncode < 0
    assert children(process.pid) == []


@pytest.fixture
def nothing_left_open() -> Iterator[None]:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("this system does not tell")
    before = os.listdir("/proc/self/fd")
    yield
    assert os.listdir("/proc/self/fd") == before


def refuse(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def in_two_pipes(real: Callable[[], tuple[int, int]]) -> Callable[[], tuple[int, int]]:
    """The third pipe cannot be had."""
    left = iter((real, real))
    return lambda: next(left, refuse)()


@pytest.mark.usefixtures("nothing_left_open")
@pytest.mark.parametrize("refused", ["process", "pipes"])
def test_what_the_system_refuses_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch, refused: str) -> None:
    if refused == "process":
        monkeypatch.setattr("pydecl.sandbox.process.forked", lambda *_, **__: None)
        monkeypatch.setattr(subprocess, "Popen", refuse)
    else:
        monkeypatch.setattr(os, "pipe", in_two_pipes(os.pipe))
    with pytest.raises(OSError, match=os.strerror(errno.EAGAIN)):
        Child(256, (), First(0))


@pytest.mark.usefixtures("nothing_left_open")
def test_a_process_that_ends_at_its_start_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pydecl.sandbox.process.forked", lambda *_, **__: None)
    nowhere = {"PYTHONHOME": str(tmp_path)}  # Python finds no library there
    monkeypatch.setattr("pydecl.engines.prolog.session.bare_environment", lambda *_: nowhere)
    with pytest.raises(PrologUnavailableError):
        Child(256, (), First(0))
