"""`pytest --thorough`: what the suite does to a sample by default is done to all."""

from __future__ import annotations

import os

import pytest

KEPT = "PYDECL_TESTS_THOROUGH"
"""How the workers of a run are told."""


def add_option(parser: pytest.Parser) -> None:
    told = "try more random cases, and build all C with the compiler that optimises, not most of it with tcc"
    parser.addoption("--thorough", action="store_true", help=told)


def configure(config: pytest.Config) -> None:
    if config.getoption("--thorough"):
        os.environ[KEPT] = "1"


def is_thorough() -> bool:
    """Whether this run spares nothing."""
    return KEPT in os.environ


def sample_size(some: int, many: int) -> int:
    """How many random cases a law is tested on: some by default, many in a thorough run."""
    return many if is_thorough() else some
