"""The walls of the child: it may compute, and nothing else.

They go up when SWI-Prolog and pydecl's own programs have been loaded, and before a word of the game's rules
is read. Each stands alone, and one that the machine does not have is left out: `confine` says which hold.

| wall | what it keeps the rules from |
| --- | --- |
| memory | more address space than was mapped at the start and the limit together |
| file size | writing to a file, and a core dump |
| no new privileges | programs with more rights; being read by a debugger; root's rights |
| Landlock | all files but those granted, ports, and processes outside |
| seccomp | programs, processes, sockets, signals; opening a file to write; see `seccomp.py` |

The limit of CPU time and the kill at the deadline are the parent's: `session.py`. Its death ends the child
through a pipe (`worker.py`): PR_SET_PDEATHSIG would do so when the *thread* ends that started the child,
and a session may be handed from one thread to another.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pydecl.sandbox.seccomp import ARCHITECTURES, filter_calls
from pydecl.sandbox.syscalls import COLUMNS, call, numbers, prctl

OPEN_FILES = 256

_DUMPABLE, _NO_NEW_PRIVILEGES = 4, 38
"""Properties of a process, see prctl(2)."""

_CAPABILITIES = 0x20080522
"""The version of what capset takes, see capset(2)."""

_HARMLESS = (Path("/dev/null"), Path("/dev/urandom"))


def confine(memory: int, readable: Iterable[Path]) -> Iterator[str]:
    """Put up the walls around this process, which must have one thread; the names of those that hold.

    `memory` is in bytes, beyond what is mapped now; `readable` are files, and folders with all in them.
    """
    if _limit_memory(memory):
        yield "memory"
    if _limit(resource.RLIMIT_FSIZE, 0) and _limit(resource.RLIMIT_CORE, 0):
        yield "file size"
    _limit(resource.RLIMIT_NOFILE, OPEN_FILES)
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError):  # the C library loads it when a thread ends early, and aborts where it cannot
        ctypes.CDLL("libgcc_s.so.1")
    if prctl(_NO_NEW_PRIVILEGES, 1) and prctl(_DUMPABLE, 0):
        yield "no new privileges"
    abi = _restrict((*_HARMLESS, *readable))
    if abi:
        yield f"Landlock ABI {abi}"
    _give_up_capabilities()
    if filter_calls():
        yield "seccomp"


def left_open() -> str:
    """What this machine does not keep rules from, and what holds all the same; empty if all walls stand."""
    is_linux = sys.platform.startswith("linux")
    lacking = []
    if not (is_linux and _landlock_abi()):
        lacking.append(
            "no Landlock (Linux 5.13 or later has it): only SWI-Prolog keeps rules from other files"
        )
    if not (is_linux and platform.machine() in ARCHITECTURES):
        lacking.append("no seccomp (Linux on x86_64 and aarch64 has it): rules can start programs")
    return "; ".join([*lacking, "the limits hold, and the kill at the deadline"]) if lacking else ""


def _limit(what: int, most: int) -> bool:
    """Limit a resource, for good; whether it is limited now."""
    try:
        resource.setrlimit(what, (most, most))
    except (OSError, ValueError):
        return False
    return True


def _limit_memory(memory: int) -> bool:
    """Only where it is known how much is mapped now."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:
        return False
    return _limit(resource.RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + memory)


def _give_up_capabilities() -> None:
    """Root's rights: to read what belongs to others, to raise limits, and so on."""
    if platform.machine() in COLUMNS:
        number = numbers(COLUMNS[platform.machine()])["capset"]
        head = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0)
        none = (ctypes.c_uint32 * 6)()
        call(number, ctypes.byref(head), ctypes.byref(none))


# Landlock: Linux has it from 5.13 on; each later version of it, its ABI, can refuse more. See landlock(7).

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


def _landlock_abi() -> int:
    """The version of Landlock that the kernel has, 0 where it has none or does not let us have it."""
    return max(0, call(_CREATE_RULESET, None, 0, _VERSION))


def _restrict(readable: Iterable[Path]) -> int:
    """Let this thread, and those that it starts, read these files and folders and no others.

    Nothing can be written or run, a file that is open stays so. The ABI that holds, 0 for none. A path that
    is not there is not granted.
    """
    abi = _landlock_abi()
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
