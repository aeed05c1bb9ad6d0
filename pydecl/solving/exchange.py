"""Files that other machines read: copies in a store that all of them reach, such as `s3://bucket/prefix`.

The folder in which a game is solved is the truth, and no other machine need have it. What pieces read is put
into the store before they are begun, and removed when its file is gone, or at the end. No object is ever
overwritten: a file that is made anew is another object, so that nobody reads an old one. Any store of
fsspec's will do; who may use it, and how often it is tried, is told to fsspec.
"""

from __future__ import annotations

import platform
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, Self

from pydecl.errors import InputError, PydeclError
from pydecl.sandbox.work import ExecutorError


@dataclass(frozen=True)
class Objects:
    """Files in a store: what each is called there, by its ending."""

    url: str
    names: Mapping[str, str]

    def read(self, ending: str, start: int, stop: int) -> bytes:
        """The bytes of one of them from `start` to `stop`. Raises ExecutorError."""
        name = self.names[ending]
        with _asked(self.url, f"{name} cannot be read"):
            try:
                data = _Place(self.url).read(name, start, stop)
            except FileNotFoundError:
                said = f"the store {_shown(self.url)}: {name} cannot be read: it is not there"
                raise ExecutorError(said, remedy="each machine must reach the same store") from None
        if len(data) != stop - start:
            raise ExecutorError(f"the store {_shown(self.url)}: {name} is damaged: it has another size")
        return data


class Readable(Protocol):
    """A piece of work that reads files."""

    def elsewhere(self, where: Callable[[Path, Sequence[str]], Objects]) -> Self:
        """The piece whose files, of these endings, are in a store."""


@dataclass(frozen=True)
class _Copy:
    """An object in the store, and which state of a file it is a copy of."""

    name: str
    state: tuple[int, ...] | None


class Exchange:
    """One who puts the files of a folder into a store. A context manager, which leaves nothing there."""

    def __init__(self, url: str, folder: Path, rules: str) -> None:
        """`rules` and the folder tell this solve from others. Raises InputError if `url` is no URL."""
        if "://" not in url:
            raise InputError(f"--store {url}: expected a URL, such as s3://bucket/prefix")
        self._url = url
        own = f"{platform.node()}\n{folder.resolve()}\n{rules}"
        self._solve = f"pydecl-{sha256(own.encode()).hexdigest()[:16]}"
        self._session = f"{self._solve}-{secrets.token_hex(4)}"
        self._copies: dict[Path, _Copy] = {}
        self._count = 0

    def __enter__(self) -> Self:
        """Remove what a killed process has left. Raises ExecutorError if the store cannot be used."""
        name, content = f"{self._session}-begun", b"pydecl"
        with _asked(self._url, "it cannot be used"):
            place = _Place(self._url)
            place.remove(place.names(f"{self._solve}-*"))
            place.write(name, content)
            found = place.read(name, 0, len(content))
            place.remove([name])
        if found != content:
            raise ExecutorError(f"the store {_shown(self._url)} does not give what was put there")
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # it may be the store that has failed
            _Place(self._url).remove(copy.name for copy in self._copies.values())

    def elsewhere(self, pieces: Iterable[Readable]) -> list[Any]:
        """The pieces as machines can do them that reach the store alone. Raises ExecutorError."""
        self._tidy()
        known: dict[tuple[Path, Sequence[str]], Objects] = {}

        def where(path: Path, endings: Sequence[str]) -> Objects:
            if (path, endings) not in known:
                names = {ending: self._copied(path.with_suffix(ending)) for ending in endings}
                known[path, endings] = Objects(self._url, names)
            return known[path, endings]

        return [piece.elsewhere(where) for piece in pieces]

    def _copied(self, path: Path) -> str:
        """What a file is called in the store, where it is then."""
        copy = self._copies.get(path)
        if copy is None:
            self._count += 1
            copy = _Copy(f"{self._session}-{self._count}-{path.name}", _state(path))
            self._copies[path] = copy
            with _asked(self._url, f"{copy.name} cannot be written"):
                _Place(self._url).put(path, copy.name)
        return copy.name

    def _tidy(self) -> None:
        """Remove the copies of files that are gone, or were made anew."""
        old = [path for path, copy in self._copies.items() if _state(path) != copy.state]
        with _asked(self._url, "nothing can be removed"):
            _Place(self._url).remove(self._copies[path].name for path in old)
        for path in old:
            del self._copies[path]


def _state(path: Path) -> tuple[int, ...] | None:
    """What changes when a file is made anew: between two times there is a whole step of other processes."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class _Place:
    """Where a URL leads, for this thread. Raises whatever the store's package raises."""

    def __init__(self, url: str) -> None:
        self._files, root = _fsspec().url_to_fs(url)
        self._root = root.rstrip("/")

    def read(self, name: str, start: int, stop: int) -> bytes:
        return bytes(self._files.cat_file(self._path(name), start=start, end=stop))

    def write(self, name: str, content: bytes) -> None:
        self._files.pipe_file(self._path(name), content)

    def put(self, path: Path, name: str) -> None:
        self._files.put_file(str(path), self._path(name))

    def names(self, pattern: str) -> list[str]:
        """What is there, as it is now."""
        self._files.invalidate_cache()
        return [str(path).rpartition("/")[2] for path in self._files.glob(self._path(pattern))]

    def remove(self, names: Iterable[str]) -> None:
        if paths := list(map(self._path, names)):
            self._files.rm(paths)

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"


def _fsspec() -> Any:
    try:
        import fsspec  # late: few ask for a store
    except ImportError:
        raise InputError("--store needs fsspec: pip install 'pydecl[cluster]'") from None
    return fsspec


@contextmanager
def _asked(url: str, otherwise: str) -> Iterator[None]:
    """Whatever a store's package raises is one message: packages have errors of their own."""
    try:
        yield
    except PydeclError:
        raise
    except ImportError as error:
        package = getattr(error.__cause__ or error, "name", None)
        remedy = f"pip install {package}" if package else ""
        needs = f"needs the package {package}" if package else f"cannot be used: {error}"
        raise ExecutorError(f"the store {_shown(url)} {needs}", remedy=remedy) from None
    except Exception as error:
        raise ExecutorError(f"the store {_shown(url)}: {otherwise}: {_why(error)}") from None


def _why(error: Exception) -> str:
    """What an error of a store says, in a line."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    kind = "" if isinstance(error, OSError | ValueError) and said else type(error).__name__
    return ": ".join(part for part in (kind, " ".join(said.split())) if part)


def _shown(url: str) -> str:
    """A URL without what would let others in.

    >>> _shown("ftp://ada:secret@host/folder"), _shown("s3://bucket/prefix")
    ('ftp://host/folder', 's3://bucket/prefix')
    """
    return re.sub(r"(?<=://)[^/@]*@", "", url)
