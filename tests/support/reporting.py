"""What a run tells: one line while it goes on; at its end what ran, what did not and why, and the cost."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from typing import Any

import costs
import pytest
import rings
from costs import Cost

LEFT_OUT, COLLECTION = "left out", "collection"
"""What the workers tell."""

COMMAND = "python3 -m pydecl.bootstrap test"
EACH = 10
"""Where no terminal shows the line, it is written at each so many per cent."""


def add_option(parser: pytest.Parser) -> None:
    told = "show so many tests that cost most, in seconds of the processor"
    parser.addoption("--costs", type=int, default=0, metavar="NUMBER", help=told)


class Reporter:
    """In the process that has the terminal: the line, and the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.began = time.monotonic()
        self.costs: dict[str, Cost] = defaultdict(Cost)
        self.each: list[tuple[float, str]] = []
        self.known = costs.known(rings.ring())
        self.wanted: list[str] = []
        self.weight = 0.0
        self.done = 0
        self.done_weight = 0.0
        self.told = 0
        self.failed = 0
        self.left_out = 0

    @property
    def terminal(self) -> Any:
        """What writes."""
        return self.config.pluginmanager.get_plugin("terminalreporter")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.will_run([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.will_run(ids)

    def will_run(self, tests: list[str]) -> None:
        """These tests will run."""
        if tests and not self.wanted:
            self.wanted = tests
            self.weight = sum(map(self.weigh, tests))

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.left_out += len(items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        told = getattr(node, "workeroutput", {})  # a worker that died tells nothing
        self.left_out = told.get(LEFT_OUT, self.left_out)
        self.costs[COLLECTION] += Cost(0, told.get(COLLECTION, 0.0))

    def weigh(self, test: str) -> float:
        """What a test costs by what is known of its file, in seconds; never nothing."""
        cost = self.known.get(test.split("::")[0], Cost())
        return 0.02 + cost.seconds / max(cost.tests, 1)

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str]:
        """The line takes the place of a letter for each test."""
        if report.when == "call" or report.skipped:
            return str(report.outcome), "", ""
        return "error" if report.failed else "", "", ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed += 1
            self.terminal.write_line(f"\rFAILED {report.nodeid}")
        if report.when != "teardown":
            return
        self.done += 1
        self.done_weight += self.weigh(report.nodeid)
        self.costs[report.nodeid.split("::")[0]] += Cost(1, costs.measured(report))
        self.each.append((costs.measured(report), report.nodeid))
        self.tell(report.nodeid.split("::")[0])

    def tell(self, file: str) -> None:
        """Write the line: what runs, and how long it will take."""
        share = self.done_weight / self.weight if self.weight else 1.0
        percent = int(100 * share)
        if self.terminal.hasmarkup:
            line = f"{self.line(share)}  {file}"[: self.terminal._tw.fullwidth - 1]
            self.terminal.write(f"\r{line}\x1b[K", flush=True)
        elif percent // EACH > self.told // EACH:
            self.terminal.write_line(self.line(share))
        self.told = percent

    def line(self, share: float) -> str:
        """How far the run is, and how long it will go on."""
        spent = time.monotonic() - self.began
        left = f", about {duration(spent / share - spent)} left" if share > 0.02 else ""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{rings.ring()} ring: {self.done:,} of {len(self.wanted):,} tests{failed}{left}"

    def pytest_terminal_summary(self) -> None:
        write = self.terminal.write_line
        if self.terminal.hasmarkup:
            self.terminal.write("\r\x1b[K")
        for seconds, test in sorted(self.each, reverse=True)[: self.config.getoption("--costs")]:
            write(f"{seconds:8.2f}  {test}")
        used = sum(cost.seconds for cost in self.costs.values())
        spent = time.monotonic() - self.began
        write(f"{rings.ring()} ring: {self.done:,} tests in {duration(spent)}; processor: {duration(used)}")
        for reason, number in Counter(map(why, self.terminal.stats.get("skipped", []))).most_common():
            write(f"skipped: {number:,}, {reason}")
        if self.left_out:
            write(f"not in this ring: {self.left_out:,} tests; `{COMMAND} --thorough` runs them, too")
        if rings.is_thorough():
            write(f"new random cases of this run come from {rings.SEED}={os.environ[rings.SEED]}")
        if not self.config.option.file_or_dir and self.config.option.within is None:
            costs.keep(self.config, rings.ring(), self.costs)


def why(report: pytest.TestReport) -> str:
    """Why a test was skipped."""
    told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return told.removeprefix("Skipped: ")


def duration(seconds: float) -> str:
    """Seconds as a person says them.

    >>> duration(42.4), duration(271)
    ('42 s', '4 min 31 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def configure(config: pytest.Config) -> None:
    """Measure in the workers, or here if there are none; tell here if this is no worker."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(costs.Meter(each=config.getoption("costs") > 0))
    config.pluginmanager.register(Worker(config) if is_worker else Reporter(config))


class Worker:
    """In a worker: what only it knows, for the process that has the terminal."""

    def __init__(self, config: pytest.Config) -> None:
        self.output: dict[str, float] = config.workeroutput  # type: ignore[attr-defined]
        self.output[LEFT_OUT] = 0

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.output[LEFT_OUT] += len(items)

    def pytest_collection_finish(self) -> None:
        self.output[COLLECTION] = costs.processor_seconds()
