"""A seccomp filter: system calls that the child has no business with fail, whatever they would have done.

The filter is a program of the kernel's packet filter (see seccomp(2)): it loads a word of what is known of
a system call, compares, jumps forward, and returns a verdict. What it knows is `struct seccomp_data`: the
call's number, the architecture, where it comes from, and six arguments of 64 bits.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from collections.abc import Sequence

from pydecl.sandbox.syscalls import ALLOWED, COLUMNS, call, numbers

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's own names of those that have a filter here."""

_SET_MODE_FILTER, _ALL_THREADS = 1, 1

_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16
"""Where in `struct seccomp_data`, in bytes; here the low half of an argument comes first."""

_LOAD, _RETURN, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY_BIT = 0x20, 0x06, 0x15, 0x35, 0x45

_UNKNOWN = 451
"""Calls from here on came after Linux 5.17: whoever uses them knows how to do without. Far above are those of
x86_64's other interface, x32."""

_MISSING = {"clone3": 435, "openat2": 437}
"""Their arguments are in memory, where no filter sees them: said to be missing, so that others are used."""

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

_CLONE_THREAD = 0x00010000

_NAMES = (15, 16, 0x53564D41)
"""What prctl may do: set and get a thread's name, and name a piece of memory."""

_DUPLICATES = (0, 1030, 8, 10, 15, 1026, 1031)
"""What fcntl may not do: duplicate a descriptor; have signals sent; change the size of a pipe."""

_TERMINAL = (0x5412, 0x541C)
"""What ioctl may not do: put characters into a terminal's input."""

_SIGXCPU = 24
"""The same on both: the limit of CPU time shall end the process."""

Instruction = tuple[int, int, int, int]
"""Operation, jump if true, jump if false, constant."""

_ALLOW: Instruction = (_RETURN, 0, 0, 0x7FFF0000)
_KILL: Instruction = (_RETURN, 0, 0, 0x80000000)


class _Filter(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("instructions", ctypes.c_void_p)]


class _Instruction(ctypes.Structure):
    _fields_ = [
        ("operation", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("constant", ctypes.c_uint32),
    ]


def filter_calls() -> bool:
    """Put the filter on all threads of this process, for ever; whether it holds.

    Without the right to it, no new privileges must have been given up before.
    """
    machine = platform.machine()
    if machine not in ARCHITECTURES:
        return False
    instructions = program(machine, os.getpid())
    array = (_Instruction * len(instructions))(*(_Instruction(*made) for made in instructions))
    whole = _Filter(len(instructions), ctypes.addressof(array))
    return (
        call(numbers(COLUMNS[machine])["seccomp"], _SET_MODE_FILTER, _ALL_THREADS, ctypes.byref(whole)) == 0
    )


def program(machine: str, pid: int) -> list[Instruction]:
    """The filter of the process `pid`."""
    column = COLUMNS[machine]
    here = numbers(column, ALLOWED)
    made = [
        (_LOAD, 0, 0, _AUDIT),
        (_IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        _KILL,
        (_LOAD, 0, 0, _NUMBER),
        (_IF_AT_LEAST, 0, 1, _UNKNOWN),
        _fail(errno.ENOSYS),
    ]
    for number in _MISSING.values():
        made += _if_number(number, [_fail(errno.ENOSYS)])
    for number in numbers(column).values():
        made += _if_number(number, [_fail(errno.EPERM)])
    if "open" in here:
        made += _if_number(here["open"], _unless_any_bit(1, _WRITES, errno.EACCES))
    made += _if_number(here["openat"], _unless_any_bit(2, _WRITES, errno.EACCES))
    thread = [_load(0), (_IF_ANY_BIT, 1, 0, _CLONE_THREAD), _fail(errno.EPERM), _ALLOW]
    made += _if_number(here["clone"], thread)
    for number in (here["kill"], here["tgkill"]):
        made += _if_number(number, _if_among(0, (pid,), _ALLOW, _fail(errno.EPERM)))
    made += _if_number(here["prctl"], _if_among(0, _NAMES, _ALLOW, _fail(errno.EPERM)))
    made += _if_number(here["prlimit"], _only_null(2))
    made += _if_number(here["fcntl"], _if_among(1, _DUPLICATES, _fail(errno.EPERM), _ALLOW))
    made += _if_number(here["ioctl"], _if_among(1, _TERMINAL, _fail(errno.EPERM), _ALLOW))
    made += _if_number(here["sigaction"], _if_among(0, (_SIGXCPU,), _fail(errno.EPERM), _ALLOW))
    return [*made, _ALLOW]


def _fail(error: int) -> Instruction:
    return (_RETURN, 0, 0, 0x00050000 | error)


def _load(argument: int, high: int = 0) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4 * high)


def _if_number(number: int, block: Sequence[Instruction]) -> list[Instruction]:
    """What is done for one call; the block ends in a verdict, and changes what is loaded."""
    return [(_IF_EQUAL, 0, len(block), number), *block]


def _unless_any_bit(argument: int, bits: int, error: int) -> list[Instruction]:
    return [_load(argument), (_IF_ANY_BIT, 0, 1, bits), _fail(error), _ALLOW]


def _if_among(
    argument: int, values: Sequence[int], verdict: Instruction, otherwise: Instruction
) -> list[Instruction]:
    tests = [(_IF_EQUAL, len(values) - index, 0, value) for index, value in enumerate(values)]
    return [_load(argument), *tests, otherwise, verdict]


def _only_null(argument: int) -> list[Instruction]:
    """Allowed where a pointer is null."""
    low, high = _load(argument), _load(argument, 1)
    return [low, (_IF_EQUAL, 0, 2, 0), high, (_IF_EQUAL, 1, 0, 0), _fail(errno.EPERM), _ALLOW]
