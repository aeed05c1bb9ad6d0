"""Calls of the operating system that Python has no name for."""

from __future__ import annotations

import ctypes
from functools import cache


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def call(number: int, *arguments: object) -> int:
    """A Linux system call by its number; -1 where it is refused."""
    words = (ctypes.c_long(word) if isinstance(word, int) else word for word in arguments)
    return int(_libc().syscall(ctypes.c_long(number), *words))


def prctl(option: int, argument: int) -> bool:
    """Whether Linux let us change this property of the process."""
    zero = ctypes.c_ulong(0)
    return int(_libc().prctl(ctypes.c_int(option), ctypes.c_ulong(argument), zero, zero, zero)) == 0
