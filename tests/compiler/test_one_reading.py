"""Compiled rules and SWI-Prolog have one reading of a file: what is compiled is what was loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from folders import TESTS

from pydecl.checking.check import check_file
from pydecl.compiler.consulted import same_rules
from pydecl.compiler.frontend.loaded import MisreadError, loaded
from pydecl.compiler.frontend.predicates import Normal
from pydecl.engines.searching import search
from pydecl.errors import InputError, NotCompiledError
from pydecl.loading.consulting import consult, game_names
from pydecl.model.result import Preferred
from pydecl.model.term import PrologList
from pydecl.rules.catalogue.loading import TWO_READINGS

HERE = TESTS

FILES = sorted(
    str(file)
    for folder in (HERE / "strangers", HERE / "homework", HERE.parent / "examples")
    for file in folder.glob("*.pl")
)

GAME = """initial(a).
moves(a, [b]).
max_to_move(a).
min_to_move(b).
"""

VALUED = GAME + "staticval(b, 1).\n"


def rules_of(tmp_path: Path, text: str) -> Normal:
    file = tmp_path / "g.pl"
    file.write_text(text, encoding="utf-8")
    with consult(file) as game:
        return same_rules(game)


def differing(rules: Normal) -> set[str]:
    return {f"{one.name}/{one.arity}" for one in rules.predicates.values() if one.differs}


# No false alarms


@pytest.mark.parametrize("name", [*game_names(), *FILES])
@pytest.mark.sampled(5, "each consults a game; a false alarm would seldom be of one file alone")
def test_the_rules_at_hand_are_what_swi_prolog_loaded(name: str) -> None:
    with consult(name) as game:
        assert not differing(same_rules(game))


@pytest.mark.parametrize("file", sorted((HERE / "idioms").glob("*.pl")), ids=lambda file: file.name)
@pytest.mark.sampled(4, "each consults a file; a false alarm would seldom be of one alone")
def test_idioms_are_what_swi_prolog_loaded(file: Path, tmp_path: Path) -> None:
    assert not differing(rules_of(tmp_path, VALUED + file.read_text(encoding="utf-8")))


def test_options_take_the_place_of_facts() -> None:
    with consult("nim", heaps=PrologList((1, 2)), rules=Preferred.COMPILED) as game:
        assert not differing(same_rules(game))
        assert search(game, engine="python").answer.value == search(game).answer.value


@pytest.mark.parametrize(
    "text",
    [
        "staticval(b, V) :- phrase(letter(V), [1]).\nletter(V) --> [V].\n",
        ":- dynamic seen/1.\n:- discontiguous staticval/2.\nstaticval(b, 1).\nseen(a).\nstaticval(c, 2).\n",
        ":- if(true).\nstaticval(b, 1).\n:- else.\nstaticval(b, 2).\n:- endif.\nk(1).\n",
        "staticval(b, 1).\n\ufefft(1).\n",
        "k(1). k(2).\nterm_expansion(sums(N), [sum(0), sum(N)]).\nterm_expansion(gone(_), []).\n"
        "sums(3).\ngone(1).\nstaticval(b, V) :- sum(V).\n",
        ":- module(game, [moves/2]).\nstaticval(b, 1) :- \\+ k.\n:- dynamic(k/0).\n",
        "staticval(b, V) :- length(\"ab\", V) ; V = '\\x41\\\\n\\\n'.\n",
        "?- staticval(b, _).\n:- initialization(main).\nmain.\nstaticval(b, 1).\n",
    ],
    ids=["grammar", "declared", "conditional", "invisible", "expanded", "module", "quotes", "not run"],
)
def test_what_loads_plainly_is_the_same(text: str, tmp_path: Path) -> None:
    assert not differing(rules_of(tmp_path, text + GAME if ":- module" in text else GAME + text))


def test_included_files_are_compared_too(tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text("staticval(b, 1). k(1).\nend_of_file.\nk(2).\n", encoding="utf-8")
    rules = rules_of(tmp_path, ":- include(more).\n" + GAME + "k(3).\n:- discontiguous k/1.\n")
    assert not differing(rules)
    assert len(rules.predicates["k", 1].rules) == 2


# What is told


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        (
            ':- forall(true, set_prolog_flag(double_quotes, codes)).\np("ab").\n',
            "7:3",
            "by SWI-Prolog as [97,98]",
        ),
        ("set :- op(700, xfx, ===>).\n:- set.\np(a ===> b).\n", "8:5", "what only SWI-Prolog reads"),
        (":- set_prolog_flag(rational_syntax, natural).\np(x, 1/3).\n", "7:6", "by SWI-Prolog as 1r3"),
        ("f(F) :- G =.. [set_prolog_flag, F, true], call(G).\n:- f(occurs_check).\n", "g.pl", "occurs_check"),
    ],
    ids=["flag in a goal", "operator in a predicate", "rational syntax", "flag by another name"],
)
def test_what_was_read_otherwise_is_not_compiled(text: str, place: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(MisreadError) as told:
        rules_of(tmp_path, VALUED + text)
    assert place in str(told.value)
    assert what in str(told.value)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "k(1).\nmore :- atom_concat(asser, tz, A), call(A, k(2)).\n:- dynamic k/1.\n:- more.\n",
            {"k/1"},
        ),
        (
            ":- dynamic k/1.\nk(1).\nk(2).\nless :- atom_concat(re, tract, R), call(R, k(2)).\n:- less.\n",
            {"k/1"},
        ),
        ("own :- atom_concat(asser, tz, A), G =.. [A, last([_], 7)], call(G).\n:- own.\n", {"last/2"}),
    ],
    ids=["added", "taken away", "hides a library's"],
)
def test_a_predicate_that_loading_changes_is_not_compiled(text: str, names: set[str], tmp_path: Path) -> None:
    rules = rules_of(tmp_path, VALUED + text)
    assert differing(rules) == names


def test_a_search_in_python_asks_swi_prolog_where_the_readings_differ(tmp_path: Path) -> None:
    file = tmp_path / "g.pl"
    text = ":- forall(true, set_prolog_flag(double_quotes, codes)).\n" + GAME
    file.write_text(text + 'staticval(b, V) :- ( "ab" = [_|_] -> V = 1 ; V = 2 ).\n', encoding="utf-8")
    with consult(file) as game:
        assert search(game, engine="python").answer.value == search(game).answer.value == 1
        with pytest.raises(NotCompiledError, match=r"g\.pl:6:22: this is read as \"ab\""):
            search(game, engine="native")
    found = [finding for finding in check_file(str(file), None).findings if finding.code.name == "P411"]
    assert [(finding.line, finding.column) for finding in found] == [(6, 22)]


def test_the_code_of_two_readings_has_its_example(tmp_path: Path) -> None:
    for text, names in ((TWO_READINGS.wrong, [TWO_READINGS.name]), (TWO_READINGS.right, [])):
        file = tmp_path / "g.pl"
        file.write_text(text, encoding="utf-8")
        found = [finding.code.name for finding in check_file(str(file), None).findings]
        assert [name for name in found if name == TWO_READINGS.name] == names


def test_a_check_reads_the_files_that_are_included(tmp_path: Path) -> None:
    (tmp_path / "moves.pl").write_text("moves(a, [b]).\n", encoding="utf-8")
    file = tmp_path / "g.pl"
    file.write_text(":- include(moves).\n" + VALUED.replace("moves(a, [b]).\n", ""), encoding="utf-8")
    report = check_file(str(file), None)
    assert list(report.findings) == []
    assert report.game is not None


def test_an_operator_that_a_goal_declares_is_no_error_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "g.pl"
    text = ":- forall(true, op(700, xfx, ===>)).\n"
    file.write_text(VALUED + text + "p(a ===> b).\nq(B) :- p(_ ===> B).\n", encoding="utf-8")
    report = check_file(str(file), None)
    first, *others = [finding for finding in report.findings if finding.line > 5]
    assert (first.code, first.line, first.column) == (TWO_READINGS, 7, 5)
    assert "SWI-Prolog can read this" in first.message
    assert others == []


def test_a_fault_of_our_reader_alone_refuses_compiled_rules(tmp_path: Path) -> None:
    digits = "9" * 100_001
    with pytest.raises(MisreadError, match="what only SWI-Prolog reads is not compiled"):
        rules_of(tmp_path, VALUED + f"big({digits}).\n")


def test_lines_that_say_nothing_are_no_lines() -> None:
    with pytest.raises(InputError):
        loaded("T\tnine\ta")
