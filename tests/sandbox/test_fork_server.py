"""Workers that a fork server makes are like any others: in their walls, their answers and their end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest
from command_line import end_soon, is_fork_server

from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, LimitError, OutOfMemoryError
from pydecl.loading.consulting import consult
from pydecl.sandbox import fork_server
from pydecl.sandbox.fork_server import FEW, Forked, expect_many, server_pids
from pydecl.sandbox.frames import LONGEST_REQUEST
from pydecl.sandbox.process import Process

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has fork servers")


@pytest.fixture
def forked() -> Iterator[Session]:
    """A session whose process is a fork."""
    with forked_session() as session:
        yield session


def forked_session() -> Session:
    """A session whose process a server has forked: the first ones are started, until the server is ready."""
    while True:
        session = Session()
        session.query("true")
        if isinstance(process_of(session).process, Forked):
            return session
        session.close()


def process_of(session: Session) -> Process:
    assert session._child is not None
    return session._child


def test_the_first_of_a_kind_are_started_and_the_others_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere")  # makes a kind of its own
    monkeypatch.setattr(fork_server._servers(), "few", FEW)  # as before any command that expects many
    before = set(server_pids())
    with ExitStack() as stack:
        for _ in range(FEW):
            session = stack.enter_context(Session())
            session.query("true")
            assert not isinstance(process_of(session).process, Forked)
        assert set(server_pids()) == before
        for _ in range(2):
            stack.enter_context(forked_session())
    assert len(set(server_pids()) - before) == 1


def test_if_many_are_expected_the_first_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere/many")  # makes a kind of its own
    monkeypatch.setattr(fork_server._servers(), "few", FEW)  # as it is afterwards
    monkeypatch.setattr(fork_server, "MOST_PATIENCE", 600.0)
    expect_many()
    before = set(server_pids())
    for _ in range(2):
        with Session() as session:
            session.query("true")
            assert isinstance(process_of(session).process, Forked)
    assert len(set(server_pids()) - before) == 1


def test_a_fork_has_the_walls_and_the_parent_of_any_worker(
    forked: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = psutil.Process(forked.pid)
    assert process.ppid() == os.getpid()
    assert os.getsid(process.pid) == process.pid
    assert not is_fork_server(process.pid)
    servers = fork_server._servers()._servers.values()
    assert all(is_fork_server(one.pid) for one in servers if one.has_forked and not one.has_ended)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere/else")
    monkeypatch.setattr(fork_server._servers(), "few", FEW)
    with Session() as started:
        started.query("true")
        assert not isinstance(process_of(started).process, Forked)
        assert forked.protections == started.protections
    numbers = forked.query("current_prolog_flag(pid, Pid)")
    assert numbers == [{"Pid": forked.pid}]


def test_a_fork_knows_nothing_of_another(forked: Session) -> None:
    forked.query("assertz(user:left_behind(1)), nb_setval(left_behind, 1)")
    with Session() as other:
        assert other.query("current_predicate(left_behind/1)") == []
        assert other.query("nb_current(left_behind, X)") == []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_how_a_fork_ends_is_told(forked: Session, how: signal.Signals) -> None:
    assert forked.pid is not None
    os.kill(forked.pid, how)
    with pytest.raises(ContractError, match=how.name):
        forked.query("true")
    assert forked.query("X = 1") == [{"X": 1}]


def test_the_limits_hold_in_a_fork(forked: Session) -> None:
    with pytest.raises(LimitError):
        forked.query("repeat, fail", seconds=0.2)
    with Session(memory=128) as small, pytest.raises(OutOfMemoryError):
        small.query("numlist(1, 100000000, L), length(L, N)")


def test_a_fork_that_is_closed_is_gone(forked: Session) -> None:
    pid = forked.pid
    assert pid is not None
    forked.close()
    assert not psutil.pid_exists(pid)


def test_a_server_that_has_died_is_done_without_and_made_again(forked: Session) -> None:
    for pid in server_pids():
        os.kill(pid, signal.SIGKILL)
    forked.close()
    assert forked.query("X = 1") == [{"X": 1}]
    assert not isinstance(process_of(forked).process, Forked)
    forked_session().close()


def test_a_fork_is_the_one_that_was_asked_for_last(monkeypatch: pytest.MonkeyPatch, forked: Session) -> None:
    """Ctrl-C between a request and its answer must not make the next one get the process of the last."""
    send = socket.send_fds

    def interrupted(*request: Any) -> None:
        send(*request)
        raise KeyboardInterrupt

    forked.close()
    monkeypatch.setattr(socket, "send_fds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        forked.query("true")
    monkeypatch.undo()
    with forked_session() as session:
        assert session.pid is not None
        os.kill(session.pid, signal.SIGKILL)
        with pytest.raises(ContractError, match="SIGKILL"):
            session.query("true")


@pytest.mark.thorough("one more way for a server to fail")
def test_a_server_that_cannot_fork_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere/at/all")
    monkeypatch.setattr("pydecl.sandbox.fork_server.FORKS", "--nothing")
    before = set(server_pids())
    for _ in range(FEW + 2):
        with Session() as session:
            assert session.query("X = 1") == [{"X": 1}]
            assert not isinstance(process_of(session).process, Forked)
    assert len(set(server_pids()) - before) == 1


def test_what_is_too_long_for_a_server_is_started(forked: Session) -> None:
    longest = [Path("/", *["x" * 200] * 15, str(number)) for number in range(LONGEST_REQUEST // 2000)]
    with Session(readable=longest) as session:
        assert session.query("X = 1") == [{"X": 1}]
        assert not isinstance(process_of(session).process, Forked)
    forked.close()
    assert forked.query("X = 1") == [{"X": 1}]
    assert isinstance(process_of(forked).process, Forked)


@pytest.mark.usefixtures("forked")
def test_several_threads_have_forks_of_their_own() -> None:
    found: list[int] = []

    def ask(number: int) -> None:
        with Session() as session:
            found.extend(int(str(answer["X"])) for answer in session.query(f"X = {number}"))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [0, 1, 2, 3]


def test_a_fork_of_the_process_leaves_its_servers_alone(forked: Session) -> None:
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Session() as session:
                session.query("true")
                is_own = not isinstance(process_of(session).process, Forked)
            os.write(tell, b"own" if is_own and not server_pids() else b"shared")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        assert pipe.read() == b"own"
    forked.close()
    assert forked.query("X = 1") == [{"X": 1}]


PROGRAM = """
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.session import Session
from pydecl.sandbox.fork_server import server_pids
from pydecl.sandbox.fork_server import Forked
sessions = []
while not sessions or not isinstance(sessions[-1]._child.process, Forked):
    sessions.append(Session())
    sessions[-1].query("true")
print(*server_pids(), *(session.pid for session in sessions), flush=True)
"""


@pytest.mark.parametrize("end", ["input()", "pass"])
def test_servers_and_forks_end_with_their_process(end: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM + end], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pids = list(map(int, parent.stdout.readline().split()))
        assert len(pids) > FEW + 1
        if end != "pass":
            parent.kill()
        parent.wait()
        assert end_soon(pids)


def test_what_a_file_is_found_to_hold_is_told_alike_by_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with consult("connect4") as started:
        expected = replies(started)
    with consult("connect4") as forked, forked_session():
        forked.session.close()
        assert replies(forked) == expected
        assert isinstance(process_of(forked.session).process, Forked)
    monkeypatch.setattr("pydecl.engines.prolog.session.quick_load", dict)
    with consult("connect4") as loaded_from_text:
        assert replies(loaded_from_text) == expected


def replies(game: SessionGame) -> list[str]:
    """What SWI-Prolog answered to that which set a game up; a session that has ended does so again."""
    game.initial()
    return [reply for _, reply in game.session._setup]
