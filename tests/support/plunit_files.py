"""Collects plunit files: each test of a `*.plt` file below tests/ is a pytest item of its own.

One short run of SWI-Prolog lists the tests of a file, for all workers, and one run of the whole file gives
all their results, when the first of them is wanted. Both write a report (`plunit_report.pl` says how); what
SWI-Prolog prints is shown where something fails, and is never read for a result. A test passes only where
plunit says that it did.

With pytest-xdist, `--dist loadfile` keeps the tests of a file, and so its one run, on one worker.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from once_for_all import once_for_all

from pydecl.engines.prolog.installation import swipl_program
from pydecl.errors import PrologUnavailableError
from pydecl.kept import stamp

HELPER = Path(__file__).with_name("plunit_report.pl")
SECONDS = float(os.environ.get("PLUNIT_SECONDS", "600"))
"""How long the tests of one file may take: only a file that hangs takes so long."""

THOROUGH = re.compile(r"^% Thorough ring: (.+)$", re.MULTILINE)
"""The line of a file whose tests are of the thorough ring only, and why."""

BROKEN = {"failed", "failed_assertion", "timeout", "sto"}
NOT_RUN = {"blocked", "fixme", "unmet"}


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".plt":
        return None
    collector: pytest.Collector = PlunitFile.from_parent(parent, path=file_path)
    return collector


@dataclass(frozen=True)
class Report:
    """What `plunit_report.pl` wrote of a file, and how SWI-Prolog ended."""

    records: list[list[str]]
    output: str
    end: str

    def of(self, kind: str) -> list[list[str]]:
        return [fields for name, *fields in self.records if name == kind]


class PlunitError(Exception):
    """A plunit test failed; the text is all there is to show."""


def swipl_report(mode: str, path: Path) -> Report:
    """Let SWI-Prolog 'list' or 'run' the tests of a file."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "report"
        options = ["-q", "-f", "none", "-g", "plunit_report:main", "-t", "halt", str(HELPER), "--"]
        try:
            done = subprocess.run(
                [swipl_program(), *options, mode, str(path), str(target)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                timeout=SECONDS,
                check=False,
            )
            output, end = done.stdout, f"SWI-Prolog ended with exit code {done.returncode}"
        except PrologUnavailableError:
            output, end = b"", "SWI-Prolog is missing; `python3 -m pydecl.bootstrap test` installs it"
        except subprocess.TimeoutExpired as error:
            output, end = error.stdout or b"", f"SWI-Prolog was stopped after {SECONDS:g} s"
        text = target.read_text("utf-8", errors="replace") if target.exists() else ""
    records = [record.split("\x1f")[:-1] for record in text.split("\x1e")[:-1]]
    return Report(records, output.decode("utf-8", errors="replace").strip(), end)


def listed(path: Path) -> Report:
    """The list of a file's tests, which is kept as long as no Prolog of the checkout changes."""
    if "PYDECL_CACHE" not in os.environ:
        return swipl_report("list", path)
    version = hashlib.sha256(f"{path} {_prolog()}".encode()).hexdigest()
    return once_for_all("plunit", version, lambda _: swipl_report("list", path))


@cache
def _prolog() -> str:
    """A digest of all Prolog of the checkout, and of SWI-Prolog."""
    files = [*(ROOT / "prolog").rglob("*.pl"), *(ROOT / "tests").rglob("*.pl*")]
    digest = hashlib.sha256(stamp(Path(shutil.which("swipl") or "")).encode())
    for file in sorted(files):
        digest.update(b"%s\0%s" % (bytes(file), file.read_bytes()))
    return digest.hexdigest()


class PlunitFile(pytest.File):
    """A file of plunit tests."""

    def collect(self) -> Iterator[pytest.Item]:
        listing = listed(self.path)
        tests = listing.of("test")
        fault = ""
        if not listing.of("listed"):
            fault = f"{listing.end} while it loaded this file"
        elif ["error"] in listing.of("loading"):
            fault = "this file does not load without errors"
        elif not tests:
            fault = "this file has no tests"
        if fault:
            yield LoadFault.from_parent(self, name="load", fault=f"{self.path}: {fault}\n{listing.output}")
            return
        if ["warning"] in listing.of("loading"):
            self.warn(pytest.PytestWarning(listing.output))
        if found := THOROUGH.search(self.path.read_text("utf-8")):
            self.add_marker(pytest.mark.thorough(found[1]))
        names = [test[:2] for test in tests]
        for unit, name, line in tests:
            label = f"{unit}:{name}" if names.count([unit, name]) == 1 else f"{unit}:{name}@{line}"
            yield PlunitTest.from_parent(self, name=label, test=[unit, name, line])

    @cached_property
    def report(self) -> Report:
        return swipl_report("run", self.path)


class PlunitItem(pytest.Item):
    """One line in pytest's report."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, PlunitError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class LoadFault(PlunitItem):
    """A file whose tests cannot be listed."""

    def __init__(self, *, fault: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fault = fault

    def runtest(self) -> None:
        raise PlunitError(self.fault)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, self.name


class PlunitTest(PlunitItem):
    """One plunit test; a test with `forall` is one item."""

    parent: PlunitFile

    def __init__(self, *, test: list[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.test = test

    def runtest(self) -> None:
        report = self.parent.report
        unit, _, line = self.test
        outcomes = {kind: detail for kind, *test, detail in report.of("outcome") if test == self.test}
        messages = [text for *place, text in report.of("message") if place in ([unit, line], [unit, "0"])]
        if BROKEN & outcomes.keys():
            self.fail(messages or ["plunit reports: " + ", ".join(sorted(BROKEN & outcomes.keys()))])
        if "passed" in outcomes:
            if outcomes["passed"] == "false" and messages:
                self.warn(pytest.PytestWarning("\n".join(messages)))
        elif NOT_RUN & outcomes.keys() and ("fixme" in outcomes or not messages):
            kind = min(NOT_RUN & outcomes.keys())
            pytest.skip(f"{kind}: {outcomes[kind]}")
        else:
            self.fail([*messages, *self.why_no_result(report)])

    def fail(self, messages: list[str]) -> None:
        unit, name, line = self.test
        texts = "\n".join(text.strip("\n") for text in messages)
        raise PlunitError(f"{self.path}:{line}: test {name} of {unit}\n{texts}")

    @staticmethod
    def why_no_result(report: Report) -> list[str]:
        if report.of("done"):
            return ["plunit gave no result for this test"]
        begun = [f" while test {name} of {unit} ran" for unit, name, _ in report.of("begin")]
        return [f"no result: {report.end}{begun[-1] if begun else ''}", report.output]

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, int(self.test[2]) - 1, self.name
