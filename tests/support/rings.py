"""The rings of the suite: the inner one runs by default, the thorough one (`--thorough`) is all there is.

A test is of the inner ring unless a marker says otherwise, and why:

- `thorough("why")`: it runs in the thorough ring only;
- `sampled(N, "why")`: N of its cases, evenly spread, run in the inner ring;
- `covering(STRENGTH, "why")`: of a matrix, the inner ring runs a covering array: any STRENGTH parameters take
  each combination of their values at least once. 1 is each value, 2 is all pairs.

A test that is named on the command line (`FILE::TEST`) runs, and so does a case (`FILE::TEST[CASE]`).

Random cases come from `seeds`. In the inner ring they are always the same, so that the same tree gives the
same verdict twice; in the thorough ring some of them change with the day, and the run prints the seed.
"""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

Case = TypeVar("Case")

SEED = "PYDECL_TESTS_SEED"
"""The environment variable that tells the workers of a thorough run its seed; who sets it repeats a run."""

EXAMPLES = (20, 100)
"""How many examples hypothesis tries if a test names no number, in either ring."""

MARKERS = (
    'thorough("why"): runs in the thorough ring only',
    'sampled(number, "why"): so many of its cases run in the inner ring',
    'covering(strength, "why"): the inner ring runs a covering array of its cases',
)


def add_option(parser: pytest.Parser) -> None:
    told = "run the thorough ring: all tests, all cases, more random ones, C by the compiler that optimises"
    parser.addoption("--thorough", action="store_true", help=told)
    parser.addoption("--within", type=float, metavar="SECONDS", help="begin no test after so many seconds")


BEGAN = time.monotonic()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What has not begun by the time of `--within` is left out; see `changed_tests.py`."""
    seconds = item.config.getoption("--within")
    if seconds is not None and time.monotonic() > BEGAN + seconds:
        pytest.skip("the time of --within is over")


def configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    if config.getoption("--thorough"):
        os.environ.setdefault(SEED, datetime.datetime.now(tz=datetime.UTC).strftime("%Y%m%d"))
    settings.register_profile(
        "suite",
        max_examples=sample_size(*EXAMPLES),
        derandomize=not is_thorough(),
        deadline=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow],  # the machine is, which does other things too
    )
    settings.load_profile("suite")


def is_thorough() -> bool:
    """Whether this is the thorough ring."""
    return SEED in os.environ


def ring() -> str:
    """The name of the ring that runs."""
    return "thorough" if is_thorough() else "inner"


def sample_size(some: int, many: int) -> int:
    """How many random cases a law is tested on: some in the inner ring, many in the thorough one."""
    return many if is_thorough() else some


def seeds(some: int, many: int) -> list[int]:
    """Seeds of random cases: the same `some` in both rings; in the thorough one new ones each day besides."""
    first = 1000 * int(os.environ.get(SEED, 0))
    return [*range(some), *range(first, first + sample_size(some, many) - some)]


def sample(cases: Sequence[Case], number: int) -> Sequence[Case]:
    """So many of the cases, evenly spread; all in the thorough ring."""
    if is_thorough() or len(cases) <= number:
        return cases
    return [cases[i * len(cases) // number] for i in range(number)]


def covering_array(cases: Sequence[frozenset[tuple[str, int]]], strength: int) -> list[int]:
    """Which of these cases have every combination of so many values that any of them has; by greed.

    Args:
        cases: of each case, its parameters and the numbers of their values.
        strength: how many parameters a combination has.

    >>> ways = [frozenset({("a", a), ("b", b), ("c", c)}) for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    >>> len(covering_array(ways, 1)), len(covering_array(ways, 2))
    (2, 4)
    """
    wanted = [set(combinations(sorted(case), min(strength, len(case)))) for case in cases]
    left = set[tuple[tuple[str, int], ...]]().union(*wanted)
    chosen: list[int] = []
    while left:
        best = max(range(len(cases)), key=lambda place: len(wanted[place] & left))
        chosen.append(best)
        left -= wanted[best]
    return sorted(chosen)


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only the thorough ring runs. Raises UsageError where a marker gives no reason."""
    kept = set(map(id, _selected(config, items)))
    left_out = [item for item in items if id(item) not in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if id(item) in kept]


def _selected(config: pytest.Config, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    is_named = any("::" in argument for argument in config.args)
    is_case_named = any("[" in argument for argument in config.args)
    alike: dict[str, list[pytest.Item]] = {}
    for item in items:  # the cases of a test are not in a row if a module's fixture has parameters, too
        marks = [mark for mark in item.iter_markers() if mark.name in ("thorough", "sampled", "covering")]
        for mark in marks:
            if not (mark.args and isinstance(mark.args[-1], str) and mark.args[-1]):
                raise pytest.UsageError(f"{item.nodeid}: the marker '{mark.name}' does not say why")
        if is_thorough() or is_named or all(mark.name != "thorough" for mark in marks):
            alike.setdefault(item.nodeid.split("[")[0], []).append(item)
    for cases in alike.values():
        chosen: Sequence[pytest.Item] = cases
        if not (is_thorough() or is_case_named):
            for mark in cases[0].iter_markers("sampled"):
                chosen = sample(chosen, mark.args[0])
            for mark in cases[0].iter_markers("covering"):
                chosen = [chosen[place] for place in covering_array(list(map(_values, chosen)), mark.args[0])]
        yield from chosen


def _values(case: pytest.Item) -> frozenset[tuple[str, int]]:
    """Which of its values each parameter of a case has: the objects, for pytest numbers the whole matrix."""
    params: dict[str, object] = case.callspec.params  # type: ignore[attr-defined]
    return frozenset((name, id(value)) for name, value in params.items())
