"""A process that does not start leaves nothing open: the next one has all that the system gives."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pydecl.engines.prolog.session import Child
from pydecl.errors import PrologUnavailableError
from pydecl.sandbox.frames import First

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="this system does not tell")


def refuse(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def in_two_pipes(real: Callable[[], tuple[int, int]]) -> Callable[[], tuple[int, int]]:
    """The third pipe cannot be had."""
    left = iter((real, real))
    return lambda: next(left, refuse)()


def test_a_process_that_the_system_refuses_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr("pydecl.sandbox.process.forked", lambda *_, **__: None)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(OSError, match=os.strerror(errno.EAGAIN)):
        Child(256, (), First(0))
    assert os.listdir("/proc/self/fd") == before


def test_pipes_that_the_system_refuses_leave_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr(os, "pipe", in_two_pipes(os.pipe))
    with pytest.raises(OSError, match=os.strerror(errno.EAGAIN)):
        Child(256, (), First(0))
    assert os.listdir("/proc/self/fd") == before


def test_a_process_that_ends_at_its_start_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = os.listdir("/proc/self/fd")
    monkeypatch.setattr("pydecl.sandbox.process.forked", lambda *_, **__: None)
    nowhere = {"PYTHONHOME": str(tmp_path)}  # Python finds no library there
    monkeypatch.setattr("pydecl.engines.prolog.session.bare_environment", lambda *_: nowhere)
    with pytest.raises(PrologUnavailableError):
        Child(256, (), First(0))
    assert os.listdir("/proc/self/fd") == before
