"""Command lines that ask for trouble: paths, options, streams, and a worker that is killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import psutil
import pytest
from command_line import PROGRAM, in_a_process
from hostile.case import GAME, Case, Place, examine

from pydecl.errors import ContractError, Exit, InputError
from pydecl.loading.consulting import consult

ODD_NAME = "it's, \\ % 中\n.pl"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def refused(place: Place, says: str, *arguments: str | Path) -> None:
    ran = place.run(*arguments)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, ""), ran.err
    assert re.search(says, ran.err, re.DOTALL), ran.err


# Paths


@pytest.mark.skipif(sys.platform != "linux", reason="needs another user")
def test_f03_a_file_that_may_not_be_read(place: Place) -> None:
    path = place.write("unreadable.pl", GAME)
    path.chmod(0)
    if os.geteuid() != 0:
        refused(place, r"unreadable\.pl: permission denied", "search", path)
        return
    for folder in (path, *path.parents):  # root reads all: somebody else is asked
        folder.chmod(folder.stat().st_mode | (0o111 if folder.is_dir() else 0))
    with pytest.raises(InputError, match=r"unreadable\.pl: permission denied"):
        _as_somebody_else(path)


def _as_somebody_else(path: Path) -> None:
    from pydecl.rules.source import read_source

    os.seteuid(65534)
    try:
        read_source(path)
    finally:
        os.seteuid(0)


def test_f07_a_path_is_never_part_of_a_query(place: Place) -> None:
    examine(Case(GAME), place, place.write(ODD_NAME, GAME))


def test_f09_a_link_to_itself(place: Place) -> None:
    path = place.game / "loop.pl"
    path.symlink_to("loop.pl")
    refused(place, "symbolic links", "search", path)


@pytest.mark.parametrize("goal", ["minimax(a, X, Y), halt.", "minimax(a, X, Y). halt", "X = 'a"])
def test_f13_a_query_is_one_goal(place: Place, goal: str) -> None:
    with consult(place.write("game.pl", GAME)) as game:
        if "halt." in goal:
            with pytest.raises(ContractError, match=r"do the rules call halt/0"):
                game.session.query(goal)
        else:
            with pytest.raises(InputError, match=r"text after the term|quoted"):
                game.session.query(goal)


def test_f17_the_results_of_the_first_file_are_kept(place: Place) -> None:
    good, bad = place.write("good.pl", GAME), place.write("bad.pl", "moves(a, [b,c]\n" + GAME)
    ran = place.run("check", good, bad)
    assert ran.code in (Exit.DISAGREEMENT, Exit.BAD_INPUT)
    assert "good.pl" in ran.out
    assert re.search(r"bad\.pl:1:\d+", ran.out + ran.err)


def test_f19_a_worker_that_is_killed_costs_one_job(place: Place) -> None:
    slow = GAME.replace("(b, 1)", "(b, 1) :- repeat, fail").replace("[b,c]).", "[c]).\nmoves(d, [b]).")
    with consult(place.write("game.pl", slow + "max_to_move(d).\n")) as game:
        before = game.session.query("minimax(a, X, Y)")
        worker = game.session.pid
        assert worker is not None
        threading.Timer(0.3, os.kill, (worker, signal.SIGKILL)).start()
        with pytest.raises(ContractError, match=r"killed by signal 9, SIGKILL"):
            game.session.query("minimax(d, X, Y)", seconds=600)
        assert game.session.starts == 1
        assert game.session.query("minimax(a, X, Y)") == before
        assert game.session.starts == 2
        assert not psutil.pid_exists(worker)


def test_f21_no_standard_output_at_all() -> None:
    command = " ".join(["exec", *PROGRAM, "games", ">&-"])
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, check=False, text=True)
    assert done.returncode in (0, 2, 141)
    assert "Traceback" not in done.stderr


def test_standard_input_is_left_alone(place: Place) -> None:
    path = place.write("game.pl", "moves(a, [b,c]) :- read(X), X == end_of_file.\n" + GAME)
    done = in_a_process("search", path, "--position", "a", "--json", stdin="halt.\n")
    assert (done.code, done.json()["value"]) == (0, 2)


# Other files


def test_a_pipe(place: Place) -> None:
    path = place.root / "pipe.pl"
    os.mkfifo(path)
    refused(place, "not a regular file", "search", path)


def test_a_name_that_is_too_long(place: Place) -> None:
    refused(place, "name too long", "search", "x" * 5000 + ".pl")


def test_a_link_to_a_game(place: Place) -> None:
    path = place.game / "link.pl"
    path.symlink_to(place.write("game.pl", GAME))
    examine(Case(GAME), place, path)


@pytest.mark.sampled(5, "all commands read files by the same function")
@pytest.mark.parametrize(
    ("directive", "says"),
    [
        (":- include(game).", ""),
        (":- include('missing').", "missing"),
        (":- include('.').", ""),
        (":- include('../here/precious').", "own folder"),
        (":- include('/etc/passwd').", "own folder"),
        (":- include('link').", ""),
        (":- include('binary').", ""),
        (":- include(library(lists)).", ""),
        (":- consult('~/.bashrc').", ""),
        (":- ensure_loaded('$HOME/x').", ""),
        (":- load_files('.', [must_be_module(true)]).", ""),
        (":- [user].", ""),
    ],
)
def test_an_included_file_that_is_none(place: Place, directive: str, says: str) -> None:
    secret = place.root / "secret.pl"
    secret.write_text("secret(word).\n")
    (place.game / "link.pl").symlink_to(secret)
    place.write("binary.pl", bytes(range(256)))
    path = place.write("game.pl", f"{directive}\n{GAME}")
    ran = place.run("search", path, "--position", "a", "--time", "600", "--json")
    assert ran.code in (Exit.BAD_INPUT, Exit.BROKEN_CONTRACT, Exit.FINE)
    if says:
        assert ran.code == Exit.BAD_INPUT
        assert re.search(says, ran.err)
    assert "secret(word)" not in ran.out + ran.err
    assert "root:" not in ran.out + ran.err


def test_two_files_that_include_each_other(place: Place) -> None:
    place.write("other.pl", ":- include(game).\n")
    path = place.write("game.pl", ":- include(other).\n" + GAME)
    ran = place.run("search", path, "--position", "a", "--time", "3", "--json")
    assert ran.code in (Exit.BAD_INPUT, Exit.LIMIT), ran.err


def test_a_file_that_is_gone_while_it_is_searched(place: Place) -> None:
    path = place.write("game.pl", GAME)
    with consult(path) as game:
        path.unlink()
        game.session.close()
        assert [str(successor) for _, successor in game.successors(game.parse_position("a"))] == ["b", "c"]


# Options


@pytest.mark.sampled(5, "all commands read positions by the same function")
@pytest.mark.parametrize(
    ("position", "code", "says"),
    [
        ("f(" * 20_000 + ")" * 20_000, Exit.BAD_INPUT, "nested|not a Prolog term|no position"),
        ("a:-b", Exit.BROKEN_CONTRACT, "no player is to move"),
        ("'" + "x" * 100_000 + "'", Exit.BROKEN_CONTRACT, "no player is to move in"),
        ("1" * 10_000, Exit.BROKEN_CONTRACT, "no player is to move in"),
        ("a b", Exit.BAD_INPUT, "not a Prolog term"),
        ("\x1b[31m", Exit.BAD_INPUT, "not a Prolog term"),
        ("{}", Exit.BROKEN_CONTRACT, "no player is to move"),
        ("/* a */", Exit.BAD_INPUT, "not a Prolog term"),
        ("a % b", Exit.FINE, ""),
        ("\udcff", Exit.BAD_INPUT, ""),
        ("$VAR(1)", Exit.BAD_INPUT, "not a Prolog term"),
    ],
    ids=range(11),
)
def test_a_position_that_is_odd(place: Place, position: str, code: Exit, says: str) -> None:
    path = place.write("game.pl", GAME)
    ran = place.run("search", path, "--position", position, "--json")
    assert ran.code == code, ran.err[:500]
    assert re.search(says, ran.err)
    assert len(ran.err) < 2_000_000
