"""Which tests are in which ring, what they cost, and what a run tells of that."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import costs
import pytest
import rings
from reporting import why

ONLY_OUTSIDE = pytest.mark.thorough("it is slow").mark
SOME = pytest.mark.sampled(2, "each is slow").mark
EACH = pytest.mark.covering(1, "there are many").mark
PAIRS = pytest.mark.covering(2, "there are many").mark


@pytest.fixture(autouse=True)
def inner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins in the inner ring, in whichever ring it runs."""
    monkeypatch.setenv(rings.SEED, "1")
    monkeypatch.delenv(rings.SEED)


def item(name: str, *marks: pytest.Mark, **values: int) -> Any:
    """A test with markers; a case of it, if its parameters have values."""

    def iter_markers(wanted: str | None = None) -> Iterator[pytest.Mark]:
        return (mark for mark in marks if wanted in (None, mark.name))

    nodeid = name + (str(sorted(values.items())) if values else "")
    return SimpleNamespace(nodeid=nodeid, iter_markers=iter_markers, callspec=SimpleNamespace(params=values))


def selected(*items: Any, arguments: tuple[str, ...] = ()) -> list[Any]:
    """Those of the tests that run."""
    left_out: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left_out.extend(items))
    kept = list(items)
    rings.select(cast(pytest.Config, SimpleNamespace(args=arguments, hook=hook)), kept)
    assert sorted(map(id, [*kept, *left_out])) == sorted(map(id, items))
    return kept


def test_a_test_is_in_the_inner_ring_unless_a_marker_takes_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, marked = item("t.py::plain"), item("t.py::marked", ONLY_OUTSIDE)
    assert selected(plain, marked) == [plain]
    assert selected(marked, arguments=("t.py::marked",)) == [marked]
    monkeypatch.setenv(rings.SEED, "1")
    assert selected(plain, marked) == [plain, marked]


def test_a_sample_is_spread_evenly_and_one_case_may_be_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [item("t.py::t", SOME, a=a) for a in range(6)]
    assert selected(*cases) == [cases[0], cases[3]]
    outside = item("t.py::t", ONLY_OUTSIDE, SOME, a=6)
    assert selected(*cases[:2], outside) == cases[:2]
    monkeypatch.setenv(rings.SEED, "1")
    assert selected(*cases, outside) == [*cases, outside]


@pytest.mark.parametrize(("mark", "strength"), [(EACH, 1), (PAIRS, 2)])
def test_a_covering_array_has_each_combination(mark: pytest.Mark, strength: int) -> None:
    cases = [item("t.py::t", mark, a=a, b=b, c=c) for a in range(3) for b in range(3) for c in range(3)]
    values = [tuple(case.callspec.params.values()) for case in selected(*cases)]
    assert len(values) < len(cases)
    if strength == 1:
        assert all({row[place] for row in values} == {0, 1, 2} for place in range(3))
    else:
        assert all(len({(row[a], row[b]) for row in values}) == 9 for a, b in [(0, 1), (0, 2), (1, 2)])


@pytest.mark.parametrize("mark", [pytest.mark.thorough, pytest.mark.sampled(3), pytest.mark.covering(2)])
def test_a_marker_without_a_reason_is_refused(mark: pytest.MarkDecorator) -> None:
    with pytest.raises(pytest.UsageError, match=r"t\.py::t: the marker '\w+' does not say why"):
        selected(item("t.py::t", mark.mark))


def test_random_cases_of_the_inner_ring_never_change(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rings.seeds(2, 4) == [0, 1]
    monkeypatch.setenv(rings.SEED, "20300101")
    assert rings.seeds(2, 4) == [0, 1, 20300101000, 20300101001]


BUSY = "import time\nwhile time.process_time() < 0.1: pass\nprint(flush=True)\ninput()"
"""A process that uses a tenth of a second of the processor, says so, and waits."""


def test_what_a_child_uses_is_counted_while_it_runs_and_when_it_has_ended() -> None:
    before = costs.processor_seconds()
    with subprocess.Popen([sys.executable, "-c", BUSY], stdin=-1, stdout=-1, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()
        assert costs.processor_seconds() >= before + 0.08  # a tick is a hundredth
        child.stdin.write("\n")
    assert costs.processor_seconds() >= before + 0.08


def test_the_page_has_the_table_of_what_is_known() -> None:
    assert f"{costs.BEGIN}\n\n{costs.table()}\n\n{costs.END}" in costs.PAGE.read_text("utf-8")


def test_a_skip_says_why() -> None:
    skipped: Any = SimpleNamespace(longrepr=("t.py", 3, "Skipped: there is no fish"))
    assert why(skipped) == "there is no fish"
