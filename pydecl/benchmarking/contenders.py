"""The contenders: the engines, bare SWI-Prolog; others are in `peers.py`, and in `benchmarks/hand`."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydecl.benchmarking.contender import Contender, Measured, Run, Task
from pydecl.benchmarking.peers import EasyAI, OpenSpiel
from pydecl.engines import registry
from pydecl.engines.prolog.game import SessionGame
from pydecl.engines.prolog.installation import find_swipl, swipl_program
from pydecl.engines.protocol import Runner
from pydecl.errors import ContractError, LimitError, NotCompiledError, UnfitError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult, game_names
from pydecl.model.program import Program
from pydecl.model.result import Answer, Limits, Status
from pydecl.paths import bundled_file, prolog_file
from pydecl.sandbox.guarding import guarded
from pydecl.sandbox.process import cpu_seconds

LEAST_SECONDS = 0.1
"""A search that is over sooner is repeated until it takes this long."""

HAND_PROGRAMS = ("minimax", "alphabeta")

UNLIMITED = 1 << 59
"""A depth that no search reaches."""


def clock(pid: int | None) -> float:
    """Seconds of processor time of a process, None is this one; where they cannot be told, of wall time.

    A machine that has other work to do gives each its share of time, but no more processor time.
    """
    if pid is None:
        return time.process_time()
    return cpu_seconds(pid) if sys.platform.startswith("linux") else time.perf_counter()


def _nodes_and_value(answer: Answer[Any]) -> tuple[int, float]:
    if answer.status is not Status.COMPLETE:
        raise LimitError(f"the search did not come to its end: {answer.status.value}")
    assert answer.nodes is not None
    assert isinstance(answer.value, int | float | Fraction)
    return answer.nodes, float(answer.value)


@dataclass(frozen=True)
class OfEngine:
    """A way of having one of the engines, on a bundled game or a file."""

    name: str
    take_up: Callable[[SessionGame], Runner]
    by_hand: bool = False
    alike: bool = True

    def fits(self, task: Task) -> bool:
        return not self.by_hand or task.name in game_names()

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        with consult(task.game, seconds=None) as game:
            try:
                runner = self.take_up(game)
            except NotCompiledError as error:
                raise UnfitError(str(error).splitlines()[0]) from None
            root = game.initial()[0]

            def run_once(depth: int | None) -> Answer[Any]:
                return runner.run(Program(task.program), root, Limits(depth, seconds=None))

            def measured() -> Run:
                started = clock(runner.pid)
                seconds, times = 0.0, 0
                while seconds < LEAST_SECONDS:
                    answer = run_once(task.depth)
                    times += 1
                    seconds = clock(runner.pid) - started
                nodes, value = _nodes_and_value(answer)
                return Run(nodes, seconds / times, value)

            with closing(runner):
                try:
                    with suppress(ContractError, UnfitError):  # a start without a static value
                        run_once(0)  # builds what is wanted, and starts the process
                except NotCompiledError as error:
                    raise UnfitError(str(error).splitlines()[0]) from None
                yield measured


class BareProlog:
    """The textbook programs on plain positions in `swipl -O`: `prolog/support/bare.pl`."""

    name = "SWI-Prolog -O, bare"
    alike = True

    def fits(self, task: Task) -> bool:
        return task.program in HAND_PROGRAMS and task.name in BUNDLED

    def available(self) -> str | None:
        return None if find_swipl() else "there is no program swipl"

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        nodes = self._run(task, "counted").nodes

        def measured() -> Run:
            timed = self._run(task, "timed")
            return Run(nodes, timed.seconds, timed.value)

        yield measured

    def _run(self, task: Task, how: str) -> Run:
        options = task.game.partition(":")[2] or "none"
        depth = str(UNLIMITED if task.depth is None else task.depth)
        words = [str(bundled_file(task.name)), options, task.program, depth, how]
        start = [swipl_program(), "-O", "-q", "-f", "none", "-g", "main", "-t", "halt"]
        command = [*start, str(prolog_file("support", "bare.pl")), "--", *words]
        with guarded(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            out, err = process.communicate()
        try:
            seconds, count, value = out.split()
        except ValueError:
            raise UnfitError(f"SWI-Prolog said {err.strip()!r}") from None
        return Run(int(count), float(seconds), float(value))


def contenders() -> list[Contender]:
    """All that there are, those that cannot be had here included; the first is the one to compare with."""
    found: list[Contender] = [BareProlog()]
    for engine in registry.all_engines().values():
        found += [OfEngine(variant.label, variant.take_up, variant.by_hand) for variant in engine.variants()]
    return [*found, EasyAI(), OpenSpiel()]
