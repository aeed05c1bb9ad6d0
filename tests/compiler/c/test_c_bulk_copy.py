"""Recursions that copy a list but for items at ascending numbers copy what lies between at once."""

from __future__ import annotations

import pytest
from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.model.term import Atom, PrologList
from pydecl.rules.reader import read_rules

PUT = ir.Key("put", "+++-")
END = "%? put([a], 1, [1], _)\nput([], _, _, []).\n"
CHOICE = "( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = X )"
AGAIN = "put(Xs, M, Ms, Ys)"


def loaded(body: str) -> LoadedC:
    return LoadedC(read_rules(f"{END}put([X|Xs], N, Ns, [Y|Ys]) :- {body}.", "rules.pl"), [PUT])


def put(rules: LoadedC, *numbers: int) -> str:
    cells = PrologList(tuple(map(Atom, "abcde")))
    ((made,),) = rules.solutions(PUT, [cells, 1, PrologList(numbers)])
    assert isinstance(made, PrologList)
    return " ".join(item.name for item in made.items if isinstance(item, Atom))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((), "a b c d e"),
        ((2, 3), "a new new d e"),
        ((5, 9), "a b c d new"),
        ((3, 1, 4), "a b new d e"),
        ((0, 4), "a b c d e"),
    ],
)
def test_what_lies_between_is_copied(numbers: tuple[int, ...], expected: str) -> None:
    rules = loaded(f"{CHOICE}, M is N + 1, {AGAIN}")
    assert put(rules, *numbers) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"{CHOICE}, M is N + 2, {AGAIN}", "a new c d e"),
        (f"( Ns = [N|Ms] -> Y = new ; Ms = Ns, Y = b ), M is N + 1, {AGAIN}", "b b new b b"),
        (f"{CHOICE}, M is N + 1, X \\== z, {AGAIN}", "a b new d e"),
        ("( Ns = [N|Ms] -> Y = new ; Ms = [3|Ns], Y = X ), M is N + 1, put(Xs, M, Ms, Ys)", "a b new d e"),
    ],
)
def test_where_more_is_done_each_item_is_looked_at(body: str, expected: str) -> None:
    rules = loaded(body)
    assert put(rules, 3) == expected
