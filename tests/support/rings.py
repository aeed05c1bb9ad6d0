"""`pytest --thorough`: what the suite does to a sample by default is done to all.

A test with many cases, each of which is slow, is marked `sampled(N)`: N of its cases run by default, spread
evenly over them. A slow test of what faster tests look at, too, is marked `thorough`, and runs only then.
Whoever names a case on the command line gets it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

Case = TypeVar("Case")

KEPT = "PYDECL_TESTS_THOROUGH"
"""How the workers of a run are told."""

EXAMPLES = (40, 100)
"""How many examples hypothesis tries where a test names no number: by default, and in a thorough run."""


def add_option(parser: pytest.Parser) -> None:
    told = "try all cases and more random ones, and build all C with the compiler that optimises"
    parser.addoption("--thorough", action="store_true", help=told)


def configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sampled(number): so many cases run, but for --thorough")
    config.addinivalue_line("markers", "thorough: runs with --thorough, or if it is named")
    if config.getoption("--thorough"):
        os.environ[KEPT] = "1"
    settings.register_profile(
        "suite",
        max_examples=sample_size(*EXAMPLES),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],  # the machine is, which does other things too
    )
    settings.load_profile("suite")


def is_thorough() -> bool:
    """Whether this run spares nothing."""
    return KEPT in os.environ


def sample_size(some: int, many: int) -> int:
    """How many random cases a law is tested on: some by default, many in a thorough run."""
    return many if is_thorough() else some


def sample(cases: Sequence[Case], number: int) -> Sequence[Case]:
    """So many of the cases, evenly spread; all in a thorough run."""
    if is_thorough() or len(cases) <= number:
        return cases
    return [cases[i * len(cases) // number] for i in range(number)]


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only a thorough run runs."""
    kept = set(map(id, _selected(config, items)))
    left_out = [item for item in items if id(item) not in kept]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if id(item) in kept]


def _selected(config: pytest.Config, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    named = any("::" in argument for argument in config.args)
    alike: dict[str, list[pytest.Item]] = {}
    for item in items:  # the cases of a test are not in a row if a module's fixture has parameters, too
        alike.setdefault(item.nodeid.split("[")[0], []).append(item)
    for cases in alike.values():
        mark = cases[0].get_closest_marker("sampled")
        if cases[0].get_closest_marker("thorough") is not None and not (is_thorough() or named):
            continue
        yield from cases if mark is None else sample(cases, mark.args[0])
