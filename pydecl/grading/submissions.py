"""Who has handed in what: files, folders and ZIP archives as a list of students' files.

A learning platform exports a folder for each student. Where a folder, or an archive, holds folders, the name
of the student is that of the first folder below it; else it is the file's, without its ending.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath
from tempfile import TemporaryDirectory

from pydecl.errors import InputError
from pydecl.errors.escaping import escaped
from pydecl.rules.dependencies import LONGEST, files_beside, named_files
from pydecl.rules.source import LARGEST, read_source

ENDINGS = (".pl", ".pro", ".prolog")
"""How the names of Prolog files end."""

MOST = 5_000
"""No more files are graded at once."""

_EXPORTED = re.compile(r"^(?P<name>.+?)_\d+_assignsubmission_.*$", re.DOTALL)
"""A student's folder as Moodle names it."""


@dataclass(frozen=True)
class Submission:
    """A file that is graded: whose it is, what it is called, and where it lies.

    No two of one run have the same `student`: of several of one name, each file's own follows the name.
    """

    student: str
    file: str
    path: Path


@contextmanager
def submissions(given: Sequence[str | Path]) -> Iterator[list[Submission]]:
    """The files that these files, folders and archives hold, in order; archives are unpacked meanwhile.

    A file that is given is taken whatever its name ends in. Raises InputError for what is not there, and for
    a folder or an archive without Prolog files, or one that cannot be read.
    """
    with ExitStack() as stack:
        found: list[Submission] = []
        for one in map(Path, given):
            if _is_folder(one):
                found += _in_folder(one)
            elif not one.exists():
                raise InputError(f"{one}: no such file")
            elif one.suffix.lower() == ".zip":
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="homework")))
                found += _in_archive(one, folder)
            else:
                found.append(Submission(one.stem or one.name, str(one), one))
            if len(found) > MOST:
                raise InputError(f"more than {MOST:,} files are too many at once")
        yield _told_apart(found)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _in_folder(folder: Path) -> list[Submission]:
    def refuse(error: OSError) -> None:
        where = error.filename or folder
        raise InputError(f"{where}: {(error.strerror or str(error)).lower()}")

    files: list[Path] = []
    for at, inside, names in os.walk(folder, onerror=refuse):
        inside[:] = sorted(name for name in inside if not _is_hidden(name))
        files += [Path(at, name) for name in names if _is_prolog(name)]
    files = _not_loaded(files)
    if not files:
        raise InputError(f"{folder}: no Prolog files in it ({', '.join(ENDINGS)})")
    ways = [path.relative_to(folder) for path in files]
    return [
        Submission(_student(way), str(path), path)
        for way, path in sorted(zip(ways, files, strict=True), key=lambda pair: pair[0].parts)
    ]


def _in_archive(archive: Path, folder: Path) -> list[Submission]:
    files = [
        (name, path)
        for name, path in unpack(archive, folder)
        if _is_prolog(name.name) and not any(map(_is_hidden, name.parts))
    ]
    if not files:
        raise InputError(f"{archive}: no Prolog files in it ({', '.join(ENDINGS)})")
    roots = {name.parts[0] if len(name.parts) > 1 else "" for name, _ in files}
    skipped = int(len(roots) == 1 and "" not in roots and len(files) > 1)  # one folder around all of it
    chosen = set(_not_loaded([path for _, path in files]))
    files = [(name, path) for name, path in files if path in chosen]
    return [
        Submission(_student(PurePath(*name.parts[skipped:])), f"{archive}/{name}", path)
        for name, path in sorted(files, key=lambda pair: pair[0].parts)
    ]


def _not_loaded(files: Sequence[Path]) -> list[Path]:
    """The files that no other one of the same folder loads: those are parts of it."""
    loaded: set[Path] = set()
    for folder in {file.parent for file in files}:
        inside = [file for file in files if file.parent == folder]
        for file in inside if len(inside) > 1 else ():
            try:
                text = read_source(file)
            except InputError:
                continue
            if len(text) <= LONGEST:
                loaded |= set(files_beside(file, text, named_files)) - {file.resolve()}
    return [file for file in files if file.resolve() not in loaded]


def _is_prolog(name: str) -> bool:
    return name.lower().endswith(ENDINGS) and not _is_hidden(name)


def _is_hidden(name: str) -> bool:
    """What systems leave behind, and nobody hands in."""
    return name.startswith((".", "__MACOSX"))


def _student(way: PurePath) -> str:
    """The name of the student, by the way from the folder to the file.

    >>> _student(PurePath("Ada Lovelace_123_assignsubmission_file_/search.pl")), _student(PurePath("ada.pl"))
    ('Ada Lovelace', 'ada')
    """
    name = way.parts[0] if len(way.parts) > 1 else way.stem
    exported = _EXPORTED.match(name)
    return exported["name"] if exported else name


def _told_apart(found: Sequence[Submission]) -> list[Submission]:
    """Each with a name of its own."""
    names = [one.student for one in found]
    apart = [
        replace(one, student=f"{one.student} ({PurePath(one.file).name})")
        if names.count(one.student) > 1
        else one
        for one in found
    ]
    counts: dict[str, int] = {}
    told = []
    for one in (replace(one, student=escaped(one.student)) for one in apart):
        counts[one.student] = counts.get(one.student, 0) + 1
        count = counts[one.student]
        told.append(one if count == 1 else replace(one, student=f"{one.student} [{count}]"))
    return told


MOST_FILES = 5_000
"""Entries of an archive."""

WHOLE = 200 << 20
"""All files together, in bytes."""


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
            if sum(entry.file_size for entry in entries) > WHOLE:  # no more is read than it says
                raise InputError(f"{archive}: more than {WHOLE >> 20} MiB when unpacked")
            found = []
            for number, entry in enumerate(entries):
                if not stat.S_ISLNK(entry.external_attr >> 16):
                    found.append(_unpacked(archive, opened, entry, folder, number))
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise InputError(f"{archive}: not a ZIP archive, or a damaged one ({error})") from None
    except NotImplementedError as error:
        raise InputError(f"{archive}: compressed in a way that is not known here ({error})") from None
    except RuntimeError:
        raise InputError(f"{archive}: the archive is encrypted: give one without a password") from None
    except OSError as error:
        raise InputError(f"{archive}: {(error.strerror or str(error)).lower()}") from None


def _unpacked(
    archive: Path, opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, number: int
) -> tuple[PurePosixPath, Path]:
    name = entry_name(entry)
    parts = PurePosixPath(name).parts
    if name.startswith(("/", "\\")) or ".." in parts or (len(name) > 1 and name[1] == ":"):
        raise InputError(f"{archive}: the entry {name!r} leads out of the archive: it is not unpacked")
    if entry.file_size > LARGEST:
        raise InputError(f"{archive}: {name!r} is longer than {LARGEST >> 20} MiB")
    path = folder.joinpath(*map(_plain, parts))
    if path.exists() or any(above.is_file() for above in path.parents):
        path = folder / f"again{number}" / _plain(parts[-1])  # two entries of one name are two files
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(opened.read(entry))
    return PurePosixPath(*parts), path


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
