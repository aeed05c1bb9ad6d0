"""Which SWI-Prolog is used here: the one that the environment names, the one on the PATH, or the wheel's.

The package pydecl-swipl holds a SWI-Prolog for machines where none may be installed otherwise; any other
comes first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from pydecl.errors import PrologUnavailableError
from pydecl.kept import stamps

HOME, LIBRARY = "SWI_HOME_DIR", "LIBSWIPL_PATH"
OVERRIDES = (HOME, LIBRARY)
"""The variables by which a user says which SWI-Prolog pyswip loads."""

WHEEL = "pydecl-swipl"
"""The package that holds a SWI-Prolog."""

_MODULE = "pydecl_swipl"


def find_swipl() -> str | None:
    """The program `swipl`; None if there is none."""
    return shutil.which("swipl") or (None if overridden() else _program_of_wheel())


def swipl_program() -> str:
    """The program `swipl`.

    Raises:
        PrologUnavailableError: there is none.
    """
    program = find_swipl()
    if program is None:
        raise PrologUnavailableError("there is no program swipl", remedy="'pydecl doctor' says more")
    return program


def comes_from_wheel() -> bool:
    """Whether the SWI-Prolog of the package pydecl-swipl is used."""
    return not overridden() and shutil.which("swipl") is None and _program_of_wheel() is not None


def overridden() -> bool:
    """Whether a variable says which SWI-Prolog pyswip loads."""
    return any(name in os.environ for name in OVERRIDES)


def identity() -> Sequence[str]:
    """What changes when another SWI-Prolog would be started."""
    swipl = find_swipl()
    named = [os.environ.get(name, "") for name in OVERRIDES]
    return [*named, *stamps([] if swipl is None else [Path(swipl)])]


def variables() -> Mapping[str, str]:
    """What tells pyswip where SWI-Prolog is; empty where it must search, which it does at each start.

    What the user has set is not in it.
    """
    program = find_swipl()
    return {} if program is None else dict(_told_by(program))


@cache
def _told_by(program: str) -> Sequence[tuple[str, str]]:
    try:
        run = subprocess.run(
            [program, "--dump-runtime-variables"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    found = dict(line.rstrip(";").split("=", 1) for line in run.stdout.splitlines() if "=" in line)
    told = {LIBRARY: found.get("PLLIBSWIPL", ""), HOME: found.get("PLBASE", "")}
    told = {name: value.strip('"') for name, value in told.items()}
    return tuple(told.items()) if all(told.values()) else ()


@cache
def _program_of_wheel() -> str | None:
    """A package that lacks its program is none."""
    try:
        program: object = getattr(import_module(_MODULE), "PROGRAM", None)
    except ImportError:
        return None
    return str(program) if isinstance(program, Path) and os.access(program, os.X_OK) else None
