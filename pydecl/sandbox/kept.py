"""Files that can be made again, kept in the user's cache folder under the digest of all that they depend on.

An entry is a folder of the name of its key with the file, the digest of what that holds, and what else is
made with it. It is made beside and renamed, so that nobody sees half of one, and who comes second uses what
is there. What does not have its digest is dropped and made again. If there are too many, those go that were
used longest ago.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydecl.paths import cache_folder, digest_of

ABANDONED = 3600.0
"""Seconds after which what was being made is nobody's any more."""

DIGEST = "sha256"

_MAKING = "making-"


def own_folder(name: str) -> Path | None:
    """A folder of the cache folder, made if it is not there; None if it is not the user's alone."""
    folder = cache_folder() / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        seen = folder.stat()
    except OSError:
        return None
    is_own = seen.st_uid == os.geteuid() and not seen.st_mode & 0o022
    return folder if is_own and os.access(folder, os.W_OK | os.X_OK) else None


@dataclass(frozen=True)
class Kept:
    """The entries of a folder, each with a `file` of this name.

    There are `most` of them; of what is large, `most` is how many bytes they take together. Some more may be
    there until the oldest are dropped, as that takes a look at all of them.
    """

    folder: Path
    file: str
    most: int
    is_large: bool = False

    def known(self, key: str) -> Path | None:
        """The file of this key, if it is kept and whole; a damaged entry is dropped."""
        entry = self.folder / key
        if not entry.is_dir():
            return None
        with suppress(OSError, UnicodeDecodeError):
            if (entry / DIGEST).read_text() == digest_of(entry / self.file):
                os.utime(entry)
                return entry / self.file
        _drop(entry)
        return None

    def kept(self, key: str, make: Callable[[Path], None]) -> Path:
        """The file of this key; `make` writes it to the path that it is given, where there is none.

        Raises OSError where the folder cannot be written.
        """
        if (found := self.known(key)) is not None:
            return found
        entry = self.folder / key
        making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=self.folder))
        try:
            make(making / self.file)
            (making / DIGEST).write_text(digest_of(making / self.file))
            while True:
                try:
                    making.rename(entry)
                    break
                except OSError as error:
                    if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                        raise
                if (found := self.known(key)) is not None:  # somebody else was faster
                    return found
        finally:
            shutil.rmtree(making, ignore_errors=True)
        if self.is_large or len(os.listdir(self.folder)) > self.most + self.most // 5:
            self._drop_the_oldest(entry)
        return entry / self.file

    def drop(self, key: str) -> None:
        """Let an entry go, if it is there."""
        _drop(self.folder / key)

    def _drop_the_oldest(self, newest: Path) -> None:
        now = time.time()
        entries = []
        for entry in self.folder.iterdir():
            try:
                used = entry.stat().st_mtime
                if not entry.is_dir():
                    continue
                if entry.name.startswith(_MAKING):
                    if now - used > ABANDONED:
                        shutil.rmtree(entry, ignore_errors=True)
                elif entry != newest:
                    entries.append((used, entry, self._weight(entry)))
            except OSError:  # somebody else drops it
                continue
        room = self.most - self._weight(newest)
        for _, entry, weight in sorted(entries, reverse=True):
            room -= weight
            if room < 0:
                _drop(entry)

    def _weight(self, entry: Path) -> int:
        return sum(file.stat().st_size for file in entry.iterdir()) if self.is_large else 1


def _drop(entry: Path) -> None:
    """Out of sight first, for others may look at it. An entry that has gone by itself is dropped, too."""
    with suppress(FileNotFoundError):
        aside = Path(tempfile.mkdtemp(prefix=_MAKING, dir=entry.parent))
        entry.rename(aside / "dropped")
        shutil.rmtree(aside, ignore_errors=True)
