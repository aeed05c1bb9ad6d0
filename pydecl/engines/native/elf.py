"""What is mended in an object that tcc made: it does not say that its stack need not be executable."""

from __future__ import annotations

import struct
from pathlib import Path

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
