"""What is compiled is what SWI-Prolog has loaded, whatever loading does to the clauses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from folders import TESTS, rules_file

from pydecl.checking.check import check_file
from pydecl.compiler.consulted import front_end, same_rules
from pydecl.compiler.frontend.loaded import NotFollowedError, as_loaded, told_lines
from pydecl.compiler.frontend.predicates import Normal
from pydecl.engines.native.game import MachineGame
from pydecl.engines.searching import search
from pydecl.errors import InputError
from pydecl.loading.consulting import consult, game_names
from pydecl.model.result import Preferred
from pydecl.model.term import PrologList
from pydecl.rules.catalogue.loading import TWO_READINGS
from pydecl.rules.reader import term_of
from pydecl.texts.explaining import refused

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
    file = rules_file(tmp_path, text, "g.pl")
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


@pytest.mark.parametrize(
    ("text", "valued"),
    [
        (':- forall(true, set_prolog_flag(double_quotes, codes)).\nq("a").\n', "q([97])"),
        ("set :- op(700, xfx, ===>).\n:- set.\nq(a ===> b).\n", "q('===>'(a, b))"),
        (":- set_prolog_flag(rational_syntax, natural).\nq(1/3).\n", "q(X), rational(X)"),
        (":- if(current_prolog_flag(bounded, false)).\nq(big).\n:- else.\nq(small).\n:- endif.\n", "q(big)"),
        ("user:q(1).\nrules:q(2).\n", "q(1), q(2)"),
        (":- nb_setval(k, [f(1, a)]).\nloop :- nb_setval(j, 1).\n", "nb_getval(k, [f(N, _)]), N = 1"),
    ],
    ids=[
        "flag in a goal",
        "operator in a predicate",
        "rational syntax",
        "conditional",
        "modules",
        "global variable",
    ],
)
def test_a_text_is_compiled_as_swi_prolog_reads_it(text: str, valued: str, tmp_path: Path) -> None:
    file = rules_file(tmp_path, f"{text}{GAME}staticval(b, V) :- ( {valued} -> V = 1 ; V = 2 ).\n", "g.pl")
    with consult(file) as game:
        assert search(game, engine="native").answer.value == search(game).answer.value == 1


def test_a_refusal_has_its_place_in_the_file_that_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text("% é\nstaticval(b, V) :-\n    flag(k, V, V).\n", encoding="utf-8")
    file = rules_file(tmp_path, f":- consult(more).\n{GAME}", "g.pl")
    with consult(file) as game:
        found = refused(game)["staticval/2"]
    assert f"{tmp_path / 'more.pl'}:3:5: staticval(+,-) is not compiled" in found
    assert "flag(k, V, V).\n      ^" in found


# Other files


MODULE = """:- module(more, [staticval/2, each/2]).
:- use_module(library(lists)).
:- dynamic kept/1.
kept(3).
staticval(P, V) :- worth(P, V).
worth(b, V) :- kept(K), sum_list([K, 1], V).
each(G, Xs) :- forall(member(X, Xs), call(G, X)).
chance(_, 1, c).
"""


@pytest.mark.parametrize(
    ("main", "other", "value"),
    [
        ("", MODULE, 4),
        ("helper(4).\n", MODULE + "good(5).\n", 4),
        (
            ":- use_module(rest).\n",
            MODULE.replace("kept(3).\n", ":- use_module(rest).\nkept(K) :- rest(K).\n"),
            6,
        ),
        ("worth(b, 9).\nkept(9).\n", MODULE, 4),
        (
            "append(_, _, [9]).\nall(G) :- each(G, []).\n",
            MODULE.replace("sum_list([K, 1], V)", "append([K], [1], L), sum_list(L, V)"),
            4,
        ),
        ("", MODULE.replace("dynamic kept/1", "table kept(min)").replace("kept(3)", "kept(5).\nkept(3)"), 4),
    ],
    ids=["exported", "other predicates", "a third file", "two of one name", "a library's", "a table"],
)
def test_a_module_of_the_game_is_compiled(main: str, other: str, value: int, tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text(other, encoding="utf-8")
    (tmp_path / "rest.pl").write_text(":- module(rest, [rest/1]).\nrest(5).\n", encoding="utf-8")
    file = rules_file(tmp_path, f":- use_module(more).\n{main}{GAME}", "g.pl")
    with consult(file) as game:
        assert not refused(game)
        assert search(game, engine="native").answer.value == search(game).answer.value == value


@pytest.mark.parametrize(
    ("main", "other", "why"),
    [
        ("k(4).\n", MODULE.replace("kept(K)", "k(K)"), "6:16: .* k/1 is not defined"),
        (
            "k(4).\n",
            MODULE.replace("kept(K)", "G = k, call(G, K)"),
            "6:1: .* k/1 is another predicate in another",
        ),
        (
            "k(4).\n",
            MODULE.replace("kept(K)", "each(k, [a])").replace("call(G, X)", "( C =.. [G, X], C )"),
            "6:1: .* k/1 is another predicate in another",
        ),
    ],
    ids=["not imported", "a goal in a term", "a goal that is built"],
)
def test_what_would_see_another_module_is_refused(main: str, other: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "more.pl").write_text(other, encoding="utf-8")
    file = rules_file(tmp_path, f":- use_module(more).\n{main}{GAME}", "g.pl")
    with consult(file) as game:
        assert re.search(why, refused(game)["staticval/2"])


# What is told


def test_what_changes_how_rules_run_is_not_followed(tmp_path: Path) -> None:
    text = "f(F) :- G =.. [set_prolog_flag, F, true], call(G).\n:- f(occurs_check).\n"
    with pytest.raises(NotFollowedError, match=r"g\.pl: loading it changes the flag occurs_check"):
        rules_of(tmp_path, VALUED + text)


@pytest.mark.parametrize(
    "text",
    [
        "more :- atom_concat(asser, tz, A), call(A, k(2)).\n:- dynamic k/1.\nk(1).\n:- more.\n",
        ":- dynamic k/1.\nk(0).\nk(1).\nk(2).\nless :- atom_concat(re, tract, R), call(R, k(0)).\n:- less.\n",
        "own :- atom_concat(asser, tz, A), G =.. [A, k(K)], member(K, [1, 2]), call(G).\n"
        ":- forall(own, true).\n",
    ],
    ids=["added", "taken away", "all of them"],
)
def test_clauses_that_loading_adds_or_removes_are_those_that_are_compiled(text: str, tmp_path: Path) -> None:
    rules = rules_of(tmp_path, VALUED + text)
    assert not differing(rules)
    assert [str(term_of(rule.args[0])) for rule in rules.predicates["k", 1].rules] == ["1", "2"]


def test_a_check_reads_the_files_that_are_included(tmp_path: Path) -> None:
    (tmp_path / "moves.pl").write_text("moves(a, [b]).\n", encoding="utf-8")
    file = rules_file(tmp_path, ":- include(moves).\n" + VALUED.replace("moves(a, [b]).\n", ""), "g.pl")
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


def test_a_term_that_cannot_be_told_is_not_compiled(tmp_path: Path) -> None:
    with pytest.raises(NotFollowedError, match=r"g\.pl:6:1: a term that is not compiled"):
        rules_of(tmp_path, VALUED + f"big({'9' * 100_001}).\n")


def test_lines_that_say_nothing_are_no_lines() -> None:
    for line in ("T\tnine\ta", "T\t1\t1\t0\t4\trules\t\tp(a)\ta 0 4", "Z"):
        with pytest.raises(InputError):
            told_lines(line)
    with pytest.raises(NotFollowedError, match=r"g\.pl:1:1: a term that is not compiled"):
        as_loaded("p(a).", "g.pl", {}, "T\t0\t1\t0\t4\trules\t\tp(a)\tt 0 4")


# What loading does to clauses

MOVE_FOO = """
initial(s).
max_to_move(s).
min_to_move(f(_)).
move(s, N, f(N)) :- foo(N).
staticval(f(_), 0).
"""

DYNAMIC = ":- dynamic foo/1.\nfoo(1).\n"
OTHER = ":- multifile foo/1.\nfoo(2).\nlast(_, 7).\n"


def moves(folder: Path, text: str) -> tuple[list[str], list[str] | str]:
    """The moves by SWI-Prolog, and those by rules compiled, or why they are not."""
    file = folder / "rules.pl"
    file.write_text(text + MOVE_FOO)
    with consult(file) as game:
        (start,) = game.initial()
        expected = [str(move) for move, _ in game.successors(start)]
        program, _ = front_end(game)
        if program.refusals:
            return expected, "; ".join(sorted({refusal.reason for refusal in program.refusals.values()}))
        with MachineGame(game, only=["perft"], hastily=True) as rules:
            return expected, [str(move) for move, _ in rules.successors(rules.initial()[0])]


@pytest.mark.sampled(8, "each case loads a program in SWI-Prolog")
@pytest.mark.parametrize(
    ("text", "expected", "reason"),
    [
        ("goal_expansion(foo(X), bar(X)).\nfoo(1).\nbar(2).\n", ["2"], "goals are expanded"),
        (f"{DYNAMIC}foo(X) :- bar(X).\nbar(2) :- fail, assertz(foo(2)).\n", ["1"], "changes"),
        (f"{DYNAMIC}foo(2) :- fail, G = assertz, call(G, foo(3)).\n", ["1"], "changes"),
        (
            ":- use_module(library(lists), [last/2 as nextto]).\nfoo(N) :- nextto([1], N).\n",
            ["1"],
            "of which the text does not tell",
        ),
        (
            ":- dynamic foo/1.\nfoo(1). foo(2).\n:- retract(foo(1)).\n",
            ["2"],
            "of which the text does not tell",
        ),
        (":- det(foo/1).\nfoo(1).\n", ["1"], "exactly one solution"),
    ],
)
def test_what_the_text_does_not_tell_is_refused(
    tmp_path: Path, text: str, expected: list[str], reason: str
) -> None:
    (tmp_path / "other.pl").write_text(OTHER)
    answers, refused = moves(tmp_path, text)
    assert answers == expected
    assert isinstance(refused, str)
    assert reason in refused


def changed(inside: str, others: str = "") -> str:
    """Rules whose facts change."""
    return f":- dynamic at/1.\nat(1).\n{others}foo(N) :- {inside}.\nfoo(N) :- at(N).\n"


def test_facts_that_snapshot_puts_back_are_compiled(tmp_path: Path) -> None:
    text = changed("snapshot(( retract(at(1)), assertz(at(2)), at(N) ))")
    assert moves(tmp_path, text) == (["2", "1"], ["2", "1"])


@pytest.mark.parametrize(
    "text",
    [
        changed("snapshot(( assertz(at(2)), at(N) )), retractall(at(3))"),
        changed("snapshot(( assertz(at(2)), catch(at(N), _, fail) ))"),
        changed("snapshot(( assertz(at(2)), t(N) ))", ":- table t/1.\nt(N) :- at(N).\n"),
        changed("snapshot(( assertz(at(2)), at(N) ))", "at(N) :- fail, N = 3.\n"),
        changed("snapshot(( assertz(at(2)), distinct(N, at(N)) ))"),
    ],
    ids=["outside", "caught", "tabled", "a rule", "distinct"],
)
def test_other_changes_are_refused(text: str, tmp_path: Path) -> None:
    _, refused = moves(tmp_path, text)
    assert isinstance(refused, str)
    assert "change" in refused


@pytest.mark.sampled(8, "each case loads a program in SWI-Prolog")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            ":- discontiguous foo/1.\nterm_expansion(gen, [foo(2), foo(3)]).\nfoo(1).\ngen.\nfoo(4).\n",
            ["1", "2", "3", "4"],
        ),
        ("term_expansion(gen, foo(2)).\ngen.\ngen.\nfoo(1).\n", ["2", "2", "1"]),
        ("foo(1).\nterm_expansion(end_of_file, [foo(2), end_of_file]).\n", ["1", "2"]),
        ("term_expansion(gen, [foo(2), foo(2)]).\ngen.\nfoo(1).\nfoo(1).\n", ["2", "2", "1", "1"]),
        (
            ":- dynamic foo/1.\nfoo(1).\nfoo(2).\nfoo(3).\n:- retract(foo(2)), assertz(foo(4)).\nfoo(5).\n",
            ["1", "3", "4", "5"],
        ),
        ("term_expansion((:- gen), [foo(2)]).\nfoo(1).\n:- gen.\n", ["1", "2"]),
        ("term_expansion(gen(X), foo(X)) :- nb_setval(k, X).\nfoo(1).\ngen(2).\n", ["1", "2"]),
        ("term_expansion(X, foo(2)) :- X = gen.\nfoo(1).\ngen.\n", ["1", "2"]),
        ("term_expansion(foo(1), [foo(1), foo(2)]).\nfoo(1).\nfoo(3).\n", ["1", "2", "3"]),
        ("term_expansion(up(X), (foo(Y) :- Y is X + 1)).\nup(1).\n", ["2"]),
        ("term_expansion(up(X), (foo(Y) :- Z = [X|_], Z = [Y, 2])).\nup(1).\n", ["1"]),
        (f"{DYNAMIC}:- maplist(assertz, [foo(2)]).\n", ["1", "2"]),
        (f"{DYNAMIC}add(X) :- assertz(X).\n:- add(foo(2)).\n", ["1", "2"]),
        (f"{DYNAMIC}:- abolish(foo/1).\n:- assertz(foo(3)).\n", ["3"]),
        (f"{DYNAMIC}:- prolog_load_context(module, M), assertz(M:foo(2)).\n", ["1", "2"]),
        (f"{DYNAMIC}:- initialization((asserta((foo(X) :- X = 0)), retract(foo(1)))).\n", ["0"]),
        (f"{DYNAMIC}play :- retractall(foo(_)), assertz(foo(2)), moves(s, _).\n", ["1"]),
        (":- assertz(last(_, 7)).\nfoo(N) :- last([1], N).\n", ["7"]),
        (":- if(fail).\n:- if(true).\n:- endif.\nfoo(9).\n:- endif.\nfoo(1).\n", ["1"]),
        ("term_expansion(gen, foo(2)).\n:- if(fail).\ngen.\n:- endif.\nfoo(1).\n", ["1"]),
        (":- if(fail).\n:- include(other).\n:- elif(true).\n:- include(last).\n:- endif.\n", ["5"]),
        (":- if(fail).\n:- assertz(foo(2)).\n:- else.\nfoo(1).\n:- endif.\n", ["1"]),
        (":- multifile foo/1.\nfoo(1).\n:- consult(other).\n", ["1", "2"]),
        (":- consult(other).\n:- multifile foo/1.\nfoo(N) :- last([1], N).\n", ["2", "7"]),
        (":- multifile foo/1.\n:- [other].\nfoo(1).\n:- ensure_loaded(other).\n", ["2", "1"]),
        ("otherwise :- fail.\nfoo(N) :- ( otherwise -> N = 1 ; N = 2 ).\n", ["2"]),
        ("aggregate_all(_, _, 7).\nfoo(N) :- aggregate_all(count, member(_, [a]), N).\n", ["7"]),
        ("ignore(_) :- fail.\nfoo(N) :- ( ignore(true) -> N = 1 ; N = 2 ).\n", ["2"]),
        ("flag(1, 2).\nfoo(N) :- flag(1, N).\n", ["2"]),
        ("move_of(erase).\nfoo(N) :- move_of(N).\n:- foo(_).\n", ["erase"]),
        ("maplist(_, _, 7).\nfoo(N) :- maplist(succ, [1], N).\n", ["7"]),
        ("append(_, _, 7).\nfoo(N) :- lists:append([1], [2], [N|_]).\n", ["1"]),
        ("last(_, 7).\nfoo(N) :- maplist(lists:last, [[1]], [N]).\n", ["1"]),
        ("sum_list(_, 7).\nfoo(N) :- sumlist([1,2], N).\n", ["3"]),
        (
            "append([], L, L).\nappend([X|A], B, [X|C]) :- append(A, B, C).\nreverse(_, 7).\n"
            "foo(N) :- nth0(1, [1,2,3], N, L), append(L, [], [1,3]).\nfoo(N) :- reverse([a], N).\n"
            "foo(N) :- select(N, [4,5], _).\n",
            ["2", "7", "4", "5"],
        ),
        ("member(_, _) :- fail.\nfoo(N) :- aggregate_all(count, memberchk(_, [a]), N).\n", ["1"]),
        (
            "member(_, _) :- fail.\nbar(1, a).\nbar(2, b).\n"
            "foo(N) :- bagof(X, bar(N, X), _).\nfoo(N) :- findall(X, bar(X, _), [N|_], []).\n",
            ["1", "2", "1"],
        ),
    ],
)
def test_the_files_own_predicates_and_the_librarys_are_told_apart(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    (tmp_path / "other.pl").write_text(OTHER)
    (tmp_path / "last.pl").write_text("foo(5).\n")
    assert moves(tmp_path, text) == (expected, expected)
