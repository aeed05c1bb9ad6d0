"""`pytest --within SECONDS`: what has not begun by then is left out and counted; see `changed_tests.py`."""

from __future__ import annotations

import time

import pytest

BEGAN = time.monotonic()

LEFT_OUT = "the time of --within is over"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--within", type=float, metavar="SECONDS", help="begin no test after so many seconds")


def pytest_runtest_setup(item: pytest.Item) -> None:
    seconds = item.config.getoption("--within")
    if seconds is not None and time.monotonic() > BEGAN + seconds:
        pytest.skip(LEFT_OUT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    left = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if isinstance(report.longrepr, tuple) and LEFT_OUT in report.longrepr[2]
    ]
    if left:
        terminalreporter.write_line(f"{len(left)} tests were left out: {LEFT_OUT}; the whole suite has them")
