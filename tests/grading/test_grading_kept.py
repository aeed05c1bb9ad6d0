"""pydecl grade: nothing that is finished is lost, whatever ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import answers_in, begun, children, end_soon
from grades import ENOUGH, GOOD, QUICK

from pydecl.errors import Exit
from pydecl.grading import running
from pydecl.grading.part import State
from pydecl.grading.running import Asked, answers, grade

pytestmark = pytest.mark.usefixtures("own_folder")


# What is finished is kept

SMALL = GOOD.read_text().split("alphabeta(Pos, Best, Val)")[0]
"""The homework without alphabeta: two parts."""


def twenty(folder: Path) -> list[Path]:
    """Twenty files with different contents."""
    files = []
    for number in range(20):
        files.append(folder / f"homework{number:02}.pl")
        files[-1].write_text(f"{SMALL}\n% {number}\n")
    return files


def test_resume_grades_nothing_again_but_what_has_changed(tmp_path: Path) -> None:
    files = twenty(tmp_path)[:4]

    def stop(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with answers(tmp_path / "grades.sqlite") as store:
        stopped = grade(GOOD, files, QUICK, store=store, progress=stop)
        assert stopped.exit_code is Exit.INTERRUPTED
        assert len(stopped.files) == 2
        files[0].write_text(files[0].read_text().replace("staticval(_, 0)", "staticval(_, 1)"))
        resumed = grade(GOOD, files, QUICK, store=store, resume=True)
        assert [one.resumed for one in resumed.files] == [False, True, False, False]
        assert [one.agrees for one in resumed.files] == [False, True, True, True]
        again = grade(GOOD, files, QUICK, store=store, resume=True)
        assert [one.parts for one in again.files] == [one.parts for one in resumed.files]
        assert all(one.resumed for one in again.files)
        assert not any(one.resumed for one in grade(GOOD, files[:1], QUICK, store=store).files)
        other = Asked(seconds=ENOUGH, trees=11)
        assert not any(one.resumed for one in grade(GOOD, files[:1], other, store=store, resume=True).files)


def started(files: Sequence[Path], store: Path) -> subprocess.Popen[str]:
    asked = ["--trees", "2", "--time", str(ENOUGH), "--json", "--store", str(store)]
    return begun("grade", GOOD, *files, *asked, "--resume")


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_part_whose_child_is_killed_is_graded_again_and_a_second_time_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deaths: int
) -> None:
    files, asked = twenty(tmp_path)[:3], list[Path]()
    real = running._Grading._checked

    def checked(self: Any, game: Any, program: Any) -> Any:
        asked.append(self._file.path)
        if self._file.path == files[1] and asked.count(files[1]) <= deaths:
            os.kill(game.session.pid, signal.SIGKILL)
        return real(self, game, program)

    monkeypatch.setattr(running._Grading, "_checked", checked)
    found = grade(GOOD, files, QUICK).files
    assert [one.agrees for one in found] == [True, deaths < 2, True]
    end = State.AGREES if deaths < 2 else State.DIED
    assert [part.state for part in found[1].parts] == [State.AGREES, end]
    assert deaths < 2 or "signal 9" in found[1].parts[1].message


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.thorough("SIGKILL leaves less"))]
)
def test_a_command_that_is_ended_loses_no_file_that_is_finished(tmp_path: Path, how: signal.Signals) -> None:
    files, store = twenty(tmp_path)[:3], tmp_path / "store"
    last = files[-1].read_text()
    assert "    moves(Pos, Nexts), !,\n" in last
    files[-1].write_text(last.replace("    moves(Pos, Nexts), !,\n", "    sleep(600),\n"))
    command = started(files, store)
    while answers_in(store) < 2 and command.poll() is None:
        time.sleep(0.02)
    left = children(command.pid)
    command.send_signal(how)
    _, err = command.communicate()
    assert command.returncode == (Exit.INTERRUPTED if how is signal.SIGINT else -how)
    assert "Traceback" not in err
    kept = answers_in(store)
    assert kept == 2
    files[-1].write_text(last)
    resumed = started(files, store)
    found = json.loads(resumed.communicate()[0])["files"]
    assert resumed.returncode == Exit.FINE
    assert all(one["agree"] for one in found)
    assert [one["resumed"] for one in found[:kept]] == [True] * kept
    assert not found[-1]["resumed"]
    assert end_soon(left)
