"""The files of a program: a file and what it loads, or a folder, and which of its files to begin with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydecl.errors import InputError, PydeclError
from pydecl.loading.glue import names
from pydecl.model.graphs import reachable
from pydecl.rules.source import file_named, read_source

ENDINGS = (".pl", ".pro", ".prolog", ".plt")

MOST_FILES = 200

MOST_WAYS = 4
"""How many files of a folder are tried as the one to begin with."""

_TESTS = re.compile(r"(^|[/_.-])(tests?|unit|specs?)([/_.-]|$)|tests?\.", re.IGNORECASE)

ENTRY = names.listed("main play game start run index jogo juego jeu app")

Way = tuple[str, ...]
"""One way to load a program: files to be loaded, in order, as the folder names them."""


@dataclass(frozen=True)
class Project:
    """A folder with a program, its files, and which file loads which."""

    folder: Path
    files: Sequence[Path]
    loads: Mapping[Path, Sequence[Path]]
    single: Path | None = None

    def relative(self, file: Path) -> str:
        return file.relative_to(self.folder).as_posix()

    @property
    def named(self) -> str:
        """What a comment calls it."""
        return self.relative(self.single) if self.single else self.folder.name

    def paths(self, way: Way) -> list[Path]:
        return [self.folder / file for file in way]

    def ways(self) -> list[Way]:
        """The ways to load it, the likeliest first."""
        if self.single is not None:
            return [(self.relative(self.single),)]
        roots = self._roots()
        ranked = sorted(roots, key=lambda root: (-self._rank(root), self.relative(root)))
        return [(self.relative(root),) for root in ranked[:MOST_WAYS]]

    def parts(self, way: Way, said: str) -> Way | None:
        """What is left of a way that does not load if the file that an error names is left out.

        That may be nothing: then it is what the files load.
        """
        loaded = [file for path in self.paths(way) for file in self.loads.get(path.resolve(), ())]
        for names_ in (way, [*dict.fromkeys(map(self.relative, loaded))]):
            kept = tuple(name for name in names_ if f"{name}:" not in said)
            if kept and kept != way:
                return kept
        return None

    def homes(self, way: Way) -> dict[str, str]:
        """The modules that the headers of a way's files name, for the predicates of each, by name."""
        found: dict[str, str] = {}
        for name in way:
            text = _COMMENT.sub(" ", read_source(self.folder / name))
            if header := _HEADER.search(text):
                found.update(dict.fromkeys(_HEAD.findall(text), header[1]))
        return found

    def _roots(self) -> list[Path]:
        """The files that no other file loads; of a circle the one with the best name."""
        plain = [file for file in self.files if not _TESTS.search(self.relative(file))] or list(self.files)
        loaded = {other for file in plain for other in self.loads.get(file, ()) if other != file}
        return [file for file in plain if file not in loaded] or [max(plain, key=self._rank)]

    def _rank(self, file: Path) -> float:
        named = names.says(file.stem, ENTRY) or file.stem.lower() == self.folder.name.lower()
        size = min(file.stat().st_size, 40_000) / 40_000
        return 2.0 * named + 2.0 * len(reachable([file], self.loads)) + size


_HEAD = re.compile(r"^([a-z]\w*)\s*(?:[(.]|:-)", re.MULTILINE)

_HEADER = re.compile(r"^\s*:-\s*module\(\s*([a-z]\w*)", re.MULTILINE)

_COMMENT = re.compile(r"/\*.*?\*/|%[^\n]*", re.DOTALL)


def project_of(path: Path, named: Callable[[str], Iterable[str]]) -> Project:
    """The project at a path, a file or a folder; `named` are the files that a text names.

    Raises InputError if there is no program.
    """
    if not path.exists():
        raise InputError(f"{path}: there is no such file or folder")
    folder = (path if path.is_dir() else path.parent).resolve()
    files = list(_files(folder)) if path.is_dir() else [path.resolve()]
    if not files:
        raise InputError(f"{path}: no file in this folder ends in .pl, .pro or .prolog")
    loads: dict[Path, list[Path]] = {}
    todo = list(files)
    while todo:
        file = todo.pop()
        if file in loads or len(loads) > MOST_FILES:
            continue
        loads[file] = list(_loaded(file, folder, named))
        todo += loads[file]
    return Project(folder, files, loads, None if path.is_dir() else path.resolve())


def _files(folder: Path) -> Iterator[Path]:
    count = 0
    for file in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.suffix.lower() not in ENDINGS or hidden or file.is_symlink():
            continue
        if file.is_file() and not _is_glue(file):
            count += 1
            if count > MOST_FILES:
                return
            yield file.resolve()


MARK = "Glue by 'pydecl adapt'"
"""What the first line of glue says."""


def _is_glue(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return MARK.encode() in opened.read(400)
    except OSError:
        return False


def _loaded(file: Path, folder: Path, named: Callable[[str], Iterable[str]]) -> Iterator[Path]:
    try:
        told = list(named(read_source(file)))
    except PydeclError:
        return
    found = (file_named(file.parent, name) for name in told)
    yield from (other for other in found if other is not None and other.is_relative_to(folder))
