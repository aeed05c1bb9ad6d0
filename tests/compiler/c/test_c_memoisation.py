"""Functions of atoms, which C works out once for each: the same answer whenever it is asked again."""

from __future__ import annotations

import pytest
from c_back_end import ARENA, LoadedC

from pydecl.compiler import ir
from pydecl.engines.native.serialisation import Answer, End, request
from pydecl.model.term import Atom, PrologList
from pydecl.rules.reader import read_rules

WORTH = """
piece(wk, w, king). piece(wq, w, queen). piece(bq, b, queen). piece(e, none, none).
worth(queen, V) :- nine(V). worth(king, V) :- nine(N), V is N // 0.
nine(9).
signed(Piece, V) :- piece(Piece, Player, Kind), worth(Kind, V0), ( Player == w -> V = V0 ; V is -V0 ).
all([], []). all([P|Ps], [V|Vs]) :- ( signed(P, V) -> true ; V = 0 ), all(Ps, Vs).
same(A, B, S) :- signed(A, V), signed(B, W), ( V =:= W -> S = yes ; S = no ).
lead(Line, Ps, From, N) :- from(From, N0), all(Line, Ps, N0, N).
from(five, 5). from(least, N) :- N is -(1 << 62) - (1 << 62). from(most, N) :- N is (1 << 62) - 1 + (1 << 62).
all(_, [], N, N). all(Line, [P|Ps], N0, N) :- cell(P, N0, N1), line(Line, N1, N2), all(Line, Ps, N2, N).
cell(wq, N0, N) :- N is N0 + 1. cell(bq, N0, N) :- N is N0 - 1. cell(e, N, N).
line(Line, N0, N) :- ( memberchk(x, Line) -> N is N0 + 10 ; N = N0 ).
pairs([], _, []). pairs([A|As], B, [S|Ss]) :- ( same(A, B, S) -> true ; S = none ), pairs(As, B, Ss).
"""

ALL, PAIRS, LEAD = ir.Key("all", "+-"), ir.Key("pairs", "++-"), ir.Key("lead", "+++-")
ASKED = PrologList(tuple(map(Atom, ["wq", "e", "bq", "wq", "bq", "e", "e"])))


@pytest.fixture(scope="module")
def loaded() -> LoadedC:
    return LoadedC(read_rules(WORTH, "rules.pl"), [ALL, PAIRS, LEAD])


def test_what_is_remembered_is_what_was_found_and_what_failed(loaded: LoadedC) -> None:
    for _ in range(3):
        assert list(loaded.solutions(ALL, [ASKED])) == [(PrologList((9, 0, -9, 9, -9, 0, 0)),)]


def test_two_atoms_are_remembered_in_their_order(loaded: LoadedC) -> None:
    for atom, expected in (("wq", ["yes", "none", "no"]), ("bq", ["no", "none", "yes"]), ("e", ["none"] * 3)):
        answers = PrologList(tuple(map(Atom, [*expected, *(expected[i] for i in (0, 2, 1, 1))])))
        assert list(loaded.solutions(PAIRS, [ASKED, Atom(atom)])) == [(answers,)]


def test_what_is_added_depends_on_the_other_arguments_alone(loaded: LoadedC) -> None:
    empty, line = PrologList(()), PrologList((Atom("x"), Atom("e")))
    for _ in range(3):
        assert list(loaded.solutions(LEAD, [empty, PrologList(ASKED.items[:4]), Atom("five")])) == [(6,)]
        assert list(loaded.solutions(LEAD, [line, ASKED, Atom("least")])) == [(-(2**63) + 70,)]
        assert list(loaded.solutions(LEAD, [line, PrologList((Atom("wk"),)), Atom("five")])) == []
        data = request(ARENA, loaded.compiled.entries[LEAD], 1, [empty, ASKED, Atom("most")])
        assert Answer(loaded.library.call("pydecl_solve", data)).end is End.OVERFLOW


def test_an_error_is_one_each_time(loaded: LoadedC) -> None:
    asked = PrologList((Atom("wk"),))
    for _ in range(3):
        data = request(ARENA, loaded.compiled.entries[ALL], 1, [asked])
        assert Answer(loaded.library.call("pydecl_solve", data)).end is End.ERROR
