"""A session that answers tens of thousands of queries stays as large as it was."""

from __future__ import annotations

import runpy

from folders import ROOT

BENCHMARK = ROOT / "benchmarks" / "endurance.py"


def test_50_000_queries_through_one_session_leave_both_processes_as_large_as_they_were() -> None:
    grown = runpy.run_path(str(BENCHMARK))["grown"]
    host, child = grown(50_000)
    assert host < 20
    assert child < 20
