"""A session that answers thousands of queries stays as large as it was."""

from __future__ import annotations

import runpy

import pytest
from folders import ROOT

from pydecl.loading.consulting import consult

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
