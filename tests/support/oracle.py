"""SWI-Prolog asked about any number of texts; whatever these do to it, the next question is answered.

A text that kills SWI-Prolog, or keeps it from answering, has reached a limit; another process then goes on.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self, TypeVar

import psutil
from swi_solutions import End, Goal, Outcome, SwiSolver

from pydecl.errors import PydeclError

INFERENCES = 20_000
"""How long a goal of a random program may run."""

MOST = 20
"""How many of its solutions are compared."""

SECONDS = 60.0
"""How much of the processor's time a request may take: one inference can be a number of a million digits."""

LOADS = 400
"""How many texts a process takes; they are never forgotten."""

Told = TypeVar("Told")


class Oracle:
    """SWI-Prolog's answers to random programs; a context manager."""

    def __init__(self) -> None:
        self._numbers = count()
        self._files: dict[str, Path] = {}
        self._loaded: set[str] = set()
        self._due = math.inf
        self._ended = threading.Event()

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory()
        self._solver = SwiSolver().__enter__()
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
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
        if messages is None:  # or it was what had been asked before that ended the process
            messages = self._guarded(lambda: self._solver.load(module, file))
        self._loaded.add(module)
        return module, ["error: no end of loading"] if messages is None else messages

    def solve(self, module: str, goal: Goal, inferences: int = INFERENCES, most: int = MOST) -> Outcome:
        """The first solutions of a goal; a limit if SWI-Prolog does not live to tell them."""
        self._load_again(module)
        found = self._guarded(lambda: self._solver.solve(module, goal, most, inferences))
        return found or Outcome((), End.LIMIT)

    def solve_all(self, module: str, goals: Sequence[Goal], inferences: int = INFERENCES) -> list[Outcome]:
        """The same of several goals, by one request if all goes well."""
        self._load_again(module)
        found = self._guarded(lambda: self._solver.solve_all(module, goals, MOST, inferences))
        return [self.solve(module, goal, inferences) for goal in goals] if found is None else found

    def _load_again(self, module: str) -> None:
        """Where the process is another one than the text was loaded into."""
        if module not in self._loaded:
            self._guarded(lambda: self._solver.load(module, self._files[module]))
            self._loaded.add(module)

    def _guarded(self, ask: Callable[[], Told]) -> Told | None:
        """What is answered in time, or None, and a new process."""
        self._due = self._used() + SECONDS
        try:
            return ask()
        except (AssertionError, BrokenPipeError, ValueError, PydeclError):  # it ended, or wrote for itself
            self._start_again()
            return None
        finally:
            self._due = math.inf

    def _watch(self) -> None:
        """Kills SWI-Prolog when its time is over."""
        while not self._ended.wait(1.0):
            if self._used() > self._due:
                self._solver.process.kill()

    def _used(self) -> float:
        """What SWI-Prolog has used of the processor, in seconds; nothing if it has ended."""
        try:
            used = psutil.Process(self._solver.process.pid).cpu_times()
        except psutil.NoSuchProcess:
            return 0.0
        return float(used.user + used.system)

    def _start_again(self) -> None:
        self._solver.__exit__(None, None, None)
        self._solver = SwiSolver().__enter__()
        self._loaded.clear()
