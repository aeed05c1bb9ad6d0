"""The files of a program: a file and what it loads, or a folder, and which of its files to begin with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydecl.errors import InputError, PydeclError
from pydecl.loading.glue import names
from pydecl.rules.source import read_source

ENDINGS = (".pl", ".pro", ".prolog", ".plt")

MOST_FILES = 200

MOST_WAYS = 4
"""How many files of a folder are tried as the one to begin with."""

_PERL = re.compile(r"#!.*perl|^\s*use (strict|warnings)\b", re.MULTILINE)

_TESTS = re.compile(r"(^|[/_.-])(tests?|unit|specs?)([/_.-]|$)|tests?\.", re.IGNORECASE)

ENTRY = names.listed("main play game start run index jogo juego jeu app")


@dataclass(frozen=True)
class Way:
    """One way to load a program: files to be loaded, in order, as the folder names them."""

    files: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.files)


@dataclass(frozen=True)
class Project:
    """A folder with a program, its files, and which file loads which."""

    folder: Path
    files: Sequence[Path]
    loads: Mapping[Path, Sequence[Path]]
    single: Path | None = None

    def relative(self, file: Path) -> str:
        """A file as the folder names it."""
        return file.relative_to(self.folder).as_posix()

    def ways(self) -> list[Way]:
        """The ways to load it, the likeliest first."""
        if self.single is not None:
            return [Way((self.relative(self.single),))]
        roots = self._roots()
        ranked = sorted(roots, key=lambda file: (-self._rank(file), self.relative(file)))
        return [Way((self.relative(file),)) for file in ranked[:MOST_WAYS]]

    def parts(self, way: Way) -> Way | None:
        """The files that those of a way load, for a way that does not load itself."""
        found: dict[str, None] = {}
        for name in way.files:
            for file in self.loads.get((self.folder / name).resolve(), ()):
                found[self.relative(file)] = None
        return Way(tuple(found)) if found else None

    def _roots(self) -> list[Path]:
        """The files that no other file loads; of a circle the one with the best name."""
        plain = [file for file in self.files if not _TESTS.search(self.relative(file))] or list(self.files)
        loaded = {other for file in plain for other in self.loads.get(file, ()) if other != file}
        roots = [file for file in plain if file not in loaded]
        reached = set(roots)
        for root in roots:
            reached |= self.reached(root)
        rest = [file for file in plain if file not in reached]
        while rest:
            best = max(rest, key=self._rank)
            roots.append(best)
            reached |= self.reached(best) | {best}
            rest = [file for file in rest if file not in reached]
        return roots

    def _rank(self, file: Path) -> float:
        named = names.says(file.stem, ENTRY) or file.stem.lower() == self.folder.name.lower()
        size = min(file.stat().st_size, 40_000) / 40_000
        return 2.0 * named + 2.0 * len(self.reached(file)) + size

    def reached(self, file: Path) -> set[Path]:
        """The files that a file loads, directly or not."""
        seen: set[Path] = set()
        todo = [file]
        while todo:
            for other in self.loads.get(todo.pop(), ()):
                if other not in seen and other != file:
                    seen.add(other)
                    todo.append(other)
        return seen


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
        text = read_source(file)
        if _PERL.search(text[:2000]):
            return
        told = list(named(text))
    except PydeclError:
        return
    for name in told:
        for ending in ("", *ENDINGS):
            try:
                other = (file.parent / (name + ending)).resolve()
                inside = other.is_relative_to(folder) and other.is_file()
            except (OSError, ValueError, RuntimeError):
                break
            if inside:
                yield other
                break
