"""pydecl doctor: is all that pydecl needs there, and does it work?

It looks at SWI-Prolog from child processes only, so that a broken installation cannot take it down.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version

from pydecl.cli.output import JsonOption, output, print_json, reported
from pydecl.cli.terminal import styled
from pydecl.engines import registry
from pydecl.engines.prolog.session import Session
from pydecl.engines.protocol import Need
from pydecl.errors import Exit, PydeclError
from pydecl.paths import grammar_file, prolog_file

PACKAGES = ("pyswip", "lark", "typer", "rich")

OLDEST_PYTHON = (3, 11)

INSTALL_PROLOG = "sudo apt-get install swi-prolog-nox"


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


def diagnose() -> Iterator[Need]:
    """One finding after the other; none raises."""
    yield _python()
    yield _swipl()
    home = os.environ.get("SWI_HOME_DIR")
    if home:
        there = os.path.isfile(os.path.join(home, "boot.prc"))
        problem = None if there else "the folder that the variable names is no SWI-Prolog"
        yield Need("SWI_HOME_DIR", home, problem, None if there else "unset SWI_HOME_DIR")
    for package in PACKAGES:
        yield _package(package)
    yield _data("programs", lambda: str(prolog_file("support", "worker.pl").parent.parent))
    yield _data("grammars", lambda: str(grammar_file("tree.lark").parent))
    yield _query()
    yield _confinement()
    for engine in registry.all_engines().values():
        yield from engine.needs()


def _python() -> Need:
    found = f"{sys.version.split()[0]} ({sys.executable})"
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Need("Python", found, "Python 3.11 or later is needed", "sudo apt-get install python3")
    return Need("Python", found)


def _swipl() -> Need:
    swipl = shutil.which("swipl")
    if swipl is None:
        return Need("SWI-Prolog", "nothing", "swipl is not on the PATH", INSTALL_PROLOG)
    try:
        run = subprocess.run([swipl, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.SubprocessError) as error:
        return Need("SWI-Prolog", swipl, f"it does not run: {error}", INSTALL_PROLOG)
    if run.returncode:
        said = (run.stderr or run.stdout).strip().splitlines()
        advice = "unset SWI_HOME_DIR" if "SWI_HOME_DIR" in os.environ else f"{INSTALL_PROLOG} --reinstall"
        return Need("SWI-Prolog", swipl, f"it does not start: {said[-1] if said else 'no word'}", advice)
    return Need("SWI-Prolog", f"{run.stdout.strip()} ({swipl})")


def _package(name: str) -> Need:
    try:
        return Need(name, version(name))
    except PackageNotFoundError:
        command = f"{sys.executable} -m pip install {name}"
        return Need(name, "nothing", "the package is not installed", command)


def _data(what: str, find: Callable[[], str]) -> Need:
    try:
        return Need(what, find())
    except PydeclError as error:
        command = f"{sys.executable} -m pip install --force-reinstall pydecl"
        return Need(what, "nothing", str(error), command)


def _query() -> Need:
    try:
        with Session(10) as session:
            (answer,) = session.query("X is 2**100")
            seen = str(answer["X"])
    except PydeclError as error:
        advice = "unset SWI_HOME_DIR LIBSWIPL_PATH" if _overridden() else INSTALL_PROLOG
        return Need("a query", "no answer", str(error).splitlines()[0], advice)
    if seen != str(2**100):
        return Need("a query", f"2**100 is {seen}", "SWI-Prolog computes wrongly", INSTALL_PROLOG)
    return Need("a query", f"X is 2**100 gives {seen}")


def _confinement() -> Need:
    """What keeps a game's rules in their place here, as a child says that has tried to put it up."""
    try:
        with Session(10) as session:
            session.query("true")
            return Need("confinement", ", ".join(session.protections))
    except PydeclError as error:
        return Need("confinement", "unknown", str(error).splitlines()[0])


def _overridden() -> bool:
    return "SWI_HOME_DIR" in os.environ or "LIBSWIPL_PATH" in os.environ
