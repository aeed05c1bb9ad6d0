"""Limits on every step: texts are worked on in a confined process, and a command has one time for all.

Steps are made slow by a worker of this file's own: hostile texts that take long today may be quick tomorrow.
"""

from __future__ import annotations

import re
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from command_line import PROGRAM, end_soon, in_a_process, is_alive

from pydecl.cli.limits import LONGEST_START, finished, limited, process_start
from pydecl.engines.native.building import build_once
from pydecl.engines.native.compilers import Compiler, Family
from pydecl.engines.prolog.session import Session
from pydecl.engines.searching import search
from pydecl.errors import Exit, LimitError, OutOfMemoryError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.deadline import NEVER, Deadline
from pydecl.texts import session as texts_session
from pydecl.texts.session import TextSession, texts_of

GAME = "initial(a).\nmoves(a, [b]).\nmax_to_move(a).\nmin_to_move(b).\nstaticval(b, 1).\n"

LATE = 0.5
"""Seconds after a deadline at which all must be over."""

SLACK = 2.0
"""What a machine that is busy with other tests may add."""

WORKER = """
import os, sys, time
from pathlib import Path
from pydecl.texts import answering, worker

def spin(text):
    while True:
        pass

def fill(text):
    kept = []
    while True:
        kept.append(bytearray(1 << 20))

def sleep(text):
    time.sleep(100)

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

def slow(text):
    time.sleep(0.3)
    return [text]

sys.modules["pydecl.texts.made_for_tests"] = sys.modules["__main__"]
MADE = ("spin", "fill", "sleep", "die", "crash", "other_shape", "deep", "long", "outside", "same", "slow")
answering.JOBS.update(dict.fromkeys(MADE, "made_for_tests"))
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
        {**texts_session.WORKS, **dict.fromkeys(("spin", "sleep", "slow"), "the job")},
    )
    with closing(TextSession(memory=256)) as opened:
        yield opened


# The process that works on texts


@pytest.mark.parametrize("job", ["spin", "sleep"])
def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done(texts: TextSession, job: str) -> None:
    texts.ask("same", b"x", [str])
    started = time.monotonic()
    with pytest.raises(LimitError, match=r"the job takes more than 0\.3 s"):
        texts.ask(job, b"", [str], seconds=0.3)
    assert time.monotonic() - started < 0.3 + LATE + SLACK
    assert texts.ask("same", b"x", [str]) == ["x"]


def test_a_job_has_a_limit_of_memory(texts: TextSession) -> None:
    with pytest.raises(OutOfMemoryError, match=r"256 MiB of memory \(--memory\)"):
        texts.ask("fill", b"", [str])
    assert texts.ask("same", b"x", [str]) == ["x"]


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
    path = tmp_path / "game.pl"
    path.write_text(":- include(board).\n" + GAME)
    (tmp_path / "board.pl").write_text("board(1).\n")
    with consult(path) as game:
        assert [file.name for file in game.included] == ["board.pl"]
        pid = texts_of(game.session).pid
        assert pid is not None
    assert not is_alive(pid)


def test_nothing_is_started_for_a_text_that_names_no_files(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME)
    with consult(path) as game:
        assert texts_of(game.session).pid is None


def test_a_long_text_with_invisible_characters_is_loaded_as_it_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME + "k(\u00a0a).\n" + "% 1234567\n" * 15_000, encoding="utf-8")
    with consult(path) as game:
        assert game.rules_text is not None
        assert "k( a)." in game.rules_text
        assert any(warning.code == "P015" and warning.line == 6 for warning in game.warnings)


# One deadline


def test_all_requests_of_a_session_share_its_deadline() -> None:
    with Session(60, until=Deadline.after(1.5)) as session:
        session.query("true")
        with pytest.raises(LimitError, match=r"within 1\.5 s"):
            session.query("repeat, fail")
        with pytest.raises(LimitError, match="time is up"):
            session.query("true")


def test_a_time_inside_another_is_no_longer_than_that() -> None:
    with Session(None) as session, session.within(5), session.within(None), session.within(60):
        left = session.most(None)
        assert left is not None
        assert left <= 5


def test_a_search_has_one_time_for_compiling_searching_and_its_variation(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME.replace("staticval(b, 1)", "staticval(b, V) :- repeat, fail, V = 1"))
    with consult(path) as game:
        started = time.monotonic()
        result = search(game, "alphabeta", engine="python", seconds=1)
        assert not result.answer.complete
        assert time.monotonic() - started < 1 + LATE + SLACK


def test_deadlines_know_what_was_said() -> None:
    whole = Deadline.after(60)
    assert whole.or_after(5).said == 5
    assert whole.or_after(600).said == 60
    assert NEVER.or_after(None) is NEVER
    assert Deadline.after(1, since=time.monotonic() - 2).is_over


def test_the_alarm_ends_what_forgets_the_time() -> None:
    started = time.monotonic()
    with pytest.raises(LimitError, match="time is up"), limited(0.2):
        _never_end()
    assert 0.2 < time.monotonic() - started < 0.2 + LATE + SLACK


def test_the_alarm_rings_again_if_somebody_has_lost_it() -> None:
    def lose_it_once() -> None:
        with suppress(LimitError):
            _never_end()
        _never_end()

    with pytest.raises(LimitError, match="time is up"), limited(0.1):
        lose_it_once()


def test_the_alarm_does_not_ring_while_processes_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def end_slowly(session: Session) -> None:
        time.sleep(0.4)
        ended.append(session)

    ended: list[Session] = []
    monkeypatch.setattr(Session, "_end", end_slowly)
    with pytest.raises(LimitError, match="time is up"), limited(0.1), Session():
        _never_end()
    assert len(ended) == 1


def _never_end() -> None:
    while True:
        pass


def test_the_alarm_does_not_ring_when_the_answer_is_there() -> None:
    with limited(0.01):
        finished()
        time.sleep(0.5)
    time.sleep(0.1)


def test_the_start_of_a_process_is_known() -> None:
    program = (
        "import time; from pydecl.cli.limits import process_start; print(time.monotonic() - process_start())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert 0 < float(done.stdout) <= LONGEST_START
    assert process_start() <= time.monotonic()


HOSTILE = GAME + ":- dynamic k/1.\n" + "k(X) :- a(X), \\+ b(X, [c|X], 'quoted').\n" * 60_000
"""It takes seconds to read, whoever reads it."""


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("consult",),
        ("compile",),
        ("moves",),
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
@pytest.mark.sampled(6)
def test_a_command_ends_in_its_time_whatever_takes_so_long(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "game.pl"
    path.write_text(HOSTILE)
    started = time.monotonic()
    done = subprocess.run(
        [*PROGRAM, *command, path, "--time", "0.8"], capture_output=True, text=True, timeout=60, check=False
    )
    assert time.monotonic() - started < 0.8 + LATE + SLACK
    assert done.returncode == 4
    assert "Traceback" not in done.stdout + done.stderr
    said = done.stdout + done.stderr
    assert re.search("time (is|was) up", said) or re.search(
        r"takes more than 0\.\d+ s|more than 0\.8 s", said
    ), said


@pytest.mark.parametrize("command", ["search", "crosscheck"])
def test_loading_that_takes_too_long_is_told_with_the_limit_that_was_given(
    tmp_path: Path, command: str
) -> None:
    path = tmp_path / "game.pl"
    path.write_text(":- repeat, fail.\ninitial(a).\n")
    done = subprocess.run(
        [*PROGRAM, command, path, "--time", "1.25"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 4
    reason = "(no answer from SWI-Prolog within 1.25 s|time is up)"  # it may be up before SWI-Prolog runs
    assert re.search(rf"loading it takes more than 1\.25 s \({reason}\)", done.stderr)


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
    tmp_path: Path, command: tuple[str, ...], code: Exit
) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME + "% a comment\n" * 30_000)
    done = in_a_process(*command, str(path))
    assert done.code == code
    if code is Exit.LIMIT:
        assert "no more than 300,000 characters of rules can be compiled" in done.err
    if "native" in command:
        assert "--engine prolog and --engine python can search it" in done.err


def test_a_graph_that_is_long_is_in_prolog_alone(tmp_path: Path) -> None:
    path = tmp_path / "wide.graph"
    path.write_text("a -> " + " ".join(map(str, range(20_000))))
    with consult(path) as game:
        assert game.twin is None
        assert not game.compilable
        (start,) = game.initial()
        assert len(game.successors(start)) == 20_000


# The C compiler

SLEEPER = """#!/bin/sh
echo $$ > "{pids}"
sleep 300 &
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
    started = time.monotonic()
    with pytest.raises(LimitError, match=r"the C compiler takes longer than the 0\.5 s"):
        build_once(("a part",), lambda: b"int x;", compiler=slow, seconds=lambda: 0.5)
    assert time.monotonic() - started < 0.5 + LATE + SLACK
    started_pids = list(map(int, pids.read_text().split()))
    assert len(started_pids) == 2
    assert end_soon(started_pids)


def test_a_text_that_is_not_made_in_time_is_not_built() -> None:
    def late() -> float:
        raise LimitError("time is up")

    with pytest.raises(LimitError):
        build_once(("never made",), lambda: b"", compiler=None, seconds=late)


# What the parent takes of memory

MOST_MEMORY = 100
"""What the parent may take, in MiB."""


@pytest.mark.parametrize(
    "command", [("check",), ("consult",), ("search", "--engine", "python")], ids=" ".join
)
def test_a_large_file_takes_little_memory_in_the_parent(tmp_path: Path, command: tuple[str, ...]) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GAME + "%\n" * 4_000_000)
    program = (
        "import sys, atexit\n"
        "status = lambda: open('/proc/self/status').read().split('VmHWM:')[1].split()[0]\n"
        "atexit.register(lambda: print(status(), file=sys.__stderr__))\n"
        "from pydecl.__main__ import main\n"
        "main()\n"
    )
    words = [sys.executable, "-c", program, *command, str(path), "--time", "20"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 4)
    assert int(done.stderr.split()[-1]) >> 10 < MOST_MEMORY
