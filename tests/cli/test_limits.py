"""Limits on every step: texts are worked on in a confined process, and a command has one time for all.

Steps are made slow by a worker of this file's own: hostile texts that take long today may be quick tomorrow.
"""

from __future__ import annotations

import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from command_line import Run, end_soon, is_alive
from folders import rules_file

from pydecl.cli import limits, screen
from pydecl.cli.limits import finished, limited, process_start
from pydecl.cli.output import print_table
from pydecl.cli.screen import Grid
from pydecl.engines.native import building
from pydecl.engines.native.building import Compiler, Family, Source
from pydecl.engines.prolog.session import Session
from pydecl.engines.searching import search
from pydecl.errors import Exit, LimitError, OutOfMemoryError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import NEVER, Deadline
from pydecl.model.result import Status
from pydecl.sandbox import fork_server
from pydecl.texts import WORKS
from pydecl.texts import session as texts_session
from pydecl.texts.session import TextSession, texts_of

GAME = "initial(a).\nmoves(a, [b]).\nmax_to_move(a).\nmin_to_move(b).\nstaticval(b, 1).\n"

WORKER = """
import os, sys, time
from pathlib import Path
from pydecl.texts import MODULES, worker

def spin(text):
    while True:
        pass

def fill(text):
    kept = []
    while True:
        kept.append(bytearray(1 << 20))

def sleep(text):
    time.sleep(1000)

def die(text):
    os._exit(3)

def crash(text):
    raise KeyError("a slip")

def other_shape(text):
    return {"names": 1}

def deep(text):
    return "[" * 100000

def long(text):
    return "x" * (5 << 20)

def outside(text):
    try:
        Path("/etc/passwd").read_text()
    except OSError:
        return ["kept out"]
    return ["let in"]

def same(text):
    return [text]

sys.modules["pydecl.texts.made_for_tests"] = sys.modules["__main__"]
MADE = ("spin", "fill", "sleep", "die", "crash", "other_shape", "deep", "long", "outside", "same")
MODULES.update(dict.fromkeys(MADE, "made_for_tests"))
worker.serve(sys.argv[1:])
"""


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TextSession]:
    """A session of the worker above, with 256 MiB."""
    (tmp_path / "made_worker.py").write_text(WORKER)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(texts_session, "WORKER", "made_worker")
    monkeypatch.setattr(
        texts_session,
        "WORKS",
        {**WORKS, **dict.fromkeys(("spin", "sleep"), "the job")},
    )
    with closing(TextSession(memory=256)) as opened:
        yield opened


# The process that works on texts


@pytest.mark.sampled(1, "each case computes until its time is over")
@pytest.mark.parametrize("job", ["spin", "sleep"])
def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done(texts: TextSession, job: str) -> None:
    texts.ask("same", b"x", [str])
    with pytest.raises(LimitError, match=r"the job takes more than 0\.1 s|time is up"):
        texts.ask(job, b"", [str], seconds=0.1)
    assert texts.ask("same", b"x", [str]) == ["x"]


def test_a_job_has_a_limit_of_memory(texts: TextSession) -> None:
    with pytest.raises(OutOfMemoryError, match=r"256 MiB of memory \(--memory\)"):
        texts.ask("fill", b"", [str])
    assert texts.ask("same", b"x", [str]) == ["x"]


@pytest.mark.sampled(2, "each case starts a child that misbehaves")
@pytest.mark.parametrize(
    ("job", "fault"),
    [
        ("die", "stopped unexpectedly"),
        ("other_shape", "a reply has the wrong form: expected a list, found"),
        ("deep", "a reply has the wrong form: expected JSON, found"),
        ("long", "too large"),
        ("crash", "internal fault: KeyError"),
    ],
)
def test_what_a_child_says_is_not_believed_and_its_death_has_a_name(
    texts: TextSession, job: str, fault: str
) -> None:
    with pytest.raises(PydeclError, match=fault):
        texts.ask(job, b"", [str])
    assert texts.ask("same", "é\n".encode(), [str]) == ["é\n"]


def test_the_process_reads_no_file_that_it_was_not_given(texts: TextSession) -> None:
    assert texts.ask("same", b"", [str]) == [""]
    process = texts._child
    assert process is not None
    if any(name.startswith("Landlock") for name in process.protections):
        assert texts.ask("outside", b"", [str]) == ["kept out"]


def test_a_process_that_does_not_start_in_time_is_a_limit() -> None:
    with closing(TextSession(until=Deadline.after(0.001))) as texts, pytest.raises(LimitError):
        texts.named(":- include(board).")
    assert texts.pid is None


def test_it_ends_with_the_session_of_its_game(tmp_path: Path) -> None:
    path = rules_file(tmp_path, ":- include(board).\n" + GAME)
    (tmp_path / "board.pl").write_text("board(1).\n")
    with consult(path) as game:
        assert [file.name for file in game.included] == ["board.pl"]
        pid = texts_of(game.session).pid
        assert pid is not None
    assert not is_alive(pid)


