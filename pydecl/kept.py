"""One place for what is kept between runs and can be found or made again: its folder, its keys, its end.

Everything lies in the user's cache folder, under a digest of all that it depends on: what changes is another
key, so no old answer is ever found for a new question. `Kept` has files, such as compiled rules; `Answers`
has the finished pieces of long work, in a SQLite file. Where there are too many, the oldest go.

>>> with Answers(IN_MEMORY, "sums") as sums:
...     sums.keep([1, 2], 3)
...     print(sums.known([1, 2], int), sums.known([2, 1], int))
3 None
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydecl.errors import InputError
from pydecl.model.closing import Closeable
from pydecl.paths import own_files

Decoded = TypeVar("Decoded")


# Where it is kept


def cache_folder() -> Path:
    """Where what can be made again is kept for the user; it may not be there yet.

    PYDECL_CACHE names it; otherwise it is the folder `pydecl` where the system keeps such things.
    """
    named = os.environ.get("PYDECL_CACHE")
    if named:
        return _of_home(named).absolute()
    home = _of_home("~")
    if sys.platform == "darwin":
        usual = home / "Library" / "Caches"
    elif sys.platform == "win32":
        usual = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    else:
        usual = home / ".cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or usual) / "pydecl"


def _of_home(name: str) -> Path:
    """A path that may begin with `~`; where nobody knows a home, that is a name like any other."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


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


# What it depends on


def digest(parts: Iterable[str | bytes]) -> str:
    """What changes when one of the parts does, or where one ends and the next begins."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def digest_of(file: Path) -> str:
    """What a file holds, as a digest."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def stamp(file: Path) -> str:
    """What changes when a file does: its size and the time of its change; empty where there is none."""
    try:
        seen = file.stat()
    except OSError:
        return ""
    return f"{seen.st_size} {seen.st_mtime_ns}"


def stamps(files: Iterable[Path]) -> list[str]:
    """What changes when one of these files does on this machine; nothing is read."""
    return [f"{file} {stamp(file)}" for file in files]


def code(packages: Sequence[str], programs: Sequence[str]) -> str:
    """What changes with pydecl's own code in these folders of the package, and of Prolog programs.

    It is the same on every machine that has the same files.
    """
    return digest(file.read_bytes() for file in own_files(packages, programs))


# Files

ABANDONED = 3600.0
"""Seconds after which what was being made is nobody's any more."""

DIGEST = "sha256"

_MAKING = "making-"


@dataclass(frozen=True)
class Kept:
    """The entries of a folder, each a folder of its key with a `file` of this name, and what is made with it.

    It is made beside and renamed, so that nobody sees half of one, and who comes second uses what is there.
    What does not have the digest that it was made with is dropped and made again.

    There are `most` of them; of what is large, `most` is how many bytes they take together. Some more may be
    there until those go that were used longest ago, as that takes a look at all of them.
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
        self.drop(key)
        return None

    def kept(self, key: str, make: Callable[[Path], object]) -> Path:
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
        """Let an entry go, if it is there: out of sight first, for others may look at it."""
        with suppress(FileNotFoundError):  # it has gone by itself
            aside = Path(tempfile.mkdtemp(prefix=_MAKING, dir=self.folder))
            (self.folder / key).rename(aside / "dropped")
            shutil.rmtree(aside, ignore_errors=True)

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
                self.drop(entry.name)

    def _weight(self, entry: Path) -> int:
        return sum(file.stat().st_size for file in entry.iterdir()) if self.is_large else 1


def write_whole(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all; one that is there keeps its mode. Raises OSError."""
    made = path.with_name(f".{path.name}-{os.urandom(4).hex()}")  # others may write the same file
    try:
        made.write_bytes(content)
        if path.exists():
            made.chmod(path.stat().st_mode & 0o777)
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)  # an interruption may come when it is in its place
        raise


# Rows

