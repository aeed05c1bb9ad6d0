"""Fixtures that a context manager makes, once for all tests of a module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest


def for_module(make: Callable[[], AbstractContextManager[Any]]) -> Any:
    """The fixture of what `make` makes, as in `solver = for_module(SwiSolver)`."""

    @pytest.fixture(scope="module")
    def made() -> Iterator[Any]:
        with make() as found:
            yield found

    return made


def for_module_in(make: Callable[[Path], AbstractContextManager[Any]]) -> Any:
    """The same of what is made in a folder of its own."""

    @pytest.fixture(scope="module")
    def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
        with make(tmp_path_factory.mktemp("made")) as found:
            yield found

    return made
