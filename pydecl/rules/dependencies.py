"""The other files of a game: those that its rules file names and that lie in its folder, or below it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydecl.errors import PydeclError, SourceError
from pydecl.rules.encoding import Decoded
from pydecl.rules.source import file_named, may_name_files, source_at

MOST_FILES = 100

LONGEST = 100_000
"""No longer text is looked through for what it loads."""


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
        for name in named(source) if may_name_files(source) else ():
            file = file_named(at.parent, name)
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


def named_files(text: str) -> Iterator[str]:
    """The files that the directives of a text name."""
    from pydecl.rules.declarations import named_in  # late: most files name none
    from pydecl.rules.reader import read_rules

    for clause in read_rules(text).clauses:
        yield from named_in(clause)
