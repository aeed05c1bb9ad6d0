"""Lists of atoms in C, which are copied, compared and searched by words: every length, every place."""

from __future__ import annotations

from functools import cache

import pytest
from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.model.term import Atom, PrologList, Term
from pydecl.rules.reader import read_rules

RULES = """
has(X, L, R) :- ( memberchk(X, L) -> R = yes ; R = no ).
same(A, B, R) :- ( A == B -> R = yes ; R = no ).
joined(A, B, C) :- append([A,B,A], C).
front(X, L, [X|R]) :- reverse(L, M), reverse(M, R).
known(X) :- member(X, [a,b,c,e,yes,no]).
"""

KEYS = {
    name: ir.Key(name, mode)
    for name, mode in (("has", "++-"), ("same", "++-"), ("joined", "++-"), ("front", "++-"), ("known", "-"))
}
LENGTHS = (*range(20), 31, 32, 33, 70)


@cache
def loaded() -> LoadedC:
    made = LoadedC(read_rules(RULES, "rules.pl"), list(KEYS.values()))
    atom, atoms = Atom("a"), row("abce")
    for name, arguments in (("has", (atom, atoms)), ("front", (atom, atoms))):
        made.note(KEYS[name], arguments)
    for name in ("same", "joined"):
        made.note(KEYS[name], (atoms, atoms))
    return made


def row(names: str) -> PrologList:
    return PrologList(tuple(map(Atom, names)))


def result(name: str, *arguments: Term) -> Term:
    ((found,),) = loaded().solutions(KEYS[name], arguments)
    return found


@pytest.mark.parametrize("length", LENGTHS)
def test_an_atom_is_found_wherever_it_stands(length: int) -> None:
    plain = "abbe" * length
    assert result("has", Atom("c"), row(plain[:length])) == Atom("no")
    for at in range(length):
        there = f"{plain[:at]}c{plain[at + 1 : length]}"
        assert result("has", Atom("c"), row(there)) == Atom("yes")


@pytest.mark.parametrize("length", LENGTHS)
def test_lists_that_differ_anywhere_are_not_the_same(length: int) -> None:
    plain = ("abbe" * length)[:length]
    assert result("same", row(plain), row(plain)) == Atom("yes")
    assert result("same", row(plain), row(f"{plain}a")) == Atom("no")
    for at in range(length):
        assert result("same", row(plain), row(f"{plain[:at]}c{plain[at + 1 :]}")) == Atom("no")


@pytest.mark.parametrize("length", LENGTHS)
def test_copies_are_whole(length: int) -> None:
    one, other = ("abce" * length)[:length], ("cab" * length)[: length // 2]
    assert result("joined", row(one), row(other)) == row(one + other + one)
    assert result("front", Atom("e"), row(one)) == row(f"e{one}")
