"""Limits around a game's rules: memory, CPU time, sizes, deaths, and what must go on working."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from command_line import Run, end_soon, is_alive
from folders import rules_file
from sessions import holds

from pydecl.engines.prolog import searching as prolog
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, LimitError, OutOfMemoryError
from pydecl.loading.consulting import consult
from pydecl.model.number import INFINITY
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.model.term import Atom
from pydecl.sandbox import process, seccomp
from pydecl.sandbox.frames import BIGGEST_REPLY, Aside, Limited, TooLongError, read_bytes, write_bytes
from pydecl.sandbox.syscalls import COLUMNS, numbers
from pydecl.solving.solver import solve

MEMORY = 256
"""The limit for what tries to use it up, in MiB."""

ENOUGH = 600.0
"""Seconds that only a hang takes."""


# Memory, CPU time, deaths


@pytest.mark.parametrize(
    "goal",
    [
        "repeat, assertz(q(a, b, c, d, f(g, h))), fail",
        "set_prolog_flag(stack_limit, 1000000000000), length(L, 1000000000)",
        "X is 1 << 40000000000",
        "repeat, thread_create(sleep(100), _, []), fail",
    ],
)
@pytest.mark.sampled(2, "each case starts a confined process")
def test_memory_has_a_limit_and_it_is_named(goal: str) -> None:
    with Session(ENOUGH, memory=MEMORY) as session:
        session.query("true")
        if not holds(session, "memory"):
            return
        with pytest.raises(OutOfMemoryError, match=r"more than 256 MiB of memory \(--memory\)"):
            session.query(goal)
        assert session.query("X = 1") == [{"X": 1}]


def test_a_search_that_uses_up_its_memory_says_so(tmp_path: Path, pydecl: Run) -> None:
    path = tmp_path / "game.pl"
    path.write_text(
        "initial(a). moves(a, [b]) :- repeat, assertz(junk(a, b, c, d, e)), fail.\n:- dynamic junk/5.\n"
        "max_to_move(a). min_to_move(b). staticval(_, 0).\n"
    )
    done = pydecl("search", path, "--memory", "128", "--time", ENOUGH)
    assert done.code == 4
    assert "the memory is used up (--memory)" in done.out + done.err


def test_the_limit_of_cpu_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with Session(None) as session:
        session.query("true")
        monkeypatch.setattr(process, "CPU_GRACE", 0.5 - ENOUGH * (os.cpu_count() or 1))
        if not holds(session, "CPU"):
            return
        with pytest.raises(LimitError, match="CPU time"):
            session.query("on_signal(xcpu, _, ignore), repeat, fail", seconds=ENOUGH)


def test_what_goes_on_after_an_answer_has_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "CPU_GRACE", 0.2 - ENOUGH * (os.cpu_count() or 1))
    with Session() as session:
        session.query("true")
        if not holds(session, "CPU"):
            return
        session.query("thread_create((repeat, fail), _, [])", seconds=ENOUGH)
        pid = session.pid
        assert pid is not None
        assert end_soon([pid])


@pytest.mark.parametrize(
    "goal", ["sleep(100)", "format(atom(_), '~*c', [1500000000, 0'x])", "repeat, X is 7 ** 3000000, fail"]
)
def test_the_child_dies_with_its_parent_whatever_it_does(goal: str) -> None:
    program = (
        "from pydecl.engines.prolog.session import Session\n"
        "session = Session(None)\n"
        "session.query('true')\n"
        "print(session.pid, flush=True)\n"
        f"input(), session.query({goal!r})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        child = psutil.Process(pid)
        asleep = child.num_ctx_switches()
        parent.stdin.write("\n")
        while child.num_ctx_switches() == asleep:  # it has not been asked yet
            time.sleep(0.01)
        lived = is_alive(pid)
        parent.kill()
    assert lived
    assert end_soon([pid])


def test_a_crash_that_is_no_lack_of_memory_is_not_called_one(session: Session) -> None:
    session.query("true")
    with pytest.raises(ContractError, match=r"signal 6, SIGABRT"):
        session.query("current_prolog_flag(pid, P), use_module(library(process)), process_kill(P, abrt)")


# What is too large


DAG = "numlist(1, 40, L), foldl([_,T,f(T,T)]>>true, L, z, X)"
"""It makes X a term of few cells and 2 ** 40 leaves."""

GROWING = (
    "grown(0, z) :- !.\ngrown(N, f(X, X)) :- M is N-1, grown(M, X).\n"
    "initial(a). moves(a, [P]) :- grown(40, P).\n"
    "staticval(_, 1). max_to_move(a). min_to_move(X) :- X \\== a.\n"
)


@pytest.mark.parametrize(
    "goal", ["true", "throw(X)", "atom_length(X, _)", "throw(error(type_error(a, X), _))"]
)
def test_a_term_whose_text_has_no_end_is_not_written(session: Session, goal: str) -> None:
    session.query("true")
    pid = session.pid
    with pytest.raises(ContractError, match="too large to print"):
        session.query(f"{DAG}, {goal}")
    assert session.pid == pid


def test_a_position_whose_text_has_no_end_is_too_large(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GROWING)
    before = psutil.Process().memory_info().rss
    limits = Limits(None, seconds=ENOUGH)
    with consult(path, seconds=ENOUGH) as game:
        ways: list[Callable[[], object]] = [
            lambda: prolog.run(game, Program.MINIMAX, Atom("a"), limits),
            lambda: game.successors(Atom("a")),
            lambda: game.session.query("moves(a, L)"),
        ]
        for way in ways:
            with pytest.raises(ContractError, match="too large to print"):
                way()
        (error,) = prolog.run_all(game, [(Program.MINIMAX, Atom("a"), limits)], ENOUGH)
        answer, events, _ = prolog.trace(game, Program.MINIMAX, Atom("a"), limits, 1000)
        assert isinstance(error, ContractError)
        assert answer == error
        assert events[-1] == "v 1"
    assert psutil.Process().memory_info().rss - before < 50 << 20


def test_a_number_with_too_many_digits_is_refused_at_once(session: Session) -> None:
    with pytest.raises(ContractError, match="no plain term"):
        session.query("X is 7 ** (7 ** 7)")


def test_a_reply_that_is_too_long_is_refused_unread() -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, (BIGGEST_REPLY + 1).to_bytes(4, "big") + b"xxxx")
        with pytest.raises(TooLongError):
            read_bytes(reading, most=BIGGEST_REPLY)
        assert os.read(reading, 10) == b"xxxx"
    finally:
        os.close(reading)
        os.close(writing)


def test_an_answer_longer_than_the_limit_is_refused_by_the_child(session: Session) -> None:
    with pytest.raises(ContractError, match="too large to print"):
        session.query("format(string(X), '~*c', [5000000, 0'x])")


# What comes aside


def test_more_aside_than_the_pipe_holds_comes_while_the_answer_is_awaited(tmp_path: Path) -> None:
    (reply, says), (aside, tells) = os.pipe(), os.pipe()
    os.set_blocking(aside, False)

    def other_side() -> None:
        for _ in range(100):
            os.write(tells, b"x" * 10_000)
        write_bytes(says, b"done")

    thread = threading.Thread(target=other_side)
    thread.start()
    with (tmp_path / "aside").open("w+b") as file:
        assert read_bytes(reply, asides=[Aside(aside, Limited(file, 1 << 30))]) == b"done"
        thread.join()
        file.flush()
        assert file.tell() == 1_000_000
        os.write(tells, b"more")
        with pytest.raises(TooLongError):
            Aside(aside, Limited(file, 3)).take()
    for fd in (reply, says, aside, tells):
        os.close(fd)


def test_a_trace_after_another_holds_its_own_events_only() -> None:
    with consult("tictactoe") as game:
        (start,) = game.initial()
        first, second = (
            prolog.trace(game, Program.MINIMAX, start, Limits(3, seconds=ENOUGH), 10_000) for _ in range(2)
        )
        assert isinstance(first[0], Answer)
        assert first[0].status is Status.COMPLETE
        assert first[1:] == second[1:]
        assert solve(game, engine="prolog", seconds=ENOUGH).status is Status.COMPLETE


# What must go on working


@pytest.mark.sampled(8, "each case is a process of its own")
@pytest.mark.parametrize(
    ("goal", "value"),
    [
        ("use_module(library(clpfd)), call(clpfd: #>(X, 3)), call(clpfd: #<(X, 5))", 4),
        ("use_module(library(aggregate)), aggregate_all(count, member(_, [a,b]), X)", 2),
        ("use_module(library(dcg/basics)), phrase(dcg_basics:integer(X), `12`)", 12),
        ("list_to_assoc([a-1], A), get_assoc(a, A, X)", 1),
        ("maplist([A,B]>>(B is A + 1), [1], [X])", 2),
        ("random_between(3, 3, X)", 3),
        ("set_random(seed(random)), random_member(X, [1])", 1),
        ("get_time(T), T > 0, format_time(atom(X0), '%Y', 0), atom_number(X0, X)", 1970),
        ("mutex_create(M), with_mutex(M, X = 1), mutex_destroy(M), M = gone ; X = 1", 1),
        ("first_solution(X, [X = 1], [])", 1),
        ("thread_create(thread_exit(1), T, []), thread_join(T, exited(X)), T = T", 1),
        ("concurrent_maplist([A,B]>>(B is A + 1), [1,2,3], [X|_])", 2),
        ("catch(call_with_time_limit(0.05, (repeat, fail)), E, true), E == time_limit_exceeded, X = 1", 1),
        ("X is integer(sqrt(16) + random(1))", 4),
        ("garbage_collect, garbage_collect_atoms, X = 1", 1),
        ("use_module(library(chr)), X = 1", 1),
    ],
)
def test_the_libraries_and_threads_work_inside(session: Session, goal: str, value: int) -> None:
    (answer,) = session.query(f"findall(X, ({goal}), Found)")
    assert json.loads(str(answer["Found"]))[-1] == value


def test_the_filter_knows_both_architectures() -> None:
    for architecture in seccomp.ARCHITECTURES:
        made = seccomp.program(architecture, 1)
        assert len(made) < 4096  # the kernel's limit
        for at, (operation, then, otherwise, _) in enumerate(made):
            if operation & 7 == 5:  # a jump
                assert at + 1 + max(then, otherwise) < len(made)
        assert len(numbers(COLUMNS[architecture])) > 150
    assert seccomp.program("x86_64", 1)[-1][3] < INFINITY


def test_modules_beside_a_game_are_never_imported(tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(
        "initial(a).\nstaticval(a, 1).\nmoves(b, [a]).\nmax_to_move(a).\nmin_to_move(b).\n"
    )
    strangers = ("json", "ctypes", "typer", "rich", "lark", "pyswip", "signal", "threading", "typing", "enum")
    for module in strangers:
        (tmp_path / f"{module}.py").write_text("open('imported', 'w')\n")
    command = [sys.executable, "-m", "pydecl", "search", "game.pl"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert not (tmp_path / "imported").exists()
