"""Procedures that add what an atom is worth: what is looked up is what would be computed."""

from __future__ import annotations

import pytest
from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.model.term import Atom, PrologList
from pydecl.rules.reader import read_rules

TOTAL = ir.Key("total", "++-")
FOLD = """%? total([b, w, e, x], 10, _)
total([], N, N).
total([C|Cs], N0, N) :- add(C, N0, N1), total(Cs, N1, N).
"""


def loaded(add: str) -> LoadedC:
    return LoadedC(read_rules(FOLD + add, "rules.pl"), [TOTAL])


def total(rules: LoadedC, *cells: str) -> list[object]:
    return [n for (n,) in rules.solutions(TOTAL, [PrologList(tuple(map(Atom, cells))), 10])]


def test_the_first_clause_of_an_atom_counts() -> None:
    rules = loaded("add(b, N0, N) :- !, N is N0 + 1. add(w, N0, N) :- N is N0 - 3. add(e, N, N).")
    assert total(rules, "b", "w", "e", "b") == [9]
    assert total(rules, "b", "b") == [12]


def test_what_is_no_such_procedure_is_worked_out() -> None:
    rules = loaded("add(b, N0, N) :- N is N0 * 2. add(w, N0, N) :- N is 1 - N0. add(e, N, N).")
    assert total(rules, "b", "w", "e") == [-19]


@pytest.mark.parametrize(
    ("cells", "expected"), [(("b", "w", "w"), [9]), (("b", "x", "w"), []), (("b", "e"), []), ((), [10])]
)
def test_an_atom_without_a_clause_fails(cells: tuple[str, ...], expected: list[object]) -> None:
    rules = loaded("add(b, N0, N) :- N is 1 + N0. add(w, N0, N) :- N is N0 - 1.")
    assert total(rules, *cells) == expected


OWNED = """%? total([[x, o, e], [z]], 10, _)
total([], N, N).
total([C|Cs], N0, N) :- add(C, N0, N1), total(Cs, N1, N).
"""


@pytest.mark.parametrize(
    "add",
    [
        "( memberchk(x, L) -> ( memberchk(o, L) -> N = N0 ; N is N0 + 1 ) ; memberchk(o, L) -> N is N0 - 5"
         " ; N = N0 )",
        "( memberchk(x, L) -> ( memberchk(o, L) -> N = N0 ; N is N0 + 1 ) ; L = [o|_] -> N is N0 - 5"
         " ; N = N0 )",
        "( memberchk(o, L) -> ( memberchk(x, L) -> N = N0 ; N is N0 - 5 ) ; memberchk(x, L) -> N is N0 + 1"
         " ; memberchk(z, L) -> N = N0 ; N = N0 )",
    ],
)  # fmt: skip
def test_what_depends_on_the_atoms_of_a_list_is_added(add: str) -> None:
    rules = LoadedC(read_rules(f"{OWNED}add(L, N0, N) :- {add}.", "rules.pl"), [TOTAL])
    lines = ["xoe", "xxe", "e", "oe", "", "exx"]
    asked = PrologList(tuple(PrologList(tuple(map(Atom, line))) for line in lines))
    assert [n for (n,) in rules.solutions(TOTAL, [asked, 10])] == [10 + 1 - 5 + 1]


def test_large_steps_are_added() -> None:
    rules = loaded("add(b, N0, N) :- N is N0 + 4294967295. add(w, N0, N) :- N is N0 - 4294967295.")
    assert total(rules, "b", "b", "w") == [10 + 4294967295]
    assert total(rules, "w", "w") == [10 - 2 * 4294967295]


def test_what_is_passed_on_otherwise_is_not_added_up() -> None:
    text = FOLD.replace("total(Cs, N1, N)", "total(Cs, N0, N)") + "add(b, N0, N) :- N is N0 + 1."
    rules = LoadedC(read_rules(text, "rules.pl"), [TOTAL])
    assert total(rules, "b", "b") == [10]