def test_nothing_is_started_for_a_text_that_names_no_files(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    with consult(path) as game:
        assert texts_of(game.session).pid is None


def test_a_long_text_with_invisible_characters_is_loaded_as_it_is_seen(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME + "k(\u00a0a).\n" + "% 1234567\n" * 15_000)
    with consult(path) as game:
        assert game.rules_text is not None
        assert "k( a)." in game.rules_text
        assert any(warning.code == "P015" and warning.line == 6 for warning in game.warnings)


# One deadline


def test_all_requests_of_a_session_share_its_deadline() -> None:
    with Session(60) as session:
        session.query("true")
        session.until = Deadline.after(0.2)
        with pytest.raises(LimitError, match=r"within 0\.2 s|time is up"):
            session.query("repeat, fail")
        with pytest.raises(LimitError, match="time is up"):
            session.query("true")


def test_a_time_inside_another_is_no_longer_than_that() -> None:
    with Session(None) as session, session.within(5), session.within(None), session.within(60):
        left = session.most(None)
        assert left is not None
        assert left <= 5


def test_a_search_has_one_time_for_compiling_searching_and_its_variation(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME.replace("staticval(b, 1)", "staticval(b, V) :- repeat, fail, V = 1"))
    with consult(path) as game:
        result = search(game, "alphabeta", engine="python", seconds=0.2)
        assert result.answer.status is Status.TIME
        assert result.variation == ()


def test_deadlines_know_what_was_said() -> None:
    whole = Deadline.after(60)
    assert whole.or_after(5).said == 5
    assert whole.or_after(600).said == 60
    assert NEVER.or_after(None) is NEVER
    assert Deadline.after(1, since=time.monotonic() - 2).is_over


def test_the_alarm_ends_what_forgets_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LEAST", 0.0)
    started = time.monotonic()
    with pytest.raises(LimitError, match="time is up"), limited(0.1):
        _never_end()
    assert time.monotonic() - started > 0.1 + limits.GRACE


def _never_end() -> None:
    while True:
        pass


def ring() -> None:
    """What the system does when the time is over."""
    signal.raise_signal(signal.SIGALRM)


def test_the_alarm_rings_again_if_somebody_has_lost_it() -> None:
    def lose_it_once() -> None:
        assert signal.getitimer(signal.ITIMER_REAL)[1] == limits.AGAIN
        with suppress(LimitError):
            ring()
        ring()

    with pytest.raises(LimitError, match="time is up"), limited(600):
        lose_it_once()


def test_the_alarm_does_not_ring_while_processes_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def end_slowly(session: Session) -> None:
        ring()
        ended.append(session)

    ended: list[Session] = []
    monkeypatch.setattr(Session, "end", end_slowly)
    with pytest.raises(LimitError, match="time is up"), limited(600), Session():
        ring()
    assert len(ended) == 1


def test_the_alarm_does_not_ring_while_a_fork_server_starts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def start_slowly(*_: object) -> None:
        ring()
        raise OSError("no server after all")

    monkeypatch.setattr(fork_server, "ForkServer", start_slowly)
    servers = fork_server.Servers()
    servers.few = 0
    with pytest.raises(OSError, match="no server after all"), limited(600):
        servers.server(["worker"], tmp_path, {})


def test_the_alarm_does_not_ring_when_the_answer_is_there() -> None:
    with limited(600):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        finished()
        assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
        ring()


def test_the_start_of_a_process_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import time; from pydecl.cli import limits; limits.LONGEST_START = 600.0\n"
        "started = limits.process_start(); print(time.monotonic() - started, time.process_time())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    age, used = map(float, done.stdout.split())
    assert used - 0.1 < age < 600  # the system counts in hundredths
    monkeypatch.setattr(limits, "LONGEST_START", 0.0)
    now = time.monotonic()
    assert now <= process_start() <= time.monotonic()


HOSTILE = GAME + ":- dynamic k/1.\n" + "k(X) :- a(X), \\+ b(X, [c|X], 'quoted').\n" * 60_000
"""It takes seconds to read, whoever reads it."""


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("check", "--about"),
        ("compile",),
        ("board",),
        ("perft", "--depth", "2"),
        ("solve",),
        ("prove", "--won"),
        ("trace",),
        ("crosscheck",),
        ("search",),
        ("search", "--engine", "python"),
        ("search", "--engine", "native"),
    ],
    ids=" ".join,
)
@pytest.mark.sampled(2, "each case computes until its time is over")
def test_a_command_ends_in_its_time_whatever_takes_so_long(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(limits, "LEAST", 0.0)
    path = rules_file(tmp_path, HOSTILE)
    done = pydecl(*command, path, "--time", "0.2")
    assert done.code == 4
    said = done.out + done.err
    assert re.search(r"time (is|was) up|takes more than 0\.\d+ s|more than 0\.2 s", said), said


@pytest.mark.parametrize("command", ["search", "crosscheck"])
def test_loading_that_takes_too_long_is_told_with_the_limit_that_was_given(
    pydecl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = rules_file(tmp_path, GAME)
    late = Mock(side_effect=LimitError("no answer from SWI-Prolog within 19.5 s"))
    monkeypatch.setattr(Session, "set_up", late)
    done = pydecl(command, path, "--time", "19.5")
    assert done.code == 4
    assert "loading it takes more than 19.5 s (no answer from SWI-Prolog within 19.5 s)" in done.err


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("compile",), Exit.LIMIT),
        (("search", "--engine", "native"), Exit.LIMIT),
        (("search", "--engine", "python"), Exit.FINE),
    ],
    ids=str,
)
def test_rules_that_are_too_long_to_compile_are_a_limit(
    pydecl: Run, tmp_path: Path, command: tuple[str, ...], code: Exit
) -> None:
    path = rules_file(tmp_path, GAME + "% a comment\n" * 30_000)
    done = pydecl(*command, path)
    assert done.code == code
    if code is Exit.LIMIT:
        assert "no more than 300,000 characters of rules can be compiled" in done.err
    if "native" in command:
        assert "without machine code: --engine prolog or --engine python" in done.err


