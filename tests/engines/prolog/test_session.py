"""The boundary with SWI-Prolog: exact terms, deadlines that hold, deaths on either side, and surroundings."""

from __future__ import annotations

import math
import os
import runpy
import signal
import threading
import time
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import is_alive
from folders import ROOT, rules_file
from killing import once_it_computes
from sessions import values

from pydecl.engines.prolog.session import Session
from pydecl.errors import ContractError, InputError, LimitError, PrologUnavailableError
from pydecl.loading.consulting import consult
from pydecl.model import deadline
from pydecl.model.term import Atom, Compound, PrologList, PrologString, Term

GAME = """\
:- dynamic asked/1.
initial(a).
moves(a, [b,c]).
max_to_move(a).
min_to_move(b).
min_to_move(c).
staticval(b, 1).
staticval(c, 2).
"""

# Answers


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("X is 10**5000", 10**5000),
        ("X is -inf", -math.inf),
        ("X is 1r3 - 1", Fraction(-2, 3)),
        ("X = 'a'", Atom("a")),
        ('X = "a"', PrologString("a")),
        ("X = `a`", PrologList((97,))),
        ("X = []", PrologList(())),
        ("X = '[]'", Atom("[]")),
        ("X = 'it''s \\\\ \\n'", Atom("it's \\ \n")),
        ('X = "日本語𝒳\\x0\\"', PrologString("日本語𝒳\0")),
        ("X = -(1)", Compound("-", (1,))),
        ("X = - 1", Compound("-", (1,))),
        ("X = f(\"s\",s,'S',[1.0,1])", None),
    ],
)
def test_an_answer_is_exactly_the_term(session: Session, goal: str, expected: Term | None) -> None:
    (found,) = values(session, goal)
    if expected is None:
        expected = Compound("f", (PrologString("s"), Atom("s"), Atom("S"), PrologList((1.0, 1))))
    assert found == expected
    assert type(found) is type(expected)


def test_not_a_number_is_one_of_its_own(session: Session) -> None:
    (found,) = values(session, "X is nan")
    assert isinstance(found, float)
    assert math.isnan(found)


def test_every_solution_is_an_answer_in_order(session: Session) -> None:
    assert values(session, "member(X, [c,a,b])") == [Atom("c"), Atom("a"), Atom("b")]
    assert session.query("fail") == []
    assert session.query("true") == [{}]


def test_no_more_solutions_are_asked_for_than_wanted(session: Session) -> None:
    assert len(session.query("between(1, inf, X)", solutions=3)) == 3


@pytest.mark.parametrize("goal", ["X = 1.", "X = 1 . ", "\n X = 1 % one", "X = 1, Y = 'a.'"])
def test_a_goal_may_end_in_a_full_stop_or_not(session: Session, goal: str) -> None:
    assert values(session, goal) == [1]


def test_a_big_reply_comes_whole(session: Session) -> None:
    (text,) = values(session, "format(string(X), '~*c', [300000, 0'é])")
    assert text == PrologString("é" * 300_000)
    (numbers,) = values(session, "numlist(1, 20000, X)")
    assert numbers == PrologList(tuple(range(1, 20_001)))


# Errors


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("foo(", "Syntax error: Unexpected end of clause"),
        ("X = 'unclosed", "quoted"),
        ('X = "unclosed', "End of file in quoted string"),
        ("X = '\\q'", "character escape"),
        ("a b", "Operator expected"),
        ("X = 1. Y = 2", "text after the term"),
        ("X = 1. halt", "text after the term"),
        ("", "Unexpected end of"),
        ("% nothing", "Unexpected end of"),
    ],
)
def test_a_text_that_is_no_goal_is_bad_input(session: Session, goal: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        session.query(goal)
    assert not isinstance(raised.value, ContractError)


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("nosuch(1)", "exception: unknown procedure nosuch/1"),
        ("minimax(a, _, _)", r"exception: unknown procedure moves/2"),
        ("X is foo + 1", r"exception: is/2: Arithmetic: .*foo/0"),
        ("throw(ball)", "exception: ball"),
        ("throw(time_limit_exceeded)", "exception: time_limit_exceeded"),
        ("throw('Odd'([x],\"s\"))", r"exception: 'Odd'\(\[x\],\"s\"\)"),
        ("throw(error(odd, _))", "exception: .*odd"),
        ("call(1)", "Type error: `callable' expected, found `1'"),
        ("X = f(X)", "cyclic term"),
    ],
)
def test_an_exception_is_reported_as_the_rules_own(session: Session, goal: str, message: str) -> None:
    with pytest.raises(ContractError, match=message) as raised:
        session.query(goal)
    assert "top:" not in str(raised.value)


