"""A ZIP of homework, unpacked with care: nothing lands outside its folder, and nothing grows without end."""

from __future__ import annotations

import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from pydecl.errors import InputError

MOST_FILES = 5_000
"""Entries of an archive."""

LARGEST = 8 << 20
"""One file, in bytes: as long as a rules file may be."""

WHOLE = 200 << 20
"""All files together, in bytes."""

_PIECE = 1 << 16


def unpack(archive: Path, folder: Path) -> list[tuple[PurePosixPath, Path]]:
    """Unpack the regular files of a ZIP below a folder: their names in it, and where they are now.

    Files are stored under numbers in place of names that a file system might not take, each folder of the
    archive as a folder: what a file loads from beside itself is beside it, if its name is plain. Raises
    InputError if it is no ZIP, is encrypted or damaged, has a name that leads outside, or is too big.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise InputError(f"{archive}: {len(entries):,} files in it; at most {MOST_FILES:,} are taken")
            if sum(entry.file_size for entry in entries) > WHOLE:
                raise InputError(f"{archive}: more than {WHOLE >> 20} MiB when unpacked")
            return list(_unpacked(archive, opened, entries, folder))
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise InputError(f"{archive}: not a ZIP archive, or a damaged one ({error})") from None
    except NotImplementedError as error:
        raise InputError(f"{archive}: compressed in a way that is not known here ({error})") from None
    except RuntimeError:
        raise InputError(f"{archive}: the archive is encrypted: give one without a password") from None
    except OSError as error:
        raise InputError(f"{archive}: {(error.strerror or str(error)).lower()}") from None


def _unpacked(
    archive: Path, opened: zipfile.ZipFile, entries: list[zipfile.ZipInfo], folder: Path
) -> Iterator[tuple[PurePosixPath, Path]]:
    taken: set[Path] = set()
    whole = 0
    for number, entry in enumerate(entries):
        name = entry_name(entry)
        if stat.S_ISLNK(entry.external_attr >> 16):
            continue
        parts = PurePosixPath(name).parts
        if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
            raise InputError(f"{archive}: the entry {name!r} leads out of the archive: it is not unpacked")
        path = folder.joinpath(*(_plain(part) for part in parts[:-1]), _plain(parts[-1]))
        if path in taken or any(above in taken for above in path.parents) or path.is_dir():
            path = folder / f"again{number}" / _plain(parts[-1])  # two entries of one name are two files
        taken.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        whole += _written(archive, opened, entry, path)
        if whole > WHOLE:
            raise InputError(f"{archive}: more than {WHOLE >> 20} MiB when unpacked")
        yield PurePosixPath(*parts), path


def _written(archive: Path, opened: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> int:
    """Write one file; how long it is. What the archive says of its length is not believed."""
    size = 0
    with opened.open(entry) as source, path.open("wb") as target:
        while piece := source.read(_PIECE):
            size += len(piece)
            if size > LARGEST:
                raise InputError(f"{archive}: {entry_name(entry)!r} is longer than {LARGEST >> 20} MiB")
            target.write(piece)
    return size


def entry_name(entry: zipfile.ZipInfo) -> str:
    """The name of an entry: in UTF-8 if its bytes are that, whatever the archive says.

    >>> entry_name(zipfile.ZipInfo("J\\u251c\\u255drg.pl"))
    'Jürg.pl'
    """
    name = entry.filename.replace("\\", "/")
    if not entry.flag_bits & 0x800:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return unicodedata.normalize("NFC", name)


def _plain(part: str) -> str:
    """A name that every file system takes; a strange one becomes its code points."""
    shown = "".join(char if char.isalnum() or char in "._-+ ()" else f"u{ord(char):x}" for char in part)
    return (
        shown
        if 0 < len(shown.encode()) <= 200 and shown not in (".", "..")
        else f"n{zlib.crc32(part.encode()):x}"
    )
