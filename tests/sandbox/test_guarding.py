"""Another program ends with its block, and with the process that started it, however that ends."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import children, end_soon, killed_at_last

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
