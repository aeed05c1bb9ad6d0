"""Which SWI-Prolog is used here: the one that the environment names, the one on the PATH, or the wheel's.

The package pydecl-swipl holds a SWI-Prolog for machines where none may be installed otherwise; any other
comes first.

Much is kept in the user's cache folder so that it starts sooner, or need not start yet. Replies to what sets
a session up are remembered, each under the digest of all that it depends on: SWI-Prolog, pydecl's programs,
the requests so far and the files that they read. A session that starts later asks again, and compares.

pydecl's own Prolog files are kept in the form that SWI-Prolog loads quickly: 13 ms instead of 60. One file
holds them all, `prolog/support/worker.pl` and what it uses, compiled; SWI-Prolog calls it a quick-load file.
It is made once for these files and this SWI-Prolog. Who finds none, because the folder cannot be written or
another process is making one, loads the text; nothing else is different.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from pydecl.engines.prolog import QUICK_LOAD
from pydecl.errors import PrologUnavailableError
from pydecl.kept import Kept, digest, own_folder, stamps
from pydecl.paths import own_files, prolog_file
from pydecl.sandbox.session import Payload

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
    """The program `swipl`. Raises PrologUnavailableError if there is none."""
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
    """What tells pyswip where SWI-Prolog is, beside what the user has set; empty if it must search."""
    program = find_swipl()
    return {} if program is None else dict(_told_by(program))


@cache
def _told_by(program: str) -> Sequence[tuple[str, str]]:
    try:
        said = _kept_dump(program) or _dump(program)
    except (OSError, subprocess.SubprocessError):
        return ()
    lines = said.decode(errors="surrogateescape").splitlines()
    found = dict(line.rstrip(";").split("=", 1) for line in lines if "=" in line)
    told = {LIBRARY: found.get("PLLIBSWIPL", ""), HOME: found.get("PLBASE", "")}
    told = {name: value.strip('"') for name, value in told.items()}
    return tuple(told.items()) if all(told.values()) else ()


def _kept_dump(program: str) -> bytes:
    """As `_dump`, kept between runs; empty for a script, which may start another SWI-Prolog each time."""
    folder = own_folder("variables")
    with open(program, "rb") as opened:
        if folder is None or opened.read(2) == b"#!":
            return b""
    kept = Kept(folder, "dump", MOST_FILES)
    return kept.kept(digest(identity()), lambda file: file.write_bytes(_dump(program))).read_bytes()


def _dump(program: str) -> bytes:
    dump = [program, "--dump-runtime-variables"]
    return subprocess.run(dump, capture_output=True, timeout=10, check=True).stdout


@cache
def _program_of_wheel() -> str | None:
    """A package that lacks its program is none."""
    try:
        program: object = getattr(import_module(_MODULE), "PROGRAM", None)
    except ImportError:
        return None
    return str(program) if isinstance(program, Path) and os.access(program, os.X_OK) else None


# What is kept

MOST = 1000
"""How many replies are kept."""


class Remembered:
    """The replies of earlier sessions."""

    def __init__(self) -> None:
        folder = own_folder("consulted")
        self._kept = None if folder is None else Kept(folder, "reply", MOST)

    def reply(self, requests: Sequence[Payload], readable: Sequence[Path]) -> str | None:
        """The reply to the last of these requests, if it is known."""
        with suppress(OSError, UnicodeError):  # somebody else drops it, or the disk is full
            found = None if self._kept is None else self._kept.known(_key(requests, readable))
            return None if found is None else found.read_bytes().decode()
        return None

    def remember(self, requests: Sequence[Payload], readable: Sequence[Path], reply: str) -> None:
        """Keep the reply to the last of these requests, where the folder can be written."""
        if self._kept is not None:
            with suppress(OSError, UnicodeError):
                key = _key(requests, readable)
                if self.reply(requests, readable) not in (None, reply):
                    self._kept.drop(key)
                self._kept.kept(key, lambda file: file.write_bytes(reply.encode()))


def _key(requests: Sequence[Payload], readable: Sequence[Path]) -> str:
    asked = (part for request in requests for part in request)
    return digest((*surroundings(), *stamps(readable), *asked))


@cache
def surroundings() -> tuple[str, ...]:
    """SWI-Prolog and pydecl's own programs, as they are now."""
    return (*identity(), *stamps(own_files(("engines/prolog", "sandbox"), ("",))))


# The quick-load file

SECONDS = 20.0
"""How long making it may take."""

MOST_FILES = 5
"""How many quick-load files are kept: those of other versions, too."""

GOAL = """
setup_call_cleanup(asserta('$qlf':qinclude(user), Including),
                   load_files(user:'{source}', ['$qlf'('{target}')]),
                   erase(Including)),
halt
"""
"""What qcompile/2 does with include(user), but for the place of the file."""


def quick_load() -> Mapping[str, str]:
    """What tells a worker of the file, which is made if it is not there; empty if there is none."""
    swipl = find_swipl()
    if swipl is None or overridden():
        return {}  # which SWI-Prolog will load it is not known
    folder = own_folder("prolog")
    if folder is None:
        return {}
    try:
        kept = Kept(folder, "worker.qlf", MOST_FILES)
        key = digest([str(prolog_file("support")), *surroundings()])
        found = kept.known(key) or _made(kept, key, swipl)
    except (OSError, subprocess.SubprocessError):
        return {}
    return {} if found is None else {QUICK_LOAD: str(found)}


def _made(kept: Kept, key: str, swipl: str) -> Path | None:
    """A new file; None if another process makes it. Raises SubprocessError if SWI-Prolog does not."""
    with open(kept.folder / "lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return kept.kept(key, partial(_make, swipl))


def _make(swipl: str, target: Path) -> None:
    goal = GOAL.format(source=_quoted(prolog_file("support", "worker.pl")), target=_quoted(target))
    subprocess.run(
        [swipl, "-q", "-f", "none", "-g", goal, "-t", "halt(1)"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=SECONDS,
        check=True,
    )


def _quoted(file: Path) -> str:
    return str(file).replace("\\", "\\\\").replace("'", "\\'")
