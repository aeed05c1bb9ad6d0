"""An exception that nobody foresaw: exit code 70 and one line, never a verdict, and one row of a report."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from command_line import Done, Run, in_a_process
from folders import ROOT, TESTS

from pydecl.benchmarking.contenders import contenders
from pydecl.benchmarking.measuring import measure
from pydecl.checking.check import check_file
from pydecl.cli.commands import COMMANDS
from pydecl.crosschecking import crosscheck
from pydecl.errors import Exit, InputError, InternalFault, LimitError, SystemLimitError
from pydecl.errors.unforeseen import named
from pydecl.grading import running as grading
from pydecl.model.reader import read_term
from pydecl.sandbox.faults import contract_error
from pydecl.sandbox.serving import answered
from pydecl.tournaments.arena import Arena

HERE = TESTS
SHEET = str(ROOT / "examples" / "pile.kif")
GOOD = str(HERE / "homework" / "good.pl")


@pytest.fixture
def pydecl(pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return pydecl


def fail(*_: Any, **__: Any) -> NoReturn:
    raise ValueError("nobody\nforesaw \x1b[2J this")


def check_fault(done: Done, folder: Path) -> None:
    """One line that says so, and names the file that has the traceback."""
    assert done.code == Exit.INTERNAL_FAULT
    (line,) = [line for line in done.err.splitlines() if "internal fault" in line]
    assert "ValueError: nobody foresaw \\u001b[2J this (at " in line
    assert "please report it with this line and the command" in line
    (file,) = folder.glob("pydecl-fault-*.txt")
    assert line.endswith(f"the traceback is in {file}")
    assert "in fail" in file.read_text()


# Every command

ASKED = {
    "games": ("games.game_names", ()),
    "practice": ("practising.exercise", ()),
    "new": ("games.Path", ("pile",)),
    "adapt": ("adapting.sheet_in_prolog", (SHEET,)),
    "check": ("checking.check_file", ("nim",)),
    "compile": ("options.consulted", ("nim",)),
    "perft": ("options.consulted", ("nim",)),
    "search": ("searching.search_in_time", ("nim",)),
    "trace": ("tracing.record", ("nim",)),
    "draw": ("tracing.record", ("nim",)),
    "board": ("drawing.the_position", ("nim",)),
    "step": ("tracing.record", ("nim", "--plain")),
    "crosscheck": ("crosschecking.crosscheck", ("nim",)),
    "grade": ("grading.answers", ("nim", "nim")),
    "suite": ("court.suite", ("nim",)),
    "verify": ("court.verify", ("nim", "--examples", "/dev/null")),
    "mcp": ("mcp.find_spec", ()),
    "claims": ("claims.chosen", ()),
    "play": ("playing.look", ("nim",)),
    "prove": ("proving.prove_value", ("nim",)),
    "solve": ("options.consulted", ("nim",)),
    "tournament": ("tournaments.tournament", ("nim",)),
    "dilemma": ("tournaments.Prisoners", ()),
    "bench": ("benchmarking.measure", ("nim",)),
    "site": ("web.swipl_wasm", ("folder",)),
    "web": ("web._listening", ()),
    "top": ("games.consult", ("nim",)),
    "doctor": ("doctoring.diagnose", ()),
}
"""For each command a function that it calls, and its arguments."""


def test_every_command_is_asked() -> None:
    assert set(ASKED) == set(COMMANDS)


@pytest.mark.sampled(10, "all commands end in the same function")
@pytest.mark.parametrize("command", ASKED)
def test_a_fault_ends_a_command_with_its_own_code(
    command: str, pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    function, arguments = ASKED[command]
    monkeypatch.setattr(f"pydecl.cli.{function}", fail)
    monkeypatch.setattr("pydecl.cli.benchmarking.contenders", list)
    check_fault(pydecl(command, *arguments), tmp_path)


def test_a_fault_while_the_command_line_is_read_is_one_too(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("pydecl.cli.app._click_command", fail)
    check_fault(pydecl("games"), tmp_path)


def test_without_a_folder_for_it_there_is_no_traceback(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "mkstemp", fail)
    monkeypatch.setattr("pydecl.cli.games.game_names", fail)
    done = pydecl("games")
    assert (done.code, done.out, done.err.count("\n")) == (Exit.INTERNAL_FAULT, "", 1)
    assert done.err.endswith("please report it with this line and the command\n")


# One row of a report


def test_check_goes_on_with_the_other_files(pydecl: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(file: str, *rest: Any) -> Any:
        return fail() if file == "hexapawn" else check_file(file, *rest)

    monkeypatch.setattr("pydecl.cli.checking.check_file", check)
    done = pydecl("check", "nim", "hexapawn", "nosuch", "tictactoe", "--json")
    codes = [(one["file"], one["exit"]) for one in done.json()]
    assert codes == [("nim", 0), ("hexapawn", 70), ("nosuch", 2), ("tictactoe", 0)]
    assert done.code == Exit.INTERNAL_FAULT


def test_crosscheck_goes_on_with_the_other_games(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "pydecl.cli.crosschecking.crosscheck",
        lambda name, **more: fail() if name == "kuhn" else crosscheck(name, **more),
    )
    done = pydecl("crosscheck", "kuhn", "lecture19", "--plies", "0", "--jobs", "1")
    check_fault(done, tmp_path)
    first, second = done.out.splitlines()[1:]
    assert first.split()[:3] == ["kuhn", "internal", "fault"]
    assert second.split()[:2] == ["lecture19", "agrees"]


def use_up(*_: Any, **__: Any) -> NoReturn:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


@pytest.mark.parametrize(
    ("wrong", "code", "state", "said"),
    [
        (fail, Exit.INTERNAL_FAULT, "internal fault", "ValueError: nobody foresaw"),
        (use_up, Exit.LIMIT, "system limit", "the system gives pydecl no more open files"),
    ],
)
def test_grade_goes_on_with_the_other_files_and_keeps_what_is_a_verdict(
    pydecl: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    wrong: Callable[..., NoReturn],
    code: Exit,
    state: str,
    said: str,
) -> None:
    real = grading._Grading._rules
    good, other = HERE / "homework" / "good.pl", HERE / "homework" / "other_board.pl"
    asked = ["grade", good, other, good, "--trees", "0", "--positions", "3", "--store", tmp_path / "s"]

    def rules(self: Any) -> Any:
        return wrong() if self._file.path == other else real(self)

    monkeypatch.setattr(grading._Grading, "_rules", rules)
    done = pydecl(*asked, "--json")
    first, second = done.json()["files"]
    assert done.code == code
    assert done.json()["agree"] is None
    assert [part["state"] for part in first["parts"] if part["name"] == "rules"] == [state]
    assert said in first["parts"][0]["message"]
    assert second["agree"] is True
    monkeypatch.undo()
    done = pydecl(*asked, "--resume", "--json")
    assert [one["resumed"] for one in done.json()["files"]] == [False, True]
    assert done.code == Exit.FINE


def test_claims_go_on_with_the_others(pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pydecl.claims.workshop.Workshop.left", fail)
    done = pydecl("claims", "--only", "l20-queen")
    check_fault(done, tmp_path)
    assert done.out.startswith("l20-queen  internal fault\n")


def test_a_tournament_goes_on_with_the_other_games(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real = Arena._played
    monkeypatch.setattr(
        Arena, "_played", lambda self, fixture: fail() if fixture.number == 2 else real(self, fixture)
    )
    players = ["--player", "random", "--player", "random,seed=2", "--games", "3"]
    done = pydecl("tournament", "nim", *players, "--store", tmp_path / "games", "--json")
    check_fault(done, tmp_path)
    assert [game["number"] for game in done.json()["records"]] == [1, 3]
    assert "2 of 3 games were played: game 2, " in done.err


def test_bench_goes_on_with_the_other_tasks(
    pydecl: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (one,) = [one for one in contenders() if one.name == "Python, rules by hand"]
    monkeypatch.setattr("pydecl.cli.benchmarking.contenders", lambda: [one])
    monkeypatch.setattr(
        "pydecl.cli.benchmarking.measure",
        lambda task, *more: fail() if task.name == "kqk" else measure(task, *more),
    )
    done = pydecl("bench", "kqk", "nim", "--depth", "1", "--rounds", "1")
    check_fault(done, tmp_path)
    assert "nim, alphabeta, depth 1" in done.out


# What it is told as


def test_a_fault_in_a_worker_is_a_fault_in_its_parent() -> None:
    reply = answered(fail, "anything")
    told = contract_error(read_term(reply.removeprefix("error ")))
    assert isinstance(told, InternalFault)
    assert "internal fault: ValueError: nobody foresaw \\u001b[2J this (at " in str(told)


def test_what_the_system_refuses_is_a_limit_or_bad_input() -> None:
    limit = named(OSError(errno.EMFILE, os.strerror(errno.EMFILE)))
    assert (type(limit), str(limit)[:42]) == (SystemLimitError, "the system gives pydecl no more open files")
    denied = named(PermissionError(errno.EACCES, "Permission denied", "the file"))
    assert (type(denied), str(denied)) == (InputError, "the file: Permission denied")
    assert isinstance(named(MemoryError()), LimitError)
    assert isinstance(named(RecursionError("too deep")), InternalFault)
    assert isinstance(named(OSError("nothing more")), InternalFault)


# Surroundings in which nothing works as usual


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("target", ["2>&-", "2> /dev/full", "> /dev/full 2>&1"])
@pytest.mark.sampled(1, "each case starts a process")
def test_a_code_is_told_where_nothing_can_be_said(target: str) -> None:
    done = in_a_shell(f"moves nosuch {target}")
    assert (done.code, done.out, done.err) == (Exit.BAD_INPUT, "", "")


@pytest.mark.parametrize("closed", [">&- 2>&- <&-", ">&- 2>&-", ">&-"])
@pytest.mark.sampled(1, "each case starts a process; the first has no stream at all")
def test_what_is_opened_never_takes_the_place_of_a_stream_that_is_closed(closed: str, tmp_path: Path) -> None:
    store = tmp_path / "games"
    players = "--player random --player random,seed=2 --games 2"
    done = in_a_shell(f"tournament nim {players} --store {store} {closed}")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert store.read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize("limit", ["-n 12", "-f 0", "-n 5"])
@pytest.mark.sampled(1, "each case starts a process")
def test_a_system_that_gives_little_is_no_verdict(limit: str) -> None:
    done = in_a_shell(f"search nim:heaps=[1] --json > {os.devnull}", before=f"ulimit {limit};")
    assert done.code in (0, *(code for code in Exit if code is not Exit.DISAGREEMENT))


@pytest.mark.parametrize("cache", ["/dev/null/x", "x" * 5000, "~nosuchuser/x", "a\nb"])
@pytest.mark.sampled(1, "each case starts a process")
def test_a_cache_that_cannot_be_is_no_fault(
    cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = in_a_process("search", "nim:heaps=[1]", "--engine", "python", PYDECL_CACHE=cache)
    assert done.code == 0


def in_a_shell(command: str, before: str = "") -> Done:
    line = f"{before} {sys.executable} -m pydecl {command}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "arguments", [("grade", GOOD), ("prove", "nim", "--verify"), ("check",), ("play", "--replay")]
)
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "device"])
@pytest.mark.covering(1, "files are looked at by one function")
def test_what_is_no_regular_file_is_not_waited_for(
    arguments: tuple[str, ...], kind: str, pydecl: Run, tmp_path: Path
) -> None:
    path = tmp_path / "file.pl"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path if kind == "loop" else "/dev/zero")
    more = ("--store", tmp_path / "store", "--positions", "2") if arguments[0] == "grade" else ()
    assert pydecl(*arguments, path, *more).code in (Exit.DISAGREEMENT, Exit.BAD_INPUT)
