"""Measuring: contenders take turns, round by round, and those that are alike must visit as many nodes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from typing import Any

from pydecl.benchmarking.contenders import Contender, Measured, Run, Task
from pydecl.errors import Exit, PydeclError, UnfitError


class CountsDifferError(PydeclError):
    """Two contenders that do the same visited different nodes, or found different values."""

    exit_code = Exit.DISAGREEMENT


@dataclass(frozen=True)
class Line:
    """One contender at one task: its nodes, and the seconds of each round."""

    contender: str
    alike: bool
    nodes: int
    value: float
    seconds: tuple[float, ...]

    @property
    def rate(self) -> float:
        """The median of nodes a second."""
        return statistics.median(self.rates)

    @property
    def rates(self) -> list[float]:
        return [self.nodes / seconds for seconds in self.seconds]

    def ratios(self, other: Line) -> list[float]:
        """How many times as many nodes a second as the other, round by round."""
        return [mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True)]


@dataclass(frozen=True)
class Table:
    """All lines of one task; the first is the one that others are compared with."""

    task: Task
    lines: tuple[Line, ...]
    unfit: tuple[tuple[str, str], ...]
    """Contenders that fit, but had to be left out, and why."""

    @property
    def nodes(self) -> int:
        """Of those that are alike, or else of the first."""
        return next((line.nodes for line in self.lines if line.alike), self.lines[0].nodes)

    def to_json(self) -> dict[str, Any]:
        return {
            "task": asdict(self.task),
            "nodes": self.nodes,
            "contenders": [
                {
                    "name": line.contender,
                    "nodes": line.nodes,
                    "value": line.value,
                    "nodes_per_second": round(line.rate),
                    "ratio": statistics.median(line.ratios(self.lines[0])),
                    "seconds": list(line.seconds),
                }
                for line in self.lines
            ],
            "without": dict(self.unfit),
        }


def measure(
    task: Task,
    contenders: Sequence[Contender],
    rounds: int,
    progress: Callable[[Task, str], None] = lambda _task, _name: None,
) -> Table:
    """Let all contenders that fit do a task, one after the other, so many times.

    Raises CountsDifferError.
    """
    with ExitStack() as stack:
        able: list[tuple[Contender, Measured, list[Run]]] = []
        unfit: list[tuple[str, str]] = []
        for contender in contenders:
            if not contender.fits(task):
                continue
            progress(task, contender.name)
            missing = contender.available()
            if missing is not None:
                unfit.append((contender.name, missing))
                continue
            try:
                able.append((contender, stack.enter_context(contender.ready(task)), []))
            except UnfitError as error:
                unfit.append((contender.name, str(error)))
        for _ in range(rounds):
            for one in tuple(able):
                contender, measured, runs = one
                progress(task, contender.name)
                try:
                    runs.append(measured())
                except UnfitError as error:
                    able.remove(one)
                    unfit.append((contender.name, str(error)))
    lines = tuple(
        Line(one.name, one.alike, runs[0].nodes, runs[0].value, tuple(run.seconds for run in runs))
        for one, _, runs in able
    )
    alike = [line for line in lines if line.alike]
    for line in alike[1:]:
        if (line.nodes, line.value) != (alike[0].nodes, alike[0].value):
            raise CountsDifferError(
                f"{task}: {alike[0].contender} visits {alike[0].nodes} nodes and finds {alike[0].value:g},"
                f" {line.contender} {line.nodes} and {line.value:g}"
            )
    return Table(task, lines, tuple(unfit))


def geometric_means(tables: Sequence[Table]) -> dict[str, tuple[float, int]]:
    """For each contender the mean of its ratios to the first one, and over how many tasks.

    A task at which another is the first does not count.
    """
    ratios: dict[str, list[float]] = {}
    for table in tables:
        for line in table.lines if table.lines[0].contender == tables[0].lines[0].contender else ():
            ratios.setdefault(line.contender, []).append(statistics.median(line.ratios(table.lines[0])))
    return {name: (statistics.geometric_mean(found), len(found)) for name, found in ratios.items()}


def significant(number: float) -> str:
    """Three digits that count.

    >>> significant(0.01234), significant(12.34), significant(1234.5), significant(26_123_456)
    ('0.0123', '12.3', '1,230', '26,100,000')
    """
    text = f"{number:.3g}"
    return f"{float(text):,.0f}" if abs(number) >= 100 else text


def spread(ratios: Sequence[float]) -> str:
    """The median of some ratios; of several, the least and the most of them, too."""
    if len(ratios) == 1:
        return significant(ratios[0])
    least, most = significant(min(ratios)), significant(max(ratios))
    return f"{significant(statistics.median(ratios))} ({least} to {most})"
