"""SWI-Prolog asked about any number of texts; whatever these do to it, the next question is answered.

A text that kills SWI-Prolog, or keeps it from answering, has reached a limit; another process then goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self, TypeVar

from swi_solutions import End, Goal, Outcome, SwiSolver

from pydecl.errors import PydeclError

INFERENCES = 20_000
"""How long a goal of a random program may run."""

MOST = 20
"""How many of its solutions are compared."""

SECONDS = 20.0
"""How long one question may take in all: a single inference can be a number of a million digits."""

LOADS = 400
"""How many texts a process takes; they are never forgotten."""

Told = TypeVar("Told")


class Oracle:
    """SWI-Prolog's answers to random programs; a context manager."""

    def __init__(self) -> None:
        self._numbers = count()
        self._files: dict[str, Path] = {}
        self._loaded: set[str] = set()

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory()
        self._solver = SwiSolver().__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.__exit__(kind, error, trace)
        self._folder.cleanup()

    def load(self, text: str) -> tuple[str, list[str]]:
        """The module that a text was loaded into, and the warnings and errors."""
        if len(self._loaded) >= LOADS:
            self._start_again()
        module = f"random_{next(self._numbers)}"
        file = Path(self._folder.name) / f"{module}.pl"
        file.write_text(text, encoding="utf-8")
        self._files[module] = file
        messages = self._guarded(lambda: self._solver.load(module, file))
        self._loaded.add(module)
        return module, ["error: no end of loading"] if messages is None else messages

    def solve(self, module: str, goal: Goal, inferences: int = INFERENCES, most: int = MOST) -> Outcome:
        """The first solutions of a goal; a limit if SWI-Prolog does not live to tell them."""
        if module not in self._loaded:
            self._guarded(lambda: self._solver.load(module, self._files[module]))
            self._loaded.add(module)
        found = self._guarded(lambda: self._solver.solve(module, goal, most, inferences))
        return found or Outcome((), End.LIMIT)

    def _guarded(self, ask: Callable[[], Told]) -> Told | None:
        """What is answered in time, or None, and a new process."""
        alarm = threading.Timer(SECONDS, self._solver.process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            return ask()
        except (AssertionError, BrokenPipeError, ValueError, PydeclError):  # it ended, or wrote for itself
            self._start_again()
            return None
        finally:
            alarm.cancel()

    def _start_again(self) -> None:
        self._solver.__exit__(None, None, None)
        self._solver = SwiSolver().__enter__()
        self._loaded.clear()
