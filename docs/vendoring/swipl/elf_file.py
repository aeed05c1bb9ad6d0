"""What an ELF file for 64 bits asks of others: its libraries, and the newest glibc whose symbols it uses."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_LOAD, _DYNAMIC = 1, 2
"""Kinds of segments."""

_NEEDED, _STRTAB, _SONAME, _RPATH, _RUNPATH = 1, 5, 14, 15, 29
_VERNEED, _VERNEEDNUM = 0x6FFFFFFE, 0x6FFFFFFF
"""Tags of the dynamic section: see elf(5)."""


@dataclass(frozen=True)
class Asked:
    """`glibc` is a version such as (2, 34); (0, 0) if no symbol of glibc is used."""

    soname: str
    needed: tuple[str, ...]
    paths: tuple[str, ...]
    glibc: tuple[int, int]


def is_elf(data: bytes) -> bool:
    """Whether these are the bytes of an ELF file for 64 bits, little-endian."""
    return data[:6] == b"\x7fELF\x02\x01"


def asked_by(data: bytes) -> Asked:
    """What an ELF file with a dynamic section asks for."""
    segments = list(_segments(data))
    dynamic = next((offset, size) for kind, offset, _, size in segments if kind == _DYNAMIC)
    tags = list(struct.iter_unpack("<QQ", data[dynamic[0] : sum(dynamic)]))
    values = dict(reversed(tags))

    def place(address: int) -> int:
        return next(
            offset + address - start
            for kind, offset, start, size in segments
            if kind == _LOAD and start <= address < start + size
        )

    strings = place(values[_STRTAB])

    def text(at: int) -> str:
        return data[strings + at : data.index(b"\0", strings + at)].decode()

    glibc = (0, 0)
    if _VERNEED in values:
        for name in _versions(data, place(values[_VERNEED]), values[_VERNEEDNUM]):
            library, _, version = text(name).partition("_")
            if library == "GLIBC" and version[:1].isdecimal():
                major, minor = (*map(int, version.split(".")), 0)[:2]
                glibc = max(glibc, (major, minor))
    return Asked(
        soname=text(values[_SONAME]) if _SONAME in values else "",
        needed=tuple(text(value) for tag, value in tags if tag == _NEEDED),
        paths=tuple(text(value) for tag, value in tags if tag in (_RPATH, _RUNPATH)),
        glibc=glibc,
    )


def _segments(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Kind, offset in the file, address and size in the file of each segment."""
    (table,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for at in range(table, table + size * count, size):
        kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", data, at)
        yield kind, offset, address, length


def _versions(data: bytes, at: int, libraries: int) -> Iterator[int]:
    """The places of the names of all versions, of all libraries, whose symbols are used."""
    for _ in range(libraries):
        _, count, _, first, following = struct.unpack_from("<HHIII", data, at)
        version = at + first
        for _ in range(count):
            name, step = struct.unpack_from("<II", data, version + 8)
            yield name
            version += step
        at += following
