"""Landlock: the child may read what is granted to it, and reach no other file, port or process.

Linux has it from 5.13 on; each later version of it, its ABI, can refuse more. See landlock(7).
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from pydecl.sandbox.system import call

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, the same on every architecture."""

_VERSION = 1 << 0
_PATH_BENEATH = 1

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3

_FILE_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""From which ABI on how many rights to files there are, each a bit; the last: refer, truncate, ioctl."""

_PORTS = 0b11
"""To bind and to connect a TCP port; from ABI 4 on."""

_SCOPES = 0b11
"""Abstract Unix sockets, and signals, of processes outside; from ABI 6 on."""


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("ports", ctypes.c_uint64), ("scopes", ctypes.c_uint64)]


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def landlock_abi() -> int:
    """The version of Landlock that the kernel has, 0 where it has none or does not let us have it."""
    return max(0, call(_CREATE_RULESET, None, 0, _VERSION))


def restrict(readable: Iterable[Path]) -> int:
    """Let this thread, and those that it starts, read these files and folders and no others.

    Nothing can be written or run, a file that is open stays so. The ABI that holds, 0 for none. A path that
    is not there is not granted.
    """
    abi = landlock_abi()
    if not abi:
        return 0
    rights = max(count for since, count in _FILE_RIGHTS if since <= abi)
    handled = _Ruleset((1 << rights) - 1, _PORTS if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else ctypes.sizeof(handled)
    ruleset = call(_CREATE_RULESET, ctypes.byref(handled), size, 0)
    if ruleset < 0:
        return 0
    try:
        for path in readable:
            _grant(ruleset, path)
        return abi if call(_RESTRICT_SELF, ruleset, 0) == 0 else 0
    finally:
        os.close(ruleset)


def _grant(ruleset: int, path: Path) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ_FILE | _READ_DIR if stat.S_ISDIR(os.fstat(opened).st_mode) else _READ_FILE
        rule = _PathBeneath(rights, opened)
        call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)
