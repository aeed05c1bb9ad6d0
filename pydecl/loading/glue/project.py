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

    @property
    def named(self) -> str:
        """What a comment calls it."""
        return self.relative(self.single) if self.single else self.folder.name

    def paths(self, way: Way) -> list[Path]:
        """The files of a way."""
        return [self.folder / file for file in way.files]

    def ways(self) -> list[Way]:
        """The ways to load it, the likeliest first."""
        if self.single is not None:
            return [Way((self.relative(self.single),))]
        roots = self._roots()
        needs = self._needs(roots)
        together = {root: _reached(needs, root) for root in roots}

        def rank(root: Path) -> tuple[float, str]:
            held = {file for one in together[root] for file in (one, *self.reached(one))}
            return -self._rank(root, len(held) - 1), self.relative(root)

        ways: dict[frozenset[Path], Way] = {}
        for root in sorted(roots, key=rank):
            files = [*sorted(together[root] - {root}), root]
            ways.setdefault(frozenset(files), Way(tuple(map(self.relative, files))))
        return list(ways.values())[:MOST_WAYS]

    def parts(self, way: Way) -> Way | None:
        """The files that those of a way load, for a way that does not load itself."""
        found: dict[str, None] = {}
        for name in way.files:
            for file in self.loads.get((self.folder / name).resolve(), ()):
                found[self.relative(file)] = None
        return Way(tuple(found)) if found else None

    def homes(self, way: Way) -> dict[str, str]:
        """The modules that the headers of a way's files name, for the predicates of each, by name."""
        found: dict[str, str] = {}
        for name in way.files:
            text = _COMMENT.sub(" ", read_source(self.folder / name))
            if header := _HEADER.search(text):
                found.update(dict.fromkeys(_HEAD.findall(text), header[1]))
        return found

    def _needs(self, roots: Sequence[Path]) -> Mapping[Path, Sequence[Path]]:
        """Which of these files each one needs that it does not load, for its author loads them by hand.

        A file needs another one of its folder, or below it, that alone has clauses of what it mentions.
        """
        told = {root: self._told(root) for root in roots}
        owners: dict[str, list[Path]] = {}
        for root, (heads, _) in told.items():
            for head in heads:
                owners.setdefault(head, []).append(root)
        needs: dict[Path, Sequence[Path]] = {}
        for root, (heads, mentioned) in told.items():
            alone = [owners[name][0] for name in sorted(mentioned - heads) if len(owners.get(name, ())) == 1]
            needs[root] = list(dict.fromkeys(file for file in alone if file.is_relative_to(root.parent)))
        return needs

    def _told(self, root: Path) -> tuple[set[str], set[str]]:
        """The predicates that a file, and what it loads, has clauses of, and those it mentions, by name."""
        heads: set[str] = set()
        mentioned: set[str] = set()
        for file in (root, *self.reached(root)):
            try:
                text = _COMMENT.sub(" ", read_source(file))
            except PydeclError:
                continue
            heads.update(_HEAD.findall(text))
            mentioned.update(_MENTIONED.findall(text))
        return heads, mentioned

    def _roots(self) -> list[Path]:
        """The files that no other file loads; of a circle the one with the best name."""
        plain = [file for file in self.files if not _TESTS.search(self.relative(file))] or list(self.files)
        return _tops(plain, self.loads, lambda file: self._rank(file, len(self.reached(file))))

    def _rank(self, file: Path, reached: int) -> float:
        named = names.says(file.stem, ENTRY) or file.stem.lower() == self.folder.name.lower()
        size = min(file.stat().st_size, 40_000) / 40_000
        return 2.0 * named + 2.0 * reached + size

    def reached(self, file: Path) -> set[Path]:
        """The files that a file loads, directly or not."""
        return _reached(self.loads, file) - {file}


def _reached(graph: Mapping[Path, Sequence[Path]], file: Path) -> set[Path]:
    """A file, and where the graph leads from it."""
    seen, todo = {file}, [file]
    while todo:
        for other in graph.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def _tops(
    files: Sequence[Path], graph: Mapping[Path, Sequence[Path]], rank: Callable[[Path], float]
) -> list[Path]:
    """The files to which no other one leads; of a circle the one with the best rank."""
    led_to = {other for file in files for other in graph.get(file, ()) if other != file}
    tops = [file for file in files if file not in led_to]
    reached = {file for top in tops for file in _reached(graph, top)}
    rest = [file for file in files if file not in reached]
    while rest:
        best = max(rest, key=rank)
        tops.append(best)
        reached |= _reached(graph, best)
        rest = [file for file in rest if file not in reached]
    return tops


_HEAD = re.compile(r"^([a-z]\w*)\s*(?:[(.]|:-)", re.MULTILINE)

_HEADER = re.compile(r"^\s*:-\s*module\(\s*([a-z]\w*)", re.MULTILINE)

_MENTIONED = re.compile(r"\b([a-z]\w*)\(")

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
