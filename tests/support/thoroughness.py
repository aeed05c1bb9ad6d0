"""`pytest --thorough`: what the suite does to a sample by default is done to all."""

from __future__ import annotations

import os

import pytest

KEPT = "PYDECL_TESTS_THOROUGH"
"""How the workers of a run are told."""


def add_option(parser: pytest.Parser) -> None:
    told = "build all C with the compiler that optimises, too, where tcc builds most of it by default"
    parser.addoption("--thorough", action="store_true", help=told)


def configure(config: pytest.Config) -> None:
    if config.getoption("--thorough"):
        os.environ[KEPT] = "1"


def is_thorough() -> bool:
    """Whether this run spares nothing."""
    return KEPT in os.environ
