"""Command lines that ask for trouble: paths, streams, included files, positions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import in_a_process
from hostile.case import GAME, Case, Place, examine

from pydecl.errors import Exit
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


def test_f07_a_path_is_never_part_of_a_query(place: Place) -> None:
    examine(Case(GAME), place, place.write(ODD_NAME, GAME))


def test_standard_input_is_left_alone(place: Place) -> None:
    path = place.write("game.pl", "moves(a, [b,c]) :- read(X), X == end_of_file.\n" + GAME)
    done = in_a_process("search", path, "--position", "a", "--json", stdin="halt.\n")
    assert (done.code, done.json()["value"]) == (0, 2)


# Other files


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
