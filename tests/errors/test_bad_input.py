"""Whatever is wrong with a question or a game: one clear message, the right exit code, no traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Run
from folders import rules_file

ENGINES = ("prolog", "python")

MOVERS = "max_to_move(a). min_to_move(b). min_to_move(c).\n"
VALUES = "staticval(b, 1). staticval(c, 2).\n"
GAME = "moves(a, [b,c]).\n" + MOVERS + VALUES


def complains(pydecl: Run, code: int, message: str, *arguments: str | Path) -> str:
    """What a command says, after its warnings: one message on standard error alone, with this exit code."""
    done = pydecl(*arguments)
    assert (done.code, done.out) == (code, ""), done.err
    assert re.search(message, done.err), done.err
    *warnings, said = re.split("^(?=pydecl: )", done.err, flags=re.MULTILINE)[1:]
    assert all(": warning: " in warning for warning in warnings), warnings
    return said


# Files


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (bytes(range(256)), r"1:1: not a text file: it has the control character U\+0000"),
        (b"", "no clauses"),
        (b"% nothing but a comment\n", "no clauses"),
        (b" " * (8 << 20) + b" ", "longer than 8 MiB"),
    ],
)
def test_a_file_that_is_no_rules_file_is_refused(
    pydecl: Run, tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "game.pl"
    path.write_bytes(data)
    complains(pydecl, 2, re.escape(str(path)) + ":.*" + message, "search", path)


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("moves(a, [b,c].\n" + GAME, 1, 6, r"the \( of moves is not closed"),
        (GAME + "staticval(d, 1)", 4, 16, "a full stop is missing at the end of the file"),
        (GAME + "   /* never closed\nstaticval(d, 1).\n", 4, 4, "comment"),
        (GAME + "staticval(d 1).\n", 4, 11, "neither d nor 1 is an operator"),
        (GAME + "staticval('d, 1).\n", 4, 11, "the quote ' is not closed"),
        (GAME + "X is _ :- X = 0.\n", 4, 1, "No permission to modify static procedure"),
        (GAME + ":- nosuch(1).\n", 4, 1, "nosuch/1|failed"),
    ],
)
def test_a_fault_has_its_place_and_a_caret(
    pydecl: Run, tmp_path: Path, text: str, line: int, column: int, fault: str
) -> None:
    path = rules_file(tmp_path, text)
    said = complains(pydecl, 2, fault, "search", path, "--position", "a")
    head, shown, caret = said.splitlines()[:3]
    place = re.match(re.escape(f"pydecl: {path}:{line}:") + r"(\d+): ", head)
    assert place, said
    assert shown == "  " + text.splitlines()[line - 1]
    assert caret.index("^") == 1 + int(place[1])
    assert abs(int(place[1]) - column) <= 1, said


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (MOVERS + VALUES, ["one of moves/2, move/2 and move/3"]),
        ("moves(a, [b]).\n" + VALUES, ["max_to_move/1, min_to_move/1"]),
        (
            "moves(a, [b]).\n" + MOVERS,
            [
                "won needs terminalwon/1 and terminallost/1, or staticval/2",
                "minimax needs staticval/2",
                "alphabeta needs staticval/2",
            ],
        ),
        (
            "moves(a, b, [c], d).\n" + MOVERS + VALUES,
            ["moves/4 found, moves/2 expected", "one of moves/2, move/2 and move/3"],
        ),
        (
            GAME.replace("staticval(", "staticval(x, "),
            ["staticval/3 found, staticval/2 expected", "minimax needs staticval/2"],
        ),
    ],
)
def test_what_is_missing_is_named_before_any_search(
    pydecl: Run, tmp_path: Path, text: str, messages: list[str]
) -> None:
    path = rules_file(tmp_path, text)
    said = complains(pydecl, 2, "no program can run", "search", path, "--position", "a")
    assert all(message in said for message in messages), said


def test_a_program_that_cannot_run_is_said_while_others_can(pydecl: Run, tmp_path: Path) -> None:
    path = rules_file(tmp_path, "moves(a, [b,c]).\n" + MOVERS + "terminalwon(b). terminallost(c).\n")
    for engine in ENGINES:
        options = ("--position", "a", "--engine", engine)
        message = "alphabeta cannot run: staticval/2 is not defined in "
        complains(pydecl, 2, message, "search", path, *options)
        assert pydecl("search", path, *options, "--program", "won").code == 0


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("command", ["search", "board"])
def test_a_game_without_a_start_needs_a_position(
    pydecl: Run, tmp_path: Path, command: str, engine: str
) -> None:
    path = rules_file(tmp_path, GAME)
    options = ("--engine", engine) if command == "search" else ()
    complains(pydecl, 2, "the rules have no initial/1: give a position", command, path, *options)


# Games that break their contract, the same on both engines


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("position", "code", "message"),
    [
        ("zz", 3, "no player is to move in zz"),
        ("X", 3, "_ is not a position: it contains a free variable"),
        ("f(X, Y, X)", 3, r"f\(_,_,_\) is not a position: it contains a free variable"),
        ("f(", 2, r"not a Prolog term \(Syntax error: .*\): f\("),
        ("'a", 2, "not a Prolog term .*quoted"),
        ("a. b", 2, "not a Prolog term .*text after the term"),
        ("", 2, "not a Prolog term"),
    ],
)
@pytest.mark.covering(1, "no engine is asked for what is no position")
def test_a_position_that_is_none_is_said(
    pydecl: Run, tmp_path: Path, position: str, code: int, message: str, engine: str
) -> None:
    path = rules_file(tmp_path, GAME)
    complains(pydecl, code, message, "search", path, "--position", position, "--engine", engine)


# Limits
