"""The walls around a game's rules: each test tries what is forbidden, from inside, and looks what happened.

Where a wall is missing on a machine the session must say so: the tests then ask for that instead.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from pathlib import Path

import psutil
import pytest
from command_line import Run
from sessions import holds

from pydecl.cli.doctoring import _confinement
from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, PydeclError
from pydecl.loading.consulting import consult
from pydecl.model.term import Atom, PrologString, Term
from pydecl.sandbox import process, seccomp
from pydecl.sandbox import walls as confine

LINUX = sys.platform.startswith("linux")


def tried(session: Session, goal: str) -> list[dict[str, Term]]:
    """The answers to a goal; none where it raises an exception."""
    session.query("true")
    try:
        return session.query(goal)
    except PydeclError:
        return []


# What holds is what is said


def test_this_machine_has_every_wall_that_its_kernel_offers(session: Session) -> None:
    expected = ["kill", "file size"]
    if LINUX:
        expected += ["CPU time", "memory", "no new privileges"]
        abi = confine._landlock_abi()
        expected += [f"Landlock ABI {abi}"] if abi else []
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        if "Seccomp" in status and os.uname().machine in seccomp.ARCHITECTURES:
            expected.append("seccomp")
    assert sorted(session.protections) == sorted(expected)


@pytest.mark.skipif(not LINUX, reason="/proc is Linux's")
def test_the_kernel_says_the_same_of_every_thread(session: Session) -> None:
    session.query("thread_create(sleep(100), _, [])")
    for thread in Path(f"/proc/{session.pid}/task").iterdir():
        status = dict(line.split(":\t", 1) for line in (thread / "status").read_text().splitlines())
        assert (status["NoNewPrivs"] == "1") == holds(session, "no new privileges")
        assert (status.get("Seccomp") == "2") == holds(session, "seccomp")
        assert int(status["CapEff"], 16) == 0


def test_a_wall_that_the_machine_refuses_is_left_out_and_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (confine, seccomp):
        monkeypatch.setattr(module, "call", lambda *_: -1)
    assert confine._landlock_abi() == 0
    assert confine._restrict([Path("/")]) == 0
    assert not seccomp.filter_calls()
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert not seccomp.filter_calls()


def test_what_is_left_open_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(confine, "_landlock_abi", lambda: 1)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert not confine.left_open()
    assert not _confinement().found.partition("; ")[2]
    monkeypatch.setattr(confine, "_landlock_abi", lambda: 0)
    assert _confinement().found.partition("; ")[2] == (
        "no Landlock (Linux 5.13 or later has it): only SWI-Prolog keeps rules from other files; "
        "the limits hold, and the kill at the deadline"
    )
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert "no seccomp (Linux on x86_64 and aarch64 has it): rules can start programs" in confine.left_open()


def test_other_systems_have_the_limits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(confine, "_limit", lambda *_: True)
    monkeypatch.setattr(confine, "_limit_memory", lambda _: False)
    assert list(confine.confine(1 << 30, ())) == ["file size"]


def test_no_protections_before_there_is_a_child() -> None:
    assert Session().protections == ()


def test_consult_and_doctor_say_what_holds(pydecl: Run, session: Session) -> None:
    said = ", ".join(session.protections)
    last = pydecl("check", "--about", "nim").out.splitlines()[-1]
    assert last.split(maxsplit=1) == ["confined", said]
    assert pydecl("check", "--about", "nim", "--json").json()["protections"] == list(session.protections)
    assert _confinement().found == said


# Files


FORBIDDEN_FILES = [
    "open('{new}', write, S)",
    "open('{old}', write, S)",
    "open('{old}', append, S)",
    "open('{old}', update, S)",
    "open('pydecl_was_here', write, S)",
    "tell('{new}')",
    "tmp_file_stream(F, S, [])",
    "qsave_program('{new}', [])",
    "delete_file('{old}')",
    "rename_file('{old}', '{new}')",
    "make_directory('{new}')",
    "delete_directory('{empty}')",
    "use_module(library(filesex)), chmod('{old}', 0o777)",
    "use_module(library(filesex)), link_file('{old}', '{new}', symbolic)",
    "use_module(library(filesex)), link_file('{old}', '{new}', hard)",
    "use_module(library(filesex)), set_time_file('{old}', _, [modified(0)])",
    "use_module(library(filesex)), delete_directory_and_contents('{folder}')",
    "use_module(library(filesex)), copy_file('{old}', '{new}')",
]


@pytest.mark.parametrize("goal", FORBIDDEN_FILES)
def test_no_file_is_touched(session: Session, tmp_path: Path, goal: str) -> None:
    old, empty = tmp_path / "old", tmp_path / "empty"
    old.write_text("as it was")
    empty.mkdir()
    before = {path: path.stat() for path in (old, empty)}
    here = set(Path().iterdir())
    places = {"old": old, "new": tmp_path / "new", "empty": empty, "folder": tmp_path}
    tried(session, goal.format(**places))
    if holds(session, "seccomp"):
        assert set(tmp_path.iterdir()) == {old, empty}
        assert set(Path().iterdir()) == here
        for path, stat in before.items():
            assert (path.stat().st_mode, path.stat().st_mtime) == (stat.st_mode, stat.st_mtime)
    assert not old.exists() or old.read_text() in ("as it was", "")
    assert (
        not (tmp_path / "new").is_file()
        or (tmp_path / "new").stat().st_size == 0
        or (not holds(session, "file size"))
    )


@pytest.mark.parametrize(
    "file",
    [
        *("/etc/passwd", "{secret}", "{link}", "/proc/self/environ", "/proc/self/mem"),
        *("/proc/{parent}/environ", "/proc/{parent}/cmdline", "/proc/self/root/etc/passwd"),
        "/proc/self/cwd/pyproject.toml",
    ],
)
def test_no_file_of_others_is_read(session: Session, tmp_path: Path, file: str) -> None:
    secret, link = tmp_path / "secret", tmp_path / "link"
    secret.write_text("my secret")
    link.symlink_to(secret)
    path = file.format(secret=secret, link=link, parent=os.getpid())
    assert not tried(session, f"read_file_to_string('{path}', X, [])")


def test_no_folder_of_others_is_listed(session: Session, tmp_path: Path) -> None:
    assert not tried(session, f"directory_files('{tmp_path}', X)")


@pytest.mark.parametrize(
    "goal",
    [
        "exists_file('{file}')",
        'exists_file("{file}")',
        "exists_file('{folder}/../{folder}/file')",
        "exists_directory('{folder}')",
        "access_file('{file}', read)",
        "same_file('{file}', '{folder}/./file')",
        "size_file('{file}', _)",
        "time_file('{file}', _)",
        "expand_file_name('{folder}/f*', [_|_]), \\+ expand_file_name('{folder}/f*', ['{folder}/f*'])",
        "absolute_file_name('{file}', _, [access(read), file_errors(fail)])",
        "catch(open('{file}', read, _), error(E, _), true), E \\= existence_error(_, _)",
        "catch(see('{file}'), error(E, _), true), E \\= existence_error(_, _)",
        "working_directory(_, '{folder}')",
        "exists_source('{file}')",
    ],
)
def test_nobody_is_told_whether_a_file_exists(session: Session, tmp_path: Path, goal: str) -> None:
    (tmp_path / "file").write_text("text")
    assert not tried(session, goal.format(file=tmp_path / "file", folder=tmp_path))


def test_who_finds_out_nonetheless_gets_no_answer(tmp_path: Path) -> None:
    hidden = "atom_concat(unwrap_, predicate, U), G =.. [U, system:exists_file/1, reach], call(G)"
    rules = tmp_path / "rules.pl"
    rules.write_text(
        f"initial(a). max_to_move(a). min_to_move(b). staticval(_, 0).\nmoves(a, [b]) :- {hidden}.\n"
    )
    with consult(rules) as game, pytest.raises(ContractError, match="changed the programs"):
        game.successors(Atom("a"))


def test_the_environment_is_not_told(session: Session) -> None:
    assert not session.query("getenv('PATH', X)")


def test_what_is_granted_can_be_read_and_nothing_beside_it(tmp_path: Path) -> None:
    granted, other, folder = tmp_path / "granted", tmp_path / "other", tmp_path / "folder"
    for file in (granted, other):
        file.write_text("text")
    folder.mkdir()
    (folder / "inside").write_text("text")
    (folder / "out").symlink_to(other)
    with Session(20, readable=(granted, folder, tmp_path / "nowhere")) as session:
        for path in (granted, folder / "inside"):
            assert tried(session, f"read_file_to_string('{path}', X, [])") == [{"X": PrologString("text")}]
        if holds(session, "Landlock"):
            for path in (other, folder / "out"):
                assert tried(session, f"read_file_to_string('{path}', X, [])") == []


def test_a_foreign_library_comes_from_prolog_alone(session: Session, tmp_path: Path) -> None:
    with Path("/proc/self/maps").open() as maps:
        library = next(line.split()[-1] for line in maps if "/libc.so" in line or "/libc-" in line)
    copy = tmp_path / "copy.so"
    copy.write_bytes(Path(library).read_bytes())
    with pytest.raises(PydeclError) as raised:
        session.query(f"load_foreign_library('{copy}')")
    assert "cannot open shared object" in str(raised.value)


# Processes, signals, the network


@pytest.mark.parametrize(
    "goal",
    [
        "shell('echo > {new}')",
        "shell('echo > {new}', S)",
        "use_module(library(process)), process_create('/bin/touch', ['{new}'], [process(P)])",
        "open(pipe('cat > {new}'), write, S), close(S)",
        "use_module(library(unix)), fork_exec(touch('{new}'))",
        "use_module(library(unix)), fork(P), (P == child -> open('{new}', write, _) ; true)",
    ],
)
def test_no_process_is_started(session: Session, tmp_path: Path, goal: str) -> None:
    new = tmp_path / "new"
    tried(session, goal.format(new=new))
    assert session.pid is not None
    if holds(session, "seccomp"):
        assert psutil.Process(session.pid).children() == []
        time.sleep(0.05)
        assert not new.exists()


def test_no_program_takes_the_childs_place(session: Session) -> None:
    if holds(session, "seccomp"):
        with pytest.raises(ContractError, match="No permission to execute"):
            session.query("use_module(library(unix)), exec(sleep(100))")
    else:
        assert not holds(session, "seccomp")


@pytest.mark.parametrize("predicate", ["unix:kill({pid}, usr1)", "process_kill({pid}, usr1)"])
def test_no_signal_leaves_the_child(session: Session, predicate: str) -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: came.append(number))
    try:
        goal = predicate.format(pid=os.getpid())
        tried(session, f"use_module(library(unix)), use_module(library(process)), {goal}")
        time.sleep(0.05)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert bool(came) is not (holds(session, "seccomp") or holds(session, "Landlock"))
    assert tried(session, "use_module(library(process)), process_kill(1, 0)") == []


@pytest.mark.parametrize("goal", ["tcp_socket(S)", "unix_domain_socket(S)", "udp_socket(S)"])
def test_no_socket_is_made(session: Session, goal: str) -> None:
    if holds(session, "seccomp"):
        with pytest.raises(ContractError, match="Socket error"):
            session.query(f"use_module(library(socket)), {goal}, fail")


def test_nobody_is_called(session: Session) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        port = server.getsockname()[1]
        tried(session, f"use_module(library(socket)), tcp_connect('127.0.0.1':{port}, S, [])")
        if holds(session, "seccomp"):
            with pytest.raises(TimeoutError):
                server.accept()


@pytest.mark.parametrize("resource", ["as", "cpu", "fsize", "core", "nofile"])
def test_no_limit_is_lifted(session: Session, resource: str) -> None:
    assert tried(session, f"use_module(library(rlimit)), rlimit({resource}, _, unlimited)") == []
    (answer,) = session.query("use_module(library(rlimit)), rlimit(fsize, X, X)")
    assert answer["X"] == 0


@pytest.mark.parametrize("goal", ["uid:setuid(1)", "unix:prctl(set_dumpable(true))"])
def test_no_right_is_changed(session: Session, goal: str) -> None:
    if holds(session, "seccomp"):
        assert tried(session, f"use_module(library(uid)), use_module(library(unix)), {goal}") == []


# The protocol's pipes, the environment


@pytest.mark.parametrize("descriptor", range(3, 12))
def test_nothing_can_be_written_to_a_descriptor(session: Session, descriptor: int) -> None:
    for place in (f"/proc/self/fd/{descriptor}", f"/dev/fd/{descriptor}"):
        assert tried(session, f"open('{place}', append, S)") == []
    if holds(session, "seccomp"):
        assert tried(session, f"use_module(library(unix)), dup({descriptor}, 1)") == []
    assert session.query("X = 1") == [{"X": 1}]


def test_the_child_has_no_descriptor_but_its_own(tmp_path: Path) -> None:
    with (tmp_path / "open").open("w") as file, Session() as session:
        os.set_inheritable(file.fileno(), True)
        session.query("true")
        assert session.pid is not None
        if LINUX:
            links = [os.readlink(path) for path in Path(f"/proc/{session.pid}/fd").iterdir()]
            kinds = {link.split(":")[0] for link in links if not link.endswith("boot.prc")}
            assert kinds == {"/dev/null", "pipe"}
            assert os.readlink(f"/proc/{session.pid}/fd/0") == "/dev/null"


def test_the_environment_holds_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "secret")
    with Session() as session:
        assert session.query("getenv('MY_TOKEN', X)") == []
        (answer,) = session.query("environ(Es), findall(N, member(N=_, Es), X)")
        names = set(str(answer["X"])[1:-1].replace("'", "").split(","))
        assert names <= {
            *process.PASSED_ON,
            "SWI_HOME_DIR",
            "LIBSWIPL_PATH",
            "HOME",
            "LC_ALL",
            "PYTHONPATH",
            "TZ",
        } | {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"}