IN_MEMORY = Path(":memory:")
"""A store that is gone when the command ends."""


class Database(Closeable):
    """A SQLite file with its tables, made where they are missing; a context manager.

    Each row is on disk when `write` returns. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, *tables: str) -> None:
        import sqlite3  # late: few commands keep rows

        self.path, self._error = path, sqlite3.Error
        with self._unless("cannot be used: {}"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=30)
            for table in tables:
                self._database.execute(table)

    def close(self) -> None:
        self._database.close()

    def row(self, query: str, *values: object) -> Sequence[Any] | None:
        """The first row that answers a query, or None."""
        return next(iter(self.rows(query, *values)), None)

    def rows(self, query: str, *values: object) -> Sequence[Sequence[Any]]:
        """All rows that answer a query."""
        with self._unless("is damaged: {}; remove it"):
            return self._database.execute(query, _storable(values)).fetchall()

    def write(self, statement: str, *values: object) -> None:
        """Change a table."""
        with self._unless("cannot be written: {}"):
            self._database.execute(statement, _storable(values))

    @contextmanager
    def _unless(self, otherwise: str) -> Iterator[None]:
        try:
            yield
        except (OSError, self._error) as error:
            with open(
                os.devnull, "rb"
            ):  # raises OSError if there are no more open files: SQLite does not say
                pass
            raise InputError(f"{self.path}: the store {otherwise.format(error)}") from None


def _storable(values: Sequence[object]) -> Sequence[Any]:
    """SQLite has numbers of 64 bits, and no halves of pairs, as in a file's name that is no UTF-8."""
    return [
        str(one)
        if isinstance(one, int) and not -(1 << 63) <= one < 1 << 63
        else one.encode("utf-8", "backslashreplace").decode()
        if isinstance(one, str)
        else one
        for one in values
    ]


class Answers(Database):
    """The answers to questions, in JSON as they are, that depend on nothing else but `depends`.

    Each answer is on disk when `keep` returns. If `fresh`, those from before are not known.
    """

    MOST = 100_000
    """How many answers are kept: those that were found last."""

    def __init__(self, path: Path, *depends: str, fresh: bool = False) -> None:
        super().__init__(path, "CREATE TABLE IF NOT EXISTS answer (question TEXT PRIMARY KEY, found TEXT)")
        self._depends, self._fresh = depends, fresh

    def known(self, question: Any, decode: Callable[[Any], Decoded]) -> Decoded | None:
        """What `decode` makes of the answer; None where it has still to be found.

        Anybody may have written the file: raises InputError where `decode` cannot make anything of it.
        """
        key = self._key(question)
        row = None if self._fresh else self.row("SELECT found FROM answer WHERE question=?", key)
        if row is None:
            return None
        try:
            return decode(json.loads(row[0]))
        except Exception as error:
            said = str(error) or type(error).__name__
            raise InputError(f"{self.path}: the store is damaged: {said}; remove it") from None

    def keep(self, question: Any, answer: Any) -> None:
        """Keep an answer, in place of the one from before if there is one."""
        self.write("INSERT OR REPLACE INTO answer VALUES (?,?)", self._key(question), json.dumps(answer))
        self.write("DELETE FROM answer WHERE rowid <= (SELECT max(rowid) FROM answer) - ?", self.MOST)

    def _key(self, question: Any) -> str:
        return digest((*self._depends, json.dumps(question)))


def answers_file() -> Path:
    """Where answers are kept by default."""
    return cache_folder() / "answers.sqlite"


def why_unusable(path: Path) -> str:
    """Why nothing can be kept in a file, such as a folder that cannot be written; empty if it can be.

    A file that is there and is no store is not told here: using it says so.
    """
    import sqlite3

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
    except OSError as error:
        return error.strerror or str(error)
    except sqlite3.Error as error:
        is_store = isinstance(error, sqlite3.OperationalError) and "locked" not in str(error)
        return str(error) if is_store else ""
    return ""
