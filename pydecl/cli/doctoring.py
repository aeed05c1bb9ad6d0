"""pydecl doctor: is all that pydecl needs there, and does it work?

It looks at SWI-Prolog from child processes only, so that a broken installation cannot take it down.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

from pydecl.cli.output import JsonOption, output, print_json, reported
from pydecl.cli.terminal import styled
from pydecl.engines.native.building import ADVICE, find_compiler
from pydecl.engines.prolog.session import Session
from pydecl.errors import Exit, NoCompilerError, PydeclError
from pydecl.paths import grammar_file, prolog_file

PACKAGES = ("pyswip", "lark", "typer", "rich")

OLDEST_PYTHON = (3, 11)

INSTALL_PROLOG = "sudo apt-get install swi-prolog-nox"


@dataclass(frozen=True)
class Finding:
    """One line: what was looked at, what was found, what is wrong, the one command that mends it."""

    what: str
    found: str
    problem: str | None = None
    remedy: str | None = None


@reported
def doctor(as_json: JsonOption = False) -> Exit | None:
    """Check Python, SWI-Prolog, pyswip, libraries, data files, a query, what confines rules, C compilers."""
    findings = list(diagnose())
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            mark = "problem" if finding.problem else "ok"
            output().print(styled(f"{mark:<8} {finding.what:<12} {finding.found}"), soft_wrap=True)
            if finding.problem:
                output().print(styled(f"         {finding.problem}"), soft_wrap=True)
            if finding.remedy:
                output().print(styled(f"         mend it with: {finding.remedy}"), soft_wrap=True)
    broken = {finding.what for finding in findings if finding.problem}
    if not broken:
        return None
    return Exit.NO_PROLOG if broken & {"SWI-Prolog", "SWI_HOME_DIR", "pyswip", "a query"} else Exit.BAD_INPUT


def diagnose() -> Iterator[Finding]:
    """One finding after the other; none raises."""
    yield _python()
    yield _swipl()
    home = os.environ.get("SWI_HOME_DIR")
    if home:
        there = os.path.isfile(os.path.join(home, "boot.prc"))
        problem = None if there else "the folder that the variable names is no SWI-Prolog"
        yield Finding("SWI_HOME_DIR", home, problem, None if there else "unset SWI_HOME_DIR")
    for package in PACKAGES:
        yield _package(package)
    yield _data("programs", lambda: str(prolog_file("support", "worker.pl").parent.parent))
    yield _data("grammars", lambda: str(grammar_file("tree.lark").parent))
    yield _query()
    yield _confinement()
    yield _compiler()


def _python() -> Finding:
    found = f"{sys.version.split()[0]} ({sys.executable})"
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("Python", found, "Python 3.11 or later is needed", "sudo apt-get install python3")
    return Finding("Python", found)


def _swipl() -> Finding:
    swipl = shutil.which("swipl")
    if swipl is None:
        return Finding("SWI-Prolog", "nothing", "swipl is not on the PATH", INSTALL_PROLOG)
    try:
        run = subprocess.run([swipl, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.SubprocessError) as error:
        return Finding("SWI-Prolog", swipl, f"it does not run: {error}", INSTALL_PROLOG)
    if run.returncode:
        said = (run.stderr or run.stdout).strip().splitlines()
        advice = "unset SWI_HOME_DIR" if "SWI_HOME_DIR" in os.environ else f"{INSTALL_PROLOG} --reinstall"
        return Finding("SWI-Prolog", swipl, f"it does not start: {said[-1] if said else 'no word'}", advice)
    return Finding("SWI-Prolog", f"{run.stdout.strip()} ({swipl})")


def _package(name: str) -> Finding:
    try:
        return Finding(name, version(name))
    except PackageNotFoundError:
        command = f"{sys.executable} -m pip install {name}"
        return Finding(name, "nothing", "the package is not installed", command)


def _data(what: str, find: Callable[[], str]) -> Finding:
    try:
        return Finding(what, find())
    except PydeclError as error:
        command = f"{sys.executable} -m pip install --force-reinstall pydecl"
        return Finding(what, "nothing", str(error), command)


def _query() -> Finding:
    try:
        with Session(10) as session:
            (answer,) = session.query("X is 2**100")
            seen = str(answer["X"])
    except PydeclError as error:
        advice = "unset SWI_HOME_DIR LIBSWIPL_PATH" if _overridden() else INSTALL_PROLOG
        return Finding("a query", "no answer", str(error).splitlines()[0], advice)
    if seen != str(2**100):
        return Finding("a query", f"2**100 is {seen}", "SWI-Prolog computes wrongly", INSTALL_PROLOG)
    return Finding("a query", f"X is 2**100 gives {seen}")


def _confinement() -> Finding:
    """What keeps a game's rules in their place here, as a child says that has tried to put it up."""
    try:
        with Session(10) as session:
            session.query("true")
            return Finding("confinement", ", ".join(session.protections))
    except PydeclError as error:
        return Finding("confinement", "unknown", str(error).splitlines()[0])


def _compiler() -> Finding:
    """The C compiler that builds machine code. There need be none: a problem is only a CC that is wrong."""
    try:
        found = find_compiler()
    except NoCompilerError as error:
        first = str(error).splitlines()[0]
        if os.environ.get("CC"):
            return Finding("C compiler", "nothing", first, "unset CC")
        bring = f"one would bring searches at machine speed: {ADVICE}"
        return Finding("C compiler", f"none; {bring}")
    return Finding("C compiler", f"{found.name} ({' '.join(found.command)})")


def _overridden() -> bool:
    return "SWI_HOME_DIR" in os.environ or "LIBSWIPL_PATH" in os.environ
