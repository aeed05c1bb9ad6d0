"""The other files of a game: those that its rules file names and that lie in its folder, or below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydecl.errors import PydeclError, SourceError
from pydecl.model.term import Atom
from pydecl.rules.encoding import Decoded
from pydecl.rules.source import source_at
from pydecl.rules.syntax import Constant, Items, Kind, Node, Structure, walk

LOADING = ("include", "consult", "ensure_loaded", "use_module", "reexport", "load_files", "autoload")
"""What names the files that are loaded, as its first argument."""

_HINT = re.compile(
    r"\b(?:include|consult|ensure_loaded|use_module|reexport|load_files|autoload)\s*\("
    r"(?!\s*library\s*\()|[:?]-\s*\["
)
"""Where a text may name a file; libraries are not in the folder."""

_ENDINGS = ("", ".pl", ".prolog")

MOST_FILES = 100


def files_beside(path: Path, text: str, named: Callable[[str], Iterable[str]]) -> list[Path]:
    """The files that a rules file, and what it loads, name in the folder of `path`; at most MOST_FILES.

    `text` is what the file holds; `named` are the files that a text names, as `named_files` finds them. A
    file that is not there, cannot be read or lies elsewhere is left out.
    """
    return [file for file, source in sources_beside(path, text, named).items() if isinstance(source, Decoded)]


def sources_beside(
    path: Path, text: str, named: Callable[[str], Iterable[str]]
) -> dict[Path, Decoded | SourceError]:
    """As `files_beside`, with the text of each, or what is wrong with its encoding."""
    folder = path.resolve().parent
    found: dict[Path, Decoded | SourceError] = {}
    todo = [(path.resolve(), text)]
    while todo and len(found) < MOST_FILES:
        at, source = todo.pop()
        for name in named(source) if _HINT.search(source) else ():
            file = _file(at.parent, name)
            if file is None or file in found or not file.is_relative_to(folder):
                continue
            try:
                read = source_at(file)
            except SourceError as error:
                found[file] = error
            except PydeclError:
                continue
            else:
                found[file] = read
                todo.append((file, read.text))
    return found


def _file(folder: Path, name: str) -> Path | None:
    for ending in _ENDINGS:
        try:
            file = (folder / (name + ending)).resolve()
            if file.is_file():
                return file
        except (OSError, ValueError, RuntimeError):
            return None
    return None


def named_files(text: str) -> Iterator[str]:
    """The files that the directives of a text name."""
    from pydecl.rules.reader import read_rules  # late: most files name none

    for clause in read_rules(text).clauses:
        if clause.kind not in (Kind.DIRECTIVE, Kind.QUERY) or clause.body is None:
            continue
        for node in walk(clause.body):
            if isinstance(node, Structure) and node.name in LOADING and node.args:
                yield from _names(node.args[0])
        if isinstance(clause.body, Items):
            yield from _names(clause.body)


def _names(node: Node) -> Iterator[str]:
    if isinstance(node, Items):
        for item in node.items:
            yield from _names(item)
    elif isinstance(node, Constant) and isinstance(node.value, Atom):
        yield node.value.name
    elif isinstance(node, Structure) and node.name == "/":
        parts = [list(_names(part)) for part in node.args]
        if all(parts):
            yield "/".join(part[0] for part in parts)
