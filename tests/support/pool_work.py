"""What processes do in the tests of executors."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from pydecl.errors import ContractError, InputError
from pydecl.sandbox.work import Progress, Task


@contextmanager
def working(setup: object) -> Iterator[Task]:
    """Pieces are texts that say what to do."""
    if setup == "no work":
        raise InputError("there is no work")
    opened_in = os.getpid(), time.monotonic_ns()

    def do(piece: str, progress: Progress) -> object:
        match piece.split():
            case ["double", number]:
                progress(1, 2)
                return 2 * int(number)
            case ["wait", seconds]:
                time.sleep(float(seconds))
                return "waited"
            case ["sleep", marker]:
                try:
                    Path(marker).touch()
                    time.sleep(600)
                except KeyboardInterrupt:
                    return "woken"
            case ["refuse"]:
                raise ContractError("no_value", "p")
            case ["fault"]:
                raise KeyError("unforeseen")
            case ["read", file]:
                return Path(file).read_text()
            case ["die"]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["die", "once", marker] if not Path(marker).exists():
                Path(marker).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            case ["kill", "parent"]:
                os.kill(os.getppid(), signal.SIGKILL)
                time.sleep(600)
            case ["opened", number, folder]:
                Path(folder, str(os.getpid())).touch()
                while len(os.listdir(folder)) < int(number):  # so many processes
                    time.sleep(0.01)
                return opened_in
        return None

    yield do


def file_of(piece: str) -> list[Path]:
    """The file that a piece reads."""
    word, _, file = piece.partition(" ")
    return [Path(file)] if word == "read" else []


def own_memory() -> int:
    """What this process has for itself, in bytes."""
    used: int = psutil.Process().memory_full_info().uss
    return used
