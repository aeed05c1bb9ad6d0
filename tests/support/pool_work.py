"""What the processes of a pool do in its tests."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pydecl.errors import ContractError, InputError
from pydecl.sandbox.pool import Progress, Task


@contextmanager
def working(setup: object) -> Iterator[Task]:
    """Tasks are texts that say what to do."""
    if setup == "no work":
        raise InputError("there is no work")

    def do(task: str, progress: Progress) -> object:
        match task.split():
            case ["double", number]:
                progress(1, 2)
                return 2 * int(number)
            case ["sleep"]:
                try:
                    time.sleep(60)
                except KeyboardInterrupt:
                    return "woken"
            case ["refuse"]:
                raise ContractError("no_value", "p")
            case ["fault"]:
                raise KeyError("unforeseen")
            case ["die"]:
                os._exit(3)
            case ["who"]:
                time.sleep(0.2)
                return os.getpid()
        return None

    yield do
