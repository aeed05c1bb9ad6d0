"""Recursions that begin at the end of a list are loops in C: a long list needs no stack."""

from __future__ import annotations

import pytest
from c_back_end import LoadedC

from pydecl.compiler import ir
from pydecl.model.term import PrologList
from pydecl.rules.reader import read_rules

SUM = ir.Key("sum", "+-")
LONG = 250_000


def test_a_long_list_is_gone_through() -> None:
    rules = "%? sum([1], _)\nsum([], 0). sum([X|Xs], S) :- sum(Xs, S0), S is S0 + X."
    loaded = LoadedC(read_rules(rules, "rules.pl"), [SUM])
    assert list(loaded.solutions(SUM, [PrologList((1,) * LONG)])) == [(LONG,)]


@pytest.mark.parametrize(
    "step",
    [
        "sum(Xs, S0), sum(Xs, S1), S is S0 + S1 + X",
        "sum(Xs, S0), length(Xs, N), S is S0 + X * 0 + N - N + X",
        "X > 0, sum(Xs, S0), S is S0 + X",
    ],
)
def test_what_goes_another_way_is_no_loop(step: str) -> None:
    rules = f"%? sum([1], _)\nsum([], 0). sum([X|Xs], S) :- {step}."
    loaded = LoadedC(read_rules(rules, "rules.pl"), [SUM])
    assert list(loaded.solutions(SUM, [PrologList((1, 1))])) == [({True: 3, False: 2}["S1" in step],)]
