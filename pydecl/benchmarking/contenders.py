"""The contenders: SWI-Prolog, Python, rules compiled, C by hand; others are in `peers.py`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydecl.benchmarking.contender import Contender, Measured, Run, Task, UnfitError
from pydecl.benchmarking.hand import UNLIMITED, HandWritten, hand_written, in_bits, searched
from pydecl.benchmarking.peers import EasyAI, OpenSpiel
from pydecl.engines.native.building import compilers
from pydecl.engines.native.compilers import Compiler
from pydecl.engines.native.game import MachineGame
from pydecl.engines.prolog.asked import AskedGame
from pydecl.engines.searching import kind_of_rules, rules_in_python, run
from pydecl.errors import LimitError, NoCompilerError, NotCompiledError
from pydecl.games import BUNDLED
from pydecl.loading.consulting import consult
from pydecl.model.game import Game
from pydecl.model.program import Program
from pydecl.model.result import Answer, Engine, Limits, Preferred, Rules, Status
from pydecl.paths import bundled_file, prolog_file
from pydecl.sandbox.guarding import guarded
from pydecl.sandbox.process import cpu_seconds

LEAST_SECONDS = 0.1
"""A search that is over sooner is repeated until it takes this long."""

HAND_PROGRAMS = ("minimax", "alphabeta")


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


class _Engine:
    """SWI-Prolog, or Python with one kind of rules, on a bundled game or a file."""

    alike = True

    def __init__(self, name: str, engine: Engine, preferred: Preferred = Preferred.HAND) -> None:
        self.name = name
        self._engine = engine
        self._preferred = preferred

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        with consult(task.game, seconds=None) as game:
            game.preferred = self._preferred
            if self._engine is Engine.PYTHON:
                self._check(kind_of_rules(game))
            root = game.initial()[0]
            limits = Limits(task.depth, seconds=None)
            asked = game if self._engine is Engine.PROLOG else rules_in_python(game)
            pid = asked.session.pid if isinstance(asked, AskedGame) else None

            def measured() -> Run:
                started = clock(pid)
                answer = run(game, Program(task.program), self._engine, root, limits)
                seconds = clock(pid) - started
                nodes, value = _nodes_and_value(answer)
                return Run(nodes, seconds, value)

            yield measured

    def _check(self, rules: Rules) -> None:
        if (rules is Rules.COMPILED) != (self._preferred is Preferred.COMPILED):
            by_hand = self._preferred is Preferred.HAND
            raise UnfitError(f"its rules are not {'written by hand in' if by_hand else 'compiled to'} Python")


@dataclass(frozen=True)
class Compiled:
    """The rules file in machine code, with one compiler."""

    name: str
    compiler: Compiler
    alike: bool = True

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        with consult(task.game, seconds=None) as game:
            try:
                machine = MachineGame(game, compiler=self.compiler)
            except NotCompiledError as error:
                raise UnfitError(str(error).splitlines()[0]) from None
            root = game.initial()[0]

            def run_once(depth: int | None) -> Answer[Any]:
                return machine.run(Program(task.program), root, Limits(depth, seconds=None))

            def measured(times: int = 1) -> Run:
                started = clock(machine.pid)
                for _ in range(times):
                    answer = run_once(task.depth)
                seconds = (clock(machine.pid) - started) / times
                nodes, value = _nodes_and_value(answer)
                return Run(nodes, seconds, value)

            with machine:
                run_once(0)  # starts the process
                times = max(1, round(LEAST_SECONDS / measured().seconds))
                yield lambda: measured(times)


class BareProlog:
    """The textbook programs on plain positions in `swipl -O`: `prolog/support/bare.pl`."""

    name = "SWI-Prolog -O, bare"
    alike = True

    def available(self) -> str | None:
        return None if shutil.which("swipl") else "swipl is not on the PATH"

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        if task.program not in HAND_PROGRAMS or task.name not in BUNDLED:
            raise UnfitError("it has minimax and alphabeta alone, for the bundled games with rules")
        nodes = self._run(task, "counted").nodes

        def measured() -> Run:
            timed = self._run(task, "timed")
            return Run(nodes, timed.seconds, timed.value)

        yield measured

    def _run(self, task: Task, how: str) -> Run:
        options = task.game.partition(":")[2] or "none"
        depth = str(UNLIMITED if task.depth is None else task.depth)
        words = [str(bundled_file(task.name)), options, task.program, depth, how]
        start = ["swipl", "-O", "-q", "-f", "none", "-g", "main", "-t", "halt"]
        command = [*start, str(prolog_file("support", "bare.pl")), "--", *words]
        with guarded(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            out, err = process.communicate()
        try:
            seconds, count, value = out.split()
        except ValueError:
            raise UnfitError(f"SWI-Prolog said {err.strip()!r}") from None
        return Run(int(count), float(seconds), float(value))


@dataclass(frozen=True)
class ByHand:
    """C by hand, with one compiler."""

    name: str
    compiler: Compiler
    source: Callable[[Game[Any]], HandWritten | None]
    alike: bool = True

    def available(self) -> str | None:
        return None

    @contextmanager
    def ready(self, task: Task) -> Iterator[Measured]:
        with consult(task.game) as game:
            written = None if game.twin is None else self.source(game.twin)
        if written is None or task.program not in HAND_PROGRAMS:
            raise UnfitError("nobody has written it by hand in C")
        with written.built(self.compiler) as code:

            def measured(times: int = 1) -> Run:
                started = clock(code.pid)
                found = searched(code, task.program, task.depth, times=times, seconds=None)
                return Run(found.nodes, (clock(code.pid) - started) / times, found.value)

            searched(code, task.program, 0)  # starts the process
            times = max(1, round(LEAST_SECONDS / measured().seconds))
            yield lambda: measured(times)


def contenders() -> list[Contender]:
    """All that there are, those that cannot be had here included; the first is the one to compare with."""
    found: list[Contender] = [
        BareProlog(),
        _Engine("SWI-Prolog, attached", Engine.PROLOG),
        _Engine("Python, rules by hand", Engine.PYTHON),
        _Engine("Python, rules compiled", Engine.PYTHON, Preferred.COMPILED),
    ]
    try:
        working = compilers()
    except NoCompilerError:
        working = []
    found += [Compiled(f"rules compiled, {compiler.name}", compiler) for compiler in working]
    found += [ByHand(f"C by hand, {compiler.name}", compiler, hand_written) for compiler in working]
    found += [ByHand(f"C by hand in bits, {compiler.name}", compiler, in_bits) for compiler in working[:1]]
    return [*found, EasyAI(), OpenSpiel()]