@pytest.mark.parametrize("goal", ["throw(ball)", "atom_length(L, _)", "abort", "halt(abc)"])
def test_a_session_goes_on_after_an_error(session: Session, goal: str) -> None:
    pid = session.pid
    with pytest.raises((ContractError, LimitError)):
        session.query(goal)
    assert values(session, "X = 1") == [1]
    assert session.pid == pid


def test_memory_is_a_limit(session: Session) -> None:
    with pytest.raises(LimitError, match="more than 2 GiB of memory"):
        session.query("set_prolog_flag(stack_limit, 4000000), numlist(1, 1000000, L)")


# Deadlines


@pytest.mark.sampled(2, "each case computes until its time is over")
@pytest.mark.parametrize(
    "goal",
    [
        "repeat, fail",
        "catch((repeat, fail), _, true), repeat, fail",
        "repeat, catch((repeat, fail), _, fail)",
        "sleep(100)",
        "format(atom(_), '~*c', [2000000000, 0'x])",
        "thread_exit(x)",
    ],
)
def test_no_goal_outlives_its_deadline(goal: str) -> None:
    with Session() as session:
        session.query("true")
        with pytest.raises(LimitError, match=r"within 0\.1 s"):
            session.query(goal, seconds=0.1)
        assert values(session, "X = 1") == [1]


def test_the_deadline_holds_for_all_requests_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    before = time.monotonic()
    with Session() as session, session.within(500.0):
        session.query("true")
        now = before + 499.9
        monkeypatch.setattr(deadline, "time", SimpleNamespace(monotonic=lambda: now))
        with pytest.raises(LimitError, match=r"within 500 s"):
            session.query("repeat, fail")


def test_no_binding_is_lost_by_the_way_in_which_clauses_are_compiled(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME + "p(Y, X) :- X = 0, Y = [X].\n")
    with consult(path) as game:
        assert game.session.query("p(_, X)") == [{"X": 0}]


def test_a_restart_loads_the_game_again(tmp_path: Path) -> None:
    path = rules_file(tmp_path, GAME)
    with consult(path) as game:
        with pytest.raises(LimitError):
            game.session.query("assertz(rules:asked(1)), repeat, fail", seconds=0.1)
        assert game.session.pid is None
        assert game.session.query("minimax(a, B, V)") == [{"B": Atom("c"), "V": 2}]
        assert game.session.query("asked(_)") == []
        assert game.session.starts == 2


def test_a_game_with_options_is_itself_again_after_a_restart() -> None:
    with consult("nim", heaps=[1, 2]) as game:
        before = game.initial()
        game.session.close()
        assert game.initial() == before


# Deaths


def test_halt_ends_the_child_only(session: Session) -> None:
    with pytest.raises(ContractError, match="halt/0") as raised:
        session.query("halt")
    assert raised.value.fault == "died"
    assert values(session, "X = 1") == [1]


def test_a_killed_child_is_reported_and_replaced() -> None:
    with Session() as session:
        session.query("true")
        pid = session.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(ContractError, match="signal 9, SIGKILL"):
            session.query("true")
        assert values(session, "X = 1") == [1]
        assert session.pid != pid


def test_a_child_killed_in_the_middle_of_a_request_is_reported() -> None:
    with Session() as session:
        session.query("true")
        killer = threading.Thread(target=once_it_computes, args=(session.pid, session.interrupt))
        killer.start()
        with pytest.raises(ContractError, match="signal 9, SIGKILL"):
            session.query("repeat, fail", seconds=600.0)
        killer.join()


def test_closing_ends_the_child() -> None:
    with Session() as session:
        session.query("true")
        pid = session.pid
        assert pid is not None
    assert not is_alive(pid)


def test_a_child_that_is_interrupted_while_nobody_waits_is_replaced(session: Session) -> None:
    assert values(session, "X = 1") == [1]
    session.interrupt()
    assert values(session, "X = 2") == [2]


