"""A shell of IPython, with the commands of pydecl's extension."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def ipython_shell() -> Iterator[Any]:
    interactiveshell = pytest.importorskip("IPython.core.interactiveshell")
    shell = interactiveshell.InteractiveShell.instance()
    try:
        shell.run_cell("%load_ext pydecl")
        yield shell
    finally:
        interactiveshell.InteractiveShell.clear_instance()