def test_a_graph_that_is_long_is_in_prolog_alone(tmp_path: Path) -> None:
    path = rules_file(tmp_path, "a -> " + " ".join(map(str, range(20_000))), "wide.graph")
    with consult(path) as game:
        assert game.twin is None
        assert not game.compilable
        (start,) = game.initial()
        assert len(game.successors(start)) == 20_000


# The C compiler

SLEEPER = """#!/bin/sh
echo $$ > "{pids}"
sleep 900 &
echo $! >> "{pids}"
wait
"""


def test_a_c_compiler_has_the_time_that_is_left_and_ends_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYDECL_CACHE", str(tmp_path / "cache"))
    pids, script = tmp_path / "pids", tmp_path / "gcc"
    script.write_text(SLEEPER.format(pids=pids))
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    slow = Compiler("gcc", Family.GCC, (str(script),))
    ended = building._ended

    def ended_late(*asked: Any) -> int | None:
        while not pids.exists() or len(pids.read_text().split()) < 2:
            time.sleep(0.01)
        return ended(*asked)

    monkeypatch.setattr(building, "_ended", ended_late)
    with pytest.raises(LimitError, match=r"the C compiler takes longer than the 0\.1 s"):
        Source(("a part",), lambda: b"int x;", seconds=lambda: 0.1).built(slow)
    started_pids = list(map(int, pids.read_text().split()))
    assert len(started_pids) == 2
    assert end_soon(started_pids)


def test_a_text_that_is_not_made_in_time_is_not_built() -> None:
    def late() -> float:
        raise LimitError("time is up")

    with pytest.raises(LimitError):
        Source(("never made",), bytes, seconds=late).built()


# What the parent takes of memory

MOST_MEMORY = 100
"""What the parent may take, in MiB."""


@pytest.mark.parametrize(
    "command", [("search", "--engine", "python"), ("check",), ("check", "--about")], ids=" ".join
)
@pytest.mark.sampled(1, "whoever reads it, the parent keeps one text; each case takes seconds")
def test_a_large_file_takes_little_memory_in_the_parent(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = rules_file(tmp_path, GAME + "%\n" * 2_000_000)
    program = (
        "import sys, atexit\n"
        "status = lambda: open('/proc/self/status').read().split('VmHWM:')[1].split()[0]\n"
        "atexit.register(lambda: print(status(), file=sys.__stderr__))\n"
        "from pydecl.__main__ import main\n"
        "main()\n"
    )
    words = [sys.executable, "-c", program, *command, str(path), "--time", "20"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 4)
    assert int(done.stderr.split()[-1]) >> 10 < MOST_MEMORY


@pytest.mark.parametrize("time", ["inf", "1e400"])
def test_a_time_without_end_is_no_limit(pydecl: Run, time: str) -> None:
    assert pydecl("search", "nim:heaps=[1]", "--time", time).code == 0


def test_an_alarm_that_rings_while_a_table_is_made_does_not_lose_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def late(*args: Any, **options: Any) -> Grid:
        signal.raise_signal(signal.SIGALRM)
        return Grid(*args, **options)

    monkeypatch.setattr(screen, "Grid", late)
    with limited(600.0):
        print_table(["plies"], [["7"]])
    assert capsys.readouterr().out.split() == ["plies", "7"]


def test_perft_ends_where_there_are_no_more_ways(pydecl: Run) -> None:
    done = pydecl("perft", "nim:heaps=[1,1]", "--depth", "1000000000")
    assert [line.split()[:2] for line in done.out.splitlines()[1:]] == [["1", "2"], ["2", "2"], ["3", "0"]]