# What a game prints and reads, and what surrounds it


@pytest.mark.parametrize(
    "goal",
    [
        "format('ok [[]]~n')",
        "format(user_output, 'ok [[]]~n', []), flush_output(user_output)",
        "format(user_error, 'ok [[]]~n', [])",
        "print_message(error, format(shown, []))",
        "forall(between(1, 20000, _), writeln(user_output, 'a long line of output, again and again'))",
        "read(user_input, end_of_file)",
        "told, seen, close(user_output), close(user_error)",
        "set_stream(user_output, encoding(ascii)), set_stream(user_output, alias(other))",
        "set_output(user_error), set_input(user_input)",
        "set_prolog_flag(double_quotes, atom), set_prolog_flag(encoding, ascii)",
    ],
)
def test_what_a_goal_prints_does_not_disturb_its_answer(goal: str, capfd: pytest.CaptureFixture[str]) -> None:
    with Session() as session:
        assert session.query(f'{goal}, X = "é"') == [{"X": PrologString("é")}]
        assert values(session, 'X = "é"') == [PrologString("é")]
    assert capfd.readouterr() == ("", "")


def test_a_users_start_up_files_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = (tmp_path, tmp_path / ".config" / "swi-prolog", tmp_path / "xdg" / "swi-prolog")
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("init.pl", ".swiplrc", "swipl.rc"):
            (folder / name).write_text(":- assertz(user:started_up).\n:- halt(9).\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("XDG_CONFIG_DIRS", str(tmp_path / "xdg"))
    monkeypatch.chdir(tmp_path)
    with Session() as session:
        assert session.query("current_predicate(user:started_up/0)") == []


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "nosuch"])
def test_the_locale_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    path = rules_file(tmp_path, GAME.replace("(a", "('é'"), "é.pl")
    with consult(path) as game:
        assert game.initial() == [Atom("é")]


@pytest.mark.parametrize(
    "name",
    [
        *("it's.pl", 'say "hi".pl', "two words.pl", "日本語 é.pl", "new\nline.pl", "back\\slash.pl"),
        *("a:b=c.pl", "'),shell('touch pwned'),atom('.pl"),  # a path is never part of a goal
    ],
)
def test_any_file_name_loads(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(GAME)
    with consult(path) as game:
        assert game.initial() == [Atom("a")]


@pytest.mark.parametrize("header", ["game", "rules", "top", "lists", "'My game'"])
def test_a_module_header_may_say_any_name(tmp_path: Path, header: str) -> None:
    path = rules_file(tmp_path, f":- module({header}, [moves/2]).\n{GAME}")
    with consult(path) as game:
        assert game.session.query("initial(P), minimax(P, B, V)") == [
            {"P": Atom("a"), "B": Atom("c"), "V": 2}
        ]


def test_a_broken_installation_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SWI_HOME_DIR", str(tmp_path))
    with Session() as session, pytest.raises(PrologUnavailableError, match="SWI_HOME_DIR is set to"):
        session.query("true")


BENCHMARK = ROOT / "benchmarks" / "endurance.py"


QUERIES = 10_000

MOST = 419
"""How much a query may leave behind, in bytes; a page that is taken once is none of them."""

LEFT = "garbage_collect_clauses, garbage_collect_atoms, statistics(clauses, C), statistics(atoms, A)"


def test_a_hundred_queries_leave_no_clause_behind_and_hardly_an_atom() -> None:
    ask = runpy.run_path(str(BENCHMARK))["ask"]
    with consult("nim") as game:
        left = []
        for first in (0, 100):
            for number in range(first, first + 100):
                ask(game.session.query, number)
            left += game.session.query(LEFT)
    before, after = ({name: int(str(count)) for name, count in one.items()} for one in left)
    assert after["C"] == before["C"]
    assert after["A"] < before["A"] + 5


@pytest.mark.thorough("the memory of two processes shows only after thousands of queries")
def test_thousands_of_queries_through_one_session_leave_both_processes_as_large_as_they_were() -> None:
    grown = runpy.run_path(str(BENCHMARK))["grown"]
    for growth in grown(QUERIES):
        assert growth * 2**20 < MOST * QUERIES
