"""A session that answers thousands of queries stays as large as it was."""

from __future__ import annotations

import runpy

from folders import ROOT
from thoroughness import sample_size

BENCHMARK = ROOT / "benchmarks" / "endurance.py"


QUERIES = sample_size(4_000, 10_000)

MOST = 419
"""How much a query may leave behind, in bytes; a page that is taken once is none of them."""


def test_thousands_of_queries_through_one_session_leave_both_processes_as_large_as_they_were() -> None:
    grown = runpy.run_path(str(BENCHMARK))["grown"]
    for growth in grown(QUERIES):
        assert growth * 2**20 < MOST * QUERIES
