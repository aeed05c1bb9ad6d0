"""Where long work keeps what it found, piece by piece, to go on where it stopped: a SQLite file.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with Database(Path(folder) / "found.sqlite", "CREATE TABLE IF NOT EXISTS found (what TEXT)") as kept:
...         kept.write("INSERT INTO found VALUES (?)", "this")
...         print(kept.row("SELECT what FROM found"))
('this',)
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from pydecl.errors import InputError
from pydecl.paths import cache_folder

Decoded = TypeVar("Decoded")


def default_file(name: str) -> Path:
    """A file of this name in the user's cache folder."""
    return cache_folder() / name


IN_MEMORY = Path(":memory:")
"""A store that is gone when the command ends."""


def why_unusable(path: Path) -> str:
    """Why nothing can be kept in a file, such as a folder that cannot be written; empty if it can be.

    A file that is there and is no store is not told here: using it says so.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(path, isolation_level=None, timeout=0)
        try:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        finally:
            database.close()
    except OSError as error:
        return error.strerror or str(error)
    except sqlite3.OperationalError as error:
        return "" if "locked" in str(error) else str(error)
    except sqlite3.Error:
        return ""
    return ""


class Database:
    """A SQLite file with its tables, made where they are missing; a context manager.

    Each row is on disk when `write` returns. Raises InputError where the file cannot be used.
    """

    def __init__(self, path: Path, *tables: str) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, isolation_level=None, timeout=30)
            for table in tables:
                self._database.execute(table)
        except (OSError, sqlite3.Error) as error:
            _open_a_file()
            raise InputError(f"{path}: the store cannot be used: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def row(self, query: str, *values: object) -> Sequence[Any] | None:
        """The first row that answers a query, or None."""
        try:
            found: Sequence[Any] | None = self._database.execute(query, _storable(values)).fetchone()
        except sqlite3.Error as error:
            _open_a_file()
            raise self.damaged(error) from None
        return found

    def rows(self, query: str, *values: object) -> Sequence[Sequence[Any]]:
        """All rows that answer a query."""
        try:
            found: Sequence[Sequence[Any]] = self._database.execute(query, _storable(values)).fetchall()
        except sqlite3.Error as error:
            _open_a_file()
            raise self.damaged(error) from None
        return found

    def write(self, statement: str, *values: object) -> None:
        """Change a table."""
        try:
            self._database.execute(statement, _storable(values))
        except sqlite3.Error as error:
            _open_a_file()
            raise InputError(f"{self.path}: the store cannot be written: {error}") from None

    def decoded(self, text: Any, decode: Callable[[Any], Decoded]) -> Decoded:
        """What `decode` makes of the JSON of a row; anybody may have written it. Raises InputError."""
        try:
            return decode(json.loads(text))
        except Exception as error:
            raise self.damaged(error) from None

    def damaged(self, error: Exception) -> InputError:
        """What to say of a row that cannot be read."""
        said = str(error) or type(error).__name__
        return InputError(f"{self.path}: the store is damaged: {said}; remove it")


def _open_a_file() -> None:
    """Raises OSError if the system gives no more open files, of which SQLite does not tell."""
    with open(os.devnull, "rb"):
        pass


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
