"""Where built objects are kept: a folder for each, in the user's cache folder, written all at once.

An entry is a folder of the name of its key with the object, the object's digest, and the text that it is made
of. It is made beside and renamed, so that nobody sees half of one, and who comes second uses what is there.
What does not have its digest is dropped and made again. Where they are more than MOST bytes, those go that
were used longest ago.
"""

from __future__ import annotations

import atexit
import errno
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from pydecl.paths import cache_folder

MOST = 256 << 20
"""How much is kept, in bytes."""

ABANDONED = 3600.0
"""Seconds after which what was being made is nobody's any more."""

OBJECT, DIGEST, TEXT = "object.so", "sha256", "source.c"

_MAKING = "making-"


def objects_folder() -> Path:
    """The folder of the objects; a temporary one where the user's cannot be written by the user alone."""
    folder = cache_folder() / "native"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        seen = folder.stat()
        if seen.st_uid == os.geteuid() and not seen.st_mode & 0o022 and os.access(folder, os.W_OK | os.X_OK):
            return folder
    except OSError:
        pass
    return _temporary()


@cache
def _temporary() -> Path:
    folder = tempfile.mkdtemp(prefix="pydecl-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def kept(key: str, make: Callable[[Path], None]) -> Path:
    """The object of this key; `make` writes it to the path that it is given, where there is none.

    Raises OSError where the folder cannot be written.
    """
    found = known(key)
    if found is not None:
        return found
    folder = objects_folder()
    making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=folder))
    try:
        make(making / OBJECT)
        (making / DIGEST).write_text(_digest(making / OBJECT))
        while True:
            try:
                making.rename(folder / key)
                break
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
            found = _found(folder / key)
            if found is not None:  # somebody else was faster; a damaged one is gone now
                return found
    finally:
        shutil.rmtree(making, ignore_errors=True)
    _drop_the_oldest(folder, folder / key)
    return folder / key / OBJECT


def known(key: str) -> Path | None:
    """The object of this key, if it is kept."""
    return _found(objects_folder() / key)


def _found(entry: Path) -> Path | None:
    """The object of an entry, if it is whole; a damaged entry is dropped."""
    if not entry.is_dir():
        return None
    try:
        if (entry / DIGEST).read_text() == _digest(entry / OBJECT):
            os.utime(entry)
            return entry / OBJECT
    except (OSError, UnicodeDecodeError):
        pass
    _drop(entry)
    return None


def _drop(entry: Path) -> None:
    """Out of sight first, for others may look at it. An entry that has gone by itself is dropped, too."""
    with suppress(FileNotFoundError):
        aside = Path(tempfile.mkdtemp(prefix=_MAKING, dir=entry.parent))
        entry.rename(aside / "dropped")
        shutil.rmtree(aside, ignore_errors=True)


def _drop_the_oldest(folder: Path, newest: Path) -> None:
    now = time.time()
    entries = []
    for entry in folder.iterdir():
        try:
            used = entry.stat().st_mtime
            if not entry.is_dir():
                continue
            if entry.name.startswith(_MAKING):
                if now - used > ABANDONED:
                    shutil.rmtree(entry, ignore_errors=True)
            elif entry != newest:
                entries.append((used, entry, sum(file.stat().st_size for file in entry.iterdir())))
        except OSError:  # somebody else drops it
            continue
    room = MOST - sum(file.stat().st_size for file in newest.iterdir())
    for _, entry, size in sorted(entries, reverse=True):
        room -= size
        if room < 0:
            _drop(entry)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
