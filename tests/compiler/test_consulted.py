"""What loading a file does to its clauses, the compiler does too, or refuses: SWI-Prolog is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from pydecl.compiler.consulted import front_end
from pydecl.engines.native.game import MachineGame
from pydecl.loading.consulting import consult

GAME = """
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
    file.write_text(text + GAME)
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
            "foo(N) :- nth0(1, [1,2,3], N, L), append(L, _, [1,3|_]).\nfoo(N) :- reverse([a], N).\n"
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
