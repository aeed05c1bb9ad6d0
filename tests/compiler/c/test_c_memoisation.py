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
pairs([], _, []). pairs([A|As], B, [S|Ss]) :- ( same(A, B, S) -> true ; S = none ), pairs(As, B, Ss).
"""

ALL, PAIRS = ir.Key("all", "+-"), ir.Key("pairs", "++-")
ASKED = PrologList(tuple(map(Atom, ["wq", "e", "bq", "wq", "bq", "e", "e"])))


@pytest.fixture(scope="module")
def loaded() -> LoadedC:
    return LoadedC(read_rules(WORTH, "rules.pl"), [ALL, PAIRS])


def test_what_is_remembered_is_what_was_found_and_what_failed(loaded: LoadedC) -> None:
    for _ in range(3):
        assert list(loaded.solutions(ALL, [ASKED])) == [(PrologList((9, 0, -9, 9, -9, 0, 0)),)]


def test_two_atoms_are_remembered_in_their_order(loaded: LoadedC) -> None:
    for atom, expected in (("wq", ["yes", "none", "no"]), ("bq", ["no", "none", "yes"]), ("e", ["none"] * 3)):
        answers = PrologList(tuple(map(Atom, [*expected, *(expected[i] for i in (0, 2, 1, 1))])))
        assert list(loaded.solutions(PAIRS, [ASKED, Atom(atom)])) == [(answers,)]


def test_an_error_is_one_each_time(loaded: LoadedC) -> None:
    asked = PrologList((Atom("wk"),))
    for _ in range(3):
        data = request(ARENA, loaded.compiled.entries[ALL], 1, [asked])
        assert Answer(loaded.library.call("pydecl_solve", data)).end is End.ERROR
