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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from pydecl.errors import InputError, PydeclError
from pydecl.kept import digest, stamp
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
                data = bytes(_place(self.url).cat_file(name, start=start, end=stop))
            except FileNotFoundError:
                said = f"the store {_shown(self.url)}: {name} cannot be read: it is not there"
                raise ExecutorError(said, remedy="each machine must reach the same store") from None
        if len(data) != stop - start:
            raise ExecutorError(f"the store {_shown(self.url)}: {name} is damaged: it has another size")
        return data


class Exchange:
    """One who puts the files of a folder into a store. A context manager, which leaves nothing there."""

    def __init__(self, url: str, folder: Path, rules: str) -> None:
        """`rules` and the folder tell this solve from others. Raises InputError if `url` is no URL."""
        if "://" not in url:
            raise InputError(f"--store {url}: expected a URL, such as s3://bucket/prefix")
        self._url = url
        self._solve = f"pydecl-{digest((platform.node(), str(folder.resolve()), rules))[:16]}"
        self._session = f"{self._solve}-{secrets.token_hex(4)}"
        self._copies: dict[Path, tuple[str, str]] = {}
        """Of a file, the object in the store, and which state of the file that is a copy of."""
        self._count = 0

    def __enter__(self) -> Self:
        """Remove what a killed process has left. Raises ExecutorError if the store cannot be used."""
        name, content = f"{self._session}-begun", b"pydecl"
        with _asked(self._url, "it cannot be used"):
            place = _place(self._url)
            place.invalidate_cache()
            _remove(place, place.glob(f"{self._solve}-*"))
            place.pipe_file(name, content)
            found = place.cat_file(name)
            place.rm([name])
        if found != content:
            raise ExecutorError(f"the store {_shown(self._url)} does not give what was put there")
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # it may be the store that has failed
            _remove(_place(self._url), [name for name, _ in self._copies.values()])

    def elsewhere(self, pieces: Iterable[Any]) -> list[Any]:
        """The pieces as machines can do them that reach the store alone. Raises ExecutorError.

        The method `elsewhere` of a piece is told where its files, of some endings, are in the store.
        """
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
        if path not in self._copies:
            self._count += 1
            name = f"{self._session}-{self._count}-{path.name}"
            self._copies[path] = name, stamp(path)
            with _asked(self._url, f"{name} cannot be written"):
                _place(self._url).put_file(str(path), name)
        return self._copies[path][0]

    def _tidy(self) -> None:
        """Remove the copies of files that are gone, or were made anew."""
        old = [path for path, (_, state) in self._copies.items() if stamp(path) != state]
        with _asked(self._url, "nothing can be removed"):
            _remove(_place(self._url), [self._copies[path][0] for path in old])
        for path in old:
            del self._copies[path]


def _place(url: str) -> Any:
    """Where a URL leads, as a file system of fsspec's, for this thread. Raises what its package raises."""
    import fsspec  # late: few ask for a store

    files, root = fsspec.url_to_fs(url)
    return fsspec.filesystem("dir", path=root.rstrip("/"), fs=files)


def _remove(place: Any, names: Iterable[str]) -> None:
    if found := list(names):
        place.rm(found)


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
